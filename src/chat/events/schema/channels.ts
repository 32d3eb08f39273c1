import { z } from 'zod'
import { defineEvent, defineFittedEvent } from './define.ts'
import {
  channelGroupNames,
  channelRecord,
  folderRecord,
  groupSettingRecord,
  ids,
  subscriptionRecord,
} from './records.ts'

const created = {
  type: z.literal('stream'),
  op: z.literal('create'),
  streams: z.array(channelRecord),
}

const deleted = {
  type: z.literal('stream'),
  op: z.literal('delete'),
  streams: z.array(z.strictObject({ stream_id: z.int() })),
  stream_ids: ids,
}

const updated = {
  type: z.literal('stream'),
  op: z.literal('update'),
  stream_id: z.int(),
  name: z.string(),
}

const archived = { ...updated, property: z.literal('is_archived'), value: z.boolean() }

/** What only clients hear that know archived channels, or only the others. */
const archiving = z.literal(true)

const updates = [
  z.strictObject({ ...updated, property: z.literal('name'), value: z.string() }),
  z.strictObject({
    ...updated,
    property: z.literal('description'),
    value: z.string(),
    rendered_description: z.string(),
  }),
  z.strictObject({
    ...updated,
    property: z.literal('invite_only'),
    value: z.boolean(),
    history_public_to_subscribers: z.boolean(),
    is_web_public: z.boolean(),
  }),
  z.strictObject({
    ...updated,
    property: z.enum(['message_retention_days', 'folder_id']),
    value: z.int().nullable(),
  }),
  z.strictObject({ ...updated, property: z.literal('topics_policy'), value: z.string() }),
  z.strictObject({
    ...updated,
    property: z.enum(channelGroupNames),
    value: groupSettingRecord,
  }),
] as const

const peers = { type: z.literal('subscription'), stream_ids: ids, user_ids: ids }

/** Events about channels and who is subscribed to them. */
export const channelEvents = [
  defineFittedEvent(
    { since: 0, sent: 'The user may know of a channel that is new or was hidden.' },
    {
      stored: [z.strictObject({ ...created, archiving: archiving.exactOptional() })],
      clientForms: [z.strictObject(created)],
    },
  ),
  defineFittedEvent(
    { since: 0, sent: 'A channel is gone, or the user may no longer know of it.' },
    {
      stored: [z.strictObject({ ...deleted, archiving: archiving.exactOptional() })],
      clientForms: [z.strictObject(deleted)],
    },
  ),
  defineFittedEvent(
    { since: 0, sent: 'A property of a channel was changed; one event for each.' },
    {
      stored: [...updates, z.strictObject({ ...archived, archiving })],
      clientForms: [...updates, z.strictObject(archived)],
    },
  ),
  defineEvent(
    { since: 0, sent: 'The user was subscribed to channels.' },
    z.strictObject({
      type: z.literal('subscription'),
      op: z.literal('add'),
      subscriptions: z.array(subscriptionRecord),
    }),
  ),
  defineEvent(
    { since: 0, sent: 'The user was unsubscribed from channels.' },
    z.strictObject({
      type: z.literal('subscription'),
      op: z.literal('remove'),
      subscriptions: z.array(z.strictObject({ stream_id: z.int(), name: z.string() })),
    }),
  ),
  defineEvent(
    { since: 0, sent: 'The user changed a personal setting of a channel.' },
    z.strictObject({
      type: z.literal('subscription'),
      op: z.literal('update'),
      stream_id: z.int(),
      property: z.literal('color'),
      value: z.string(),
    }),
    z.strictObject({
      type: z.literal('subscription'),
      op: z.literal('update'),
      stream_id: z.int(),
      property: z.enum([
        'pin_to_top',
        'is_muted',
        'in_home_view',
        'desktop_notifications',
        'email_notifications',
        'wildcard_mentions_notify',
        'push_notifications',
        'audible_notifications',
      ]),
      value: z.boolean(),
    }),
  ),
  defineEvent(
    { since: 35, sent: 'Others were subscribed to channels that the user may know of.' },
    z.strictObject({ ...peers, op: z.literal('peer_add') }),
  ),
  defineEvent(
    { since: 35, sent: 'Others were unsubscribed from channels that the user may know of.' },
    z.strictObject({ ...peers, op: z.literal('peer_remove') }),
  ),
  defineEvent(
    { since: 389, sent: 'A folder for channels was added.' },
    z.strictObject({
      type: z.literal('channel_folder'),
      op: z.literal('add'),
      channel_folder: folderRecord,
    }),
  ),
  defineEvent(
    { since: 389, sent: 'A folder for channels was changed; holds what is changed.' },
    z.strictObject({
      type: z.literal('channel_folder'),
      op: z.literal('update'),
      channel_folder_id: z.int(),
      data: z.strictObject({
        name: z.string().exactOptional(),
        description: z.string().exactOptional(),
        rendered_description: z.string().exactOptional(),
        is_archived: z.boolean().exactOptional(),
      }),
    }),
  ),
  defineEvent(
    { since: 418, sent: 'The folders for channels are in another order.' },
    z.strictObject({ type: z.literal('channel_folder'), op: z.literal('reorder'), order: ids }),
  ),
  defineEvent(
    { since: 330, sent: 'Other channels than before are what new accounts are subscribed to.' },
    z.strictObject({ type: z.literal('default_streams'), default_streams: ids }),
  ),
] as const
