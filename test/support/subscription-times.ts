import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, CLI, cleanEnv, serveBellhop, type Served, tempDir } from './bellhop.ts'
import { accountWithKey } from './chat-arrangements.ts'
import { ask } from './chat-conversation.ts'
import { CLIENTS, type McpClient, type Target } from './clients.ts'
import { databaseSettings } from './database.ts'

/** How subscribed clients reach Bellhop. */
export const TRANSPORTS = ['stdio', 'HTTP'] as const
type Transport = (typeof TRANSPORTS)[number]

/** Where what they hear of happens, as seen from the process that serves them. */
export const SOURCES = ['same process', 'another process', 'remote chat'] as const
type Source = (typeof SOURCES)[number]

/** What they are subscribed to. */
export const PLACES = ['channel', 'topic', 'direct', 'queue'] as const
type Place = (typeof PLACES)[number]

/** Time from just before an event was caused to the notice at a client, in milliseconds; undefined where none came. */
export interface Heard {
  client: string
  place: Place
  ms: number | undefined
}

const TOPIC = 'notices'
const CHANNEL = 'general'

/** Longer than the pause that notices make after others, so that each event is the first one again. */
const REST_MS = 1_000

/** How long a notice is waited for. */
const NOTICE_MAX_MS = 5_000

const KEY = 'key-of-the-operator-for-a-test'

const UNLIMITED = ['--chat-rate-limits', 'off', '--rate-limits', 'off']

/** A client that listens, and when it first heard of each place in a round. */
interface Listener {
  name: string
  client: McpClient
  /** Id of its chat account. */
  id: number
  uris: Readonly<Record<Place, string>>
  heardAt: Map<string, number>
}

/** Sends a message to the topic, or directly to the listeners. */
type Say = (how: 'topic' | 'direct', content: string) => Promise<void>

/** Measures notices of every generation of clients, of each place, in as many rounds. */
export async function measureNotices(
  transport: Transport,
  source: Source,
  rounds: number,
): Promise<Heard[]> {
  await using stack = new AsyncDisposableStack()
  const { target, owner, url } = await setUp(transport, source, stack)
  const listeners: Listener[] = []
  for (const [name, connect] of CLIENTS) {
    const client = await connect(target())
    stack.defer(async () => client.close())
    listeners.push(await listen(name, client, await idOf(url, owner)))
  }
  // What happens in a process of stdio is what its own client does.
  const casts =
    transport === 'stdio' && source === 'same process'
      ? listeners.map((one) => ({ say: sayAs(one.client), ears: [one] }))
      : [{ say: sayOver(url, owner, new Set(listeners.map(({ id }) => id))), ears: listeners }]
  const heard: Heard[] = []
  for (let round = 0; round < rounds; round += 1) {
    for (const { say, ears } of casts) {
      heard.push(...(await timesOf(say, 'topic', ears, round)))
      heard.push(...(await timesOf(say, 'direct', ears, round)))
    }
  }
  return heard
}

interface Stage {
  /** What the next client connects to. */
  target(): Target
  /** Somebody else, who writes over plain HTTP. */
  owner: Account
  /** Where they do. */
  url: string
}

async function setUp(
  transport: Transport,
  source: Source,
  stack: AsyncDisposableStack,
): Promise<Stage> {
  const folder = stack.use(tempDir()).path
  const flags = ['--data-dir', folder, ...UNLIMITED]
  const server = stack.use(await serveBellhop(flags))
  const ada = await accountWithKey(folder, 'ada')
  const at = { owner: server.owner(), url: server.url }
  if (source === 'remote chat') {
    const env = { BELLHOP_CHAT_EMAIL: ada.email, BELLHOP_CHAT_KEY: ada.key }
    const elsewhere = () => ['--data-dir', stack.use(tempDir()).path, '--chat', server.url]
    if (transport === 'stdio') return { ...at, target: () => onStdio(elsewhere(), env) }
    const keyFile = join(folder, 'keys')
    writeFileSync(keyFile, `helper ${KEY}\n`)
    const own = stack.use(
      await serveBellhop([...elsewhere(), '--key-file', keyFile, ...UNLIMITED], env),
    )
    return { ...at, target: () => over(own, KEY) }
  }
  if (transport === 'stdio') {
    const env = await databaseSettings(folder)
    return {
      ...at,
      target: () => onStdio(['--data-dir', folder, '--chat-name', 'ada'], env),
    }
  }
  const { url } = source === 'same process' ? server : stack.use(await serveBellhop(flags))
  return { ...at, url, target: () => over(server, ada.key) }
}

