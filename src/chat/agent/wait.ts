import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { cancelled, OperationError } from '../../contract/errors.ts'
import type { Progress } from '../../contract/operation.ts'
import { cleanLine } from '../../lib/text.ts'
import type { HeardEvent } from '../events/event.ts'
import type { EventFeed } from '../kernel/types.ts'
import { type AgentMessage, agentMessageOf, isMessageRecord, markDisplayed } from './messages.ts'

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
  /** The cursor of the answer before; absent to go on where the account last looked. */
  cursor: string | undefined
  seconds: number
  /** Whether what is told stays unread. */
  peek?: boolean
  /** Which events are waited for; all when absent. The others are passed over, for a later wait. */
  isAwaited?(event: AgentEvent): boolean
  /** Told the cursor by which another call would wait from the same place. */
  begun?(cursor: string): void
  signal: AbortSignal
  progress(step: Progress): void
}

/** The result. */
export interface Waited {
  events: AgentEvent[]
  cursor: string
  /** Whether events since the cursor are lost. */
  missed: boolean
}

const TICK_MS = 5_000

/** Longest emoji name shown. */
const EMOJI_NAME_SHOWN_CHARS = 100

/** Kinds of events reported to models. */
export const AGENT_EVENT_TYPES = [
  'message',
  'update_message',
  'delete_message',
  'reaction',
] as const satisfies readonly HeardEvent['type'][]

/**
 * Returns what others did since a cursor; waits when nothing has happened. A cursor is a handle, not a credential: it only works
 * for the account that got it. One that is too old starts over and sets `missed`. Without one, what the account has read
 * meanwhile is left out. What is told is read then, unless it is only peeked at.
 */
export async function waitForEvents(feed: EventFeed, wait: Wait): Promise<Waited> {
  const startedMs = performance.now()
  const endMs = startedMs + wait.seconds * 1_000
  const seconds = (): number => Math.round((performance.now() - startedMs) / 1_000)
  const ticks = setInterval(
    () => wait.progress({ done: seconds(), total: wait.seconds, message: 'waiting' }),
    TICK_MS,
  )
  try {
    const { missed: isLost, isNow, ...begun } = await feed.begin(wait.cursor)
    wait.begun?.(begun.cursor)
    if (isNow) feed.look(begun.cursor)
    if (isLost || (isNow && wait.seconds === 0)) return { events: [], ...begun, missed: isLost }
    for (let { cursor } = begun; ;) {
      const maxMs = Math.max(Math.ceil(endMs - performance.now()), 0)
      const heard = await feed.next(cursor, { maxMs, signal: wait.signal })
      if (wait.signal.aborted) throw cancelled()
      const { missed } = heard
      cursor = heard.cursor
      const news = await toAgentEvents(feed, heard.events)
      const fresh = wait.cursor === undefined ? await withoutRead(feed, news) : news
      const events = wait.isAwaited ? fresh.filter(wait.isAwaited) : fresh
      if (events.length > 0 || missed || heard.isOver || performance.now() >= endMs) {
        if (!wait.isAwaited) feed.look(cursor)
        if (!wait.peek)
          await markDisplayed(
            feed,
            events.flatMap(({ message }) => message ?? []),
          )
        return { events, cursor, missed }
      }
    }
  } finally {
    clearInterval(ticks)
  }
}

/** Events without new messages that the account has read already. */
async function withoutRead(feed: EventFeed, events: readonly AgentEvent[]): Promise<AgentEvent[]> {
  const ids = events.flatMap(({ kind, message }) =>
    kind === 'message' && message ? message.id : [],
  )
  if (ids.length === 0) return [...events]
  // Where that cannot be told, hearing twice is better than missing it.
  const records = await feed.messages(ids).catch(() => [])
  const current = records.filter(isMessageRecord).map(agentMessageOf)
  const read = new Set(
    current.flatMap(({ id, flags = [] }) => (flags.includes('unread') ? [] : id)),
  )
  return events.filter(({ kind, message }) => kind !== 'message' || !read.has(message?.id ?? 0))
}

