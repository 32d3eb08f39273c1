import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { Log } from '../../lib/log.ts'
import { networkOf } from '../../lib/network-of.ts'
import { countedAs } from '../callers/peer.ts'
import { CONNECTIONS_MIN_COUNT, OWN_OPEN_FILES_COUNT } from '../limits.ts'

/** Milliseconds in which at most one line of the log says that connections are refused. */
const REFUSALS_TOLD_MS = 60_000

/** Closes connections of an address that has so many already: each takes a file of this process, which all callers share. */
export function limitConnections(server: HttpServer, perAddressMaxCount: number): void {
  const counts = new Map<string, number>()
  server.prependListener('connection', (socket: Socket) => {
    const address = networkOf(countedAs(socket.remoteAddress ?? ''))
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    })
    if (count > perAddressMaxCount) socket.destroy()
  })
}

/**
 * Closes connections that would take the files which the store, parsers and fetches need, and says so in the log. Returns how many
 * there may be.
 */
export function leaveOpenFiles(server: HttpServer, openFilesMaxCount: number, log: Log): number {
  const maxCount = Math.max(CONNECTIONS_MIN_COUNT, openFilesMaxCount - OWN_OPEN_FILES_COUNT)
  let count = 0
  let toldAt = -Infinity
  server.prependListener('connection', (socket: Socket) => {
    count += 1
    socket.once('close', () => {
      count -= 1
    })
    if (count <= maxCount) return
    socket.destroy()
    const now = performance.now()
    if (now - toldAt < REFUSALS_TOLD_MS) return
    toldAt = now
    log.warn(
      { connections: maxCount, openFiles: openFilesMaxCount },
      'connections are refused: the limit of open files (ulimit -n) has no room for more',
    )
  })
  return maxCount
}

/**
 * Listening sockets of a port. Node takes one connection from each in a turn of its event loop: with a single one, whoever opens
 * many connections lets everybody else's wait for as many turns.
 */
const SOCKETS_COUNT = 16

/** Systems that spread the connections of a port over its sockets. */
const SPREADING: ReadonlySet<NodeJS.Platform> = new Set(['linux'])

/** A port that is listened on. */
export interface OpenPort {
  /** The one that was really taken. */
  port: number
  /** Takes no more connections; resolves when those that it took are closed. */
  close(): Promise<void>
}

/** Lets a server take connections at an address; rejects with Node's error when it cannot. */
export async function openPort(
  server: HttpServer,
  host: string,
  wantedPort: number,
  platform: NodeJS.Platform = process.platform,
): Promise<OpenPort> {
  if (!SPREADING.has(platform)) {
    const port = await listen(server, { host, port: wantedPort })
    return { port, close: async () => close([server]) }
  }
  if (wantedPort !== 0) await requireFreePort(host, wantedPort)
  const port = await listen(server, { host, port: wantedPort, reusePort: true })
  const servers: Server[] = [server]
  try {
    while (servers.length < SOCKETS_COUNT) {
      const other = createServer((socket) => server.emit('connection', socket))
      await listen(other, { host, port, reusePort: true })
      servers.push(other)
    }
  } catch (error) {
    await close(servers)
    throw error
  }
  return { port, close: async () => close(servers) }
}

/** Sockets that share a port do not mind those of another server: this one does. */
async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer()
  await listen(probe, { host, port })
  await close([probe])
}

async function close(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(async (server) => {
      const closed = once(server, 'close')
      server.close()
      await closed
    }),
  )
}

async function listen(
  server: Server | HttpServer,
  options: { host: string; port: number; reusePort?: boolean },
): Promise<number> {
  server.listen(options)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
