import { chromium } from 'playwright-core'

/** Another driver of the same browser, used as its documents say: with what it takes for granted. */
export interface Rival extends AsyncDisposable {
  pid: number
  /** The HTML of a page once its network is idle. */
  render(url: string): Promise<string>
}

/** Longest time for one page. */
const PAGE_MAX_MS = 30_000

/** Starts playwright-core's browser. */
export async function openPlaywright(executablePath: string): Promise<Rival> {
  const server = await chromium.launchServer({ executablePath })
  const browser = await chromium.connect(server.wsEndpoint())
  return {
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
