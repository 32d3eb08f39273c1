import { createServer, type AddressInfo, type Socket } from 'node:net'
import { OperationError } from '../contract/errors.ts'
import type { OperatorFetch } from '../contract/net.ts'
import { isPublicAddress } from '../net/guard/address.ts'
import type { LentListener } from '../net/guard/guard-proxy.ts'
import {
  probeRoute,
  openOperatorSocket,
  type OperatorSocket,
  type Route,
} from '../net/operator/operator-socket.ts'
import { Cdp } from './cdp.ts'
import { type RunningBrowser, StartFailure } from './launch/launch.ts'
import { BROWSER_START_MAX_MS } from './limits.ts'
import { within } from './page/page-world.ts'
import { testEndpoint } from './self-test.ts'

/**
 * Connects to a browser that somebody else runs, at `ws://…` or where `http://host:port/json/version` says. It is used only after it
 * was seen to send everything of its pages to their proxy. Throws StartFailure.
 */
export async function connectBrowser(
  endpoint: string,
  operatorFetch: OperatorFetch,
): Promise<RunningBrowser> {
  const url = /^ws/i.test(endpoint) ? endpoint : await socketAddress(endpoint, operatorFetch)
  const route = await routeTo(new URL(url))
  const cdp = await openClient(url)
  try {
    const { product = '', userAgent = '' } = await cdp.send('Browser.getVersion')
    const browser: RunningBrowser = {
      cdp,
      product: String(product),
      userAgent: String(userAgent),
      mode: 'remote',
      hasSandbox: true,
      pid: undefined,
      usage: undefined,
      lend: () => listenAt(route),
      takeBack: () => {},
      caught: 0,
      close: async () => cdp.shut('closed'),
    }
    await within(BROWSER_START_MAX_MS, testEndpoint(browser, route.host))
    return browser
  } catch (thrown) {
    cdp.shut('refused')
    throw thrown instanceof StartFailure ? thrown : new StartFailure('other', String(thrown))
  }
}

/** A listener for one page, for connections of that browser alone. */
function listenAt({ host, peer }: Route): LentListener {
  const sockets = new Set<Socket>()
  const server = createServer().unref()
  let onSocket: ((socket: Socket) => void) | undefined
  server.on('connection', (socket) => {
    if (socket.remoteAddress !== peer || !onSocket) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    onSocket(socket)
  })
  server.on('error', () => {})
  const listener: LentListener = {
    host: host.includes(':') ? `[${host}]` : host,
    port: 0,
    async ready() {
      const listening = Promise.withResolvers<void>()
      server.once('error', listening.reject)
      server.listen(0, host, listening.resolve)
      await listening.promise
      listener.port = (server.address() as AddressInfo).port
    },
    take(onConnection) {
      onSocket = onConnection
      return () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
    },
  }
  return listener
}

async function socketAddress(endpoint: string, operatorFetch: OperatorFetch): Promise<string> {
  try {
    const answer = await operatorFetch(new URL('/json/version', endpoint).href, {
      signal: AbortSignal.timeout(BROWSER_START_MAX_MS),
    })
    const { webSocketDebuggerUrl } = JSON.parse(Buffer.from(answer.body).toString('utf8')) as {
      webSocketDebuggerUrl: string
    }
    const url = new URL(webSocketDebuggerUrl)
    // It names itself as it sees itself.
    url.host = new URL(endpoint).host
    url.protocol = endpoint.startsWith('https') ? 'wss:' : 'ws:'
    return url.href
  } catch (cause) {
    const detail = cause instanceof OperationError ? cause.message : 'It answers something else.'
    throw new StartFailure('other', `There is no browser at this address. ${detail}`)
  }
}

async function openClient(url: string): Promise<Cdp> {
  let socket: OperatorSocket | undefined
  const cdp = new Cdp((text) => socket?.send(text))
  try {
    socket = await openOperatorSocket(url, BROWSER_START_MAX_MS, {
      received: (text) => cdp.receive(text),
      closed: () => cdp.shut('its socket closed'),
    })
  } catch {
    throw new StartFailure('other', 'There is no browser at this address.')
  }
  void cdp.closed.finally(() => socket?.close())
  return cdp
}

async function routeTo({ hostname, port, protocol }: URL): Promise<Route> {
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  const found = await probeRoute(
    host,
    Number(port || (protocol === 'wss:' ? 443 : 80)),
    BROWSER_START_MAX_MS,
  ).catch(() => {
    throw new StartFailure('other', 'There is no browser at this address.')
  })
  if (isPublicAddress(found.peer)) {
    const message = 'A browser at a public address cannot reach the proxies of its pages.'
    throw new StartFailure('other', message)
  }
  return found
}
