import { openTestBrowser } from '../../test/support/browser-world.ts'
import { callWith } from '../../test/support/call.ts'
import { extract } from '../../tools/web/extract.ts'
import { screenshot } from '../../tools/web/screenshot.ts'
import type { Given } from './page.ts'
import { openSite, type Site } from './site.ts'

/** Longest time for one call; the product ends earlier by itself. */
const CALL_MAX_MS = 60_000

/** A picture, wherever a result has it. */
const PNG = /data:image\/png;base64,([\w+/=]+)/

/** Reads pages of a site as callers of the product do. */
export interface Reader extends AsyncDisposable {
  site: Site
  read(url: string, options?: Readonly<Record<string, unknown>>): Promise<Given>
  /** A picture of the window as PNG, and the result without it. */
  shoot(url: string): Promise<{ png: Buffer | undefined; given: Given }>
}

/** Starts a site, and a browser that may reach it. */
export async function openReader(): Promise<Reader> {
  const site = await openSite()
  const { allowHosts } = site
  const browser = openTestBrowser({ allowHosts })
  const caller = callWith({ allowHosts })
  const renderer = { isSold: false, opensTo: () => true, isThere: async () => true }
  Object.assign(caller.services, { browser: Object.assign(browser, renderer) })
  const ask = async (
    operation: typeof extract | typeof screenshot,
    input: unknown,
  ): Promise<Given> => {
    const began = performance.now()
    const signal = AbortSignal.timeout(CALL_MAX_MS)
    let result: Record<string, unknown> | undefined
    let failed = ''
    try {
      result = await caller.call(operation, input, { signal })
    } catch (thrown) {
      failed = String((thrown as { code?: unknown }).code ?? thrown)
    }
    const tookMs = Math.round(performance.now() - began)
    const { markdown = '', dataUrl: _picture, ...besides } = result ?? {}
    return { result, failed, markdown: String(markdown), besides: JSON.stringify(besides), tookMs }
  }
  return {
    site,
    read: async (url, options = {}) => ask(extract, { url, images: 'alt', ...options }),
    async shoot(url) {
      const given = await ask(screenshot, { url, width: 1000, height: 800, format: 'png' })
      const [, base64] = PNG.exec(JSON.stringify(given.result ?? {})) ?? []
      return { png: base64 === undefined ? undefined : Buffer.from(base64, 'base64'), given }
    },
    async [Symbol.asyncDispose]() {
      await caller.close()
      await browser[Symbol.asyncDispose]()
      await site[Symbol.asyncDispose]()
    },
  }
}
