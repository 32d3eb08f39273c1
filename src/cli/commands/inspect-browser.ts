import type { BrowserReport, PageBrowser } from '../../contract/browser.ts'
import type { Finding } from './inspect-fetching.ts'

const check = 'browser'

const MODES = {
  sealed: 'in a network of its own with only the proxies of its pages',
  proxied: 'restricted to the proxies of its pages by flags',
  remote: 'run by somebody else; one of its pages was seen to use its proxy',
}

/** Which browser renders pages, how it is confined, and what would improve that. Nothing where the operator wants none. */
export async function inspectBrowser(browser: Pick<PageBrowser, 'inspect'>): Promise<Finding> {
  const report = await browser.inspect()
  if (report.browser === undefined) {
    const detail = 'none: pages that need scripts are not read. Install Chrome, Chromium or Edge'
    return { check, status: 'ok', detail }
  }
  if (report.failure !== undefined) {
    const { failure, advice = '' } = report
    return {
      check,
      status: 'warn',
      detail: `${report.browser} does not start: ${failure} ${advice}`,
    }
  }
  return { check, status: report.hasSandbox === false ? 'warn' : 'ok', detail: detailOf(report) }
}

function detailOf({ browser, product = '', mode, hasSandbox, advice }: BrowserReport): string {
  const held = mode === undefined ? '' : `, ${MODES[mode]}`
  const sandbox = hasSandbox === false ? '; without its own sandbox (--browser-no-sandbox)' : ''
  const more = advice === undefined ? '' : `; for more protection: ${advice}`
  return `${product} at ${browser ?? ''}${held}${sandbox}${more}`
}
