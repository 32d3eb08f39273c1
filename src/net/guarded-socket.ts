import { isIP, connect as connectTcp, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { callbackify } from 'node:util'
import type { AllowedHosts } from './allow-hosts.ts'
import type { Guards } from './guards.ts'
import { CONNECT_MAX_MS } from './limits.ts'
import type { Refusal } from './refusal.ts'
import { type Resolve, resolveVetted } from './resolve.ts'

/** What stands between a host and a socket to it. */
export interface Dialling {
  guards: Guards
  allow: AllowedHosts
  resolve: Resolve
  /** For the name lookup and the connection, without TLS. Default: `CONNECT_MAX_MS`. */
  connectMaxMs?: number | undefined
}

/** Where to connect to. */
export interface Target {
  /** A name or a literal address, as a URL or a socket option spells it. */
  hostname: string
  port: number
  /** Whether TLS is spoken, by this process. */
  secure: boolean
}

/**
 * Begins to connect to a host, if the guards allow it: its literal address, the whole answer to its lookup, and the peer, before
 * a byte is sent. Throws a Refusal for a literal address; the socket fails with one of the others.
 */
export function openGuardedSocket(
  { guards, allow, resolve, connectMaxMs = CONNECT_MAX_MS }: Dialling,
  { hostname, port, secure }: Target,
): Socket {
  const exempt = allow.has(hostname, port)
  if (!exempt) guards.literal(hostname)
  const target = {
    host: hostname,
    port,
    // Makes node ask for the whole answer, and try its addresses in turn.
    autoSelectFamily: true,
    lookup: vettedLookup(resolve, (addresses) => {
      if (!exempt) guards.answer(addresses)
    }),
    noDelay: true,
  }
  const socket = secure
    ? connectTls({
        ...target,
        servername: isIP(hostname) ? '' : hostname,
        ALPNProtocols: ['http/1.1'],
        rejectUnauthorized: true,
      })
    : connectTcp(target)
  const timer = setTimeout(() => socket.destroy(connectTimedOut()), connectMaxMs)
  socket.once('connect', () => clearTimeout(timer))
  socket.once('close', () => clearTimeout(timer))
  // Prepended: TLS sends its hello in its own listener of the same event.
  socket.prependOnceListener('connect', () => {
    try {
      if (!exempt) guards.peer(socket.remoteAddress)
    } catch (refusal) {
      socket.destroy(refusal as Refusal)
    }
  })
  return socket
}

/** As the system says it, only sooner: most dead hosts say nothing at all. */
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
