import { prunedEvents, takeEventIds } from '../../events/append.ts'
import { type ClientEvent, fitEvent, parseEvent, senderOf } from '../../events/fit-event.ts'
import { ownQueue, touchQueue } from '../../events/own-queue.ts'
import type { QueueOptions, StoredQueue } from '../../events/queue.ts'
import { readEvents } from '../../events/read-events.ts'
import { badRequest } from '../../failures.ts'
import { ROLES } from '../../groups/system-groups.ts'
import { HEARTBEAT_MS, POLL_MAX_EVENTS } from '../../limits.ts'
import { usersById } from '../../people/find.ts'
import type { Actor, Chat } from '../../port.ts'
import { readerAt } from '../../remembered.ts'
import { loadMember } from '../../viewer.ts'
import { reader, writeChat } from '../../write.ts'

/** One poll of a queue. */
export interface Poll {
  queueId: string
  /** The client has this event and all before; -1 for none. */
  lastEventId: number
  dontBlock: boolean
  /** When a waiting poll ends with a heartbeat; every minute when absent. */
  heartbeatMs?: number
}

/** Polls that are open in this process, by queue: a second one on a queue ends the first. */
const openPolls = new Map<string, AbortController>()

/**
 * Answers the events above `lastEventId`, waiting for one unless told not to: at the latest a heartbeat
 * ends the wait. Throws `BAD_EVENT_QUEUE_ID` for a queue that is gone or not the caller's.
 */
export async function fetchEvents(
  chat: Chat,
  actor: Actor,
  poll: Poll,
  signal: AbortSignal,
): Promise<ClientEvent[]> {
  const queue = await ownQueue(chat, actor, poll.queueId)
  // Ids in a queue count from 0, those of the log from the beginning of the chat.
  const offset = queue.started + 1
  const from = Math.max(poll.lastEventId, -1) + offset
  const first = await eventsAbove(chat, actor, queue, from)
  if (from > first.newest) {
    throw badRequest(`Event ${poll.lastEventId} was not in this queue`)
  }
  if (from < queue.acked && from < (await prunedEvents(reader(chat)))) {
    throw badRequest(`An event newer than ${poll.lastEventId} has already been pruned!`)
  }
  openPolls.get(queue.id)?.abort()
  const ending = new AbortController()
  openPolls.set(queue.id, ending)
  try {
    const isEmpty = first.events.length === 0
    await touchQueue(chat, queue, { acked: from, scanned: isEmpty ? first.scanned : from })
    if (!isEmpty || poll.dontBlock) return renumbered(first.events, offset)
    const release = endWith(ending, [signal, chat.closing], poll.heartbeatMs ?? HEARTBEAT_MS)
    try {
      const events = await waitForEvents(chat, actor, queue, first.scanned, ending.signal)
      return renumbered(events, offset)
    } finally {
      release()
    }
  } finally {
    if (openPolls.get(queue.id) === ending) openPolls.delete(queue.id)
  }
}

/**
 * Ends something with any of some signals, or after a time; answers what undoes that. Much cheaper than
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
  return events.map((event) => ({ ...event, id: event.id - offset }))
}

/** Ends the poll that is open on a queue in this process. */
export function endOpenPoll(queueId: string): void {
  openPolls.get(queueId)?.abort()
}

async function waitForEvents(
  chat: Chat,
  actor: Actor,
  queue: StoredQueue,
  from: number,
  end: AbortSignal,
): Promise<ClientEvent[]> {
  let above = from
  while (!end.aborted) {
    await chat.doorbell.next(above, end)
    const found = await eventsAbove(chat, actor, queue, above)
    if (found.events.length > 0) return found.events
    above = found.scanned
  }
  await touchQueue(chat, queue, { acked: queue.acked, scanned: above })
  // An id of its own, so that ids in a queue only grow.
  const id = await writeChat(chat, async ({ tx }) => takeEventIds(tx, 1))
  return [{ type: 'heartbeat', id }]
}

/** What there is for the queue above an id, up to which id that is all, and the newest id in the log. */
async function eventsAbove(
  chat: Chat,
  actor: Actor,
  queue: StoredQueue,
  above: number,
): Promise<{ events: ClientEvent[]; scanned: number; newest: number }> {
  const options = JSON.parse(queue.options) as QueueOptions
  const { user } = actor
  const isGuest = user.role >= ROLES.guest
  const whose = {
    userId: user.id,
    isGuest,
    allPublic: options.allPublicStreams && !isGuest,
  }
  let scanned = above
  for (;;) {
    const { events: logged, newest, directory } = await readEvents(reader(chat), whose, scanned)
    const db = readerAt(chat, directory)
    const isAll = logged.length < POLL_MAX_EVENTS
    const last = logged.at(-1)?.id ?? scanned
    const viewer = logged.length > 0 && (await loadMember(db, actor, chat.now().getTime()))
    if (viewer) {
      const parsed = logged.map(parseEvent)
      const senders = await usersById(
        db,
        parsed.map(senderOf).filter((id) => id !== undefined),
      )
      const receiver = { viewer, queueId: queue.id, options }
      const events: ClientEvent[] = []
      for (const event of parsed) events.push(...(await fitEvent(chat, receiver, senders, event)))
      const fresh = events.filter(({ id }) => id > above)
      if (fresh.length > 0) return { events: fresh, scanned: last, newest }
    }
    scanned = isAll ? Math.max(newest, last) : last
    if (isAll) return { events: [], scanned, newest }
  }
}
