import {
  createServer,
  request as sendRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Principal } from '../../contract/principal.ts'
import { REFUSALS_KEPT_MAX_COUNT, RESPONSE_HEADERS_MAX_BYTES } from '../limits.ts'
import { bareHost, NO_ALLOWED_HOSTS, parseAllowHosts } from './allow-hosts.ts'
import { toFetchError } from './failures.ts'
import { type Dialling, openGuardedSocket } from './guarded-socket.ts'
import { everyGuard } from './guards.ts'
import { isForwarded, type OutgoingProxy, proxyHeaders } from './outgoing-proxy.ts'
import { type Resolve, systemResolve } from './resolve.ts'
import { portOf } from './url-policy.ts'

/** What one user of a proxy may do. */
export interface ProxyLimits {
  /** Connections at once. */
  connectionsMaxCount: number
  /** Connections in all, refused ones too. */
  attemptsMaxCount: number
  downMaxBytes: number
  upMaxBytes: number
}

/** Which limit of a proxy was met. */
export type ProxyLimit = 'connections' | 'bytes' | 'upload'

/** A proxy for one user: what it lets through is counted, and ends with it. */
export interface GuardProxy {
  /** Port on 127.0.0.1, or in the name space of the listener that it was given. */
  readonly port: number
  /** Bytes that came and went, connections, and how many of these were refused. */
  readonly counts: Readonly<{ down: number; up: number; attempts: number; refused: number }>
  /** The limit that was met; nothing is let through after it. */
  readonly over: ProxyLimit | undefined
  /** The error of an address that was refused or could not be reached here, if it was the last one of its host and port. */
  failureOf(url: string): unknown
  /** Cuts all connections and listens no more. */
  close(): void
}

/** A listener that somebody else opened, and lends: in a network name space of its own, for example. */
export interface LentListener {
  /** Opens it, where it is not open yet; `port` is right after that. */
  ready?(): Promise<void>
  /** Address of this machine for whoever connects, where it is not 127.0.0.1. */
  host?: string
  port: number
  /** Begins to take its connections; returns how to end that. */
  take(onConnection: (socket: Socket) => void): () => void
}

/** How a proxy is opened for one user. */
export interface ProxyOptions {
  principal: Principal | undefined
  limits: ProxyLimits
  /** Told of the limit that was met, once. */
  onOver?(limit: ProxyLimit): void
  /** Default: a new one on 127.0.0.1. */
  listener?: LentListener | undefined
}

/** Opens proxies that let programs of others out, behind all the guards of fetches. */
export type OpenGuardProxy = (options: ProxyOptions) => Promise<GuardProxy>

/** Builds what opens proxies. None of the settings can disable a guard. Throws on a bad entry of `allowHosts`. */
export function createGuardProxies({
  allowHosts,
  resolve = systemResolve,
  proxy: onward,
}: {
  allowHosts: readonly string[]
  resolve?: Resolve | undefined
  /** The proxy by which these proxies reach others. Default: directly. */
  proxy?: OutgoingProxy | undefined
}): OpenGuardProxy {
  const allowed = parseAllowHosts(allowHosts)
  return async (options) => {
    const allow = options.principal?.reachesAllowedHosts ? allowed : NO_ALLOWED_HOSTS
    const proxy = new Proxying({ guards: everyGuard, allow, resolve, proxy: onward }, options)
    await proxy.listen(options.listener)
    return proxy
  }
}

/** A listener that refuses everything, for what is not meant to reach anything. */
export async function openBlackHole(listener?: LentListener): Promise<{
  port: number
  /** Connections that came. */
  readonly caught: number
  close(): void
}> {
  let caught = 0
  const refuse = (socket: Socket): void => {
    caught += 1
    socket.on('error', ignore)
    socket.destroy()
  }
  if (listener) {
    const stop = listener.take(refuse)
    return {
      port: listener.port,
      get caught() {
        return caught
      },
      close: stop,
    }
  }
  const server = createTcpServer(refuse).unref()
  await listenOnLoopback(server)
  return {
    port: (server.address() as AddressInfo).port,
    get caught() {
      return caught
    },
    close: () => void server.close(),
  }
}

const REFUSED = 'HTTP/1.1 403 Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

class Proxying implements GuardProxy {
  readonly #dialling: Dialling
  readonly #options: ProxyOptions
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  /** Connections to others that are open or under way. */
  #leaving = 0
  readonly #failures = new Map<string, unknown>()
  #stop: () => void = ignore
  port = 0
  over: ProxyLimit | undefined
  readonly counts = { down: 0, up: 0, attempts: 0, refused: 0 }

