import { AGENT_EVENT_TYPES, drawCursorName, noCursor } from '../agent/wait.ts'
import { findNewestEventId } from '../kernel/event-log.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Actor, Beginning, Chat, EventFeed } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { loadReadableMessages } from '../messages/access.ts'
import { readInParts } from '../messages/fetch/load-in-parts.ts'
import { loadMessages } from '../messages/fetch/load-messages.ts'
import { changeFlags } from '../messages/marking/change-flags.ts'
import type { Realm } from '../organization/realm-settings.ts'
import { findUsersById } from '../users/find-users.ts'
import { whileHeld } from '../users/rights.ts'
import { fetchEvents } from './fetch-events.ts'
import {
  AGENT_CURSORS_MAX_COUNT,
  AGENT_EVENTS_MAX_CHARS,
  AGENT_QUEUE_IDLE_SECONDS,
} from './limits.ts'
import { endPollEverywhere } from './open-polls.ts'
import {
  findAcknowledged,
  findLastPoll,
  forgetQueuePosition,
  isExpired,
  recordQueuePosition,
  type StoredQueue,
} from './queue-positions.ts'
import { addQueue, type QueueOptions } from './queues.ts'

const OPTIONS: QueueOptions = {
  applyMarkdown: false,
  clientExtavatar: true,
  slimPresence: true,
  allPublicStreams: false,
  eventTypes: AGENT_EVENT_TYPES,
  narrow: [],
  capabilities: { bulk_message_deletion: true, empty_topic_name: false },
}

/** The event feed of an account of this instance: a cursor is a queue and a position in it. */
export function followEvents(chat: Chat, actor: Actor): EventFeed {
  const me = actor.user.id
  return {
    ownId: async () => me,
    begin: async (cursor) => whileHeld(chat, actor, begin(cursor)),
    async mark() {
      const queue = (await findNewestQueue(chat, me)) ?? (await openFirst(chat, actor))
      if (!queue) return openCursor(chat, actor)
      const newest = await findNewestEventId(reader(chat))
      // Keeps the queue alive until the cursor is used.
      recordQueuePosition(chat, queue, queue)
      return `${queue.id}:${Math.max(newest, queue.started) - queue.started - 1}`
    },
    look(cursor) {
      lookedOf(chat).set(me, readCursor(cursor))
    },
    async markRead(messageIds) {
      const db = reader(chat)
      const member = await loadMember(db, actor, chat.now().getTime())
      const readable = await loadReadableMessages(db, member, messageIds)
      const ids = readable.map(({ message }) => message.id)
      if (ids.length === 0) return
      await changeFlags(chat, actor, { messageIds: ids, op: 'add', flag: 'read' })
    },
    async next(cursor, { maxMs, signal }) {
      const place = readCursor(cursor)
      const wait = { dontBlock: maxMs <= 0, heartbeatMs: Math.max(maxMs, 1) }
      const events = await fetchEvents(
        chat,
        actor,
        { ...place, ...wait, maxChars: AGENT_EVENTS_MAX_CHARS, isShared: true },
        signal,
      )
      return {
        events,
        cursor: `${place.queueId}:${events.at(-1)?.id ?? place.lastEventId}`,
        missed: false,
        // A heartbeat ends a wait: the time is over, or the chat shuts down.
        isOver: events.some(({ type }) => type === 'heartbeat'),
      }
    },
    async names(userIds) {
      const users = await whileHeld(chat, actor, findUsersById(reader(chat), userIds))
      return new Map([...users].map(([id, user]) => [id, user.full_name]))
    },
    messages: async (messageIds) => whileHeld(chat, actor, messages(messageIds)),
  }

  async function begin(cursor: string | undefined): Promise<Beginning> {
    if (cursor !== undefined && (await findAlive(chat, me, readCursor(cursor).queueId))) {
      return { cursor, missed: false, isNow: false }
    }
    const looked = cursor === undefined ? await findLooked(chat, me) : undefined
    return {
      cursor: await openCursor(chat, actor, looked),
      missed: cursor !== undefined,
      isNow: looked === undefined,
    }
  }

  async function messages(messageIds: readonly number[]): Promise<unknown[]> {
    if (messageIds.length === 0) return []
    const db = reader(chat)
    const member = await loadMember(db, actor, chat.now().getTime())
    const readable = await loadReadableMessages(db, member, messageIds)
    const ids = readable.map(({ message }) => message.id)
    const realm: Realm = { ...member.realm, message_edit_history_visibility_policy: 'none' }
    const parts = readInParts(db, { realm, texts: 'content' }, ids, AGENT_EVENTS_MAX_CHARS)
    // What does not fit is left out: that it was edited is known from the event.
    const { done, value: rows } = await parts.next()
    const form = { applyMarkdown: false, clientExtavatar: true, allowEmptyTopicName: false }
    return done ? [] : loadMessages(chat, db, { ...member, realm }, rows, form)
  }
}

