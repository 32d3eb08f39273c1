import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { extract } from '../../tools/web/extract.ts'
import { openTestBrowser } from './browser-world.ts'
import { callWith } from './call.ts'
import { type Page, startPageServer } from './page-server.ts'
import { LEDGER, rows } from './unshown-kinds.ts'
import { UNSHOWN_PAGES } from './unshown-pages.ts'

/** What the result of reading a page says besides its text. */
interface Said {
  notShown: readonly string[]
  says: Readonly<Record<string, unknown>>
  /** Words of the page that it lacks. */
  lacking: readonly string[]
}

/** Pages of which a reader gets not all, and a browser that reads them. */
export interface UnshownSite {
  saidOf(name: string): Promise<Said>
  close(): Promise<void>
}

/** Reads a page and compares what the result says with what it must. */
export async function expectSaid(site: UnshownSite, name: string): Promise<void> {
  const page = UNSHOWN_PAGES[name]
  const said = site.saidOf(name)
  if (page?.error) {
    const [code, words] = page.error
    const message = expect.stringContaining(words) as string
    await expect(said).rejects.toMatchObject({ code, message })
    return
  }
  const expected = { notShown: page?.notShown ?? [], says: { ...page?.says }, lacking: [] }
  expect(await said).toEqual(expected)
}

const FILE = { 'content-type': 'application/zip' }
const TABLE = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename=t.csv' }

/** Serves them, each at its name, and what they hold. */
export async function startUnshownPages(): Promise<UnshownSite> {
  const pages: Record<string, Page> = {
    '/inner': { body: `<main><h1>Inner</h1>${LEDGER}</main>` },
    '/menu': { body: '<p>Words of the menu, which lead to other places of the site.</p>' },
    '/part': { body: LEDGER },
    '/turbo': { body: `<turbo-frame id=ledger>${LEDGER}</turbo-frame>` },
    '/denied': { headers: { 'x-frame-options': 'DENY' }, body: LEDGER },
    '/file.zip': { headers: FILE, body: 'PK' },
    '/table.csv': { headers: TABLE, body: 'a,b\n1,2\n' },
    '/blob': {
      body: (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' })
        response.end(Buffer.alloc(2_000_000, 'x'))
      },
    },
    '/report.pdf': { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4\n%%EOF' },
  }
  for (const path of LIBRARIES) {
    const file = new URL(`../../node_modules/${path}`, import.meta.url)
    const headers = { 'content-type': 'text/javascript' }
    pages[`/lib/${path}`] = { headers, body: readFileSync(file) }
  }
  const site = await startPageServer(pages)
  const foreign = `http://localhost:${site.port}`
  for (const [name, { html, status }] of Object.entries(UNSHOWN_PAGES)) {
    const body = html
      .replaceAll('LEDGER', LEDGER)
      .replaceAll('ROWS', rows(12))
      .replaceAll('FOREIGN', foreign)
    pages[`/${name}`] = { body, ...(status === undefined ? {} : { status }) }
  }
  const allowHosts = [site.host, 'localhost'].map((host) => `${host}:${site.port}`)
  const browser = openTestBrowser({ allowHosts })

  async function saidOf(name: string): Promise<Said> {
    const { input, hasBrowser = true, texts = [] } = UNSHOWN_PAGES[name] ?? {}
    await using caller = callWith({ allowHosts })
    const opened = { isSold: false, opensTo: () => true, isThere: async () => hasBrowser }
    Object.assign(caller.services, { browser: { ...opened, render: browser.render.bind(browser) } })
    const request = { url: `${site.origin}/${name}`, maxChars: 100_000, ...input }
    const signal = AbortSignal.timeout(60_000)
    const article = await caller.call(extract, request, { signal })
    const { markdown, notShown = [], rendered, unfinished, status, ...rest } = article
    const isCut = rest['truncated'] === true && rest['nextCursor'] === undefined
    return {
      notShown: (notShown as string[]).map((words) =>
        words.replaceAll(site.origin, '').replaceAll(foreign, 'FOREIGN'),
      ),
      says: { rendered, unfinished, status, truncated: isCut || undefined },
      lacking: texts.filter(
        (words) => !String(markdown).includes(words.replace('ORIGIN', site.origin)),
      ),
    }
  }
  return {
    saidOf,
    async close() {
      await browser.close()
      await site.close()
    },
  }
}

const LIBRARIES = [
  'htmx.org/dist/htmx.min.js',
  'alpinejs/dist/cdn.min.js',
  'petite-vue/dist/petite-vue.iife.js',
  '@hotwired/turbo/dist/turbo.es2017-umd.js',
]
