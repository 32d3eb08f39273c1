import type { Socket } from 'node:net'
import { callbackify } from 'node:util'
import { Agent, type buildConnector, type Dispatcher } from 'undici'
import { type Dialling, openGuardedSocket } from '../guard/guarded-socket.ts'
import { isForwarded } from '../guard/outgoing-proxy.ts'
import { portOf } from '../guard/url-policy.ts'
import { RESPONSE_HEADERS_MAX_BYTES } from '../limits.ts'

/** What the guarded agent is built from. */
interface GuardedAgentOptions extends Dialling {
  /** Closes the agent, in whatever state it is. */
  signal: AbortSignal
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
  let isClosed = false
  const keep = (socket: Socket): void => {
    sockets.add(socket)
    socket.on('error', ignore)
    socket.once('close', () => sockets.delete(socket))
    if (isClosed) socket.destroy()
  }
  const dispatcher = new Agent({
    connect: guardedConnector(options, keep),
    connections: 1,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: RESPONSE_HEADERS_MAX_BYTES,
    // The deadline of the whole fetch applies; these timeouts restart with every byte.
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const destroy = (): Promise<void> => {
    isClosed = true
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
  dialling: Dialling,
  keep: (socket: Socket) => void,
): buildConnector.connector {
  return ({ hostname, protocol, port }, callback) => {
    const url = { hostname, protocol, port: port ?? '' }
    const target = {
      hostname,
      port: portOf(url),
      secure: protocol === 'https:',
      isForwarded: isForwarded(dialling.proxy, dialling.allow, url),
    }
    const opening = openGuardedSocket(dialling, target, keep)
    callbackify(async () => opening)((error, socket) => {
      if (error) callback(error, null)
      else callback(null, socket)
    })
  }
}

function ignore(): void {
  // Whoever waits for the socket hears of it.
}
