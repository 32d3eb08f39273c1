import { countChars, firstChars } from '../../../lib/text.ts'
import { FOLDER_DESCRIPTION_MAX_CHARS, FOLDER_NAME_MAX_CHARS } from '../../folders/folder-record.ts'
import { SYSTEM_GROUPS } from '../../groups/system-groups.ts'
import type { Channel, Tx } from '../../kernel/rows.ts'
import { CHANNEL_DESCRIPTION_MAX_CHARS, CHANNEL_NAME_MAX_CHARS } from '../../limits.ts'
import { CHANNEL_GROUP_DEFAULTS } from '../../organization/realm-settings.ts'
import { renderText } from '../../rendering/render-message.ts'
import { type ExportRow, RECIPIENT_TYPES } from '../rows.ts'
import { freeId } from './free-id.ts'
import { freeName } from './free-name.ts'
import { groupValues } from './import-groups.ts'
import { type Importing, type ImportUnit, importRows } from './progress.ts'
import { flagIn, flagOrNull, idIn, intIn, msIn, textIn } from './values.ts'

const TOPIC_POLICIES = new Set([
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
])

/** A color as clients write it. */
const COLOR = /^#[\da-f]{3,6}$/i

/** Brings channels and who is subscribed to them. */
export async function importChannels(importing: Importing): Promise<void> {
  const { source } = importing
  const defaults = new Set(source.rows('zerver_defaultstream').map((row) => idIn(row, 'stream')))
  await importRows(importing, 'folders', source.rows('zerver_channelfolder'), bringFolder)
  await importRows(importing, 'channels', source.rows('zerver_stream'), async (unit, row) =>
    bringChannel(importing, unit, row, defaults.has(idIn(row, 'id'))),
  )
  const channelOf = new Map(
    source
      .rows('zerver_recipient')
      .filter((row) => row['type'] === RECIPIENT_TYPES.channel)
      .map((row) => [idIn(row, 'id'), idIn(row, 'type_id')]),
  )
  const subscriptions = source
    .rows('zerver_subscription')
    .filter((row) => channelOf.has(idIn(row, 'recipient')))
  await importRows(importing, 'subscriptions', subscriptions, async (unit, row) =>
    bringSubscription(unit, row, channelOf.get(idIn(row, 'recipient'))),
  )
}

