import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extract } from '../../tools/web/extract.ts'
import { openTestBrowser } from './browser-world.ts'
import { callWith } from './call.ts'
import { FOLDED_PAGES, foldedFiles, TRAPS } from './folded-pages.ts'

const BODY =
  '<p>The harbour office keeps a ledger of every boat that enters between October and March, with its draught and the weather at the bar.</p>'.repeat(
    3,
  )

/** Pages with folds, and a browser that reads them. */
export interface FoldedSite {
  /** Faults of a page that was read with `open: true`: texts that it lacks, requests, another address. */
  faultsOf(name: string): Promise<string[]>
  close(): Promise<void>
}

/** Serves the pages, each with all that looks like a fold and is none. */
export async function startFoldedPages(): Promise<FoldedSite> {
  const files = foldedFiles()
  const requests: string[] = []
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1)
    if (!/^(?:lib\/|favicon)/.test(name)) requests.push(`${request.method} ${name}`)
    const type = name.startsWith('lib/') ? 'text/javascript' : 'text/html; charset=utf-8'
    const page = `<main><h1>Log</h1>${BODY}${FOLDED_PAGES[name]?.html ?? ''}${TRAPS}</main>`
    response.writeHead(200, { 'content-type': type }).end(files[name] ?? page)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const allowHosts = [`127.0.0.1:${port}`]
  const browser = openTestBrowser({ allowHosts })

  async function faultsOf(name: string): Promise<string[]> {
    await using caller = callWith({ allowHosts })
    const opened = { isSold: false, opensTo: () => true, isThere: async () => true }
    Object.assign(caller.services, { browser: { ...opened, render: browser.render.bind(browser) } })
    requests.length = 0
    const asked = `http://127.0.0.1:${port}/${name}`
    const input = { url: asked, open: true, maxChars: 50_000 }
    const article = await caller.call(extract, input, { signal: AbortSignal.timeout(60_000) })
    const { markdown, url } = article as { markdown: string; url: string }
    const { texts, requests: expected = [] } = FOLDED_PAGES[name] ?? { texts: [] }
    return [
      ...texts.filter((words) => !markdown.includes(words)),
      ...requests.filter((line) => line !== `GET ${name}` && !expected.includes(line)),
      ...(url === asked ? [] : [url]),
    ]
  }
  return {
    faultsOf,
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
