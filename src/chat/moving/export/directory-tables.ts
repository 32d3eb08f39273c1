import { channelGroups } from '../../channels/access.ts'
import { groupGroups } from '../../groups/group-record.ts'
import type { Reader } from '../../kernel/rows.ts'
import type { Chat } from '../../kernel/types.ts'
import { pictureOf, REALM_PICTURES } from '../../organization/realm-pictures.ts'
import { loadRealm } from '../../organization/store-realm.ts'
import { settingsOf } from '../../personal/user-settings.ts'
import { apiEmail, avatarSource } from '../../users/user-record.ts'
import { EXPORT_REALM_ID, type ExportRow, type ExportTables, toSeconds } from '../rows.ts'
import type { Recipients } from './recipients.ts'

const realm = EXPORT_REALM_ID

/** Tables of the organization, its people, groups and channels. */
export async function readDirectoryTables(
  chat: Chat,
  db: Reader,
  recipients: Recipients,
): Promise<ExportTables> {
  return {
    zerver_realm: [await realmRow(chat, db)],
    zerver_userprofile: await userRows(chat, db, recipients),
    zerver_userprofile_crossrealm: [],
    zerver_userprofile_mirrordummy: [],
    ...(await groupTables(db)),
    ...(await channelTables(db, recipients)),
    zerver_recipient: recipients.rows,
    zerver_huddle: [...recipients.groups].map(([id, users]) => ({
      id,
      huddle_hash: users.join(','),
      recipient: recipients.group(id),
    })),
    zerver_subscription: await subscriptionRows(db, recipients),
  }
}

async function realmRow(chat: Chat, db: Reader): Promise<ExportRow> {
  const realmNow = await loadRealm(db)
  const {
    name,
    description,
    uuid,
    limits_presence: _limits,
    icon_path: _icon,
    logo_path: _logo,
    night_logo_path: _night,
    ...settings
  } = realmNow
  const sources = REALM_PICTURES.map((picture) => [
    `${picture}_source`,
    pictureOf(chat, realmNow, picture).source,
  ])
  return {
    id: realm,
    string_id: '',
    name,
    description,
    uuid,
    date_created: toSeconds(await oldestJoin(db)),
    deactivated: false,
    url: chat.url,
    ...Object.fromEntries(sources),
    ...settings,
  }
}

