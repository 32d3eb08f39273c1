import { connect } from 'node:net'
import { WebSocket } from 'undici'

/** An open socket of texts to an endpoint that the operator configured. */
export interface OperatorSocket {
  send(text: string): void
  close(): void
}

/** How the other end of a connection and this one see each other. */
export interface Route {
  /** Address of this machine. */
  host: string
  /** Address of the other end. */
  peer: string
}

/**
 * Opens a WebSocket to an endpoint that the operator configured; its address may be private, and never comes from input or content.
 * Throws where it does not open in time.
 */
export async function openOperatorSocket(
  url: string,
  maxMs: number,
  { received, closed }: { received(text: string): void; closed(): void },
): Promise<OperatorSocket> {
  const socket = new WebSocket(url)
  const opened = Promise.withResolvers<void>()
  const fail = (): void => {
    opened.reject(new Error('the socket does not open'))
    socket.close()
  }
  const timer = setTimeout(fail, maxMs)
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('error', fail)
  socket.addEventListener('close', closed)
  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    if (typeof data === 'string') received(data)
  })
  try {
    await opened.promise
  } finally {
    clearTimeout(timer)
  }
  return { send: (text) => socket.send(text), close: () => socket.close() }
}

/** The addresses of a connection to such an endpoint. Throws where there is none in time. */
export async function probeRoute(hostname: string, port: number, maxMs: number): Promise<Route> {
  const socket = connect({ host: hostname, port, timeout: maxMs })
  const connected = Promise.withResolvers<void>()
  socket.once('connect', connected.resolve)
  socket.once('error', connected.reject)
  socket.once('timeout', () => connected.reject(new Error('no connection in time')))
  try {
    await connected.promise
    const { localAddress = '', remoteAddress = '' } = socket
    return { host: localAddress, peer: remoteAddress }
  } finally {
    socket.destroy()
  }
}
