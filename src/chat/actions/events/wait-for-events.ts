import { OperationError } from '../../../errors.ts'
import type { Progress } from '../../../operation.ts'
import { cleanLine } from '../../../text.ts'
import { type AgentMessage, agentMessageOf } from '../../agent/messages.ts'
import { newestEvent } from '../../events/append.ts'
import type { ClientEvent } from '../../events/fit-event.ts'
import { addQueue, type QueueOptions } from '../../events/queue.ts'
import { AGENT_QUEUE_IDLE_SECONDS } from '../../limits.ts'
import { readableMessages } from '../../messages/access.ts'
import { loadMessages } from '../../messages/load-messages.ts'
import { usersById } from '../../people/find.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader, writeChat } from '../../write.ts'
import { fetchEvents } from './fetch-events.ts'

/** What happened, as models read it. */
export interface AgentEvent {
  kind: 'message' | 'edited' | 'deleted' | 'reaction'
  message_ids: number[]
  message?: AgentMessage
  by?: string
  emoji?: string
}

/** A wait for events. */
export interface Wait {
  /** From the wait before; absent to begin now. */
  cursor: string | undefined
  seconds: number
  signal: AbortSignal
  progress(step: Progress): void
}

/** What came of it. */
export interface Waited {
  events: AgentEvent[]
  cursor: string
  /** Whether events since the cursor are lost, since it was too old. */
  missed: boolean
}

const TICK_MS = 5_000

const OPTIONS: QueueOptions = {
  applyMarkdown: false,
  clientExtavatar: true,
  slimPresence: true,
  allPublicStreams: false,
  eventTypes: ['message', 'update_message', 'delete_message', 'reaction'],
  narrow: [],
  capabilities: { bulk_message_deletion: true, empty_topic_name: false },
}

/**
 * Answers what others did since a cursor, waiting for it where nothing has happened. A cursor is a handle,
 * no credential: it works for the account that got it. One that is too old begins anew, and says so.
 */
export async function waitForEvents(chat: Chat, actor: Actor, wait: Wait): Promise<Waited> {
  const startedMs = performance.now()
  const endMs = startedMs + wait.seconds * 1_000
  const seconds = (): number => Math.round((performance.now() - startedMs) / 1_000)
  const ticks = setInterval(
    () => wait.progress({ done: seconds(), total: wait.seconds, message: 'waiting' }),
    TICK_MS,
  )
  try {
    const begun = await begin(chat, actor, wait.cursor)
    const { queueId, missed } = begun
    let lastEventId = begun.lastEventId
    for (;;) {
      const leftMs = Math.ceil(endMs - performance.now())
      const poll = {
        queueId,
        lastEventId,
        dontBlock: missed || leftMs <= 0,
        heartbeatMs: Math.max(leftMs, 1),
      }
      const raw = await fetchEvents(chat, actor, poll, wait.signal)
      if (wait.signal.aborted) throw new OperationError('cancelled', 'The call was cancelled.')
      lastEventId = raw.at(-1)?.id ?? lastEventId
      const events = await shown(chat, actor, raw)
      // A heartbeat ends a wait: the time is over, the chat ends, or another call waits on this cursor.
      const isBeat = raw.some(({ type }) => type === 'heartbeat')
      const isOver = missed || isBeat || performance.now() >= endMs
      if (events.length > 0 || isOver) {
        return { events, cursor: `${queueId}:${lastEventId}`, missed }
      }
    }
  } finally {
    clearInterval(ticks)
  }
}

async function begin(chat: Chat, actor: Actor, cursor: string | undefined) {
  if (cursor !== undefined) {
    const [, queueId = '', last = ''] = /^([0-9a-f-]{36}):(-?\d{1,15})$/.exec(cursor) ?? []
    if (queueId === '') {
      throw new OperationError('invalid_input', 'This is no cursor.', {
        hint: 'Leave the cursor out to begin now, then pass the one of each answer.',
      })
    }
    const queue = await reader(chat)
      .selectFrom('chat_queue')
      .select(['active_at', 'idle_timeout_ms'])
      .where('id', '=', queueId)
      .where('user_id', '=', actor.user.id)
      .executeTakeFirst()
    const isAlive = queue && queue.active_at + queue.idle_timeout_ms >= chat.now().getTime()
    if (isAlive) return { queueId, lastEventId: Number(last), missed: false }
  }
  const queueId = await writeChat(chat, async ({ tx }) =>
    addQueue(tx, actor, OPTIONS, {
      started: await newestEvent(tx),
      activeAt: chat.now().getTime(),
      idleTimeoutMs: AGENT_QUEUE_IDLE_SECONDS * 1_000,
    }),
  )
  return { queueId, lastEventId: -1, missed: cursor !== undefined }
}

/** What others did, with edited messages as they are now, where the agent may still read them. */
async function shown(chat: Chat, actor: Actor, raw: readonly ClientEvent[]): Promise<AgentEvent[]> {
  const db = reader(chat)
  const me = actor.user.id
  const actorsOf = raw.map(({ user_id }) => Number(user_id)).filter((id) => id > 0)
  const users = await usersById(db, actorsOf)
  const nameOf = ({ user_id }: ClientEvent) => {
    const name = users.get(Number(user_id))?.full_name
    return name === undefined ? {} : { by: cleanLine(name) }
  }
  const edited = raw.filter(({ type }) => type === 'update_message')
  const now = await current(
    chat,
    actor,
    edited.map(({ message_id }) => Number(message_id)),
  )
  return raw.flatMap((event): AgentEvent[] => {
    if (event['user_id'] === me) return []
    switch (event.type) {
      case 'message': {
        const message = { ...(event['message'] as object), flags: event['flags'] }
        const shownMessage = agentMessageOf(message)
        if (shownMessage.sender_id === me) return []
        return [{ kind: 'message', message_ids: [shownMessage.id], message: shownMessage }]
      }
      case 'update_message': {
        if (event['rendering_only'] === true) return []
        const message = now.get(Number(event['message_id']))
        const message_ids = event['message_ids'] as number[]
        return [{ kind: 'edited', message_ids, ...nameOf(event), ...(message ? { message } : {}) }]
      }
      case 'delete_message':
        return [{ kind: 'deleted', message_ids: event['message_ids'] as number[] }]
      case 'reaction': {
        const message_ids = [Number(event['message_id'])]
        const emoji = `${event['op'] === 'add' ? '+' : '-'}${String(event['emoji_name'])}`
        return [{ kind: 'reaction', message_ids, emoji, ...nameOf(event) }]
      }
      default:
        return []
    }
  })
}

async function current(
  chat: Chat,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AgentMessage>> {
  if (ids.length === 0) return new Map()
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const rows = (await readableMessages(db, member, ids)).map(({ message }) => message)
  const form = { applyMarkdown: false, clientExtavatar: true, allowEmptyTopicName: false }
  const records = await loadMessages(chat, db, member, rows, form)
  return new Map(records.map(agentMessageOf).map((message) => [message.id, message]))
}
