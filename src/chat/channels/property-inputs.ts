import { z } from 'zod'

/** Rules for topics that a channel can have (spec 2.2). */
export const TOPICS_POLICIES = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const

/** Properties of a new channel, as parameters (spec 2.2). */
export const channelProperties = {
  invite_only: z.boolean().default(false).describe('Private channel.'),
  is_web_public: z.boolean().default(false).describe('History readable without an account.'),
  is_default_stream: z.boolean().default(false).describe('New accounts are subscribed.'),
  history_public_to_subscribers: z
    .boolean()
    .optional()
    .describe('Subscribers of a private channel read what was sent before them.'),
  message_retention_days: z
    .union([z.int(), z.string()])
    .optional()
    .describe('Days, `realm_default` or `unlimited`.'),
  topics_policy: z.enum(TOPICS_POLICIES).optional().describe('Rules for topics.'),
  folder_id: z.int().nullable().optional().describe('Folder of the channel.'),
}
