import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './bellhop.ts'

/** Pause before an unanswered request is repeated. */
const RETRY_PAUSE_MS = 20

/** Where the server is now; undefined while there is none. */
export type Whereabouts = () => string | undefined

type Answer = Record<string, unknown> & { result: string; status: number }

/** One request; undefined without a complete response. */
async function ask(
  where: Whereabouts,
  { email, key }: Account,
  method: 'GET' | 'POST',
  path: string,
  fields: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<Answer | undefined> {
  const url = where()
  if (url === undefined) return undefined
  const query = new URLSearchParams(fields)
  try {
    const response = await fetch(
      `${url}/api/v1${path}${method === 'GET' ? `?${query.toString()}` : ''}`,
      {
        method,
        headers: { authorization: `Basic ${btoa(`${email}:${key}`)}` },
        ...(method === 'POST' ? { body: query } : {}),
        ...(signal ? { signal } : {}),
      },
    )
    return { ...((await response.json()) as Answer), status: response.status }
  } catch {
    return undefined
  }
}

/** Registers for messages, retrying until it succeeds; returns the id of the queue. */
export async function registerFor(where: Whereabouts, account: Account): Promise<string> {
  const fields = { event_types: '["message"]', fetch_event_types: '[]' }
  let answer = await ask(where, account, 'POST', '/register', fields)
  while (answer === undefined || answer.status === 503) {
    await sleep(RETRY_PAUSE_MS)
    answer = await ask(where, account, 'POST', '/register', fields)
  }
  if (answer.result !== 'success') throw new Error(`Not registered: ${JSON.stringify(answer)}`)
  return String(answer['queue_id'])
}

/** What a talker has done. */
export interface Talk {
  /** Ids by content. */
  acknowledged: Map<string, number>
  /** Responses that were neither success nor 503. */
  refusals: Answer[]
  /** How often a message was sent again, because a server had not answered, or only with 503. */
  retries: number
  longestWaitMs: number
}

/** Who sends, and how fast. */
export interface Talker {
  name: string
  queueId: string
  pauseMs?: number
  /** Hears of each message that was acknowledged. */
  pulse?: Pulse
}

/** Counts what was acknowledged, so that a phase of a test has some of it however slow the machine is. */
export class Pulse {
  #count = 0

  beat(): void {
    this.#count += 1
  }

  /** Waits until so many more were acknowledged. */
  async more(count: number): Promise<void> {
    const enough = this.#count + count
    while (this.#count < enough) await sleep(RETRY_PAUSE_MS)
  }
}

/**
 * Sends numbered messages one after another until told to end, each with a local id; a message that was
 * not acknowledged is sent again until it is.
 */
export async function talk(
  where: Whereabouts,
  account: Account,
  { name, queueId, pauseMs = 0, pulse }: Talker,
  end: AbortSignal,
): Promise<Talk> {
  const done: Talk = { acknowledged: new Map(), refusals: [], retries: 0, longestWaitMs: 0 }
  for (let n = 1; !end.aborted; n += 1) {
    const content = `${name} ${n}`
    const place = { type: 'channel', to: 'general', topic: name }
    const fields = { ...place, content, queue_id: queueId, local_id: content }
    for (;;) {
      const startedAt = performance.now()
      const isThere = where() !== undefined
      const answer = await ask(where, account, 'POST', '/messages', fields)
      if (answer?.result === 'success') {
        done.acknowledged.set(content, Number(answer['id']))
        pulse?.beat()
        done.longestWaitMs = Math.max(done.longestWaitMs, performance.now() - startedAt)
        break
      }
      if (answer && answer.status !== 503) {
        done.refusals.push(answer)
        break
      }
      if (isThere) done.retries += 1
      await sleep(RETRY_PAUSE_MS)
    }
    if (pauseMs > 0) await sleep(pauseMs)
  }
  return done
}

/** A message as a queue delivered it. */
export interface Heard {
  eventId: number
  messageId: number
  content: string
}

/** What a listener has heard. */
export interface Hearing {
  heard: Heard[]
  /** Responses that were neither success nor 503. */
  refusals: Answer[]
}

/** Polls a queue from its last event until stopped; then takes the rest. */
export async function hear(
  where: Whereabouts,
  account: Account,
  queueId: string,
  end: AbortSignal,
): Promise<Hearing> {
  const hearing: Hearing = { heard: [], refusals: [] }
  let last = -1
  for (;;) {
    const isEnding = end.aborted
    const fields = { queue_id: queueId, last_event_id: String(last), dont_block: String(isEnding) }
    const answer = await ask(where, account, 'GET', '/events', fields, isEnding ? undefined : end)
    if (answer?.result !== 'success') {
      if (answer && answer.status !== 503) {
        hearing.refusals.push(answer)
        return hearing
      }
      if (!end.aborted) await sleep(RETRY_PAUSE_MS)
      continue
    }
    const events = answer['events'] as {
      id: number
      type: string
      message: { id: number; content: string }
    }[]
    for (const { id, type, message } of events) {
      last = id
      if (type !== 'message') continue
      const content = message.content.replaceAll(/<[^>]+>/g, '')
      hearing.heard.push({ eventId: id, messageId: message.id, content })
    }
    if (isEnding && events.length === 0) return hearing
  }
}

/** Faults of a hearing, given everything that was acknowledged; empty when nothing is. */
export function faultsOf({ heard, refusals }: Hearing, talks: readonly Talk[]): string[] {
  const faults = refusals.map((answer) => `refused: ${JSON.stringify(answer)}`)
  const times = new Map<string, number>()
  let before: Heard = { eventId: -1, messageId: 0, content: '' }
  for (const one of heard) {
    times.set(one.content, (times.get(one.content) ?? 0) + 1)
    if (one.eventId <= before.eventId) faults.push(`event ${one.eventId} after ${before.eventId}`)
    if (one.messageId <= before.messageId) {
      faults.push(`message ${one.messageId} after ${before.messageId}`)
    }
    before = one
  }
  for (const [content, count] of times)
    if (count > 1) faults.push(`${content} heard ${count} times`)
  const idOf = new Map(heard.map(({ content, messageId }) => [content, messageId]))
  for (const { acknowledged, refusals: refused } of talks) {
    for (const answer of refused) faults.push(`refused: ${JSON.stringify(answer)}`)
    for (const [content, id] of acknowledged) {
      if (idOf.get(content) !== id) faults.push(`${content} is ${idOf.get(content)}, not ${id}`)
      idOf.delete(content)
    }
  }
  for (const content of idOf.keys()) faults.push(`${content} was never acknowledged`)
  return faults
}
