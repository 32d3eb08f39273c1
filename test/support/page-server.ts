import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What one path of the test server answers. A function writes the whole answer itself. */
export interface Page {
  status?: number
  /** Default: `content-type: text/html; charset=utf-8`. */
  headers?: Readonly<Record<string, string | string[]>>
  body: string | Uint8Array | ((request: IncomingMessage, response: ServerResponse) => void)
}

/** One request that arrived, in order of arrival. */
export interface PageRequest {
  method: string
  /** Path with query, as sent. */
  path: string
  headers: IncomingMessage['headers']
}

/** A running test server on 127.0.0.1. */
export interface PageServer extends AsyncDisposable {
  /** Address of `/`. */
  url: string
  /** `http://127.0.0.1:<port>`, without a slash at the end. */
  origin: string
  host: string
  port: number
  requests: PageRequest[]
  /** Closes every connection and stops listening. Safe to call twice. */
  close(): Promise<void>
}

/**
 * Serves pages by path (exact path with query first, then without query; 404 otherwise) on a free
 * port of 127.0.0.1. The table is read at each request, so a test may change it while it runs.
 */
export async function startPageServer(pages: Readonly<Record<string, Page>>): Promise<PageServer> {
  const requests: PageRequest[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    requests.push({ method: request.method ?? '', path, headers: request.headers })
    answer(pages[path] ?? pages[path.split('?')[0] ?? ''], request, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = '127.0.0.1'
  const origin = `http://${host}:${port}`
  let closed: Promise<void> | undefined
  const close = (): Promise<void> => {
    closed ??= new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
    return closed
  }
  return { url: `${origin}/`, origin, host, port, requests, close, [Symbol.asyncDispose]: close }
}

function answer(page: Page | undefined, request: IncomingMessage, response: ServerResponse): void {
  if (!page) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('not found')
    return
  }
  if (typeof page.body === 'function') {
    page.body(request, response)
    return
  }
  response.writeHead(page.status ?? 200, {
    'content-type': 'text/html; charset=utf-8',
    ...page.headers,
  })
  response.end(request.method === 'HEAD' ? undefined : page.body)
}
