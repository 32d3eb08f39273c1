import { z } from 'zod'
import { defineEvent, defineFittedEvent, eventRecords } from './define.ts'
import { emojiFields, ids, messageFields, submessageFields, topicLinks } from './records.ts'

/** A new message (spec 2.4) with both forms of its content. */
const storedMessage = z
  .strictObject({ ...messageFields, content: z.string(), rendered_content: z.string() })
  .register(eventRecords, { id: 'StoredMessage' })

/** A new message in the form that a client wants. */
const clientMessage = z
  .strictObject({
    ...messageFields,
    content: z.string(),
    content_type: z.enum(['text/html', 'text/x-markdown']),
    avatar_url: z.string().nullable(),
  })
  .register(eventRecords, { id: 'NewMessage' })

const moved = {
  type: z.literal('update_message'),
  user_id: z.int(),
  rendering_only: z.literal(false),
  message_id: z.int(),
  message_ids: ids,
  edit_timestamp: z.int(),
  stream_id: z.int(),
  stream_name: z.string().exactOptional(),
  propagate_mode: z.enum(['change_one', 'change_later', 'change_all']),
  orig_subject: z.string().exactOptional(),
  subject: z.string().exactOptional(),
  topic_links: topicLinks.exactOptional(),
  new_stream_id: z.int().exactOptional(),
}

const edited = {
  type: z.literal('update_message'),
  user_id: z.int(),
  rendering_only: z.literal(false),
  message_id: z.int(),
  message_ids: ids,
  edit_timestamp: z.int(),
  stream_id: z.int().exactOptional(),
  orig_content: z.string(),
  orig_rendered_content: z.string(),
  content: z.string(),
  rendered_content: z.string(),
  is_me_message: z.boolean(),
}

/** The previews of a message's links are ready and shown now: nobody edited it. */
const shownAnew = {
  type: z.literal('update_message'),
  user_id: z.null(),
  rendering_only: z.literal(true),
  message_id: z.int(),
  message_ids: ids,
  edit_timestamp: z.int(),
  stream_id: z.int().exactOptional(),
  content: z.string(),
  rendered_content: z.string(),
}

const flags = z.array(z.string())

const deletedDirect = { type: z.literal('delete_message'), message_type: z.literal('private') }

const deletedInChannel = {
  type: z.literal('delete_message'),
  message_type: z.literal('stream'),
  stream_id: z.int(),
  topic: z.string(),
}

const flagged = { flag: z.string(), messages: ids, all: z.literal(false) }

/** Why a message counts as unread again, for clients that count. */
const unreadDetails = z.union([
  z.strictObject({
    type: z.literal('stream'),
    stream_id: z.int(),
    topic: z.string(),
    unmuted_stream_msg: z.boolean(),
    mentioned: z.literal(true).exactOptional(),
  }),
  z.strictObject({
    type: z.literal('private'),
    user_ids: ids,
    mentioned: z.literal(true).exactOptional(),
  }),
])

/** Events about messages. */
export const messageEvents = [
  defineFittedEvent(
    { since: 0, sent: 'A message was sent to a channel or conversation of the user.' },
    {
      stored: [
        z.strictObject({
          type: z.literal('message'),
          message: storedMessage,
          /** Bits of flags by user, of those for whom it is special. */
          mentioned: z.record(z.string(), z.int()),
          mentions_channel: z.boolean(),
          is_read_by_sender: z.boolean(),
          /** Recipients who have muted the sender. */
          read_by: ids.exactOptional(),
          local: z.strictObject({ queueId: z.string(), localId: z.string() }).exactOptional(),
        }),
      ],
      clientForms: [
        z.strictObject({
          type: z.literal('message'),
          message: clientMessage,
          flags,
          local_message_id: z.string().exactOptional(),
        }),
      ],
    },
  ),
  defineFittedEvent(
    { since: 0, sent: 'The content of a message was edited, or messages were moved.' },
    {
      stored: [z.strictObject(edited), z.strictObject(moved), z.strictObject(shownAnew)],
      clientForms: [
        z.strictObject({ ...edited, flags }),
        z.strictObject({ ...moved, flags }),
        z.strictObject({ ...shownAnew, flags }),
      ],
    },
  ),
  defineFittedEvent(
    { since: 0, sent: 'Messages were deleted, or the user can no longer see them.' },
    {
      stored: [
        z.strictObject({ ...deletedDirect, message_ids: ids }),
        z.strictObject({ ...deletedInChannel, message_ids: ids }),
      ],
      // One event each, unless the client has the capability `bulk_message_deletion`.
      clientForms: [
        z.strictObject({ ...deletedDirect, message_ids: ids }),
        z.strictObject({ ...deletedInChannel, message_ids: ids }),
        z.strictObject({ ...deletedDirect, message_id: z.int() }),
        z.strictObject({ ...deletedInChannel, message_id: z.int() }),
      ],
    },
  ),
  defineEvent(
    { since: 0, sent: 'Somebody put an emoji under a message, or took it away.' },
    z.strictObject({
      type: z.literal('reaction'),
      op: z.enum(['add', 'remove']),
      message_id: z.int(),
      user_id: z.int(),
      ...emojiFields,
      user: z.strictObject({
        user_id: z.int(),
        email: z.string(),
        full_name: z.string(),
        is_mirror_dummy: z.boolean(),
      }),
    }),
  ),
  defineEvent(
    { since: 0, sent: 'Somebody used the poll, list or buttons that a message is.' },
    z.strictObject({
      type: z.literal('submessage'),
      submessage_id: z.int(),
      ...submessageFields,
    }),
  ),
  defineEvent(
    { since: 0, sent: 'The user flagged messages, such as by reading or starring them.' },
    z.strictObject({
      type: z.literal('update_message_flags'),
      op: z.literal('add'),
      operation: z.literal('add'),
      ...flagged,
    }),
  ),
  defineEvent(
    { since: 0, sent: 'The user took a flag off messages, such as by making them unread.' },
    z.strictObject({
      type: z.literal('update_message_flags'),
      op: z.literal('remove'),
      operation: z.literal('remove'),
      ...flagged,
      message_details: z.record(z.string(), unreadDetails).exactOptional(),
    }),
  ),
] as const
