import { createServer, request as forward } from 'node:http'
import { join } from 'node:path'
import { composeOAuth } from '../../src/app/compose/compose-oauth.ts'
import { loadConfig } from '../../src/app/config/config.ts'
import { writeChat } from '../../src/chat/kernel/unit-of-work.ts'
import { hashPassword } from '../../src/chat/users/sign-in/passwords.ts'
import type { GuardedFetch } from '../../src/contract/net.ts'
import type { Services } from '../../src/contract/operation.ts'
import { STRANGER } from '../../src/contract/principal.ts'
import { selectTools } from '../../src/core/select/select.ts'
import { NO_KEYS, type KeyRing } from '../../src/http/callers/bearer.ts'
import { sessionCookieName } from '../../src/http/callers/browser.ts'
import { tasksOnDemand } from '../../src/mcp/tasks/service.ts'
import { createOperatorFetch } from '../../src/net/operator/operator-fetch.ts'
import type { Store } from '../../src/store/port.ts'
import { chatOperations } from '../../tools/chat.ts'
import { CHEAP, type ChatWorld, startChatWorld, type Person } from './chat-world.ts'
import { openStoreOf } from './database.ts'
import { listenOn } from './document-site.ts'
import { type HttpServer, startHttpServer } from './http-server.ts'
import { createLocalFetch } from './local-fetch.ts'
import { OAuthPerson } from './oauth-person.ts'
import { echo } from './operations.ts'
import { quietLog } from './store-backend.ts'

/** Instances on one store, behind one public address that hands each request to the next one. */
export interface OAuthWorld extends AsyncDisposable {
  /** The public address. */
  url: string
  mcpUrl: string
  /** The chat of the first instance. */
  chat: ChatWorld
  instances: readonly HttpServer[]
  store: Store
  services: Services
  /** Adds somebody who signs in by a password. */
  addPerson(name: string, password: string): Promise<Person>
  /** A browser in which somebody is signed in: passwords are slow on purpose. */
  browserOf(person: Person): Promise<OAuthPerson>
  /** Moves the clocks of all instances. */
  pass(seconds: number): void
  /** Requests that the public address has handed on: which instance, and what for. */
  hops: { instance: number; path: string }[]
  /** From now on nothing is handed to an instance. */
  kill(instance: number): void
}

/** How a world is. */
export interface OAuthWorldParts {
  /** Default two. */
  instances?: number
  /** Settings of signing in, as flags. */
  flags?: Readonly<Record<string, string | boolean>>
  env?: Record<string, string>
  keys?: KeyRing
  /** Hosts that documents of clients may be fetched from although they are on this machine. */
  documentHosts?: readonly string[]
  /** Proxies before each instance that are believed: then a request comes from where `X-Forwarded-For` says. */
  /** How often it is looked whether rights to what is open have ended. */
  rightsLookMs?: number | undefined
  /** Opens their store once more; default in a folder of its own. */
  openStore?: () => Promise<Store>
  /** After what time a call becomes a task, where calls do. */
  tasksAfterMs?: number
  trustedProxies?: number
}

/** Starts them, in this process. */
export async function startOAuthWorld({
  instances: count = 2,
  flags = {},
  env = {},
  keys = NO_KEYS,
  documentHosts = [],
  rightsLookMs,
  openStore,
  tasksAfterMs,
  trustedProxies = 0,
}: OAuthWorldParts = {}): Promise<OAuthWorld> {
  const front = await listenOn(createServer())
  const url = `http://localhost:${front.port}`
  const worlds: ChatWorld[] = [
    await startChatWorld({ rightsLookMs, ...(openStore ? { store: await openStore() } : {}) }),
  ]
  const [first] = worlds as [ChatWorld]
  const { email, key } = first.owner
  const folder = join(first.folder, '..')
  while (worlds.length < count) {
    worlds.push(
      await startChatWorld({
        store: await (openStore?.() ?? openStoreOf(folder)),
        owner: { email, key },
        rightsLookMs,
      }),
    )
  }
  const guarded = createLocalFetch({
    userAgent: 'test',
    log: quietLog,
    allowHosts: [...documentHosts],
  })
  // Strangers reach no host of this machine, which documents are on here; they are charged all the same.
  const fetch: GuardedFetch = async (address, options) =>
    guarded(address, {
      ...options,
      principal: { ...STRANGER, ...options.principal, reachesAllowedHosts: true },
    })
  const config = loadConfig({ flags: { oauth: 'on', ...flags }, env: { ...env } })
  const operatorFetch = createOperatorFetch({ userAgent: 'test' })
  const operations = [...selectTools(chatOperations), echo]
  const instances: HttpServer[] = []
  for (const { chat, services: own } of worlds) {
    const services = { ...own, fetch }
    const parts = { services, store: async () => chat.store, operatorFetch, publicUrl: url }
    const { oauth } = composeOAuth(config, parts)
    instances.push(
      await startHttpServer({
        services,
        operations,
        ...(tasksAfterMs === undefined
          ? {}
          : { tasks: tasksOnDemand({ ...parts, ...services, afterMs: tasksAfterMs }) }),
        http: {
          operations: chatOperations,
          keys,
          publicUrl: url,
          trustedProxies,
          oauth,
          chat: {},
        },
      }),
    )
  }
  const hops: OAuthWorld['hops'] = []
  const alive = new Set(instances.keys())
  let turn = 0
  front.server.on('request', (incoming, outgoing) => {
    const living = [...alive]
    const instance = living[(turn += 1) % living.length] ?? 0
    hops.push({ instance, path: incoming.url ?? '' })
    const { hostname, port } = new URL(instances[instance]?.url ?? '')
    const { method, url: path, headers } = incoming
    const passed = forward({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  return {
    url,
    mcpUrl: `${url}/mcp`,
    chat: first,
    instances,
    store: first.chat.store,
    services: first.services,
    hops,
    kill: (instance) => void alive.delete(instance),
    pass: (seconds) => {
      for (const world of worlds) world.pass(seconds)
    },
    async addPerson(name, password) {
      const person = await first.add(name)
      const password_hash = await hashPassword(password, CHEAP)
      await writeChat(first.chat, async ({ tx }) => {
        const changed = tx.updateTable('chat_user').set({ password_hash })
        await changed.where('id', '=', person.id).execute()
      })
      return person
    },
    async browserOf({ user }) {
      const browser = new OAuthPerson()
      const token = await first.chat.sessions.open(user, { before: undefined, client: 'test' })
      browser.keep(sessionCookieName(url), token)
      return browser
    },
    async [Symbol.asyncDispose]() {
      front.server.closeAllConnections()
      front.server.close()
      for (const instance of instances) await instance[Symbol.asyncDispose]()
      for (const world of worlds.toReversed()) await world[Symbol.asyncDispose]()
    },
  }
}
