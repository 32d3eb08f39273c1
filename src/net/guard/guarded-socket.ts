import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { callbackify } from 'node:util'
import { CONNECT_MAX_MS } from '../limits.ts'
import { type AllowedHosts, bareHost } from './allow-hosts.ts'
import type { Guards } from './guards.ts'
import type { OutgoingProxy } from './outgoing-proxy.ts'
import { type Resolve, resolveVetted } from './resolve.ts'
import { openTunnel } from './tunnel.ts'
import { portOf } from './url-policy.ts'

/** Addresses of a name that a proxy is asked for, one after another. */
const ADDRESSES_MAX_COUNT = 3

/** What stands between a host and a socket to it. */
export interface Dialling {
  guards: Guards
  allow: AllowedHosts
  resolve: Resolve
  /** The proxy by which hosts are reached that are not allowed by name. Default: they are reached directly. */
  proxy?: OutgoingProxy | undefined
  /** Time for the name lookup and the connection, without TLS. Default: `CONNECT_MAX_MS`. */
  connectMaxMs?: number | undefined
}

/** Where to connect to. */
export interface Target {
  /** A name or a literal address, as a URL or a socket option spells it. */
  hostname: string
  port: number
  /** Whether TLS is spoken, by this process. */
  secure: boolean
  /** Whether the proxy is sent the request itself, in place of a tunnel to the host. */
  isForwarded?: boolean
}

/**
 * Connects to a host, if the guards allow it: its literal address, the whole answer to its lookup, and the peer, before a byte is sent.
 * `keep` is given every socket as soon as there is one. Throws a Refusal, and what the network says.
 */
export async function openGuardedSocket(
  dialling: Dialling,
  target: Target,
  keep: (socket: Socket) => void,
): Promise<Socket> {
  const { guards, allow, proxy, connectMaxMs = CONNECT_MAX_MS } = dialling
  const { hostname, port, secure } = target
  const isExempt = allow.has(hostname, port)
  if (!isExempt) guards.literal(hostname)
  const sockets: Socket[] = []
  const keepAll = (socket: Socket): void => {
    sockets.push(socket)
    keep(socket)
  }
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(connectTimedOut()), connectMaxMs)
  try {
    const dialled =
      proxy && !isExempt
        ? dialThrough(proxy, dialling, target, keepAll)
        : dialHost(dialling, target, isExempt, keepAll)
    const socket = await Promise.race([dialled, late.promise])
    clearTimeout(timer)
    return secure ? await startTls(socket, hostname, keepAll) : socket
  } catch (thrown) {
    for (const socket of sockets) socket.destroy()
    throw thrown
  } finally {
    clearTimeout(timer)
  }
}

async function dialHost(
  { guards, resolve }: Dialling,
  { hostname: host, port }: Target,
  isExempt: boolean,
  keep: (socket: Socket) => void,
): Promise<Socket> {
  const socket = connectTcp({
    host,
    port,
    // Makes node ask for the whole answer, and try its addresses in turn.
    autoSelectFamily: true,
    lookup: vettedLookup(resolve, (addresses) => {
      if (!isExempt) guards.answer(addresses)
    }),
    noDelay: true,
  })
  keep(socket)
  await stands(socket, 'connect')
  if (!isExempt) guards.peer(socket.remoteAddress)
  return socket
}

/** The other end is the operator's proxy: what it connects to is what was looked up and vetted here, unless only it can look up. */
async function dialThrough(
  proxy: OutgoingProxy,
  { guards, resolve }: Dialling,
  { hostname, port, isForwarded = false }: Target,
  keep: (socket: Socket) => void,
): Promise<Socket> {
  if (isForwarded) return dialProxy(proxy, keep)
  if (proxy.resolves || isIP(hostname)) return openTunnel(proxy, hostname, port, keep)
  const addresses = await resolveVetted(resolve, hostname, guards.answer)
  let failure: unknown
  for (const { address } of addresses.slice(0, ADDRESSES_MAX_COUNT)) {
    try {
      return await openTunnel(proxy, address, port, keep)
    } catch (thrown) {
      failure = thrown
    }
  }
  throw failure
}

async function dialProxy(
  { address }: OutgoingProxy,
  keep: (socket: Socket) => void,
): Promise<Socket> {
  const host = bareHost(address.hostname)
  const socket = connectTcp({ host, port: portOf(address), noDelay: true })
  keep(socket)
  await stands(socket, 'connect')
  return address.protocol === 'https:' ? startTls(socket, host, keep) : socket
}

async function startTls(
  raw: Socket,
  hostname: string,
  keep: (socket: Socket) => void,
): Promise<Socket> {
  const socket = connectTls({
    socket: raw,
    // The certificate of a literal address is compared with it.
    host: hostname,
    servername: isIP(hostname) ? '' : hostname,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  })
  keep(socket)
  await stands(socket, 'secureConnect')
  return socket
}

/** Waits for an event of a socket. Throws what ends the socket before. */
async function stands(socket: Socket, event: 'connect' | 'secureConnect'): Promise<void> {
  const standing = Promise.withResolvers<void>()
  socket.once(event, standing.resolve)
  socket.once('error', standing.reject)
  socket.once('close', () => standing.reject(new Error('closed')))
  await standing.promise
  if (socket.destroyed) throw new Error('closed')
}

/** The error of the system for a connection that takes too long, only sooner: most dead hosts say nothing at all. */
function connectTimedOut(): NodeJS.ErrnoException {
  return Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
}

function vettedLookup(
  resolve: Resolve,
  vet: (addresses: readonly string[]) => void,
): LookupFunction {
  return callbackify(async (hostname: string, _options: unknown) =>
    resolveVetted(resolve, hostname, vet),
  )
}