/** A name for what the cursors of an account belong to, in digits: models copy these without a fault, and pay little for them. */
export function drawCursorName(): string {
  return String(randomInt(10 ** 11, 10 ** 12))
}

/** The error for a text that is no cursor. */
export function noCursor(): OperationError {
  return new OperationError('invalid_input', 'This is no cursor.', {
    hint: 'Leave the cursor out to go on where you last looked, or pass the one of an answer.',
  })
}

/** What others did, with the current text of edited messages that the agent may still read. */
async function toAgentEvents(feed: EventFeed, raw: readonly HeardEvent[]): Promise<AgentEvent[]> {
  const readable = raw.filter(isReadable)
  if (readable.length === 0) return []
  const me = await feed.ownId()
  const users = await feed.names(
    readable.map((event) => Number(actorOf(event))).filter((id) => id > 0),
  )
  const nameOf = (event: HeardEvent) => {
    const name = users.get(Number(actorOf(event)))
    return name === undefined ? {} : { by: cleanLine(name) }
  }
  const edited = readable.filter((event) => event.type === 'update_message')
  const current = await feed.messages(edited.map(({ message_id }) => Number(message_id)))
  const now = new Map(
    current
      .filter(isMessageRecord)
      .map(agentMessageOf)
      .map((message) => [message.id, message]),
  )
  return readable.flatMap((event): AgentEvent[] => {
    if (actorOf(event) === me) return []
    switch (event.type) {
      case 'message': {
        const message = agentMessageOf(recordIn(event))
        if (message.sender_id === me) return []
        return [{ kind: 'message', message_ids: [message.id], message }]
      }
      case 'update_message': {
        if (event.rendering_only === true) return []
        const message = now.get(Number(event.message_id))
        const message_ids = event.message_ids as number[]
        return [{ kind: 'edited', message_ids, ...nameOf(event), ...(message ? { message } : {}) }]
      }
      case 'delete_message':
        return [{ kind: 'deleted', message_ids: event.message_ids as number[] }]
      case 'reaction': {
        const message_ids = [Number(event.message_id)]
        const emoji = `${event.op === 'add' ? '+' : '-'}${cleanLine(String(event.emoji_name), EMOJI_NAME_SHOWN_CHARS)}`
        return [{ kind: 'reaction', message_ids, emoji, ...nameOf(event) }]
      }
      default:
        return []
    }
  })
}

const ids = z.array(z.int())

/** Required fields of the reported events, except messages. */
const SHAPES: ReadonlyMap<string, z.ZodType> = new Map<HeardEvent['type'], z.ZodType>([
  [
    'update_message',
    z.object({ message_id: z.int(), message_ids: ids }) satisfies Reads<
      'update_message',
      'message_id' | 'message_ids'
    >,
  ],
  [
    'delete_message',
    z.object({ message_ids: ids }) satisfies Reads<'delete_message', 'message_ids'>,
  ],
  [
    'reaction',
    z.object({ message_id: z.int(), op: z.string(), emoji_name: z.string() }) satisfies Reads<
      'reaction',
      'message_id' | 'op' | 'emoji_name'
    >,
  ],
])

/** Looks at some fields that events of a type have. */
type Reads<
  Type extends HeardEvent['type'],
  Name extends keyof Extract<HeardEvent, { type: Type }>,
> = z.ZodType<Pick<Extract<HeardEvent, { type: Type }>, Name>>

/** Whether an event has the shape of its type: another server may send anything, and one malformed event must not hide the others. */
function isReadable(event: HeardEvent): boolean {
  if (event.type === 'message') return isMessageRecord(recordIn(event))
  return SHAPES.get(event.type)?.safeParse(event).success ?? false
}

/** Who did it, where that is not told by a message. */
function actorOf(event: HeardEvent): unknown {
  return event.type === 'update_message' || event.type === 'reaction' ? event.user_id : undefined
}

function recordIn({ message, flags }: Extract<HeardEvent, { type: 'message' }>): object {
  return { ...(message as object | null | undefined), flags }
}
