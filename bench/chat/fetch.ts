import { type ChildProcess, spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Inhabitant, wordAt, writeHistory } from './history.ts'

const ROOT = join(import.meta.dirname, '../..')
const SIZES = [10_000, 1_000_000]
/** Requests of one server for one question. */
export const ROUNDS = 25
const WARM_UP_ROUNDS = 4
/** Rounds of all questions before anything is measured: code that has just been loaded is slow for a while. */
export const FIRST_ROUNDS = 12
const FETCHED = 100

/** Parameters of one request, beside the number of messages. */
type Question = { narrow: readonly unknown[]; anchor?: string; num_after?: number }

/** Queries of all histories. Ranks of words: the lower, the more messages have it. */
export const questions: Readonly<Record<string, Question>> = {
  'all that is mine': { narrow: [] },
  'a channel': { narrow: [term('channel', 'channel 4')] },
  'a channel, from the middle': { narrow: [term('channel', 'channel 4')], anchor: 'middle' },
  'a channel with protected history': { narrow: [term('channel', 'channel 0')] },
  'a topic of a channel': { narrow: [term('channel', 'channel 4'), term('topic', 'topic 3')] },
  'a topic in any channel': { narrow: [term('topic', 'topic 3')] },
  'a direct conversation': { narrow: [term('dm', 'u3@example.com')] },
  'direct messages': { narrow: [term('is', 'dm')] },
  'a sender': { narrow: [term('sender', 'u7@example.com')] },
  'a sender in a channel': {
    narrow: [term('channel', 'channel 4'), term('sender', 'u7@example.com')],
  },
  starred: { narrow: [term('is', 'starred')] },
  mentions: { narrow: [term('is', 'mentioned')] },
  unread: { narrow: [term('is', 'unread')] },
  'public history': { narrow: [term('channels', 'public')] },
  'has a link': { narrow: [term('has', 'link')] },
  'first unread of all': { narrow: [], anchor: 'first_unread', num_after: 50 },
  'first unread of a channel': {
    narrow: [term('channel', 'channel 4')],
    anchor: 'first_unread',
    num_after: 50,
  },
  'search, common word': { narrow: [term('search', wordAt(2))] },
  'search, usual word': { narrow: [term('search', wordAt(300))] },
  'search, rare word': { narrow: [term('search', wordAt(15_000))] },
  'search, two words': { narrow: [term('search', `${wordAt(2)} ${wordAt(40)}`)] },
  'search, phrase': { narrow: [term('search', `"${wordAt(0)} ${wordAt(1)}"`)] },
  'search in a channel': {
    narrow: [term('channel', 'channel 4'), term('search', wordAt(30))],
  },
  'search in a topic': {
    narrow: [term('channel', 'channel 4'), term('topic', 'topic 3'), term('search', wordAt(30))],
  },
}

function term(operator: string, operand: string) {
  return { operator, operand }
}

/** A server with a history. */
export interface Server {
  size: number
  url: string
  who: Inhabitant
  process: ChildProcess
}

/**
 * Measures `GET /messages` for 100 messages at two lengths of history, over HTTP. Returns a table. Where the environment names a
 * folder in `BENCH_CHAT_HISTORY`, the histories are kept there and used again: writing a million messages takes a minute.
 */
