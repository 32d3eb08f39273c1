import { countChars } from '../../lib/text.ts'
import { requireFolder } from '../folders/folder-record.ts'
import { storeGroupSetting } from '../groups/group-settings.ts'
import type { GroupSettingValue } from '../groups/setting-value.ts'
import { requireSupported } from '../groups/supported-settings.ts'
import { SYSTEM_GROUPS } from '../groups/system-groups.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Channel, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { CHANNEL_DESCRIPTION_MAX_CHARS, CHANNEL_NAME_MAX_CHARS } from '../limits.ts'
import { CHANNEL_GROUP_DEFAULTS, type ChannelGroupSetting } from '../organization/realm-settings.ts'
import { renderText } from '../rendering/render-message.ts'
import { emitDefaultChannels } from './archive-channel.ts'
import { loadChannelRecords } from './channel-record.ts'
import { subscribeUsers } from './subscribe-users.ts'
import { loadWatchers } from './subscriber-events.ts'

/** A new channel; what is absent has the default. */
export interface NewChannel {
  name: string
  description?: string | undefined
  creator: User
  is_private?: boolean | undefined
  is_web_public?: boolean | undefined
  has_shared_history?: boolean | undefined
  is_default?: boolean | undefined
  retention_days?: number | null | undefined
  topics_policy?: string | undefined
  folder_id?: number | null | undefined
  groups?: Partial<Record<ChannelGroupSetting, GroupSettingValue>> | undefined
  subscribers: readonly User[]
  /** Color of the subscriptions. */
  color?: string | undefined
}

/** Adds a channel with its first subscribers and notifies everybody who may know of it. */
export async function addChannel(
  chat: Chat,
  unit: ChatWork,
  newChannel: NewChannel,
): Promise<Channel> {
  const { tx, emit } = unit
  const name = requireChannelName(newChannel.name)
  await requireFreeName(tx, name)
  const description = requireDescription(newChannel.description ?? '')
  const isPrivate = newChannel.is_private ?? false
  const isWebPublic = newChannel.is_web_public ?? false
  if (isPrivate && isWebPublic) throw badRequest('Invalid parameters')
  const hasSharedHistory = isPrivate ? (newChannel.has_shared_history ?? false) : true
  await requireFolder(tx, newChannel.folder_id)
  const settings = await storedGroups(chat, tx, newChannel)
  requireProtectedHistory(isPrivate, hasSharedHistory, settings.can_create_topic_group)
  const channel = await tx
    .insertInto('chat_channel')
    .values({
      name,
      name_key: name.toLowerCase(),
      description,
      rendered_description: await renderText(description),
      created_at: chat.now().getTime(),
      creator_id: newChannel.creator.id,
      is_private: isPrivate ? 1 : 0,
      is_web_public: isWebPublic ? 1 : 0,
      has_shared_history: hasSharedHistory ? 1 : 0,
      is_archived: 0,
      is_default: newChannel.is_default ? 1 : 0,
      retention_days: newChannel.retention_days ?? null,
      topics_policy: newChannel.topics_policy ?? 'inherit',
      folder_id: newChannel.folder_id ?? null,
      settings: JSON.stringify(settings),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const streams = await loadChannelRecords(tx, [channel], chat.now().getTime())
  const to = await loadWatchers(chat, tx, channel)
  emit({ payload: { type: 'stream', op: 'create', streams }, to })
  if (channel.is_default) await emitDefaultChannels(unit)
  await subscribeUsers(chat, unit, channel, newChannel.subscribers, newChannel.color)
  return channel
}

async function storedGroups(
  chat: Chat,
  tx: Tx,
  { groups = {}, creator }: NewChannel,
): Promise<Record<ChannelGroupSetting, number>> {
  const member = await loadMember(tx, { user: creator, client: '' }, chat.now().getTime())
  const settings: Record<ChannelGroupSetting, number> = { ...CHANNEL_GROUP_DEFAULTS }
  for (const setting of Object.keys(settings) as ChannelGroupSetting[]) {
    const standard = settings[setting]
    const fallback: GroupSettingValue =
      standard === 0 ? { direct_members: [creator.id], direct_subgroups: [] } : standard
    const id = await storeGroupSetting(tx, member, groups[setting] ?? fallback)
    requireSupported('stream', setting, id)
    settings[setting] = id
  }
  return settings
}

/** Permission to create topics must not depend on topics that some members cannot see (spec 2.2). */
export function requireProtectedHistory(
  isPrivate: boolean,
  hasSharedHistory: boolean,
  canCreateTopic: number,
): void {
  if (isPrivate && !hasSharedHistory && canCreateTopic !== SYSTEM_GROUPS.everyone) {
    throw badRequest(
      '"can_create_topic_group" must be everyone for private channels with protected history',
    )
  }
}

/** The name, trimmed. Throws when it is empty, too long or holds control characters. */
export function requireChannelName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest("Channel name can't be empty.")
  if (countChars(trimmed) > CHANNEL_NAME_MAX_CHARS) {
    throw badRequest(`Channel name too long (limit: ${CHANNEL_NAME_MAX_CHARS} characters).`)
  }
  if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(trimmed)) {
    throw badRequest('Invalid character in channel name.')
  }
  return trimmed
}

/** The description on one line. Throws when it is too long. */
export function requireDescription(description: string): string {
  // No client shows control characters, and in JSON each takes six bytes.
  const line = description
    .replaceAll(/\s*\n\s*/g, ' ')
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
  if (countChars(line) > CHANNEL_DESCRIPTION_MAX_CHARS) {
    throw badRequest(`description is too long (limit: ${CHANNEL_DESCRIPTION_MAX_CHARS} characters)`)
  }
  return line
}

/** Throws when another channel has the name already. */
export async function requireFreeName(tx: Tx, name: string): Promise<void> {
  const taken = await tx
    .selectFrom('chat_channel')
    .select('id')
    .where('name_key', '=', name.toLowerCase())
    .executeTakeFirst()
  if (taken) {
    throw badRequest(`Channel '${name}' already exists`, {}, 'CHANNEL_ALREADY_EXISTS')
  }
}
