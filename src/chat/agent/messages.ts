import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import { cleanLine, cleanText } from '../../lib/text.ts'
import type { EventFeed } from '../kernel/types.ts'
import type { Submessage } from '../widgets/submessages.ts'
import { pollState, todoState } from '../widgets/widget-state.ts'

/** A message as models read it. */
export const agentMessage = z.object({
  id: z.int(),
  sender: z.string(),
  sender_id: z.int(),
  channel: z.string().optional(),
  topic: z.string().optional(),
  people: z.array(z.string()).optional().describe('Names of those in a direct conversation.'),
  time: z.string(),
  content: z.string().describe('Markdown that others have written.'),
  reactions: z.record(z.string(), z.int()).optional(),
  flags: z.array(z.string()).optional().describe('Any of unread, mentioned, starred and edited.'),
})

/** A message as models read it. */
export type AgentMessage = z.infer<typeof agentMessage>

/** Latest time that a `Date` can represent, in seconds. */
const TIME_MAX_SECONDS = 8_640_000_000_000

/** The fields of a message record that are used. */
const messageRecord = z.object({
  id: z.int(),
  sender_id: z.int(),
  sender_full_name: z.string(),
  type: z.enum(['stream', 'private']),
  display_recipient: z.union([z.string(), z.array(z.object({ full_name: z.string() }))]),
  subject: z.string(),
  content: z.string(),
  timestamp: z.int().min(0).max(TIME_MAX_SECONDS),
  last_edit_timestamp: z.int().optional(),
  submessages: z
    .array(
      z.object({
        id: z.int(),
        message_id: z.int(),
        sender_id: z.int(),
        msg_type: z.string(),
        content: z.string(),
      }),
    )
    .catch([]),
  reactions: z.array(z.object({ emoji_name: z.string() })).default([]),
  flags: z.array(z.string()).default([]),
})

/** Whether this is a message record as far as it is used: another server may send anything. */
export function isMessageRecord(record: unknown): boolean {
  return messageRecord.safeParse(record).success
}

/**
 * Returns the short form of a message record (spec 2.4, with raw content), without invisible characters, which could carry
 * instructions to models. Throws `upstream_failed` for an invalid record.
 */
export function agentMessageOf(record: unknown): AgentMessage {
  const { data: message, error: cause } = messageRecord.safeParse(record)
  if (!message) {
    throw new OperationError(
      'upstream_failed',
      'The chat server sent a message in another shape.',
      {
        hint: 'The owner should check that --chat is the address of a chat server.',
        cause,
      },
    )
  }
  const { display_recipient: recipient } = message
  const reactions: Record<string, number> = {}
  for (const { emoji_name: name } of message.reactions) reactions[name] = (reactions[name] ?? 0) + 1
  const flags = [
    ...(message.flags.includes('read') ? [] : ['unread']),
    ...(message.flags.some((flag) => flag.includes('mentioned')) ? ['mentioned'] : []),
    ...(message.flags.includes('starred') ? ['starred'] : []),
    ...(message.last_edit_timestamp === undefined ? [] : ['edited']),
  ]
  return {
    id: message.id,
    sender: cleanLine(message.sender_full_name),
    sender_id: message.sender_id,
    ...(typeof recipient === 'string'
      ? { channel: cleanLine(recipient), topic: cleanLine(message.subject) }
      : { people: recipient.map(({ full_name }) => cleanLine(full_name)) }),
    time: new Date(message.timestamp * 1_000).toISOString(),
    content: cleanText(message.content + widgetLine(message.submessages)),
    ...(message.reactions.length > 0 ? { reactions } : {}),
    ...(flags.length > 0 ? { flags } : {}),
  }
}

/** One line about a message; further lines of its content are indented, so that none looks like another message. */
export function formatMessage(message: AgentMessage): string {
  const { id, sender, time, content, reactions = {}, flags = [] } = message
  const place = message.people
    ? `@ ${message.people.join(', ')}`
    : `#${message.channel} > ${message.topic}`
  const marks = [...flags, ...Object.entries(reactions).map(([name, count]) => `${name} ${count}`)]
  const aside = marks.length > 0 ? ` [${marks.join(', ')}]` : ''
  const text = content.replaceAll('\n', '\n    ')
  return `${id} ${time.slice(0, 16).replace('T', ' ')}Z ${place} | ${sender}${aside}: ${text}`
}

/** How the poll or list of a message stands, in one line for models; empty for other messages, and for what cannot be read. */
function widgetLine(submessages: readonly Submessage[]): string {
  if (submessages.length === 0) return ''
  try {
    const poll = pollState(submessages)
    const votes = poll?.options.map(({ option, voters }) => `${option}: ${voters.length}`)
    if (votes) return `\n[poll, votes so far: ${votes.join('; ') || 'none'}]`
    const list = todoState(submessages)
    const tasks = list?.tasks.map(({ task, isDone }) => `${task}: ${isDone ? 'done' : 'open'}`)
    return tasks ? `\n[list: ${tasks.join('; ') || 'empty'}]` : ''
  } catch {
    // Another server may send anything.
    return ''
  }
}

/** Marks messages as read that a model is shown. They stay shown where that cannot be done. */
export async function markDisplayed(
  feed: EventFeed,
  messages: readonly AgentMessage[],
): Promise<void> {
  const unread = messages.filter(({ flags = [] }) => flags.includes('unread')).map(({ id }) => id)
  if (unread.length > 0) await feed.markRead([...new Set(unread)]).catch(() => {})
}