function onStdio(flags: readonly string[], env: Record<string, string>): Target {
  const [command, cli] = CLI
  return { command, args: [cli, ...flags], env: cleanEnv(env) }
}

function over({ url }: Served, key: string): Target {
  return { url: `${url}/mcp`, headers: { authorization: `Bearer ${key}` } }
}

async function listen(name: string, client: McpClient, ownerId: number): Promise<Listener> {
  const { id } = await ask(client, 'get_own_user')
  const { queue_id: queue } = await ask(client, 'register_queue', { event_types: ['message'] })
  const uris = {
    channel: `chat://channel/${CHANNEL}`,
    topic: `chat://channel/${CHANNEL}/topic/${TOPIC}`,
    direct: `chat://dm/${ownerId}`,
    queue: `chat://events/${String(queue)}`,
  }
  const heardAt = new Map<string, number>()
  client.onUpdated((uri) => {
    if (!heardAt.has(uri)) heardAt.set(uri, performance.now())
  })
  for (const place of PLACES) await client.subscribe(uris[place])
  return { name, client, id: Number(id), uris, heardAt }
}

async function timesOf(
  say: Say,
  how: 'topic' | 'direct',
  listeners: readonly Listener[],
  round: number,
): Promise<Heard[]> {
  await sleep(REST_MS)
  const places = how === 'topic' ? (['channel', 'topic', 'queue'] as const) : (['direct'] as const)
  for (const { heardAt } of listeners) heardAt.clear()
  const startMs = performance.now()
  await say(how, `round ${round}`)
  const isDone = () =>
    listeners.every(({ uris, heardAt }) => places.every((place) => heardAt.has(uris[place])))
  while (!isDone() && performance.now() < startMs + NOTICE_MAX_MS) await sleep(10)
  return listeners.flatMap(({ name, uris, heardAt }) =>
    places.map((place) => {
      const at = heardAt.get(uris[place])
      return { client: name, place, ms: at === undefined ? undefined : at - startMs }
    }),
  )
}

function sayAs(client: McpClient): Say {
  return async (how, content) => {
    const to = how === 'topic' ? { channel: CHANNEL, topic: TOPIC } : { people: ['Owner'] }
    await ask(client, 'send_message', { ...to, content })
  }
}

function sayOver(url: string, owner: Account, ids: ReadonlySet<number>): Say {
  const post = async (to: Record<string, string>) => {
    const response = await fetch(`${url}/api/v1/messages`, {
      method: 'POST',
      headers: signedIn(owner),
      body: new URLSearchParams(to),
    })
    if (!response.ok) throw new Error(await response.text())
  }
  return async (how, content) => {
    if (how === 'topic') return post({ type: 'channel', to: CHANNEL, topic: TOPIC, content })
    const sending = [...ids].map(async (id) => post({ type: 'direct', to: `[${id}]`, content }))
    await Promise.all(sending)
  }
}

async function idOf(url: string, account: Account): Promise<number> {
  const response = await fetch(`${url}/api/v1/users/me`, { headers: signedIn(account) })
  return ((await response.json()) as { user_id: number }).user_id
}

function signedIn({ email, key }: Account): Record<string, string> {
  return { authorization: `Basic ${btoa(`${email}:${key}`)}` }
}
