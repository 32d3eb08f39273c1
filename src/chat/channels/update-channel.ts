import type { z } from 'zod'
import type { EmittedEventOf } from '../events/event.ts'
import { requireFolder } from '../folders/folder-record.ts'
import { dropReplaced, showGroupSettings, storeGroupSetting } from '../groups/group-settings.ts'
import { type groupSettingChange, newValueOf } from '../groups/setting-value.ts'
import { requireSupported } from '../groups/supported-settings.ts'
import { badRequest } from '../kernel/failures.ts'
import { isAdministrator, loadMember, type Member } from '../kernel/requester.ts'
import type { Channel } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader } from '../kernel/unit-of-work.ts'
import { writeDirectory } from '../organization/directory-space.ts'
import { CHANNEL_GROUP_DEFAULTS, type ChannelGroupSetting } from '../organization/realm-settings.ts'
import { renderText } from '../rendering/render-message.ts'
import {
  canAdministerChannel,
  canReadChannel,
  requireChannelById,
  channelGroups,
  type SeenChannel,
} from './access.ts'
import {
  requireChannelName,
  requireDescription,
  requireProtectedHistory,
  requireFreeName,
} from './add-channel.ts'
import { emitDefaultChannels } from './archive-channel.ts'
import { announceChannelChange } from './channel-notices.ts'
import { loadChannelRecords } from './channel-record.ts'
import { readRetention } from './creation-policy.ts'
import { loadWatchers } from './subscriber-events.ts'
import { keepVisibility } from './visibility.ts'

type GroupChanges = Partial<
  Record<ChannelGroupSetting, z.infer<typeof groupSettingChange> | undefined>
>

/** Columns that decide the visibility of a channel. */
const SIGHT_COLUMNS = [
  'is_private',
  'is_web_public',
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const

/** Changes to a channel; absent fields stay as they are. */
export interface ChannelChange extends GroupChanges {
  stream_id: number
  new_name?: string | undefined
  description?: string | undefined
  is_private?: boolean | undefined
  is_web_public?: boolean | undefined
  history_public_to_subscribers?: boolean | undefined
  is_default_stream?: boolean | undefined
  message_retention_days?: number | string | undefined
  topics_policy?: string | undefined
  folder_id?: number | null | undefined
  is_archived?: false | undefined
}

/** Changes a channel that the caller administers, and notifies everybody who may know of it. */
export async function updateChannel(
  chat: Chat,
  actor: Actor,
  change: ChannelChange,
): Promise<void> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const seen = await requireChannelById(db, member, change.stream_id)
  if (!canAdministerChannel(member, seen.channel)) {
    throw badRequest('You do not have permission to administer this channel.')
  }
  requireRights(member, seen, change)
  await writeDirectory(chat, actor, async (unit) => {
    const channel = await unit.tx
      .selectFrom('chat_channel')
      .selectAll()
      .where('id', '=', change.stream_id)
      .executeTakeFirstOrThrow()
    const columns = await changedColumns(unit, channel, change)
    const groups = await changedGroups(unit, member, channel, change)
    const settings = { ...channelGroups(channel), ...groups }
    const changed: Channel = { ...channel, ...columns, settings: JSON.stringify(settings) }
    requireProtectedHistory(
      changed.is_private === 1,
      changed.has_shared_history === 1,
      settings.can_create_topic_group,
    )
    const isOpened = SIGHT_COLUMNS.some((name) => name in columns || name in groups)
    await keepVisibility(chat, unit, isOpened ? [channel.id] : [], async () => {
      await unit.tx
        .updateTable('chat_channel')
        .set({ ...columns, settings: changed.settings })
        .where('id', '=', channel.id)
        .execute()
    })
    await emitChannelUpdates(chat, unit, channel, changed, groups)
    await announceChannelChange(chat, unit, member.user, channel, changed)
    await dropReplaced(unit.tx, channelGroups(channel), settings)
  })
}

/** Changing privacy and group settings of a channel requires read permission. */
function requireRights(member: Member, seen: SeenChannel, change: ChannelChange): void {
  const touchesAccess =
    change.is_private !== undefined ||
    change.is_web_public !== undefined ||
    change.history_public_to_subscribers !== undefined ||
    change.can_add_subscribers_group !== undefined ||
    change.can_subscribe_group !== undefined
  if (touchesAccess && !canReadChannel(member, seen)) {
    throw badRequest('Channel content access is required.')
  }
  const { groups, realm } = member
  const isNewlyPublic =
    seen.channel.is_private && (change.is_private === false || change.is_web_public === true)
  if (isNewlyPublic && !groups.has(realm.can_create_public_channel_group)) {
    throw badRequest('Insufficient permission')
  }
  if (change.is_web_public && !groups.has(realm.can_create_web_public_channel_group)) {
    throw badRequest('Insufficient permission')
  }
  if (change.topics_policy !== undefined && !groups.has(realm.can_set_topics_policy_group)) {
    throw badRequest('Insufficient permission')
  }
  if (change.is_default_stream !== undefined && !isAdministrator(member)) {
    throw badRequest('Insufficient permission')
  }
}

