import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Host by which the browser knows the chat; requests to all others are recorded. */
const HOST = 'chat.test'

/** Messages on one page: the browser opens one page after the other. */
const PAGE_MAX_TEXTS = 100

/** What rendered messages may fetch by themselves: what was uploaded, and what the chat brings along. */
const OWN = /^\/(?:user_uploads|user_avatars|static|favicon\.ico)/

/** Finds out what runs: in every page, before anything else. */
const WATCH = `<script>
  window.hit = (what) => { new Image().src = '/hit?' + encodeURIComponent(document.title + ' ' + what) }
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open', 'eval']) {
    window[name] = (...told) => hit(name + ' ' + told.join())
  }
  addEventListener('message', ({ data }) => hit('message ' + data))
</script>`

/** Does what a user could do, says what is there that should not be, and goes to the next page. */
const USE = `<script>
  addEventListener('click', (event) => {
    const link = event.target.closest?.('a')
    if (link && !/^(javascript|data|vbscript|blob):$/.test(link.protocol)) event.preventDefault()
  }, true)
  addEventListener('load', () => {
    for (const one of document.querySelectorAll('main *')) {
      for (const type of ['mouseover', 'pointerdown', 'focus', 'toggle', 'submit']) {
        one.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
      }
      if (one.matches('a, input, button, summary')) one.click()
    }
    if (document.querySelector('main') && frames.length > 0) hit('frames ' + frames.length)
    setTimeout(() => {
      new Image().src = '/done?' + document.title
      location = '/after?' + document.title
    }, 300)
  })
</script>`

/** What a browser has done with pages. */
export interface BrowserReport {
  /** What ran, by the title of its page. */
  hits: string[]
  /** What pages fetched of other hosts, without TLS, or of this one but should not have. */
  fetched: string[]
}

/** An address of a file with the headers of the product. */
export type FileServer = (path: string) => Promise<Response>

/** A server of pages that hold texts as clients show them, and of files as the product serves them. */
export class BrowserStage implements AsyncDisposable {
  readonly report: BrowserReport = { hits: [], fetched: [] }
  readonly #pages = new Map<string, string>()
  readonly #done = new Set<string>()
  readonly #files: FileServer
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  constructor(files: FileServer) {
    this.#files = files
  }

  /** Adds pages with HTML of messages, each text once as it is and once put in by a script. */
  addTexts(title: string, texts: readonly string[]): void {
    for (let start = 0; start < texts.length; start += PAGE_MAX_TEXTS) {
      const part = texts.slice(start, start + PAGE_MAX_TEXTS)
      const inserted = JSON.stringify(part).replaceAll('<', String.raw`\u003c`)
      this.#addPage(
        `${title}-${start}`,
        `<main>${part.map((html) => `<div>${html}</div>`).join('\n')}</main><main id=put></main>
        <script>for (const html of ${inserted}) {
          const holder = document.createElement('div')
          put.append(holder)
          holder.innerHTML = html
        }</script>`,
      )
    }
  }

  /** Adds a page that shows files in every way in which a page can. */
  addFiles(title: string, paths: readonly string[]): void {
    const visiblePaths = paths.map(
      (path) => `<iframe src="${path}"></iframe><object data="${path}"></object>
        <embed src="${path}"><img src="${path}"><link rel=stylesheet href="${path}">`,
    )
    this.#addPage(title, visiblePaths.join('\n'))
  }

  #addPage(title: string, body: string): void {
    const head = `<!doctype html><meta charset=utf-8><title>${title}</title>`
    this.#pages.set(`/${title}`, `${head}${WATCH}${body}${USE}`)
  }

  /** Starts serving; returns the port, and the address of the first page. */
  async start(): Promise<{ port: number; url: string }> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return { port: (this.#server.address() as AddressInfo).port, url: `http://${HOST}/after` }
  }

  /** Pages of which the browser has not said yet that it is through with them. */
  get unfinished(): string[] {
    return [...this.#pages.keys()].filter((path) => !this.#done.has(path))
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host = '', referer = '' } = request.headers
    const { pathname, search } = new URL(request.url ?? '/', `http://${HOST}`)
    const page = this.#pages.get(pathname)
    // Browsers ask some hosts for themselves, not for a page.
    const isOfPage = referer.startsWith(`http://${HOST}`)
    if (host !== HOST) this.report.fetched.push(...(isOfPage ? [`${host}${request.url}`] : []))
    else if (pathname === '/hit') this.report.hits.push(decodeURIComponent(search.slice(1)))
    else if (pathname === '/done') this.#done.add(`/${search.slice(1)}`)
    else if (pathname === '/after') {
      const paths = [...this.#pages.keys()]
      const next = paths[paths.indexOf(`/${search.slice(1)}`) + 1]
      response.writeHead(
        next === undefined ? 204 : 302,
        next === undefined ? {} : { location: next },
      )
      response.end()
      return
    } else if (page !== undefined) {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page)
      return
    } else if (pathname.startsWith('/user_uploads/')) {
      const file = await this.#files(pathname)
      response.writeHead(file.status, Object.fromEntries(file.headers))
      response.end(Buffer.from(await file.arrayBuffer()))
      return
    } else if (!OWN.test(pathname)) this.report.fetched.push(pathname)
    response.statusCode = 204
    response.end()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
