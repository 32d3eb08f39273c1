import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PLAYWRIGHT = 'playwright-core@1.65.1'

/** What of the package is used here, which is installed when the bench needs it. */
interface Playwright {
  chromium: {
    launchServer(options: { executablePath: string }): Promise<{
      process(): { pid?: number }
      wsEndpoint(): string
      close(): Promise<void>
    }>
    connect(endpoint: string): Promise<{
      newPage(): Promise<{
        goto(url: string, options: { waitUntil: 'networkidle'; timeout: number }): Promise<unknown>
        content(): Promise<string>
        close(): Promise<void>
      }>
    }>
  }
}

/** Another driver of the same browser, used as its documents say: with what it takes for granted. */
export interface Rival extends AsyncDisposable {
  name: string
  pid: number
  /** The HTML of a page once its network is idle. */
  render(url: string): Promise<string>
}

/** Longest time for one page. */
const PAGE_MAX_MS = 30_000

/** Starts playwright-core's browser. */
export async function openPlaywright(executablePath: string): Promise<Rival> {
  const folder = join(tmpdir(), 'bellhop-bench', 'peers', 'playwright-core')
  if (!existsSync(join(folder, 'node_modules', 'playwright-core'))) {
    await mkdir(folder, { recursive: true })
    const run = promisify(execFile)
    await run('npm', ['install', '--prefix', folder, '--ignore-scripts', PLAYWRIGHT])
  }
  const { chromium } = createRequire(join(folder, 'package.json'))('playwright-core') as Playwright
  const server = await chromium.launchServer({ executablePath })
  const browser = await chromium.connect(server.wsEndpoint())
  return {
    name: PLAYWRIGHT,
    pid: server.process().pid ?? 0,
    async render(url) {
      const page = await browser.newPage()
      try {
        await page.goto(url, { waitUntil: 'networkidle', timeout: PAGE_MAX_MS })
        return await page.content()
      } finally {
        await page.close()
      }
    },
    [Symbol.asyncDispose]: async () => server.close(),
  }
}
