import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../caller.ts'
import { fieldsOf } from '../good-calls.ts'
import { type Attack, repeat, sumOf } from './attack.ts'

const POLLS_AT_ONCE = 200
const STREAMS_AT_ONCE = 200
/** The chat answers so many requests of an account in a minute: what is refused waits a while. */
const REFUSED_PAUSE_MS = 1_000

const LISTEN = Buffer.from(
  JSON.stringify({
    jsonrpc: '2.0',
    id: 3,
    method: 'subscriptions/listen',
    params: {
      notifications: { resourceSubscriptions: ['bellhop://operation/extract'] },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'flood', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  }),
)

/** Registers queues for everything and polls each of them, and opens streams of notices, as many as it may. */
export const start: Attack = async (target, signal) => {
  const polls = repeat(target, signal, POLLS_AT_ONCE, async (caller) => {
    const registered = await caller.chat('POST', '/register', {}, { keep: true, signal })
    const queue_id = fieldsOf(registered.text)['queue_id']
    if (typeof queue_id !== 'string') return refused(registered, signal)
    return poll(caller, queue_id, signal)
  })
  const streams = repeat(target, signal, STREAMS_AT_ONCE, async (caller) => {
    const headers = {
      ...caller.bearer,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    }
    const answer = await caller.send('/mcp', { headers, body: LISTEN, signal })
    return refused(answer, signal)
  })
  return sumOf(await Promise.all([polls, streams]))
}

async function poll(caller: Caller, queue_id: string, signal: AbortSignal) {
  for (let last = -1; ;) {
    const place = { queue_id, last_event_id: String(last) }
    const answer = await caller.chat('GET', '/events', place, { keep: true, signal })
    const events = fieldsOf(answer.text)['events'] as { id: number }[] | undefined
    if (events === undefined) return refused(answer, signal)
    last = events.at(-1)?.id ?? last
  }
}

async function refused<T>(answer: T, signal: AbortSignal): Promise<T> {
  await sleep(REFUSED_PAUSE_MS, undefined, { signal }).catch(() => {})
  return answer
}
