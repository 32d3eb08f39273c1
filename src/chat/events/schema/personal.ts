import { z } from 'zod'
import { defineEvent } from './define.ts'
import {
  attachmentRecord,
  draftRecord,
  reminderRecord,
  scheduledRecord,
  snippetRecord,
  viewRecord,
} from './records.ts'

const deviceId = { type: z.literal('device'), device_id: z.int() }

/** Events that only the clients of one user hear: what the user keeps for themselves. */
export const personalEvents = [
  defineEvent(
    { since: 0, sent: 'The user changed the words to be alerted to; holds all of them.' },
    z.strictObject({ type: z.literal('alert_words'), alert_words: z.array(z.string()) }),
  ),
  defineEvent(
    { since: 48, sent: 'The user muted somebody, or ended that; holds all who are muted.' },
    z.strictObject({
      type: z.literal('muted_users'),
      muted_users: z.array(z.strictObject({ id: z.int(), timestamp: z.int() })),
    }),
  ),
  defineEvent(
    { since: 134, sent: 'The user muted, unmuted or follows a topic, or ended that.' },
    z.strictObject({
      type: z.literal('user_topic'),
      stream_id: z.int(),
      topic_name: z.string(),
      last_updated: z.int(),
      visibility_policy: z.int(),
    }),
  ),
  defineEvent(
    {
      since: 0,
      sent: 'As `user_topic`, for clients that do not ask for that; holds all that are muted.',
    },
    z.strictObject({
      type: z.literal('muted_topics'),
      /** Name of the channel, topic, UNIX seconds. */
      muted_topics: z.array(z.tuple([z.string(), z.string(), z.int()])),
    }),
  ),
  defineEvent(
    { since: 87, sent: 'The user wrote drafts.' },
    z.strictObject({
      type: z.literal('drafts'),
      op: z.literal('add'),
      drafts: z.array(draftRecord),
    }),
  ),
  defineEvent(
    { since: 87, sent: 'The user changed a draft.' },
    z.strictObject({ type: z.literal('drafts'), op: z.literal('update'), draft: draftRecord }),
  ),
  defineEvent(
    { since: 87, sent: 'A draft of the user was deleted.' },
    z.strictObject({ type: z.literal('drafts'), op: z.literal('remove'), draft_id: z.int() }),
  ),
  defineEvent(
    { since: 297, sent: 'The user saved a snippet, or changed it.' },
    z.strictObject({
      type: z.literal('saved_snippets'),
      op: z.enum(['add', 'update']),
      saved_snippet: snippetRecord,
    }),
  ),
  defineEvent(
    { since: 297, sent: 'The user deleted a saved snippet.' },
    z.strictObject({
      type: z.literal('saved_snippets'),
      op: z.literal('remove'),
      saved_snippet_id: z.int(),
    }),
  ),
  defineEvent(
    { since: 390, sent: 'The user added a view to the menu.' },
    z.strictObject({
      type: z.literal('navigation_view'),
      op: z.literal('add'),
      navigation_view: viewRecord,
    }),
  ),
  defineEvent(
    { since: 390, sent: 'The user pinned, hid or renamed a view of the menu.' },
    z.strictObject({
      type: z.literal('navigation_view'),
      op: z.literal('update'),
      fragment: z.string(),
      data: z.strictObject({
        is_pinned: z.boolean().exactOptional(),
        name: z.string().exactOptional(),
      }),
    }),
  ),
  defineEvent(
    { since: 390, sent: 'The user removed a view from the menu.' },
    z.strictObject({
      type: z.literal('navigation_view'),
      op: z.literal('remove'),
      fragment: z.string(),
    }),
  ),
  defineEvent(
    { since: 399, sent: 'The user wants to be reminded of messages.' },
    z.strictObject({
      type: z.literal('reminders'),
      op: z.literal('add'),
      reminders: z.array(reminderRecord),
    }),
  ),
  defineEvent(
    { since: 399, sent: 'The user was reminded of a message, or does not want to be any more.' },
    z.strictObject({
      type: z.literal('reminders'),
      op: z.literal('remove'),
      reminder_id: z.int(),
    }),
  ),
  defineEvent(
    { since: 179, sent: 'The user scheduled messages.' },
    z.strictObject({
      type: z.literal('scheduled_messages'),
      op: z.literal('add'),
      scheduled_messages: z.array(scheduledRecord),
    }),
  ),
  defineEvent(
    { since: 179, sent: 'A scheduled message was changed, or could not be sent.' },
    z.strictObject({
      type: z.literal('scheduled_messages'),
      op: z.literal('update'),
      scheduled_message: scheduledRecord,
    }),
  ),
  defineEvent(
    { since: 179, sent: 'A scheduled message was sent, or the user dropped it.' },
    z.strictObject({
      type: z.literal('scheduled_messages'),
      op: z.literal('remove'),
      scheduled_message_id: z.int(),
    }),
  ),
  defineEvent(
    { since: 0, sent: 'The user uploaded a file, or messages link to one that did not before.' },
    z.strictObject({
      type: z.literal('attachment'),
      op: z.enum(['add', 'update']),
      attachment: attachmentRecord,
      upload_space_used: z.int(),
    }),
  ),
  defineEvent(
    { since: 0, sent: 'A file of the user was deleted.' },
    z.strictObject({
      type: z.literal('attachment'),
      op: z.literal('remove'),
      attachment: z.strictObject({ id: z.int() }),
      upload_space_used: z.int(),
    }),
  ),
  defineEvent(
    { since: 468, sent: 'The user registered a device, or removed it.' },
    z.strictObject({ ...deviceId, op: z.enum(['add', 'remove']) }),
  ),
  defineEvent(
    { since: 468, sent: 'The push registration of a device was changed; holds what is changed.' },
    z.strictObject({
      ...deviceId,
      op: z.literal('update'),
      push_key_id: z.int().nullable().exactOptional(),
      push_token_id: z.string().nullable().exactOptional(),
      pending_push_token_id: z.string().nullable().exactOptional(),
      push_token_last_updated_timestamp: z.int().nullable().exactOptional(),
      push_registration_error_code: z.string().nullable().exactOptional(),
    }),
  ),
] as const
