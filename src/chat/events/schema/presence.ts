import { z } from 'zod'
import { defineEvent, defineFittedEvent } from './define.ts'
import { emojiFields, ids } from './records.ts'

const person = z.strictObject({ user_id: z.int(), email: z.string() })

const typing = { type: z.literal('typing'), op: z.enum(['start', 'stop']), sender: person }

const legacy = {
  type: z.literal('presence'),
  user_id: z.int(),
  server_timestamp: z.number(),
  presence: z.strictObject({
    website: z.strictObject({
      client: z.literal('website'),
      status: z.enum(['active', 'idle']),
      timestamp: z.int(),
      pushable: z.literal(false),
    }),
  }),
}

const modern = z.record(
  z.string(),
  z.strictObject({ active_timestamp: z.int(), idle_timestamp: z.int() }),
)

const recipient = z.union([
  z.strictObject({ type: z.literal('direct'), user_ids: ids }),
  z.strictObject({ type: z.literal('channel'), channel_id: z.int(), topic: z.string() }),
])

/** Events about who is there and what they do. */
export const presenceEvents = [
  defineEvent(
    { since: 0, sent: 'Somebody else begins to write a message, or stops.' },
    z.strictObject({
      ...typing,
      message_type: z.literal('direct'),
      recipients: z.array(person),
    }),
    z.strictObject({
      ...typing,
      message_type: z.literal('stream'),
      stream_id: z.int(),
      topic: z.string(),
    }),
  ),
  defineEvent(
    { since: 351, sent: 'Somebody else begins to edit a message, or stops.' },
    z.strictObject({
      type: z.literal('typing_edit_message'),
      op: z.enum(['start', 'stop']),
      sender_id: z.int(),
      message_id: z.int(),
      recipient,
    }),
  ),
  defineFittedEvent(
    { since: 0, sent: 'Somebody is there again after a while.' },
    {
      stored: [z.strictObject({ ...legacy, email: z.string(), modern })],
      // The modern form for clients with the capability `simplified_presence_events`; no address for `slim_presence`.
      clientForms: [
        z.strictObject({ type: z.literal('presence'), presences: modern }),
        z.strictObject({ ...legacy, email: z.string().exactOptional() }),
      ],
    },
  ),
  defineEvent(
    { since: 0, sent: 'Somebody changed their status; holds what is changed.' },
    z.strictObject({
      type: z.literal('user_status'),
      user_id: z.int(),
      away: z.boolean().exactOptional(),
      status_text: z.string().exactOptional(),
      emoji_name: emojiFields.emoji_name.exactOptional(),
      emoji_code: emojiFields.emoji_code.exactOptional(),
      reaction_type: emojiFields.reaction_type.exactOptional(),
    }),
  ),
] as const
