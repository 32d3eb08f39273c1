import { isIP, Socket, type LookupFunction, type NetConnectOpts } from 'node:net'

/** What happened on the way out of this process. */
export interface Dials extends Disposable {
  /** Every address that a socket was told to connect to, in order. */
  addresses: string[]
  /** Names dialled without a lookup, which no guard could check. */
  unvetted: string[]
}

/** Where intercepted connections really go, and what they say about it. */
export interface DialRoute {
  /** Port on 127.0.0.1, for the port that is dialled. */
  port: number | ((dialled: number) => number)
  /** The peer the socket reports; undefined: the first address dialled; null: none. */
  peer?: string | null | undefined
}

type DialOptions = NetConnectOpts & { host?: string; lookup?: LookupFunction; port?: number }

/**
 * Until disposed, records every outgoing connection of this process at `net.Socket.connect` and
 * leads it to a port of 127.0.0.1 instead, so that nothing leaves the machine.
 */
export function interceptDials({ port, peer }: DialRoute): Dials {
  const original = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket
  const addresses: string[] = []
  const unvetted: string[] = []
  const rewrite = (socket: Socket, options: DialOptions): DialOptions => {
    const seen: string[] = []
    const see = (address: string): void => {
      seen.push(address)
      addresses.push(address)
    }
    Object.defineProperty(socket, 'remoteAddress', {
      get: () => (peer === undefined ? seen[0] : (peer ?? undefined)),
    })
    const home = { ...options, port: typeof port === 'number' ? port : port(options.port ?? 0) }
    const host = options.host ?? 'localhost'
    if (isIP(host)) {
      see(host)
      return { ...home, host: '127.0.0.1' }
    }
    const { lookup } = options
    if (!lookup) {
      unvetted.push(host)
      return { ...home, host: '127.0.0.1' }
    }
    return {
      ...home,
      lookup: (hostname, lookupOptions, callback) => {
        lookup(hostname, lookupOptions, (error, answer) => {
          if (error) return callback(error, [])
          for (const { address } of [answer].flat() as { address: string }[]) see(address)
          callback(null, [{ address: '127.0.0.1', family: 4 }])
        })
      },
    }
  }
  Socket.prototype.connect = function connect(this: Socket, ...args: unknown[]): Socket {
    // node:net passes its own arguments on as one array, [options, callback].
    const [first] = args
    const list = (Array.isArray(first) ? first : args) as unknown[]
    list[0] = rewrite(this, list[0] as DialOptions)
    return Reflect.apply(original, this, args)
  }
  return {
    addresses,
    unvetted,
    [Symbol.dispose]: () => {
      Socket.prototype.connect = original
    },
  }
}