export async function measureFetches(): Promise<string> {
  const kept = process.env['BENCH_CHAT_HISTORY']
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'bellhop-bench-chat-'))
  const servers: Server[] = []
  const sizes: string[] = []
  try {
    for (const size of SIZES) {
      const data = join(folder, String(size))
      const who = await historyIn(data, size)
      const mib = statSync(join(data, 'bellhop.sqlite')).size / 2 ** 20
      sizes.push(`${size.toLocaleString('en')} messages in ${mib.toFixed(0)} MiB`)
      servers.push(await serve(data, size, who))
    }
    await warmUp(servers)
    const rows: string[] = []
    for (const [name, question] of Object.entries(questions))
      rows.push(await compare(servers, name, question))
    return [
      `${sizes.join('; ')}. 100 messages each, client and server on one machine, medians of ${ROUNDS} requests by turns, after ${FIRST_ROUNDS} rounds of all of them. Where the short history holds fewer, the last column compares answers of as many messages as it has (of one where it has none).`,
      '',
      '| narrow | messages | 10,000: p50 ms | p95 | 1,000,000: p50 ms | p95 | p50 ratio | of as many messages |',
      '| --- | --- | --- | --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n')
  } finally {
    for (const server of servers) server.process.kill()
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

/** Asks everything some times of each server. */
export async function warmUp(servers: readonly Server[]): Promise<void> {
  for (let round = 0; round < FIRST_ROUNDS; round += 1) {
    for (const question of Object.values(questions)) {
      for (const server of servers) await ask(server, question)
    }
  }
}

/** The SQLite history of that many messages in a folder, where it is made unless it is there. Returns who lives in it. */
export async function historyIn(data: string, size: number): Promise<Inhabitant> {
  const note = join(data, 'who.json')
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8')) as Inhabitant
  mkdirSync(data, { recursive: true })
  const who = await writeHistory(join(data, 'bellhop.sqlite'), size)
  writeFileSync(note, JSON.stringify(who))
  return who
}

/** Starts a server on a history: that in its data folder, or in a Postgres database. */
export async function serve(
  data: string,
  size: number,
  who: Inhabitant,
  database?: string,
): Promise<Server> {
  const settings = ['--port', '0', '--data-dir', data, '--chat-rate-limits', 'off']
  const where = database === undefined ? [] : ['--database-url', database]
  const child = spawn(process.execPath, ['src/cli/bellhop.js', 'serve', ...settings, ...where], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  for await (const line of createInterface({ input: child.stderr })) {
    if (!line.startsWith('{')) continue
    const { msg, url } = JSON.parse(line) as { msg: string; url: string }
    if (msg === 'listening') return { size, url, who, process: child }
  }
  throw new Error('The server ended before it listened.')
}

async function compare(
  servers: readonly Server[],
  name: string,
  question: Question,
): Promise<string> {
  const [small, large] = await taken(servers, question)
  if (!small || !large) throw new Error('Two servers are compared.')
  const asMany = Math.max(small.count, 1)
  const alike = large.count > small.count ? await taken(servers, question, asMany) : [small, large]
  const [few = 0, many = 0] = alike.map(({ times }) => at(times, 0.5))
  const cells = [small, large].map(
    ({ times }) => `${at(times, 0.5).toFixed(1)} | ${at(times, 0.95).toFixed(1)}`,
  )
  const ratios = [at(large.times, 0.5) / at(small.times, 0.5), many / few].map((ratio) =>
    ratio.toFixed(1),
  )
  return `| ${name} | ${small.count} / ${large.count} | ${[...cells, ...ratios].join(' | ')} |`
}

/** How long each server takes for as many messages, asked by turns, and how many it answers. */
export async function taken(
  servers: readonly Server[],
  question: Question,
  messages = FETCHED,
): Promise<{ times: number[]; count: number }[]> {
  const all = servers.map((server) => ({ server, times: [] as number[], count: 0 }))
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const one of all) {
      const { ms, count } = await ask(one.server, question, messages)
      if (round >= 0) one.times.push(ms)
      one.count = count
    }
  }
  return all
}

export async function ask(
  { url, size, who }: Server,
  { narrow, anchor = 'newest', num_after = 0 }: Question,
  messages = FETCHED,
): Promise<{ ms: number; count: number }> {
  const after = Math.min(num_after, messages)
  const query = new URLSearchParams({
    narrow: JSON.stringify(narrow),
    anchor: anchor === 'middle' ? String(size / 2) : anchor,
    num_before: String(messages - after),
    num_after: String(after),
  })
  const authorization = `Basic ${btoa(`${who.email}:${who.key}`)}`
  const startedAt = performance.now()
  const response = await fetch(`${url}/api/v1/messages?${query.toString()}`, {
    headers: { authorization },
  })
  const text = await response.text()
  const ms = performance.now() - startedAt
  const answer = JSON.parse(text) as { messages?: unknown[]; msg: string }
  if (!answer.messages) throw new Error(answer.msg)
  return { ms, count: answer.messages.length }
}

/** The value below which a share of all lies. */
export function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}
