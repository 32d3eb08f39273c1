import { badRequest, noRecord } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { SCHEDULED_MAX_BYTES, SCHEDULED_MAX_COUNT } from '../limits.ts'
import { prepareSending, type Sending } from '../messages/send/send-message.ts'
import { requireRenderingShare } from '../rendering/rendering-share.ts'
import {
  recipientsOf,
  type Scheduled,
  scheduledRecord,
  type ScheduledRecord,
  loadScheduledRecords,
} from './scheduled-record.ts'
import { requireStored, type StoredTexts } from './stored-texts.ts'

/** A message that the caller wants to be sent later. */
export interface ScheduleWish {
  type: 'direct' | 'channel' | 'stream' | 'private'
  to: number | readonly number[]
  topic?: string | undefined
  content: string
  /** UNIX seconds. */
  scheduled_delivery_timestamp: number
  read_by_sender?: boolean | undefined
}

/** Changes to a scheduled message; absent fields stay. */
export type ScheduleChange = {
  [Name in keyof ScheduleWish]?: ScheduleWish[Name] | undefined
}

const SCHEDULED: StoredTexts = {
  table: 'chat_scheduled',
  columns: ['content', 'rendered'],
  items: 'scheduled messages',
  maxCount: SCHEDULED_MAX_COUNT,
  maxBytes: SCHEDULED_MAX_BYTES,
}

/** The caller's scheduled messages. */
export async function listScheduled(chat: Chat, actor: Actor): Promise<ScheduledRecord[]> {
  return loadScheduledRecords(reader(chat), actor.user.id)
}

/** Schedules a message. Returns its id. Throws where it could not be sent now. */
export async function addScheduled(chat: Chat, actor: Actor, wish: ScheduleWish): Promise<number> {
  const columns = await checked(chat, actor, wish)
  const user_id = actor.user.id
  const isRead = wish.read_by_sender
  const is_read_by_sender = isRead === undefined ? null : isRead ? 1 : 0
  return writeChat(chat, async ({ tx, emit }) => {
    const row = await tx
      .insertInto('chat_scheduled')
      .values({
        ...columns,
        user_id,
        client: actor.client,
        is_read_by_sender,
        failure: null,
        revision: 1,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await requireStored(tx, user_id, SCHEDULED)
    const scheduled_messages = [scheduledRecord(row)]
    emit({
      payload: { type: 'scheduled_messages', op: 'add', scheduled_messages },
      to: { users: [user_id] },
    })
    return row.id
  })
}

/** Changes a scheduled message of the caller; one whose sending failed needs a new time. */
export async function editScheduled(
  chat: Chat,
  actor: Actor,
  id: number,
  change: ScheduleChange,
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) {
    throw badRequest('Nothing to change')
  }
  const before = await ownScheduled(reader(chat), actor, id)
  const columns = await checked(chat, actor, merged(before, change))
  await writeChat(chat, async ({ tx, emit }) => {
    const changed = await tx
      .updateTable('chat_scheduled')
      .set({ ...columns, failure: null, revision: before.revision + 1 })
      .where('id', '=', id)
      .where('revision', '=', before.revision)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throw badRequest('Scheduled message was already sent or changed meanwhile')
    await requireStored(tx, actor.user.id, SCHEDULED)
    const scheduled_message = scheduledRecord(changed)
    emit({
      payload: { type: 'scheduled_messages', op: 'update', scheduled_message },
      to: { users: [actor.user.id] },
    })
  })
}

/** Deletes a scheduled message of the caller. */
export async function deleteScheduled(chat: Chat, actor: Actor, id: number): Promise<void> {
  await writeChat(chat, async ({ tx, emit }) => {
    const { id: scheduled_message_id } = await ownScheduled(tx, actor, id)
    await tx.deleteFrom('chat_scheduled').where('id', '=', id).execute()
    emit({
      payload: { type: 'scheduled_messages', op: 'remove', scheduled_message_id },
      to: { users: [actor.user.id] },
    })
  })
}

/** Destination of a message, in the form that sending takes. */
export function destinationOf({
  type,
  to,
  topic,
}: Pick<ScheduleWish, 'type' | 'to' | 'topic'>): Sending['to'] {
  const ids = typeof to === 'number' ? [to] : to
  if (type === 'direct' || type === 'private') return { users: ids }
  const [channel, ...more] = ids
  if (channel === undefined || more.length > 0) throw badRequest('Expected exactly one channel')
  return { channel, topic: topic ?? '' }
}

async function ownScheduled(db: Reader, { user }: Actor, id: number): Promise<Scheduled> {
  const row = await db
    .selectFrom('chat_scheduled')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user.id)
    .executeTakeFirst()
  if (!row) throw noRecord('Scheduled message does not exist')
  return row
}

function merged(before: Scheduled, change: ScheduleChange): ScheduleWish {
  const isDirect = change.type === 'direct' || change.type === 'private'
  if (change.type !== undefined && change.to === undefined) {
    throw badRequest('Recipient required when updating type of scheduled message.')
  }
  if (change.type !== undefined && !isDirect && change.topic === undefined) {
    throw badRequest('Topic required when updating scheduled message type to channel.')
  }
  return {
    type: change.type ?? (before.type as 'stream' | 'private'),
    to: change.to ?? recipientsOf(before),
    topic: change.topic ?? before.topic,
    content: change.content ?? before.content,
    scheduled_delivery_timestamp: change.scheduled_delivery_timestamp ?? before.deliver_at,
  }
}

async function checked(chat: Chat, actor: Actor, wish: ScheduleWish) {
  const { scheduled_delivery_timestamp: deliver_at } = wish
  if (deliver_at * 1_000 <= chat.now().getTime()) {
    throw badRequest('Scheduled delivery time must be in the future.')
  }
  requireRenderingShare(chat, actor.user)
  const { to, content, rendered } = await prepareSending(chat, actor, {
    to: destinationOf(wish),
    content: wish.content,
  })
  const place =
    'channel' in to
      ? { type: 'stream', recipients: JSON.stringify([to.channel.id]), topic: to.topic }
      : {
          type: 'private',
          // As the caller named them: the caller is included only when named.
          recipients: JSON.stringify(
            typeof wish.to === 'number' ? [wish.to] : [...new Set(wish.to)],
          ),
          topic: '',
        }
  return { ...place, content, rendered: rendered.html, deliver_at }
}
