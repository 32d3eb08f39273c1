import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { User } from '../../src/chat/kernel/rows.ts'
import type { Actor, Chat, ChatFiles } from '../../src/chat/kernel/types.ts'
import { writeChat } from '../../src/chat/kernel/unit-of-work.ts'
import { openChat } from '../../src/chat/open-chat.ts'
import { bootstrap, type FirstOwner } from '../../src/chat/organization/bootstrap.ts'
import { watchAddress } from '../../src/chat/resources/follow-resources.ts'
import { addUser, type NewUser } from '../../src/chat/users/accounts/add-user.ts'
import { chatAccounts } from '../../src/chat/users/agents/accounts.ts'
import type { Account } from '../../src/contract/chat.ts'
import type { Services } from '../../src/contract/operation.ts'
import { localFiles } from '../../src/files/local.ts'
import { createHttpApp, type HttpParts } from '../../src/http/app.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import type { RateRule } from '../../src/lib/rate-limit.ts'
import type { Store } from '../../src/store/port.ts'
import { chatOperations } from '../../tools/chat.ts'
import { openNewStoreOf } from './database.ts'
import { testServices } from './operations.ts'
import { quietLog } from './store-backend.ts'

/** An answer of the chat surface: the envelope with the fields of the operation, and the status. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of many shapes.
export type Answer = Record<string, any> & { result: string; msg: string; status: number }

/** Fields of a request; everything but text is sent as JSON text, as clients do. */
export type Fields = Readonly<Record<string, unknown>>

/** An account used through the client API. */
export interface Person {
  user: User
  id: number
  email: string
  key: string
  get(path: string, fields?: Fields): Promise<Answer>
  post(path: string, fields?: Fields): Promise<Answer>
  put(path: string, fields?: Fields): Promise<Answer>
  patch(path: string, fields?: Fields): Promise<Answer>
  delete(path: string, fields?: Fields): Promise<Answer>
  /** Sends to a channel, `general` and topic `t` where nothing else is said; returns the id. */
  say(content: string, place?: { to?: string; topic?: string }): Promise<number>
  /** Sends directly; returns the id. */
  whisper(content: string, ...to: readonly Person[]): Promise<number>
  /** Registers a queue; returns its snapshot. */
  register(fields?: Fields): Promise<Answer>
  /** Everything in a queue after an event, without waiting; heartbeats left out. */
  events(queue: Answer, after?: number): Promise<Answer[]>
}

/** A chat with people in it, behind the product's own HTTP wiring, with a clock that the test moves. */
export interface ChatWorld extends AsyncDisposable {
  chat: Chat
  /** What its surfaces are given. */
  services: Services
  /** Where uploads are. */
  folder: string
  owner: Person
  /** Adds an account. */
  add(name: string, options?: Partial<NewUser>): Promise<Person>
  /** Speaks without an account. */
  anybody: Pick<Person, 'get' | 'post' | 'put' | 'patch' | 'delete'>
  /** Its HTTP wiring. */
  app: ReturnType<typeof createHttpApp>
  /** A request to a path below `/api/v1`, or with `//` before it, to any path; from an address, where one is given. */
  request(path: string, init?: RequestInit, from?: string): Promise<Response>
  /** Moves the clock forward. */
  pass(seconds: number): void
}

/** Where syncing costs nothing, if the system has it: hundreds of worlds are made. */
const MEMORY = '/dev/shm'
/** What passwords cost where nothing is at stake: at that of the product, each takes a third of a second. */
export const CHEAP = { logN: 4, r: 1, p: 1 }
const HOST = 'chat.test'
const START = Date.parse('2026-01-02T03:04:05.678Z')