async function changedColumns(
  { tx }: ChatWork,
  channel: Channel,
  change: ChannelChange,
): Promise<Partial<Omit<Channel, 'id'>>> {
  const columns: Partial<Omit<Channel, 'id'>> = {}
  if (change.new_name !== undefined) {
    const name = requireChannelName(change.new_name)
    if (name === channel.name) throw badRequest('Channel already has that name.')
    if (name.toLowerCase() !== channel.name_key) await requireFreeName(tx, name)
    Object.assign(columns, { name, name_key: name.toLowerCase() })
  }
  if (change.description !== undefined) {
    const description = requireDescription(change.description)
    Object.assign(columns, { description, rendered_description: await renderText(description) })
  }
  const isWebPublic = change.is_web_public ?? (channel.is_web_public === 1 && !change.is_private)
  const isPrivate = change.is_private ?? (channel.is_private === 1 && !change.is_web_public)
  if (isPrivate && isWebPublic) throw badRequest('Invalid parameters')
  if (change.is_default_stream && isPrivate) {
    throw badRequest('A default channel cannot be private.')
  }
  if (isPrivate !== (channel.is_private === 1)) columns.is_private = isPrivate ? 1 : 0
  if (isWebPublic !== (channel.is_web_public === 1)) columns.is_web_public = isWebPublic ? 1 : 0
  const shared = isPrivate
    ? (change.history_public_to_subscribers ?? channel.has_shared_history === 1)
    : true
  if (shared !== (channel.has_shared_history === 1)) columns.has_shared_history = shared ? 1 : 0
  if (change.is_default_stream !== undefined) columns.is_default = change.is_default_stream ? 1 : 0
  if (change.message_retention_days !== undefined) {
    columns.retention_days = readRetention(change.message_retention_days)
  }
  if (change.folder_id !== undefined) {
    await requireFolder(tx, change.folder_id)
    columns.folder_id = change.folder_id
  }
  if (change.is_archived === false) columns.is_archived = 0
  if (change.topics_policy !== undefined) {
    if (change.topics_policy === 'empty_topic_only') await requireEmptyTopic(tx, channel)
    columns.topics_policy = change.topics_policy
  }
  return columns
}

/** Throws when a message of the channel is in another topic than the empty one (spec 2.2). */
async function requireEmptyTopic(tx: ChatWork['tx'], { id }: Channel): Promise<void> {
  const named = await tx
    .selectFrom('chat_message')
    .select('id')
    .where('channel_id', '=', id)
    .where('topic_key', '!=', '')
    .limit(1)
    .executeTakeFirst()
  if (named) {
    throw badRequest(
      'To enable this configuration, all messages in this channel must be in the general chat topic.',
      {},
      'CANNOT_SET_TOPICS_POLICY_TO_EMPTY_TOPIC_ONLY',
    )
  }
}

async function changedGroups(
  { tx }: ChatWork,
  member: Member,
  channel: Channel,
  change: ChannelChange,
): Promise<Partial<Record<ChannelGroupSetting, number>>> {
  const current = channelGroups(channel)
  const show = await showGroupSettings(tx, Object.values(current))
  const groups: Partial<Record<ChannelGroupSetting, number>> = {}
  for (const name of Object.keys(CHANNEL_GROUP_DEFAULTS) as ChannelGroupSetting[]) {
    const requested = change[name]
    if (requested === undefined) continue
    const value = newValueOf(requested, show(current[name]))
    if (JSON.stringify(value) === JSON.stringify(show(current[name]))) continue
    const id = await storeGroupSetting(tx, member, value)
    requireSupported('stream', name, id)
    groups[name] = id
  }
  return groups
}

type WithoutPlace<Update> = Update extends unknown
  ? Omit<Update, 'type' | 'op' | 'stream_id' | 'name'>
  : never

type ChannelUpdate = WithoutPlace<Extract<EmittedEventOf<'stream'>, { op: 'update' }>>

/** One event per property that clients store, with the properties derived from it. */
async function emitChannelUpdates(
  chat: Chat,
  unit: ChatWork,
  before: Channel,
  after: Channel,
  groups: Partial<Record<ChannelGroupSetting, number>>,
): Promise<void> {
  const { tx, emit } = unit
  const to = await loadWatchers(chat, tx, after)
  const [record] = await loadChannelRecords(tx, [after], chat.now().getTime())
  if (!record) return
  const about = { type: 'stream', op: 'update', stream_id: after.id, name: before.name } as const
  const update = (change: ChannelUpdate) => emit({ payload: { ...about, ...change }, to })
  if (before.name !== after.name) update({ property: 'name', value: after.name })
  if (before.description !== after.description) {
    const { description: value, rendered_description } = after
    update({ property: 'description', value, rendered_description })
  }
  const isPrivacyChanged =
    before.is_private !== after.is_private ||
    before.is_web_public !== after.is_web_public ||
    before.has_shared_history !== after.has_shared_history
  if (isPrivacyChanged) {
    const { invite_only: value, history_public_to_subscribers, is_web_public } = record
    update({ property: 'invite_only', value, history_public_to_subscribers, is_web_public })
  }
  if (before.retention_days !== after.retention_days) {
    update({ property: 'message_retention_days', value: after.retention_days })
  }
  if (before.topics_policy !== after.topics_policy) {
    update({ property: 'topics_policy', value: after.topics_policy })
  }
  if (before.folder_id !== after.folder_id) {
    update({ property: 'folder_id', value: after.folder_id })
  }
  if (before.is_archived !== after.is_archived) {
    update({ property: 'is_archived', value: false, archiving: true })
    emit({ payload: { type: 'stream', op: 'create', streams: [record], archiving: true }, to })
  }
  if (before.is_default !== after.is_default) await emitDefaultChannels(unit)
  for (const name of Object.keys(groups) as ChannelGroupSetting[]) {
    update({ property: name, value: record[name] })
  }
}
