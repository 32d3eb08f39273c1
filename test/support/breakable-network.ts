import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a server that can be cut, as networks are. */
export interface BreakableNetwork {
  /** Address by which the server is reached through it. */
  url: string
  cut(): void
  mend(): void
  end(): void
}

/** Puts it before a server. */
export async function startBreakableNetwork(port: number): Promise<BreakableNetwork> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((from) => {
    if (isCut) {
      from.destroy()
      return
    }
    const to = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const one of sockets) one.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => void (isCut = false),
    end() {
      cut()
      server.close()
    },
  }
}
