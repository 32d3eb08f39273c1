import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Time for a browser to end. */
const END_MAX_MS = 10_000

/** Opens a page in a browser without a window, for which every host there is is the one at this port of loopback. */
export function openChromium(program: string, url: string, port: number): AsyncDisposable {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-chromium-'))
  const browser: ChildProcess = spawn(
    program,
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      `--host-resolver-rules=MAP * 127.0.0.1:${port}`,
      url,
    ],
    { stdio: 'ignore' },
  )
  return {
    async [Symbol.asyncDispose]() {
      if (browser.exitCode === null && browser.signalCode === null) {
        const ended = once(browser, 'exit', { signal: AbortSignal.timeout(END_MAX_MS) })
        browser.kill('SIGTERM')
        await ended.catch(() => browser.kill('SIGKILL'))
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
