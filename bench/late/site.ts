import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { extname } from 'node:path'
import { loadLibrary } from './libraries.ts'
import type { Served, Speak } from './page.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.pdf': 'application/pdf',
}

/** Serves pages on a port of loopback. */
export interface Site extends AsyncDisposable {
  origin: string
  /** By another name, so that it is another origin. */
  other: string
  allowHosts: readonly string[]
  /** Puts a page on the site; returns its address, which ends in a slash. */
  mount(served: Served): string
  /** Addresses below `trap/` that were asked for: nothing may send forms there, or go there. */
  trapped: string[]
}

/** Starts the site. */
export async function openSite(): Promise<Site> {
  const pages: Served[] = []
  const trapped: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://x')
    if (pathname.startsWith('/lib/')) {
      const library = await loadLibrary(pathname.slice('/lib/'.length))
      const type = TYPES[extname(pathname)] ?? 'text/plain'
      response.writeHead(library === undefined ? 404 : 200, { 'content-type': type })
      response.end(library)
      return
    }
    const [, number = '', name = ''] = /^\/p(\d+)\/(.*)$/.exec(pathname) ?? []
    if (name.startsWith('trap/')) trapped.push(`${request.method} ${pathname}`)
    const page = pages[Number(number)]
    const path = name || 'index.html'
    const file = number !== '' && page && Object.hasOwn(page.files, path) ? page.files[path] : ''
    if (!page || file === undefined || file === '') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such page.')
    } else if (typeof file === 'string') {
      const status = path === 'index.html' ? (page.status ?? 200) : 200
      const type = TYPES[extname(path)] ?? 'application/octet-stream'
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(file)
    } else file(response, request)
  }
  const server = createServer((request, response) => void answer(request, response))
  server.on('upgrade', (request, socket) => {
    const [, number = '', name = ''] = /^\/p(\d+)\/(.*)$/.exec(request.url ?? '') ?? []
    const speak = pages[Number(number)]?.sockets?.[name]
    if (number === '' || !speak) socket.destroy()
    else greet(request, socket as Socket, speak)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    other: `http://localhost:${port}`,
    allowHosts: [`127.0.0.1:${port}`, `localhost:${port}`],
    mount: (served) => `${origin}/p${pages.push(served) - 1}/`,
    trapped,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What RFC 6455 has servers add to the key. */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Opens a WebSocket that only speaks. */
function greet(request: IncomingMessage, socket: Socket, speak: Speak): void {
  const key = `${request.headers['sec-websocket-key']}${WEBSOCKET_GUID}`
  const accept = createHash('sha1').update(key).digest('base64')
  socket.on('error', () => socket.destroy())
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  )
  speak((text) => {
    const data = Buffer.from(text)
    const length = data.length < 126 ? [data.length] : [126, data.length >> 8, data.length & 255]
    if (socket.writable) socket.write(Buffer.concat([Buffer.from([0x81, ...length]), data]))
  })
}
