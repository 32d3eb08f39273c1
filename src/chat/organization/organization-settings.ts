import { readOrganizationSettingsVersion } from '../kernel/directory-cache.ts'
import type { Reader, Tx } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { Linkifier } from '../rendering/context.ts'
import { compileLinkifiers } from '../rendering/linkifiers.ts'
import type { OrganizationSettings } from '../rendering/render-message.ts'
import { loadCustomEmoji } from './emoji-record.ts'
import { loadLinkifierRecords } from './linkifier-record.ts'

/** The cached rendering settings, and their version. */
interface Known {
  version: number
  settings: OrganizationSettings
}

const knownOf = new WeakMap<Chat, Known>()

/**
 * Loads the rendering settings of the organization and its users. Reloaded only after a change by any process, so that patterns
 * are compiled once.
 */
export async function loadOrganizationSettings(
  chat: Chat,
  db: Reader,
): Promise<OrganizationSettings> {
  const version = await readOrganizationSettingsVersion(chat, db)
  const known = knownOf.get(chat)
  if (known?.version === version) return known.settings
  const records = await loadLinkifierRecords(db)
  const linkifiers = records.map(({ pattern, url_template }) => ({
    pattern,
    urlTemplate: url_template,
  }))
  const settings: OrganizationSettings = {
    linkifiers,
    emoji: await loadCustomEmoji(db),
    alertWords: await alertWords(db),
  }
  knownOf.set(chat, { version, settings })
  return settings
}

/** The organization's patterns, ready to find links in topics. */
export async function loadTopicLinkifiers(chat: Chat, db: Reader): Promise<readonly Linkifier[]> {
  return compileLinkifiers((await loadOrganizationSettings(chat, db)).linkifiers)
}

/** Records that linkifiers, emoji or alert words have changed. */
export async function recordSettingsChange(tx: Tx): Promise<void> {
  await tx
    .updateTable('chat_counter')
    .set((eb) => ({ value: eb('value', '+', 1) }))
    .where('name', '=', 'organization_settings')
    .execute()
}

/** Alert words by user. */
async function alertWords(db: Reader): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db.selectFrom('chat_alert_word').select(['user_id', 'word']).execute()
  const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
  return new Map([...byUser].map(([id, list]) => [id, list.map(({ word }) => word)]))
}
