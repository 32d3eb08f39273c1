import { createSocket } from 'node:dgram'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type AddressInfo, type Server } from 'node:net'
import type { Resolve } from '../../src/net/guard/resolve.ts'
import { hostileMarkup, hostileScripts } from './hostile-vectors.ts'
import { selfSignedFor } from './net-certificate.ts'

/** A hostile site, over http and https, and listeners that nobody may reach. */
export interface HostileSite extends AsyncDisposable {
  port: number
  tlsPort: number
  /** Connections and datagrams that reached the listeners, with what they began with. */
  hits: string[]
  /** What was asked of the site. */
  requests: string[]
}

/** Starts the site on loopback. */
export async function startHostileSite(): Promise<HostileSite> {
  const hits: string[] = []
  const requests: string[] = []
  const canary = createServer((socket) => {
    let first = 'nothing'
    socket.on('error', () => {})
    socket.once('data', (data) => {
      first = data[0] === 22 ? 'TLS' : (data.toString('latin1').split('\r\n', 1)[0] ?? '')
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
    })
    socket.once('close', () => hits.push(first))
  })
  const canaryPort = await listen(canary, '::')
  const udp = createSocket('udp6')
  udp.on('message', () => hits.push('datagram'))
  await new Promise<void>((resolve) => udp.bind(0, '::', resolve))
  const pages: Readonly<Record<string, string>> = {
    '/': hostileMarkup(canaryPort),
    '/scripts': hostileScripts(canaryPort, udp.address().port),
  }
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    requests.push(`${request.headers.host ?? ''}${request.url ?? ''}`)
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    if (pathname === '/redirect') {
      response.writeHead(302, { location: searchParams.get('to') ?? '/' }).end()
      return
    }
    if (pathname === '/worker.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' })
      response.end(
        `self.addEventListener('install', () => fetch('http://127.0.0.1:${canaryPort}/sw'))`,
      )
      return
    }
    const to = `http://127.0.0.1:${canaryPort}`
    response.writeHead(200, {
      'content-type': 'text/html',
      'alt-svc': `h3=":${udp.address().port}"; ma=86400`,
      nel: '{"report_to":"g","max_age":999,"success_fraction":1}',
      'report-to': `{"group":"g","max_age":999,"endpoints":[{"url":"${to}/nel"}]}`,
      link: `<${to}/linked>; rel=preload; as=script, <${to}>; rel=preconnect`,
      'speculation-rules': `"${to}/rules"`,
      ...(pathname === '/refresh' ? { refresh: `0;url=${to}/refresh` } : {}),
    })
    response.end(pages[pathname] ?? '<p>ok</p>')
  }
  const http = createHttpServer(answer)
  const https = createHttpsServer(selfSignedFor('belltest.com'), answer)
  const [port, tlsPort] = [await listen(http, '127.0.0.1'), await listen(https, '127.0.0.1')]
  return {
    port,
    tlsPort,
    hits,
    requests,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      https.closeAllConnections()
      for (const server of [canary, http, https]) server.close()
      udp.close()
    },
  }
}

/** Names of the site and of what it tries: public ones, private ones, and one that changes after its first answer. */
export function resolveHostile(): Resolve {
  let count = 0
  const at = (...addresses: string[]) =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return async (name) => {
    if (name === 'rebind.belltest.com') {
      count += 1
      return at(count === 1 ? '93.184.216.34' : '127.0.0.1')
    }
    if (name === 'private.belltest.com') return at('10.0.0.7')
    if (name === 'mixed.belltest.com') return at('93.184.216.34', '127.0.0.1')
    if (name === 'v6.belltest.com') return at('::1')
    if (name === 'belltest.com' || name.endsWith('.belltest.com')) return at('93.184.216.34')
    throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })
  }
}

async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return (server.address() as AddressInfo).port
}