/** Starts a chat on a store of its own, in memory unless another one is given, which may hold a chat of this owner. */
export async function startChatWorld({
  store,
  owner,
  rateRules = [],
  passwordCost = CHEAP,
  files: limits = {},
  http = {},
  ...parts
}: {
  store?: Store
  owner?: FirstOwner
  rateRules?: readonly RateRule[]
  files?: Partial<ChatFiles>
  passwordCost?: Chat['passwordCost']
  /** How often it is looked whether rights to what is open have ended; default as in the product. */
  rightsLookMs?: number | undefined
  /** What its HTTP surface has besides. */
  http?: Partial<HttpParts>
} & Pick<
  Chat,
  | 'tokens'
  | 'usesGravatar'
  | 'relay'
  | 'mail'
  | 'showLink'
  | 'serviceClient'
  | 'describeLink'
  | 'messageQuotaMib'
  | 'directoryQuotaMib'
  | 'renderingMaxMs'
> = {}): Promise<ChatWorld> {
  const folder = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), 'bellhop-chat-'))
  const opened = store ?? (await openNewStoreOf(folder))
  let nowMs = START
  const now = () => new Date(nowMs)
  const { chat, close } = openChat({
    ...parts,
    store: opened,
    now,
    log: quietLog,
    files: { maxMib: 1, ...localFiles(join(folder, 'files')), ...limits },
    passwordCost,
    realmHost: HOST,
    url: () => `http://${HOST}`,
  })
  const metrics = createMetrics(() => 0)
  const services = {
    ...testServices(),
    now,
    chat: async () => chat,
    watchChat: async (actor: Account, uri: string, changed: () => void) =>
      watchAddress(chat, actor as Actor, uri, changed),
    accounts: chatAccounts({
      open: async () => chat,
      folder: join(folder, 'agents'),
      name: 'test',
    }),
    requireStore: async () => opened.check(),
  }
  const app = createHttpApp({
    operations: chatOperations,
    services,
    metrics,
    mcp: async () => new Response(null, { status: 404 }),
    allowedHosts: [],
    publicUrl: `http://${HOST}`,
    chat: { rateRules },
    ...http,
  })
  const request = async (path: string, init: RequestInit = {}, from?: string) => {
    const headers = new Headers(init.headers)
    headers.set('host', 'localhost')
    return app.request(
      path.startsWith('//') ? path.slice(1) : `/api/v1${path}`,
      { ...init, headers },
      from === undefined ? undefined : { incoming: { socket: { remoteAddress: from } } },
    )
  }

  const first = owner ?? (await bootstrap(chat))
  if (!first) throw new Error('The store holds a chat already.')
  const signedIn = await chat.signIn({ email: first.email, key: first.key }, 'test')
  return {
    chat,
    services,
    app,
    folder: join(folder, 'files'),
    owner: person(request, signedIn.user, first.key),
    async add(name, options = {}) {
      const added = await writeChat(chat, async (unit) =>
        addUser(chat, unit, {
          email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
          full_name: name,
          ...options,
        }),
      )
      return person(request, added.user, added.key)
    },
    anybody: speaker(request, undefined),
    request,
    pass(seconds) {
      nowMs += seconds * 1_000
    },
    async [Symbol.asyncDispose]() {
      close()
      await opened.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type Request = (path: string, init?: RequestInit) => Promise<Response>

function person(request: Request, user: User, key: string): Person {
  const speaks = speaker(request, `Basic ${btoa(`${user.email}:${key}`)}`)
  return {
    user,
    id: user.id,
    email: user.email,
    key,
    ...speaks,
    async say(content, place = {}) {
      const sent = { type: 'channel', to: 'general', topic: 't', content, ...place }
      return Number(ok(await speaks.post('/messages', sent))['id'])
    },
    async whisper(content, ...to) {
      const sent = { type: 'direct', to: to.map(({ id }) => id), content }
      return Number(ok(await speaks.post('/messages', sent))['id'])
    },
    register: async (fields = {}) => ok(await speaks.post('/register', fields)),
    async events(queue, after = Number(queue['last_event_id'])) {
      const answer = await speaks.get('/events', {
        queue_id: queue['queue_id'],
        last_event_id: after,
        dont_block: true,
      })
      return ok(answer)['events'] as Answer[]
    },
  }
}

function speaker(request: Request, authorization: string | undefined) {
  const send =
    (method: string) =>
    async (path: string, fields: Fields = {}) => {
      const parameters = new URLSearchParams()
      for (const [name, value] of Object.entries(fields)) {
        if (value !== undefined) {
          parameters.set(name, typeof value === 'string' ? value : JSON.stringify(value))
        }
      }
      const headers = { ...(authorization ? { authorization } : {}), 'user-agent': 'test/1' }
      const response =
        method === 'GET'
          ? await request(`${path}?${parameters.toString()}`, { headers })
          : await request(path, { method, headers, body: parameters })
      // The answer's own fields win, for one operation has a field of that name.
      return {
        status: response.status,
        ...((await response.json()) as Omit<Answer, 'status'>),
      } as Answer
    }
  return {
    get: send('GET'),
    post: send('POST'),
    put: send('PUT'),
    patch: send('PATCH'),
    delete: send('DELETE'),
  }
}

/** The response, which must be a success. */
export function ok(answer: Answer | undefined): Answer {
  if (!answer) throw new Error('Nobody asked.')
  if (answer.result !== 'success') throw new Error(`${answer.status}: ${JSON.stringify(answer)}`)
  return answer
}
