import { z } from 'zod'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Message, Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { requireMessageById } from '../messages/access.ts'
import { loadAudiencesOf } from '../messages/edit/change-content.ts'
import { countMessageSpace, requireMessageSpace } from '../messages/message-space.ts'
import { raiseForParticipant } from '../topics/automatic-policy.ts'
import { MESSAGE_MAX_SUBMESSAGES } from './limits.ts'
import { loadSubmessages, storeSubmessage, widgetTypeOf } from './submessages.ts'

/** What a client does with the widget of a message. */
export interface NewSubmessage {
  messageId: number
  msgType: string
  /** JSON. */
  content: string
}

/**
 * Adds what the caller does with the widget of a message that they may read, and tells everybody who reads it. Throws where the
 * message is no widget yet and not their own.
 */
export async function addSubmessage(
  chat: Chat,
  actor: Actor,
  submessage: NewSubmessage,
): Promise<void> {
  const { user } = actor
  const counted = { content: submessage.content, rendered: { html: '' } }
  await check(
    reader(chat),
    await reachable(chat, reader(chat), actor, submessage),
    actor,
    submessage,
  )
  await requireMessageSpace(chat, reader(chat), user, counted)
  await writeChat(chat, async (unit) => {
    const message = await reachable(chat, unit.tx, actor, submessage)
    await check(unit.tx, message, actor, submessage)
    await countMessageSpace(chat, unit, user, counted)
    const { id, ...row } = await storeSubmessage(unit.tx, {
      message_id: message.id,
      sender_id: user.id,
      msg_type: submessage.msgType,
      content: submessage.content,
    })
    for (const to of await loadAudiencesOf(unit.tx, message)) {
      unit.emit({ payload: { type: 'submessage', submessage_id: id, ...row }, to })
    }
    await raiseForParticipant(chat, unit, message, user)
  })
}

async function reachable(
  chat: Chat,
  db: Reader,
  actor: Actor,
  { messageId }: NewSubmessage,
): Promise<Message> {
  const member = await loadMember(db, actor, chat.now().getTime())
  const { message, seen } = await requireMessageById(db, member, messageId)
  if (seen?.channel.is_archived) throw badRequest('Invalid message(s)')
  return message
}

async function check(
  db: Reader,
  message: Message,
  { user }: Actor,
  { content }: NewSubmessage,
): Promise<void> {
  const before = (await loadSubmessages(db, [message.id])).get(message.id) ?? []
  const isAuthor = message.sender_id === user.id
  if (!isAuthor && !before.some(({ sender_id }) => sender_id === message.sender_id)) {
    throw badRequest('You cannot attach a submessage to this message.')
  }
  if (before.length >= MESSAGE_MAX_SUBMESSAGES) {
    throw badRequest('Too much was done with this message already.')
  }
  let data: unknown
  try {
    data = JSON.parse(content)
  } catch {
    throw badRequest('Invalid json for submessage')
  }
  requireData(widgetTypeOf(before), data, isAuthor)
}

const POLL = {
  vote: z.strictObject({
    type: z.literal('vote'),
    key: z.string(),
    vote: z.union([z.literal(1), z.literal(-1)]),
  }),
  question: z.strictObject({ type: z.literal('question'), question: z.string() }),
  new_option: z.strictObject({
    type: z.literal('new_option'),
    option: z.string(),
    idx: z.int(),
  }),
} as const

const TODO = {
  new_task: z.strictObject({
    type: z.literal('new_task'),
    key: z.int(),
    task: z.string(),
    desc: z.string(),
    completed: z.boolean(),
  }),
  strike: z.strictObject({ type: z.literal('strike'), key: z.string() }),
  new_task_list_title: z.strictObject({
    type: z.literal('new_task_list_title'),
    title: z.string(),
  }),
} as const

/** What only the author of a widget may do, and what others are told. */
const AUTHORS_ONLY: Readonly<Record<string, string>> = {
  question: "You can't edit a question unless you are the author.",
  new_task_list_title: "You can't edit the task list title unless you are the author.",
}

function requireData(widget: string | undefined, data: unknown, isAuthor: boolean): void {
  if (widget !== 'poll' && widget !== 'todo') return
  const typed = z.looseObject({ type: z.string() }).safeParse(data)
  if (!typed.success) throw badRequest('type key is missing from widget_data')
  const { type } = typed.data
  const schemas: Readonly<Record<string, z.ZodType>> = widget === 'poll' ? POLL : TODO
  const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined
  if (!schema) throw badRequest(`Unknown type for ${widget} data: ${type.slice(0, 60)}`)
  if (!isAuthor && AUTHORS_ONLY[type] !== undefined) throw badRequest(AUTHORS_ONLY[type])
  const read = schema.safeParse(data)
  if (!read.success) throw badRequest(`Invalid data for ${type}: ${z.prettifyError(read.error)}`)
}
