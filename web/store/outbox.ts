import { effect, signal, untracked } from '@preact/signals'
import { call, isPassing, isSignedOut } from '../lib/api.ts'
import { onEvent } from './apply-events.ts'
import { queueId } from './start.ts'
import { connection, session, state } from './state.ts'
import type { Destination } from './views.ts'
import { dropRecord, keepRecord, keptRecords } from './writing/kept.ts'
import { findLiving, newId, onceEnded, ownTab } from './writing/own-tab.ts'

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

/** What the record of a tab is called that holds its messages. */
const NAME = 'outbox'
const RETRY_MS = 2_000
const RETRY_MAX_MS = 20_000

/** Messages that this tab is sending, in the order in which they were written. Neither a reload nor the end of the tab loses one. */
export const outbox = signal<readonly Pending[]>([])

let isLoaded = false

/** Ends waiting for tabs that are sending something. */
let endWaiting = () => {}

/** Goes on with what this tab was sending before a reload, and with what other tabs were, once they have ended. */
async function load(): Promise<void> {
  const me = state.me.peek()
  if (me === undefined) return
  const all = keptRecords(me).filter(({ name }) => name === NAME)
  if (!isLoaded) {
    isLoaded = true
    for (const { tab, value } of all) if (tab === ownTab()) takeUp(value)
  }
  const others = all.filter(({ tab }) => tab !== ownTab())
  const living = await findLiving(others.map(({ tab }) => tab))
  for (const { key, value } of others.filter(({ tab }) => !living.has(tab))) {
    takeUp(value)
    dropRecord(key)
  }
  endWaiting()
  endWaiting = onceEnded(living, () => void load())
  await sendAll()
}

function takeUp({ messages = [] }: { messages?: readonly Pending[] }): void {
  const known = new Set(outbox.peek().map(({ localId }) => localId))
  change([...messages.filter(({ localId }) => !known.has(localId)), ...outbox.peek()])
}

function change(next: readonly Pending[]): void {
  outbox.value = next
  const messages = next.filter((one) => one.state !== 'sent')
  const me = state.me.peek()
  if (me !== undefined)
    keepRecord(me, ownTab(), NAME, messages.length > 0 ? { messages } : undefined)
}

/** Sends a message; it is shown at once. */
export function send(to: Destination, content: string): void {
  change([
    ...outbox.value,
    {
      localId: newId(),
      queueId: queueId.value,
      to,
      content,
      timestamp: Math.floor(Date.now() / 1_000),
      state: 'sending',
    },
  ])
  void sendAll()
}

/** Sends again what the server refused. */
export function sendAgain(localId: string): void {
  update(localId, { state: 'sending' })
  void sendAll()
}

/** Forgets a message. */
export function discard(localId: string): void {
  change(outbox.value.filter((one) => one.localId !== localId))
}

/** Forgets those that are in the list by now. */
export function dropArrived(isThere: (id: number) => boolean): void {
  const left = outbox.value.filter((one) => one.state !== 'sent' || !isThere(one.id ?? 0))
  if (left.length < outbox.value.length) change(left)
}

function update(localId: string, changes: Partial<Pending>): void {
  change(outbox.value.map((one) => (one.localId === localId ? { ...one, ...changes } : one)))
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
        // It waits until its writer has signed in again.
        if (isSignedOut(thrown)) return
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
  return outbox.value.find((one) => one.state === 'sending')
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
  if (session.value === 'in' && connection.value === 'live') void untracked(load)
})
// Another tab has begun to send, and may end before it is through.
addEventListener('storage', ({ key }) => {
  if (key?.endsWith(NAME)) void load()
})
