import { homedir } from 'node:os'
import { findBrowser } from '../../browser/launch/find-browser.ts'
import type { OpenedBrowser } from '../../browser/page-browser.ts'
import type { BrowserReport, PageBrowser } from '../../contract/browser.ts'
import type { OperatorFetch, VetAddress } from '../../contract/net.ts'
import { type Principal, STRANGER_WEIGHT } from '../../contract/principal.ts'
import type { Log } from '../../lib/log.ts'
import { once } from '../../lib/once.ts'
import type { OutgoingProxy } from '../../net/guard/outgoing-proxy.ts'
import type { Permit } from '../../net/robots/obeying-fetch.ts'
import type { Config } from '../config/config.ts'

/** What a browser needs of the other services. */
interface BrowserParts {
  vetAddress: VetAddress
  operatorFetch: OperatorFetch
  permit?: Permit | undefined
  proxy?: OutgoingProxy | undefined
  userAgent: string
  log: Log
}

const LOCAL = 'local'

/** Path or address of the browser of an instance, where it has one; none is started. */
export function findConfiguredBrowser({
  render,
  browser,
  paid,
  searchPath,
}: Pick<Config, 'render' | 'browser' | 'paid' | 'searchPath'>): string | undefined {
  if (browser === 'off' || (render === 'off' && !paid)) return undefined
  if (browser !== 'auto') return browser
  return findBrowser({ platform: process.platform, searchPath, home: homedir() })
}

/** The browser of an instance: nothing of it is loaded, looked for or started before the first page that needs it. */
export function composeBrowser(
  config: Config,
  { vetAddress, operatorFetch, permit, userAgent, log, proxy }: BrowserParts,
): PageBrowser {
  const { render, searchPath, 'allow-hosts': allowHosts } = config
  let opened: OpenedBrowser | undefined
  const find = once(async () => findConfiguredBrowser(config))
  const open = once(async () => {
    const browser = await find()
    if (browser === undefined) throw (await import('../../browser/page/failures.ts')).noBrowser()
    const [{ OpenedBrowser: Opened }, { createGuardProxies }, { keeperEntry }] = await Promise.all([
      import('../../browser/page-browser.ts'),
      import('../../net/guard/guard-proxy.ts'),
      import('../browser-keeper-entry.ts'),
    ])
    opened = new Opened({
      browser,
      keeper: keeperEntry(),
      searchPath,
      withoutSandbox: config['browser-no-sandbox'],
      userAgent,
      vetAddress,
      openProxy: createGuardProxies({ allowHosts, proxy }),
      operatorFetch,
      permit,
      log,
    })
    return opened
  })
  const isFor = ({ id, weight }: Principal): boolean => {
    if (render === 'all') return true
    if (render === 'known') return id === LOCAL || weight > STRANGER_WEIGHT
    return render === 'local' && id === LOCAL
  }
  return {
    isSold: config.paid,
    opensTo(principal, purpose) {
      if (!config.paid) return isFor(principal)
      // A page read for its usual price is read as it is sent.
      return purpose === 'rendering' && (isFor(principal) || principal.weight > STRANGER_WEIGHT)
    },
    isThere: async () => (await find()) !== undefined,
    render: async (...call) => (await open()).render(...call),
    shoot: async (...call) => (await open()).shoot(...call),
    async inspect(): Promise<BrowserReport> {
      return (await find()) === undefined ? { browser: undefined } : (await open()).inspect()
    },
    load: () => opened?.load ?? { running: 0, waiting: 0, refused: 0 },
    close: async () => opened?.close(),
  }
}
