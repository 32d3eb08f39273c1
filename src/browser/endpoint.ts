import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { OperationError } from '../contract/errors.ts'
import type { OperatorFetch } from '../contract/net.ts'
import { isPublicAddress } from '../net/address.ts'
import type { LentListener } from '../net/guard-proxy.ts'
import { Cdp } from './cdp.ts'
import { type RunningBrowser, StartFailure } from './launch.ts'
import { BROWSER_START_MAX_MS } from './limits.ts'
import { within } from './page-world.ts'
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
  const cdp = await openSocket(url)
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

/** How the browser reaches this machine: our address on the way to it, and its own. */
interface Route {
  host: string
  peer: string
}

async function routeTo({ hostname, port, protocol }: URL): Promise<Route> {
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (protocol === 'wss:' ? 443 : 80)),
  })
  const connected = Promise.withResolvers<void>()
  socket.once('connect', connected.resolve)
  socket.once('error', connected.reject)
  try {
    await within(BROWSER_START_MAX_MS, connected.promise)
    const { localAddress = '127.0.0.1', remoteAddress = '' } = socket
    if (isPublicAddress(remoteAddress)) {
      const message = 'A browser at a public address cannot reach the proxies of its pages.'
      throw new StartFailure('other', message)
    }
    return { host: localAddress, peer: remoteAddress }
  } catch (thrown) {
    if (thrown instanceof StartFailure) throw thrown
    throw new StartFailure('other', 'There is no browser at this address.')
  } finally {
    socket.destroy()
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

async function openSocket(url: string): Promise<Cdp> {
  const socket = new WebSocket(url)
  const cdp = new Cdp((text) => socket.send(text))
  const opened = Promise.withResolvers<void>()
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('error', () => {
    opened.reject(new StartFailure('other', 'The browser at this address does not open its socket.'))
  })
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') cdp.receive(data)
  })
  socket.addEventListener('close', () => cdp.shut('its socket closed'))
  void cdp.closed.then(() => socket.close())
  await within(BROWSER_START_MAX_MS, opened.promise)
  return cdp
}