/** A new cursor that begins after an event of the log; after the newest one when absent. */
async function openCursor(chat: Chat, actor: Actor, after?: number): Promise<string> {
  const { queueId, dropped } = await writeChat(chat, async ({ tx }) => ({
    dropped: await dropQuiet(tx, actor),
    queueId: await addQueue(tx, actor, OPTIONS, {
      id: drawCursorName(),
      started: after ?? (await findNewestEventId(tx)),
      activeAt: chat.now().getTime(),
      idleTimeoutMs: AGENT_QUEUE_IDLE_SECONDS * 1_000,
    }),
  }))
  for (const id of dropped) {
    endPollEverywhere(chat, id)
    forgetQueuePosition(chat, id)
  }
  return `${queueId}:-1`
}

/** First queues of accounts that are being made. */
const firstQueues = new WeakMap<Chat, Map<number, Promise<string>>>()

/** The first queue of an account: one, however many calls need it at once. */
async function openFirst(chat: Chat, actor: Actor): Promise<StoredQueue | undefined> {
  const opening = firstQueues.get(chat) ?? new Map<number, Promise<string>>()
  firstQueues.set(chat, opening)
  const { id } = actor.user
  const first = opening.get(id) ?? openCursor(chat, actor).finally(() => opening.delete(id))
  opening.set(id, first)
  await first
  return findNewestQueue(chat, id)
}

/** A position in a queue, in its own numbering. */
interface QueuePlace {
  queueId: string
  lastEventId: number
}

/** Where accounts last looked, as far as this process knows. */
const looks = new WeakMap<Chat, Map<number, QueuePlace>>()

function lookedOf(chat: Chat): Map<number, QueuePlace> {
  const known = looks.get(chat) ?? new Map<number, QueuePlace>()
  looks.set(chat, known)
  return known
}

/** Id of the event up to which an account has looked; undefined where it never has, or too long ago. */
async function findLooked(chat: Chat, userId: number): Promise<number | undefined> {
  const looked = lookedOf(chat).get(userId)
  const known = looked && (await findAlive(chat, userId, looked.queueId))
  if (looked && known) return known.started + 1 + looked.lastEventId
  // Another process may know better: this repeats what was told last, and loses nothing.
  const queue = await findNewestQueue(chat, userId)
  return queue && findAcknowledged(chat, queue)
}

/** Makes room for a cursor: an agent that never reuses one would pile up queues. Returns the queues removed. */
async function dropQuiet(tx: Tx, { user }: Actor): Promise<string[]> {
  const queues = await tx
    .selectFrom('chat_queue')
    .select('id')
    .where('user_id', '=', user.id)
    .where('options', '=', JSON.stringify(OPTIONS))
    .orderBy('active_at', 'desc')
    .orderBy('started', 'desc')
    .execute()
  const ids = queues.slice(AGENT_CURSORS_MAX_COUNT - 1).map(({ id }) => id)
  if (ids.length > 0) await tx.deleteFrom('chat_queue').where('id', 'in', ids).execute()
  return ids
}

function readCursor(cursor: string): QueuePlace {
  const [, queueId = '', last = ''] = /^(\d{12}):(-?\d{1,15})$/.exec(cursor) ?? []
  if (queueId === '') throw noCursor()
  return { queueId, lastEventId: Number(last) }
}

async function findAlive(
  chat: Chat,
  userId: number,
  queueId: string,
): Promise<StoredQueue | undefined> {
  const queue = await reader(chat)
    .selectFrom('chat_queue')
    .selectAll()
    .where('id', '=', queueId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return queue && !isExpired(chat, queue) ? queue : undefined
}

/** The queue of a cursor that an account used last. */
async function findNewestQueue(chat: Chat, userId: number): Promise<StoredQueue | undefined> {
  const queues = await reader(chat)
    .selectFrom('chat_queue')
    .selectAll()
    .where('user_id', '=', userId)
    .where('options', '=', JSON.stringify(OPTIONS))
    .execute()
  return queues
    .filter((queue) => !isExpired(chat, queue))
    .toSorted((a, b) => findLastPoll(chat, b) - findLastPoll(chat, a) || b.started - a.started)[0]
}
