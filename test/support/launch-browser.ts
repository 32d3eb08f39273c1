import { delimiter, dirname, join } from 'node:path'
import { type Browser, chromium, firefox } from 'playwright-core'
import { systemProgram } from './debian.ts'

/** Browsers of this system that pages are tried in. */
export const BROWSERS = ['chromium', 'firefox'] as const

/** Name of a browser. */
export type BrowserName = (typeof BROWSERS)[number]

/** Starts a browser of this system; as root, which only tests are, without its own sandbox. */
export async function launchBrowser(name: BrowserName = 'chromium'): Promise<Browser> {
  if (name === 'firefox') {
    return firefox.launch({
      channel: 'moz-firefox',
      executablePath: join(import.meta.dirname, 'firefox-bidi.ts'),
      env: {
        ...process.env,
        // Its first line asks for `node`: this one.
        PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
        FIREFOX: systemProgram('firefox-esr', 'firefox-esr'),
      },
    })
  }
  return chromium.launch({
    executablePath: systemProgram('chromium', 'chromium'),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
}
