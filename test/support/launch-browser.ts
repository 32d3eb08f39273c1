import { delimiter, dirname, join } from 'node:path'
import { type Browser, chromium, firefox } from 'playwright-core'
import { inject } from 'vitest'
import { systemProgram } from './debian.ts'

/** Browsers of this system that pages are tried in. */
export const BROWSERS = ['chromium', 'firefox'] as const

/** Name of a browser. */
export type BrowserName = (typeof BROWSERS)[number]

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser that the tests of a project drive where they name none. */
    browserName?: BrowserName
  }
}

/** Firefox with one process for all pages: each tab would start another one. */
const FEW_PROCESSES = {
  'fission.autostart': false,
  'dom.ipc.processCount': 1,
  'dom.ipc.processPrelaunch.enabled': false,
}

/** Starts a browser of this system; as root, which only tests are, without its own sandbox. */
export async function launchBrowser(
  name: BrowserName = inject('browserName') ?? 'chromium',
): Promise<Browser> {
  if (name === 'firefox') {
    return firefox.launch({
      channel: 'moz-firefox',
      firefoxUserPrefs: FEW_PROCESSES,
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
