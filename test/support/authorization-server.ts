import { createServer } from 'node:http'
import { type NodeExchange, OAUTH_PATHS, type Sender } from '../../src/contract/oauth.ts'
import { STRANGER } from '../../src/contract/principal.ts'
import { ClientDocuments } from '../../src/oauth/client-documents.ts'
import { loadKeys } from '../../src/oauth/keys.ts'
import { openServer } from '../../src/oauth/server.ts'
import type { Store } from '../../src/store/port.ts'
import { listenOn } from './document-site.ts'
import { createLocalFetch } from './local-fetch.ts'
import { quietLog } from './store-backend.ts'

/** An authorization server alone: whoever is sent to its page of consent has let the program in. */
export interface LoneServer extends AsyncDisposable {
  url: string
  /** Addresses that it looked at, whether they were answered or not. */
  looked: readonly string[]
}

export interface LoneServerParts {
  store: Store
  now(): Date
  /** Hosts of this machine that documents of clients are on. */
  documentHosts: readonly string[]
  deadlineMs?: number
  /** Who lets programs in. */
  accountId?: number
  /** Address at which others of the same store are reached too. */
  issuer?: string
}

/** Header in which requests to it say where they come from, as JSON; the same place for all who do not. */
export const FROM_HEADER = 'x-from'

/** Senders of one kind, as many as one likes. */
export const STRANGERS: readonly [kind: string, sender: (turn: number) => Sender][] = [
  ['one address', () => ({ address: '198.51.100.7', network: '198.51.100.7' })],
  [
    'one /56',
    (turn) => ({
      address: `2001:db8:0:${(0xab00 + (turn % 256)).toString(16)}::/64`,
      network: '2001:db8:0:ab00::/56',
    }),
  ],
]

/** Where a request comes from that does not say so. */
const HERE: Sender = { address: '192.0.2.1', network: '192.0.2.1' }

/** Starts one on a free port of this machine. */
export async function startLoneServer(parts: LoneServerParts): Promise<LoneServer> {
  const { store, now, documentHosts, deadlineMs, accountId = 7 } = parts
  const listening = createServer()
  const { port } = await listenOn(listening)
  const issuer = parts.issuer ?? `http://localhost:${port}`
  const guarded = createLocalFetch({
    userAgent: 'test',
    log: quietLog,
    allowHosts: [...documentHosts],
  })
  const looked: string[] = []
  const common = { store: async () => store, now }
  const server = openServer({
    ...common,
    log: quietLog,
    issuer,
    resource: `${issuer}/mcp`,
    keys: await loadKeys(store),
    isActive: async () => true,
    documents: new ClientDocuments({
      ...common,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      fetch: async (address, options) => {
        looked.push(address)
        const principal = { ...STRANGER, ...options.principal, reachesAllowedHosts: true }
        return guarded(address, { ...options, principal })
      },
    }),
  })
  listening.on('request', (incoming, outgoing) => {
    const said = incoming.headers[FROM_HEADER]
    const from = said === undefined ? HERE : (JSON.parse(String(said)) as Sender)
    const exchange = { from, incoming, outgoing } as unknown as NodeExchange
    const work = async (): Promise<void> => {
      const { url = '' } = incoming
      if (url.startsWith(OAUTH_PATHS.consent)) {
        const goesOn = await server.allow(exchange, { accountId, scopes: ['mcp'] })
        // The address that all of a store have in common leads to none of them here.
        outgoing.writeHead(303, { location: new URL(goesOn).pathname }).end()
      } else if (url === OAUTH_PATHS.registration) {
        await server.register(exchange, (await incoming.setEncoding('utf8').toArray()).join(''))
      } else await server.serve(exchange)
    }
    work().catch((thrown: unknown) => {
      if (!outgoing.headersSent) outgoing.writeHead(500)
      outgoing.end(String(thrown))
    })
  })
  return {
    url: `http://localhost:${port}`,
    looked,
    async [Symbol.asyncDispose]() {
      listening.closeAllConnections()
      listening.close()
    },
  }
}
