import type { Kysely } from 'kysely'
import { createIndex, createKeyedTable, createNumberedTable } from '../../chat-columns.ts'
import type { StoreKind } from '../../port.ts'

/** Creates the tables of channels and their folders, subscriptions and topic policies. */
export async function createChannels(db: Kysely<unknown>, kind: StoreKind): Promise<void> {
  await createNumberedTable(
    db,
    kind,
    'chat_channel',
    'name name_key description rendered_description created_at:n creator_id:n? is_private:n ' +
      'is_web_public:n has_shared_history:n is_archived:n is_default:n retention_days:n? topics_policy ' +
      'folder_id:n? settings',
  )
  await createIndex(db, 'chat_channel', ['name_key'], 'unique')
  await createKeyedTable(
    db,
    'chat_subscription',
    ['user_id', 'channel_id'],
    'user_id:n channel_id:n is_active:n color is_pinned:n is_muted:n desktop_notifications:n? ' +
      'email_notifications:n? wildcard_mentions_notify:n? push_notifications:n? ' +
      'audible_notifications:n? read_up_to:n',
    kind,
  )
  await createIndex(db, 'chat_subscription', ['channel_id', 'is_active'])
  await createKeyedTable(
    db,
    'chat_interval',
    ['user_id', 'channel_id', 'from_event'],
    'user_id:n channel_id:n from_message:n to_message:n? from_event:n to_event:n?',
    kind,
  )
  await createKeyedTable(
    db,
    'chat_user_topic',
    ['user_id', 'channel_id', 'topic_key'],
    'user_id:n channel_id:n topic topic_key policy:n updated_at:n',
  )
  await createNumberedTable(
    db,
    kind,
    'chat_folder',
    'name name_key description rendered_description position:n creator_id:n? created_at:n is_archived:n',
  )
}