  constructor(dialling: Dialling, options: ProxyOptions) {
    this.#dialling = dialling
    this.#options = options
    // Its only client is held to time as a whole by whoever opened the proxy.
    this.#server = createServer({
      maxHeaderSize: 2 * RESPONSE_HEADERS_MAX_BYTES,
      requestTimeout: 0,
    })
    this.#server.on('connection', (socket: Socket) => this.#keep(socket))
    this.#server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
      void this.#tunnel(request.url ?? '', client, head)
    })
    this.#server.on('request', (request, response) => {
      void this.#forward(request, response)
    })
    this.#server.on('upgrade', (_request, socket) => socket.destroy())
    this.#server.on('clientError', (_error, socket) => socket.destroy())
  }

  async listen(listener: LentListener | undefined): Promise<void> {
    if (listener) {
      await listener.ready?.()
      this.port = listener.port
      this.#stop = listener.take((socket) => this.#server.emit('connection', socket))
      return
    }
    await listenOnLoopback(this.#server)
    this.port = (this.#server.address() as AddressInfo).port
    this.#stop = () => void this.#server.close()
  }

  failureOf(url: string): unknown {
    const parsed = URL.parse(url)
    return parsed ? this.#failures.get(placeOf(parsed)) : undefined
  }

  close(): void {
    this.over ??= 'connections'
    this.#stop()
    this.#cut()
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  #keep(socket: Socket): void {
    this.#sockets.add(socket)
    socket.on('error', ignore)
    socket.once('close', () => this.#sockets.delete(socket))
    if (this.over) socket.destroy()
  }

  #trip(limit: ProxyLimit): void {
    if (this.over) return
    this.over = limit
    this.#cut()
    this.#options.onOver?.(limit)
  }

  /** A connection to where an address leads, once it stands. Throws a Refusal, and what the network says. */
  async #open(url: URL, isPlain = false): Promise<Socket> {
    const { attemptsMaxCount, connectionsMaxCount } = this.#options.limits
    this.counts.attempts += 1
    if (this.counts.attempts > attemptsMaxCount || this.#leaving >= connectionsMaxCount) {
      this.#trip('connections')
    }
    if (this.over) throw new Error('over its limits')
    const { guards, allow } = this.#dialling
    const target = guards.url(url, allow)
    const hostname = bareHost(target.hostname)
    this.#leaving += 1
    const opening = openGuardedSocket(
      this.#dialling,
      { hostname, port: portOf(target), secure: false, isForwarded: isPlain },
      (opened) => this.#keep(opened),
    )
    const socket = await opening.catch((thrown: unknown) => {
      this.#leaving -= 1
      throw thrown
    })
    socket.once('close', () => (this.#leaving -= 1))
    this.#failures.delete(placeOf(url))
    return socket
  }

  #refuse(url: URL | undefined, thrown: unknown): void {
    this.counts.refused += 1
    if (!url) return
    if (this.#failures.size >= REFUSALS_KEPT_MAX_COUNT) return
    this.#failures.set(placeOf(url), toFetchError(thrown, this.#options.principal))
  }

  async #tunnel(authority: string, client: Duplex, head: Buffer): Promise<void> {
    const url = addressOfTunnel(authority)
    client.on('error', ignore)
    try {
      if (!url) throw new Error('no host and port')
      const target = await this.#open(url)
      if (client.destroyed) {
        target.destroy()
        return
      }
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      if (head.byteLength > 0) {
        this.#sent(head)
        target.write(head)
      }
      client.on('data', (chunk: Buffer) => this.#sent(chunk))
      target.on('data', (chunk: Buffer) => this.#received(chunk))
      client.pipe(target).pipe(client)
      client.once('close', () => target.destroy())
      target.once('close', () => client.destroy())
    } catch (thrown) {
      this.#refuse(url, thrown)
      client.end(REFUSED)
    }
  }

  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A request that is not addressed to somebody else has no host in its address.
    const url = URL.parse(request.url ?? '') ?? undefined
    response.on('error', ignore)
    try {
      if (url?.protocol !== 'http:') throw new Error('no address')
      const { proxy, allow } = this.#dialling
      const forProxy = isForwarded(proxy, allow, url) ? proxy : undefined
      const socket = await this.#open(url, forProxy !== undefined)
      const path = url.pathname + url.search
      const {
        'proxy-connection': _connection,
        'proxy-authorization': _secret,
        ...headers
      } = request.headers
      const { method = 'GET' } = request
      const onward = sendRequest({
        createConnection: () => socket,
        method,
        path: forProxy ? url.origin + path : path,
        headers: {
          ...headers,
          ...(forProxy ? proxyHeaders(forProxy) : {}),
          host: url.host,
          connection: 'close',
        },
        setHost: false,
        maxHeaderSize: RESPONSE_HEADERS_MAX_BYTES,
      })
      onward.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.statusMessage, answer.rawHeaders)
        answer.on('data', (chunk: Buffer) => this.#received(chunk))
        answer.on('error', () => response.destroy())
        answer.pipe(response)
      })
      onward.on('error', () => response.destroy())
      response.once('close', () => onward.destroy())
      request.on('data', (chunk: Buffer) => this.#sent(chunk))
      request.pipe(onward)
    } catch (thrown) {
      this.#refuse(url, thrown)
      response.writeHead(403, { 'content-length': 0, connection: 'close' }).end()
    }
  }

  #received({ byteLength }: Buffer): void {
    this.counts.down += byteLength
    if (this.counts.down > this.#options.limits.downMaxBytes) this.#trip('bytes')
  }

  #sent({ byteLength }: Buffer): void {
    this.counts.up += byteLength
    if (this.counts.up > this.#options.limits.upMaxBytes) this.#trip('upload')
  }
}

/** Where a tunnel leads: the scheme tells nothing here, and the rules for ports are the same for both. */
function addressOfTunnel(authority: string): URL | undefined {
  if (!/^[^/?#@\\\s]{1,300}:\d{1,5}$/.test(authority)) return undefined
  const scheme = authority.endsWith(':80') ? 'http' : 'https'
  return URL.parse(`${scheme}://${authority}/`) ?? undefined
}

function placeOf(url: URL): string {
  return `${url.hostname}:${portOf(url)}`
}

async function listenOnLoopback(server: {
  listen(port: number, host: string, done: () => void): unknown
  once(event: 'error', failed: (error: Error) => void): unknown
}): Promise<void> {
  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
}

function ignore(): void {
  // Whoever is at the other end has gone; what counts is that the socket is closed.
}
