import { isIP, connect as connectTcp, type LookupFunction, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { callbackify } from 'node:util'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import type { AllowedHosts } from './allow-hosts.ts'
import type { Guards } from './guards.ts'
import { CONNECT_MAX_MS, RESPONSE_HEADERS_MAX_BYTES } from './limits.ts'
import type { Refusal } from './refusal.ts'
import { type Resolve, resolveVetted } from './resolve.ts'
import { portOf } from './url-policy.ts'

/** What the guarded agent is built from. */
interface GuardedAgentOptions {
  guards: Guards
  allow: AllowedHosts
  resolve: Resolve
  /** Closes the agent, in whatever state it is. */
  signal: AbortSignal
  /** For the name lookup and the connection, without TLS. Default: `CONNECT_MAX_MS`. */
  connectMaxMs?: number | undefined
}

/** An undici agent for one request, and the sockets it opened. */
export interface GuardedAgent {
  dispatcher: Dispatcher
  /** Destroys every socket at once, connecting ones too. */
  close(): Promise<void>
}

/**
 * Opens an agent that only connects to what its guards allow. It serves one request: no connection, TLS session or queue is ever
 * shared. Environment proxies do not apply to it.
 */
export function openGuardedAgent(options: GuardedAgentOptions): GuardedAgent {
  const sockets = new Set<Socket>()
  const dispatcher = new Agent({
    connect: guardedConnector(options, sockets),
    connections: 1,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: RESPONSE_HEADERS_MAX_BYTES,
    // The deadline of the whole fetch applies; these timeouts restart with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const destroy = (): Promise<void> => {
    // The dispatcher does not know of sockets that are still connecting.
    for (const socket of sockets) socket.destroy()
    return dispatcher.destroy()
  }
  // A signal given to undici's request is not heard before the connection stands.
  const { signal } = options
  const abort = (): void => void destroy()
  signal.addEventListener('abort', abort, { once: true })
  return {
    dispatcher,
    close: () => {
      signal.removeEventListener('abort', abort)
      return destroy()
    },
  }
}

function guardedConnector(
  { guards, allow, resolve, connectMaxMs = CONNECT_MAX_MS }: GuardedAgentOptions,
  sockets: Set<Socket>,
): buildConnector.connector {
  return ({ hostname, protocol, port }, callback) => {
    const exempt = allow.has(hostname, portOf({ protocol, port }))
    try {
      if (!exempt) guards.literal(hostname)
    } catch (refusal) {
      queueMicrotask(() => callback(refusal as Refusal, null))
      return
    }
    const secure = protocol === 'https:'
    const target = {
      host: hostname,
      port: portOf({ protocol, port }),
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
    sockets.add(socket)
    const timer = setTimeout(() => socket.destroy(connectTimedOut()), connectMaxMs)
    socket.once('connect', () => clearTimeout(timer))
    // Prepended: TLS sends its hello in its own listener of the same event.
    socket.prependOnceListener('connect', () => {
      try {
        if (!exempt) guards.peer(socket.remoteAddress)
      } catch (refusal) {
        socket.destroy(refusal as Refusal)
      }
    })
    let settled = false
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      if (settled || socket.destroyed) return
      settled = true
      callback(null, socket)
    })
    socket.on('error', (error) => {
      if (settled) return
      settled = true
      callback(error, null)
    })
    socket.once('close', () => {
      clearTimeout(timer)
      sockets.delete(socket)
    })
  }
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
