import { setImmediate as nextTurn } from 'node:timers/promises'
import { ROLES } from '../groups/system-groups.ts'
import { getCachedReaderAt } from '../kernel/directory-cache.ts'
import { findNewestEventId, readPrunedUpTo, takeEventIds } from '../kernel/event-log.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Member } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { requireHeld } from '../users/rights.ts'
import { isInAudience } from './audience.ts'
import type { ClientEvent } from './event.ts'
import { HEARTBEAT_MAX_MS, HEARTBEAT_MIN_MS, POLL_MAX_CHARS, POLL_MAX_EVENTS } from './limits.ts'
import { shownEvents } from './observed.ts'
import { beginPoll, endPollEverywhere, finishPoll } from './open-polls.ts'
import { forgetQueuePosition, recordQueuePosition, type StoredQueue } from './queue-positions.ts'
import { requireOwnQueue, type QueueOptions } from './queues.ts'
import { serializeEvent } from './serialize-event.ts'

/** One poll of a queue. */
export interface Poll {
  queueId: string
  /** The client has received this event and all before it; -1 for none. */
  lastEventId: number
  dontBlock: boolean
  /** Text of events after which no further event is added; `POLL_MAX_CHARS` when absent. */
  maxChars?: number
  /** When a waiting poll ends with a heartbeat; `pickHeartbeatMs` when absent. */
  heartbeatMs?: number
  /** Whether other polls of the queue go on beside this one. */
  isShared?: boolean
}

/**
 * Returns the events above `lastEventId`. Waits for one by default; a heartbeat ends the wait at the latest. Throws
 * `BAD_EVENT_QUEUE_ID` for a queue that is gone or not the caller's, and `unauthorized` once the caller's right has ended: nothing
 * that was committed after that is returned.
 */
export async function fetchEvents(
  chat: Chat,
  actor: Actor,
  poll: Poll,
  signal: AbortSignal,
): Promise<ClientEvent[]> {
  const queue = await requireOwnQueue(chat, actor, poll.queueId)
  // Ids in a queue start at 0; ids in the log count from the beginning of the chat.
  const offset = queue.started + 1
  const from = Math.max(poll.lastEventId, -1) + offset
  // A waiting poll is woken by new events; a poll that does not wait must still see what its caller has just done.
  await chat.eventLogCache.catchUp({ atLeast: from, isStrict: poll.dontBlock })
  const options = JSON.parse(queue.options) as QueueOptions
  const receiver = { actor, queue, options, maxChars: poll.maxChars }
  const first = await readEventsAbove(chat, receiver, from)
  if (from > first.newest) {
    throw badRequest(`Event ${poll.lastEventId} was not in this queue`)
  }
  if (from < queue.acked && from < (await readPrunedUpTo(reader(chat)))) {
    throw badRequest(`An event newer than ${poll.lastEventId} has already been pruned!`)
  }
  const ending = poll.isShared ? new AbortController() : beginPoll(chat, queue.id, from)
  try {
    const isEmpty = first.events.length === 0
    recordQueuePosition(chat, queue, { acked: from, scanned: isEmpty ? first.scanned : from })
    if (!isEmpty || poll.dontBlock) return renumbered(first.events, offset)
    const release = endWith(ending, [signal, chat.closing], poll.heartbeatMs ?? pickHeartbeatMs())
    const letGo = chat.holdRight(actor, () => ending.abort())
    try {
      const place = { acked: from, scanned: first.scanned }
      return renumbered(await waitForEvents(chat, receiver, place, ending.signal), offset)
    } finally {
      letGo()
      release()
    }
  } finally {
    finishPoll(chat, queue.id, ending)
  }
}

/** When the next heartbeat of a waiting poll is due. */
export function pickHeartbeatMs(): number {
  return HEARTBEAT_MIN_MS + Math.random() * (HEARTBEAT_MAX_MS - HEARTBEAT_MIN_MS)
}

/**
 * Calls `end` when any of the signals aborts or the time is over; returns a function that cancels this. Much cheaper than
 * `AbortSignal.any` and `AbortSignal.timeout`, which live on until the signals and the time end.
 */
function endWith(
  ending: AbortController,
  signals: readonly AbortSignal[],
  afterMs: number,
): () => void {
  const end = () => ending.abort()
  if (signals.some(({ aborted }) => aborted)) end()
  for (const signal of signals) signal.addEventListener('abort', end)
  const timer = setTimeout(end, afterMs)
  return () => {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', end)
  }
}

