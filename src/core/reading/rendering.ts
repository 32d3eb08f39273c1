import type { PageBrowser, RenderOptions } from '../../contract/browser.ts'
import { OperationError } from '../../contract/errors.ts'
import type { Fetched } from '../../contract/net.ts'
import type { Call } from '../../contract/operation.ts'

/** What may render for a call. */
export type Renderer = Omit<PageBrowser, 'close'>

/** A page as the browser has it, in the form of a fetched one. */
export interface Rendered extends Fetched {
  /** Not all of it is there. */
  truncated: boolean
}

/** Whether the fragment of an address names a view of an application, which servers never see: `#/guide`, `#!guide`. */
export function namesView(url: string): boolean {
  return /#(?:!|\/)./.test(url)
}

/** The browser for a call that reads a page, where it may use one and there is one. */
export async function browserFor({
  services,
  principal,
}: Pick<Call<unknown>, 'services' | 'principal'>): Promise<Renderer | undefined> {
  const { browser } = services
  if (!browser?.opensTo(principal, 'reading')) return undefined
  return (await browser.isThere()) ? browser : undefined
}

/** The browser for a call that asks for one. Throws `unavailable` where there is none, and `forbidden` where it may not use it. */
export async function requireBrowser(
  { services, principal }: Pick<Call<unknown>, 'services' | 'principal'>,
  purpose: 'reading' | 'rendering',
): Promise<Renderer> {
  const { browser } = services
  if (!browser) throw noBrowser()
  if (!browser.opensTo(principal, purpose)) throw notOpen(browser.isSold && purpose === 'reading')
  if (!(await browser.isThere())) throw noBrowser()
  return browser
}

/** Renders a page for what reads fetched ones. Throws what `PageBrowser.render` does. */
export async function renderPage(
  browser: Renderer,
  url: string,
  options: RenderOptions,
): Promise<Rendered> {
  const page = await browser.render(url, options)
  return {
    url: page.url,
    status: page.status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(page.html, 'utf8'),
    complete: true,
    hops: 0,
    truncated: page.truncated,
  }
}

function noBrowser(): OperationError {
  return new OperationError('unavailable', 'This server has no browser to render pages with.', {
    hint: 'Read pages with extract and render: never. The operator can install Chrome, Chromium or Edge, or name one (--browser).',
  })
}

function notOpen(isSold: boolean): OperationError {
  return new OperationError('forbidden', 'This server renders no pages for this call.', {
    hint: isSold
      ? 'Renderings are sold: call extract_rendered.'
      : 'Read pages with extract and render: never. The operator can open this to others (--render).',
  })
}
