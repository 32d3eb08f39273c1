import { type Browser, chromium } from 'playwright-core'
import { systemProgram } from './debian.ts'

/** Starts the browser of this system; as root, which only tests are, without its own sandbox. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: systemProgram('chromium', 'chromium'),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
}
