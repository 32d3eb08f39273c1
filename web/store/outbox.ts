import { effect, signal } from '@preact/signals'
import { call, isPassing } from '../lib/api.ts'
import { onEvent } from './apply-events.ts'
import { queueId } from './start.ts'
import { connection, session } from './state.ts'
import type { Destination } from './views.ts'

/** A message that was written and is not known to have arrived. */
export interface Pending {
  /** Id by which the server, with the queue, knows it again: however often it is sent, it is one message. */
  localId: string
  queueId: string
  to: Destination
  content: string
  /** When it was written, in UNIX seconds. */
  timestamp: number
  state: 'sending' | 'failed' | 'sent'
  /** Why the server refused it. */
  reason?: string
  /** Id of the message, once the server has answered. */
  id?: number
}

const KEY = 'bellhop-outbox'
const RETRY_MS = 2_000
const RETRY_MAX_MS = 20_000

/** Messages that this tab is sending, in the order in which they were written. A reload loses none of it. */
export const outbox = signal<readonly Pending[]>(readKept())

function readKept(): readonly Pending[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as readonly Pending[]
  } catch {
    return []
  }
}

effect(() => {
  const kept = outbox.value.filter(({ state }) => state !== 'sent')
  if (kept.length > 0) sessionStorage.setItem(KEY, JSON.stringify(kept))
  else sessionStorage.removeItem(KEY)
})

/** Sends a message; it is shown at once. */
export function send(to: Destination, content: string): void {
  outbox.value = [
    ...outbox.value,
    {
      localId: crypto.randomUUID?.() ?? `${Date.now()}.${Math.random()}`,
      queueId: queueId.value,
      to,
      content,
      timestamp: Math.floor(Date.now() / 1_000),
      state: 'sending',
    },
  ]
  void sendAll()
}

/** Sends again what the server refused. */
export function sendAgain(localId: string): void {
  update(localId, { state: 'sending' })
  void sendAll()
}

/** Forgets a message. Returns its text. */
export function discard(localId: string): string {
  const found = outbox.value.find((one) => one.localId === localId)
  outbox.value = outbox.value.filter((one) => one.localId !== localId)
  return found?.content ?? ''
}

/** Forgets those that are in the list by now. */
export function dropArrived(isThere: (id: number) => boolean): void {
  const left = outbox.value.filter(({ state, id }) => state !== 'sent' || !isThere(id ?? 0))
  if (left.length < outbox.value.length) outbox.value = left
}

function update(localId: string, change: Partial<Pending>): void {
  outbox.value = outbox.value.map((one) => (one.localId === localId ? { ...one, ...change } : one))
}

let isSending = false
let failures = 0

/** Sends one after the other, so that they arrive in their order. */
async function sendAll(): Promise<void> {
  if (isSending) return
  isSending = true
  try {
    for (let next = waiting(); next; next = waiting()) {
      try {
        const { id } = await call<{ id: number }>('POST', 'messages', fieldsOf(next))
        failures = 0
        update(next.localId, { state: 'sent', id })
      } catch (thrown) {
        if (isPassing(thrown)) {
          failures += 1
          setTimeout(() => void sendAll(), Math.min(RETRY_MAX_MS, RETRY_MS * failures))
          return
        }
        const reason = thrown instanceof Error ? thrown.message : ''
        update(next.localId, { state: 'failed', reason })
      }
    }
  } finally {
    isSending = false
  }
}

function waiting(): Pending | undefined {
  return outbox.value.find(({ state }) => state === 'sending')
}

function fieldsOf({ to, content, queueId: queue_id, localId: local_id }: Pending) {
  const where =
    to.kind === 'topic'
      ? { type: 'channel', to: to.channel, topic: to.topic }
      : { type: 'direct', to: to.people }
  return { ...where, content, queue_id, local_id, read_by_sender: true }
}

onEvent((event) => {
  if (event.type !== 'message' || event.local_message_id === undefined) return
  const local = event.local_message_id
  if (outbox.peek().some(({ localId }) => localId === local)) discard(local)
})

effect(() => {
  if (session.value === 'in' && connection.value === 'live') void sendAll()
})
