import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'

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