async function bringFolder(unit: ImportUnit, row: ExportRow): Promise<void> {
  const old = idIn(row, 'id')
  const name = firstChars(textIn(row, 'name').trim(), FOLDER_NAME_MAX_CHARS)
  if (old === undefined || name === '') return unit.leaveOut('folders without a name', [row])
  const description = firstChars(textIn(row, 'description'), FOLDER_DESCRIPTION_MAX_CHARS)
  const { id } = await unit.tx
    .insertInto('chat_folder')
    .values({
      name,
      name_key: name.toLowerCase(),
      description,
      rendered_description: await renderText(description),
      position: intIn(row, 'order', old),
      creator_id: unit.idOf('user', idIn(row, 'creator')) ?? null,
      created_at: msIn(row, 'date_created') ?? 0,
      is_archived: flagIn(row, 'is_archived'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  unit.setId('folder', old, id)
  return unit.brought('folders of channels')
}

async function bringChannel(
  { chat }: Importing,
  unit: ImportUnit,
  row: ExportRow,
  isDefault: boolean,
): Promise<void> {
  const { tx } = unit
  const old = idIn(row, 'id')
  if (old === undefined) return unit.leaveOut('channels without an id', [row])
  const isPrivate = flagIn(row, 'invite_only')
  const wished = nameOf(row, old)
  const known = isPrivate ? undefined : await findUntouched(tx, wished)
  if (known) {
    unit.setId('channel', old, known.id)
    return unit.brought('channels that were here already')
  }
  const id = await freeId(tx, chat.store.kind, 'chat_channel', old)
  const name = await freeName(tx, 'chat_channel', wished)
  const whole = textIn(row, 'description')
    .replaceAll(/\s*\n\s*/g, ' ')
    .trim()
  const description = firstChars(whole, CHANNEL_DESCRIPTION_MAX_CHARS)
  if (description !== whole || countChars(textIn(row, 'name').trim()) > CHANNEL_NAME_MAX_CHARS) {
    unit.leaveOut('ends of names and descriptions that were too long', [row])
  }
  const policy = textIn(row, 'topics_policy')
  const retention = intIn(row, 'message_retention_days', 0)
  await tx
    .insertInto('chat_channel')
    .values({
      id,
      name,
      name_key: name.toLowerCase(),
      description,
      rendered_description: await renderText(description),
      created_at: msIn(row, 'date_created') ?? chat.now().getTime(),
      creator_id: unit.idOf('user', idIn(row, 'creator')) ?? null,
      is_private: isPrivate,
      is_web_public: isPrivate ? 0 : flagIn(row, 'is_web_public'),
      has_shared_history: isPrivate ? flagIn(row, 'history_public_to_subscribers') : 1,
      is_archived: flagIn(row, 'deactivated'),
      is_default: isDefault && !isPrivate ? 1 : 0,
      retention_days: retention > 0 || retention === -1 ? retention : null,
      topics_policy: TOPIC_POLICIES.has(policy) ? policy : 'inherit',
      folder_id: unit.idOf('folder', idIn(row, 'folder')) ?? null,
      settings: JSON.stringify(settingsOf(unit, row)),
    })
    .execute()
  unit.setId('channel', old, id)
  return unit.brought('channels')
}

/** What names no group that came along is as in a new channel; where that would be its creator, administrators. */
function settingsOf(unit: ImportUnit, row: ExportRow): Record<string, number> {
  const standards = Object.fromEntries(
    Object.entries(CHANNEL_GROUP_DEFAULTS).map(([name, id]) => [
      name,
      id === 0 ? SYSTEM_GROUPS.administrators : id,
    ]),
  )
  const settings = { ...standards, ...groupValues(unit, row, Object.keys(standards)) }
  const isProtected = flagIn(row, 'invite_only') && !flagIn(row, 'history_public_to_subscribers')
  return isProtected ? { ...settings, can_create_topic_group: SYSTEM_GROUPS.everyone } : settings
}

function nameOf(row: ExportRow, id: number): string {
  const name = textIn(row, 'name')
    .replaceAll(/[\p{Cc}\p{Cs}\p{Cn}]/gu, '')
    .trim()
  return firstChars(name, CHANNEL_NAME_MAX_CHARS) || `channel ${id}`
}

/** A public channel of the name in which nobody has written yet, e.g. the first one of a new chat. */
async function findUntouched(tx: Tx, name: string): Promise<Channel | undefined> {
  const channel = await tx
    .selectFrom('chat_channel')
    .selectAll()
    .where('name_key', '=', name.toLowerCase())
    .where('is_private', '=', 0)
    .where('is_archived', '=', 0)
    .executeTakeFirst()
  if (!channel) return undefined
  const message = await tx
    .selectFrom('chat_message')
    .select('id')
    .where('channel_id', '=', channel.id)
    .limit(1)
    .executeTakeFirst()
  return message ? undefined : channel
}

async function bringSubscription(
  unit: ImportUnit,
  row: ExportRow,
  channel: number | undefined,
): Promise<void> {
  const user_id = unit.idOf('user', idIn(row, 'user_profile'))
  const channel_id = unit.idOf('channel', channel)
  if (user_id === undefined || channel_id === undefined) {
    return unit.leaveOut('subscriptions of unknown people or to unknown channels', [row])
  }
  const color = textIn(row, 'color')
  await unit.tx
    .insertInto('chat_subscription')
    .values({
      user_id,
      channel_id,
      is_active: flagIn(row, 'active'),
      color: COLOR.test(color) ? color : '#c2c2c2',
      is_pinned: flagIn(row, 'pin_to_top'),
      is_muted: flagIn(row, 'is_muted'),
      desktop_notifications: flagOrNull(row, 'desktop_notifications'),
      email_notifications: flagOrNull(row, 'email_notifications'),
      wildcard_mentions_notify: flagOrNull(row, 'wildcard_mentions_notify'),
      push_notifications: flagOrNull(row, 'push_notifications'),
      audible_notifications: flagOrNull(row, 'audible_notifications'),
      read_up_to: 0,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return unit.brought('subscriptions')
}
