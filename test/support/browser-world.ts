import { keeperEntry } from '../../src/app/browser-keeper-entry.ts'
import { OpenedBrowser, type PageBrowserSettings } from '../../src/browser/page-browser.ts'
import { createLog } from '../../src/lib/log.ts'
import { createGuardProxies } from '../../src/net/guard/guard-proxy.ts'
import type { Resolve } from '../../src/net/guard/resolve.ts'
import { createVetAddress } from '../../src/net/guard/vet-address.ts'
import { createOperatorFetch } from '../../src/net/operator/operator-fetch.ts'
import { systemProgram } from './debian.ts'

/** What a test may say about its browser. */
export interface BrowserWorldOptions extends Partial<
  Pick<
    PageBrowserSettings,
    'launch' | 'firstScript' | 'limits' | 'withoutSandbox' | 'browser' | 'permit'
  >
> {
  allowHosts?: readonly string[]
  resolve?: Resolve
}

/** The program itself: the command of Debian is a script that adds flags. */
export function chromiumProgram(): string {
  systemProgram('chromium', 'chromium')
  return '/usr/lib/chromium/chromium'
}

/** A real browser behind the real guard, which may reach `allowHosts` only. */
export function openTestBrowser({
  allowHosts = [],
  resolve,
  browser = chromiumProgram(),
  withoutSandbox = false,
  ...rest
}: BrowserWorldOptions = {}): OpenedBrowser & AsyncDisposable {
  const opened = new OpenedBrowser({
    browser,
    keeper: keeperEntry(),
    searchPath: process.env['PATH'] ?? '',
    withoutSandbox,
    userAgent: 'Bellhop/test',
    vetAddress: createVetAddress({ allowHosts, ...(resolve ? { resolve } : {}) }),
    openProxy: createGuardProxies({ allowHosts, resolve }),
    operatorFetch: createOperatorFetch({ userAgent: 'Bellhop/test' }),
    log: createLog('silent'),
    ...rest,
  })
  return Object.assign(opened, { [Symbol.asyncDispose]: async () => opened.close() })
}