async function oldestJoin(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('chat_user')
    .select((eb) => eb.fn.min('joined_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? 0
}

async function userRows(chat: Chat, db: Reader, recipients: Recipients): Promise<ExportRow[]> {
  const users = await db.selectFrom('chat_user').selectAll().orderBy('id').execute()
  return users.map((user) => ({
    ...settingsOf(user),
    id: user.id,
    realm,
    delivery_email: user.email,
    email: apiEmail(chat, user),
    full_name: user.full_name,
    role: user.role,
    is_active: user.is_active === 1,
    is_mirror_dummy: user.is_imported_stub === 1,
    is_bot: user.is_bot === 1,
    bot_type: user.bot_type,
    bot_owner: user.bot_owner_id,
    date_joined: toSeconds(user.joined_at),
    timezone: user.timezone,
    email_address_visibility: user.email_visibility,
    avatar_source: avatarSource(chat, user),
    avatar_version: user.avatar_version,
    recipient: recipients.person(user.id),
  }))
}

async function groupTables(db: Reader): Promise<ExportTables> {
  const groups = await db.selectFrom('chat_group').selectAll().orderBy('id').execute()
  const members = await db
    .selectFrom('chat_group_member')
    .selectAll()
    .orderBy('group_id')
    .orderBy('user_id')
    .execute()
  const within = await db
    .selectFrom('chat_group_subgroup')
    .selectAll()
    .orderBy('group_id')
    .orderBy('subgroup_id')
    .execute()
  return {
    zerver_usergroup: groups.map(({ id }) => ({ id, realm })),
    zerver_namedusergroup: groups
      .filter(({ name }) => name !== null)
      .map((group) => ({
        id: group.id,
        usergroup_ptr: group.id,
        realm,
        name: group.name,
        description: group.description,
        is_system_group: group.is_system === 1,
        deactivated: group.is_deactivated === 1,
        creator: group.creator_id,
        date_created: toSeconds(group.created_at),
        ...groupGroups(group),
      })),
    zerver_usergroupmembership: members.map(({ group_id, user_id }, index) => ({
      id: index + 1,
      user_group: group_id,
      user_profile: user_id,
    })),
    zerver_groupgroupmembership: within.map(({ group_id, subgroup_id }, index) => ({
      id: index + 1,
      supergroup: group_id,
      subgroup: subgroup_id,
    })),
  }
}

async function channelTables(db: Reader, recipients: Recipients): Promise<ExportTables> {
  const channels = await db.selectFrom('chat_channel').selectAll().orderBy('id').execute()
  const folders = await db.selectFrom('chat_folder').selectAll().orderBy('id').execute()
  const first = await db
    .selectFrom('chat_message')
    .select((eb) => ['channel_id', eb.fn.min('id').as('id')])
    .where('channel_id', 'is not', null)
    .groupBy('channel_id')
    .execute()
  const firstIds = new Map(first.map(({ channel_id, id }) => [channel_id, id]))
  return {
    zerver_stream: channels.map((channel) => ({
      id: channel.id,
      realm,
      name: channel.name,
      description: channel.description,
      rendered_description: channel.rendered_description,
      invite_only: channel.is_private === 1,
      history_public_to_subscribers: channel.has_shared_history === 1,
      is_web_public: channel.is_web_public === 1,
      deactivated: channel.is_archived === 1,
      date_created: toSeconds(channel.created_at),
      creator: channel.creator_id,
      folder: channel.folder_id,
      topics_policy: channel.topics_policy,
      message_retention_days: channel.retention_days,
      first_message_id: firstIds.get(channel.id) ?? null,
      recipient: recipients.channel(channel.id),
      ...channelGroups(channel),
    })),
    zerver_channelfolder: folders.map((one) => ({
      id: one.id,
      realm,
      name: one.name,
      description: one.description,
      rendered_description: one.rendered_description,
      order: one.position,
      creator: one.creator_id,
      date_created: toSeconds(one.created_at),
      is_archived: one.is_archived === 1,
    })),
    zerver_defaultstream: channels
      .filter(({ is_default }) => is_default === 1)
      .map(({ id }, index) => ({ id: index + 1, realm, stream: id })),
  }
}

async function subscriptionRows(db: Reader, recipients: Recipients): Promise<ExportRow[]> {
  const toChannels = await db
    .selectFrom('chat_subscription')
    .innerJoin('chat_user', 'chat_user.id', 'chat_subscription.user_id')
    .selectAll('chat_subscription')
    .select('chat_user.is_active as is_user_active')
    .orderBy('user_id')
    .orderBy('channel_id')
    .execute()
  const isOn = (flag: number | null) => (flag === null ? null : flag === 1)
  const rows: ExportRow[] = toChannels.map((one) => ({
    user_profile: one.user_id,
    recipient: recipients.channel(one.channel_id),
    active: one.is_active === 1,
    is_user_active: one.is_user_active === 1,
    is_muted: one.is_muted === 1,
    color: one.color,
    pin_to_top: one.is_pinned === 1,
    desktop_notifications: isOn(one.desktop_notifications),
    email_notifications: isOn(one.email_notifications),
    wildcard_mentions_notify: isOn(one.wildcard_mentions_notify),
    push_notifications: isOn(one.push_notifications),
    audible_notifications: isOn(one.audible_notifications),
  }))
  for (const [conversationId, users] of recipients.groups) {
    const recipient = recipients.group(conversationId)
    for (const user_profile of users) rows.push({ user_profile, recipient, active: true })
  }
  return rows.map((row, index) => ({ id: index + 1, ...row }))
}