function renumbered(events: readonly ClientEvent[], offset: number): ClientEvent[] {
  const clientEvents = events.map((event) => ({ ...event, id: event.id - offset }))
  if (shownEvents.hasSubscribers) shownEvents.publish(clientEvents)
  return clientEvents
}

/** The account that polls, and its queue. */
interface Receiver {
  actor: Actor
  queue: StoredQueue
  options: QueueOptions
  maxChars?: number | undefined
}

/** Events looked at in one turn of the event loop. */
const TURN_MAX_EVENTS = 100

async function waitForEvents(
  chat: Chat,
  receiver: Receiver,
  place: { acked: number; scanned: number },
  end: AbortSignal,
): Promise<ClientEvent[]> {
  let { scanned } = place
  while (!end.aborted) {
    await chat.eventLogCache.next(scanned, end)
    const found = await readEventsAbove(chat, receiver, scanned)
    if (found.events.length > 0) return found.events
    scanned = found.scanned
    recordQueuePosition(chat, receiver.queue, { ...place, scanned })
  }
  recordQueuePosition(chat, receiver.queue, { ...place, scanned })
  // Ids in a queue only grow. A heartbeat takes the id of an event that the queue does not get, or else a new one.
  if (scanned > place.acked) return [{ type: 'heartbeat', id: scanned }]
  const id = await writeChat(chat, async ({ tx }) =>
    // Of what another process has written meanwhile, the queue may get something.
    (await findNewestEventId(tx)) > scanned ? undefined : takeEventIds(tx, 1),
  )
  if (id !== undefined) return [{ type: 'heartbeat', id }]
  await chat.eventLogCache.catchUp({ atLeast: scanned, isStrict: true })
  const found = await readEventsAbove(chat, receiver, scanned)
  return found.events.length > 0 ? found.events : [{ type: 'heartbeat', id: found.scanned }]
}

/** Events for the queue above an id; without any, the id up to which there are none; and the newest id in the log. */
export async function readEventsAbove(
  chat: Chat,
  { actor, queue, options, maxChars = POLL_MAX_CHARS }: Receiver,
  above: number,
): Promise<{ events: ClientEvent[]; scanned: number; newest: number }> {
  const { user } = actor
  const isGuest = user.role >= ROLES.guest
  const allPublic = options.allPublicStreams && !isGuest
  const whose = { userId: user.id, isGuest, isBot: user.is_bot === 1, allPublic }
  for (let scanned = above; ;) {
    const { events: logged, newest, directory, isAll } = await chat.eventLogCache.read(scanned)
    const db = getCachedReaderAt(chat, directory)
    await requireHeld(db, actor)
    const nowMs = chat.now().getTime()
    const events: ClientEvent[] = []
    let chars = 0
    let requester: Member | undefined
    for (const [index, event] of logged.entries()) {
      if (events.length >= POLL_MAX_EVENTS || chars >= maxChars) break
      if (index % TURN_MAX_EVENTS === TURN_MAX_EVENTS - 1) await nextTurn()
      if (options.eventTypes && !options.eventTypes.includes(event.type)) continue
      if (!(await isInAudience(db, event, whose, nowMs))) continue
      requester ??= await loadMember(db, actor, nowMs)
      const fitted = await serializeEvent(
        chat,
        db,
        { requester, queueId: queue.id, options },
        event,
      )
      const fresh = fitted.filter(({ id }) => id > above)
      if (fresh.length > 0) chars += event.size
      events.push(...fresh)
    }
    scanned = isAll ? newest : (logged.at(-1)?.id ?? scanned)
    if (events.length > 0 || isAll) return { events, scanned, newest }
    // Reading far back must not block other requests.
    await nextTurn()
  }
}

/** Removes a queue of the caller. Throws `BAD_EVENT_QUEUE_ID` when it is gone or somebody else's. */
export async function deleteQueue(chat: Chat, actor: Actor, queueId: string): Promise<void> {
  await requireOwnQueue(chat, actor, queueId)
  forgetQueuePosition(chat, queueId)
  await writeChat(chat, async ({ tx }) => {
    await tx.deleteFrom('chat_sent').where('queue_id', '=', queueId).execute()
    await tx.deleteFrom('chat_queue').where('id', '=', queueId).execute()
  })
  endPollEverywhere(chat, queueId)
}
