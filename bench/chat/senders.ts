import { DatabaseSync } from 'node:sqlite'
import { send } from '../../src/chat/messages/send/send-message.ts'
import { type BenchServer, serveChat, serveHono } from './servers.ts'
import { quantile, table } from './table.ts'
import { openBenchChat } from './world.ts'

/** Callers that each wait for their send before the next. */
const CONCURRENCIES = [1, 16, 64]

/** Rounds per contender and concurrency; the contenders take turns, and the median counts. */
const ROUNDS = 9
const ROUND_MS = 800

/** What comes before that, for each contender: code that has just been loaded is slow for a while. */
const WARM_UP_MS = 3_000

/** A text of the usual length. */
const TEXT =
  'The build of yesterday evening is green again; who wants to look at the last two failures?'

/** Stores one message, durably. */
type Send = (sender: number, n: number) => Promise<unknown>

interface Contender extends AsyncDisposable {
  send: Send
  /** CPU time in ms of the process that stores, so far. */
  cpuMs(): number
}

/** CPU time of this process, which stores by itself. */
function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

/** The chat as it is. */
async function openChatContender(): Promise<Contender> {
  const world = await openBenchChat()
  const { chat, owner } = world
  return {
    send: async (sender, n) =>
      send(chat, owner, {
        to: { channel: 'general', topic: `topic ${sender}` },
        content: `${TEXT} ${n}`,
      }),
    cpuMs: ownCpuMs,
    [Symbol.asyncDispose]: async () => world[Symbol.asyncDispose](),
  }
}

/**
 * What storing a message costs at least: its row, its words and its event, by prepared statements in the
 * product's own tables with their indexes, all senders of a turn in one commit.
 */
async function openBareContender(): Promise<Contender> {
  const world = await openBenchChat()
  const database = new DatabaseSync(world.path)
  database.exec('pragma journal_mode = wal; pragma synchronous = full')
  const message = database.prepare(
    `insert into chat_message (sender_id, channel_id, topic, topic_key, thread_id, sent_channel_id,
      content, rendered, sent_at, client, is_read_by_sender, is_me_message, mentions_channel,
      has_attachment, has_image, has_link)
      values (?, 1, ?, ?, ?, 1, ?, ?, ?, 'bench', 0, 0, 0, 0, 0, 0)`,
  )
  const words = database.prepare(
    'insert into chat_message_words (rowid, topic, content, place) values (?, ?, ?, ?)',
  )
  const event = database.prepare(
    `insert into chat_event (id, type, audience, channel_id, is_public, is_transient, created_at,
      total, payload) values (?, 'message', 'channel', 1, 1, 0, ?, 0, ?)`,
  )
  let newest = 1_000
  let queue: { sender: number; n: number; done: () => void }[] = []
  const flush = (): void => {
    const batch = queue
    queue = []
    database.exec('begin immediate')
    for (const { sender, n } of batch) {
      const [topic, content, nowMs] = [`topic ${sender}`, `${TEXT} ${n}`, Date.now()]
      const html = `<p>${content}</p>`
      const { lastInsertRowid: id } = message.run(1, topic, topic, sender, content, html, nowMs)
      words.run(id, topic, content, `c1 t${topic}`)
      const shared = {
        id: Number(id),
        sender_id: 1,
        subject: topic,
        content,
        rendered_content: html,
      }
      newest += 1
      event.run(newest, nowMs, JSON.stringify({ type: 'message', message: shared }))
    }
    database.exec('commit')
    for (const { done } of batch) done()
  }
  return {
    async send(sender, n) {
      const { promise, resolve } = Promise.withResolvers<void>()
      if (queue.length === 0) setImmediate(flush)
      queue.push({ sender, n, done: resolve })
      await promise
    },
    cpuMs: ownCpuMs,
    async [Symbol.asyncDispose]() {
      database.close()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** A server, spoken to over HTTP from this process. */
function overHttp(start: (connections: number) => Promise<BenchServer>) {
  return async (concurrency: number): Promise<Contender> => {
    const server = await start(concurrency)
    return {
      send: async (sender, n) => {
        const place = { type: 'channel', to: 'general', topic: `topic ${sender}` }
        await server.post('/messages', { ...place, content: `${TEXT} ${n}` })
      },
      cpuMs: () => server.cpuMs() ?? Number.NaN,
      [Symbol.asyncDispose]: async () => server[Symbol.asyncDispose](),
    }
  }
}

/** How a contender did: acknowledged sends a second, and CPU time for each. */
interface Result {
  perSecond: number
  cpuMs: number
}

/** Lets that many senders send for a while. */
async function measure(
  contender: Contender,
  concurrency: number,
  roundMs: number,
): Promise<Result> {
  const startedAt = performance.now()
  const before = contender.cpuMs()
  let acknowledged = 0
  await Promise.all(
    Array.from({ length: concurrency }, async (_, sender) => {
      for (let n = 0; performance.now() - startedAt < roundMs; n += 1) {
        await contender.send(sender, n)
        acknowledged += 1
      }
    }),
  )
  return {
    perSecond: (acknowledged * 1_000) / (performance.now() - startedAt),
    cpuMs: (contender.cpuMs() - before) / acknowledged,
  }
}

const serveTogether = async (connections: number) => serveHono(connections, 'together')

/** Acknowledged, durable sends a second, in this process and over HTTP, beside the bare ones; a Markdown table. */
export async function measureSenders(): Promise<string> {
  const pairs = [
    ['in process', openBareContender, openChatContender, '≥ 0.4'],
    ['over HTTP', overHttp(serveHono), overHttp(serveChat), '≥ 0.5'],
    ['over HTTP, bare shares commits', overHttp(serveTogether), overHttp(serveChat), ''],
  ] as const
  const rows: string[][] = []
  for (const [way, openPeer, openChat, target] of pairs) {
    for (const concurrency of CONCURRENCIES) {
      await using barePeer = await openPeer(concurrency)
      await using wholeChat = await openChat(concurrency)
      await measure(barePeer, concurrency, WARM_UP_MS)
      await measure(wholeChat, concurrency, WARM_UP_MS)
      const peer: Result[] = []
      const chat: Result[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        peer.push(await measure(barePeer, concurrency, ROUND_MS))
        chat.push(await measure(wholeChat, concurrency, ROUND_MS))
      }
      const middle = (values: readonly number[], digits: number) =>
        quantile(values, 0.5).toFixed(digits)
      const rates = [peer, chat].map((results) => results.map(({ perSecond }) => perSecond))
      const costs = [peer, chat].map((results) => results.map(({ cpuMs }) => cpuMs))
      const [peerRates = [], chatRates = []] = rates
      const ratios = chatRates.map((value, round) => value / (peerRates[round] ?? value))
      rows.push([
        way,
        String(concurrency),
        ...rates.map((values) => middle(values, 0)),
        middle(ratios, 2),
        target,
        ...costs.map((values) => middle(values, 3)),
      ])
    }
  }
  const head = ['', 'senders', 'bare, sends/s', 'chat, sends/s', 'chat / bare', 'target']
  return table([...head, 'bare, CPU ms a send', 'chat, CPU ms a send'], rows)
}
