import { firstChars } from '../../../lib/text.ts'
import { STATUS_TEXT_MAX_CHARS, TOPIC_MAX_CHARS } from '../../limits.ts'
import { type LinkifierColumns, requireLinkifier } from '../../organization/change-linkifiers.ts'
import { LINKIFIERS_MAX_COUNT, PLAYGROUNDS_MAX_COUNT } from '../../organization/limits.ts'
import { recordSettingsChange } from '../../organization/organization-settings.ts'
import { requirePlayground } from '../../organization/playgrounds.ts'
import { renderText } from '../../rendering/render-message.ts'
import { topicKey } from '../../topics/topic.ts'
import type { ExportRow } from '../rows.ts'
import { findImportedEmoji } from './import-reactions.ts'
import { type Importing, type ImportUnit, importRows } from './progress.ts'
import { flagIn, idIn, intIn, msIn, textIn, textOrNull } from './values.ts'

/** Brings what the organization has set up: patterns, playgrounds, domains and fields of profiles. */
export async function importOrganization(importing: Importing): Promise<void> {
  const { source } = importing
  const linkifiers = source.rows('zerver_realmfilter').slice(0, LINKIFIERS_MAX_COUNT)
  await importRows(importing, 'linkifiers', linkifiers, bringLinkifier)
  const playgrounds = source.rows('zerver_realmplayground').slice(0, PLAYGROUNDS_MAX_COUNT)
  await importRows(importing, 'playgrounds', playgrounds, bringPlayground)
  await importRows(importing, 'domains', source.rows('zerver_realmdomain'), bringDomain)
  await importRows(importing, 'fields', source.rows('zerver_customprofilefield'), bringField)
}

/** Brings what people keep for themselves, and the values of bots. */
export async function importPersonal(importing: Importing): Promise<void> {
  const { source } = importing
  const all = source.rows
  await importRows(importing, 'values', all('zerver_customprofilefieldvalue'), bringValue)
  await importRows(importing, 'words', all('zerver_alertword'), bringWord)
  await importRows(importing, 'muted', all('zerver_muteduser'), bringMuted)
  await importRows(importing, 'snippets', all('zerver_savedsnippet'), bringSnippet)
  await importRows(importing, 'statuses', all('zerver_userstatus'), bringStatus)
  await importRows(importing, 'user topics', all('zerver_usertopic'), bringUserTopic)
  const [options, values] = [all('zerver_botconfigdata'), all('zerver_botstoragedata')]
  await importRows(importing, 'bot options', options, bringBotValue('chat_bot_option'))
  await importRows(importing, 'bot values', values, bringBotValue('chat_value'))
}

async function bringLinkifier(unit: ImportUnit, row: ExportRow): Promise<void> {
  const alternatives = row['alternative_url_templates']
  let columns: LinkifierColumns
  try {
    columns = await requireLinkifier({
      pattern: textIn(row, 'pattern'),
      url_template: textIn(row, 'url_template'),
      example_input: textOrNull(row, 'example_input'),
      reverse_template: textOrNull(row, 'reverse_template'),
      alternative_url_templates: Array.isArray(alternatives) ? alternatives.map(String) : [],
    })
  } catch {
    return unit.leaveOut('linkifiers whose pattern is not possible here', [row])
  }
  const { tx } = unit
  const taken = tx.selectFrom('chat_linkifier').select('id').where('pattern', '=', columns.pattern)
  if (await taken.executeTakeFirst()) return undefined
  await tx
    .insertInto('chat_linkifier')
    .values({ ...columns, position: intIn(row, 'order') })
    .execute()
  await recordSettingsChange(tx)
  return unit.brought('linkifiers')
}

async function bringPlayground(unit: ImportUnit, row: ExportRow): Promise<void> {
  let columns
  try {
    columns = requirePlayground({
      name: textIn(row, 'name'),
      highlighter_language: textIn(row, 'pygments_language'),
      url_template: textIn(row, 'url_template'),
    })
  } catch {
    return unit.leaveOut('playgrounds that are not possible here', [row])
  }
  await unit.tx.insertInto('chat_playground').values(columns).execute()
  return unit.brought('playgrounds')
}

async function bringDomain(unit: ImportUnit, row: ExportRow): Promise<void> {
  const domain = textIn(row, 'domain').toLowerCase()
  if (!/^[a-z\d.-]{1,253}$/.test(domain)) return unit.leaveOut('domains of an unknown form', [row])
  await unit.tx
    .insertInto('chat_domain')
    .values({ domain, allow_subdomains: flagIn(row, 'allow_subdomains') })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return unit.brought('domains')
}

async function bringField(unit: ImportUnit, row: ExportRow): Promise<void> {
  const [old, type] = [idIn(row, 'id'), intIn(row, 'field_type')]
  if (old === undefined || type < 1 || type > 8)
    return unit.leaveOut('fields of unknown kinds', [row])
  const { id } = await unit.tx
    .insertInto('chat_profile_field')
    .values({
      position: intIn(row, 'order'),
      type,
      name: firstChars(textIn(row, 'name'), 40),
      hint: firstChars(textIn(row, 'hint'), 80),
      field_data: textIn(row, 'field_data'),
      in_summary: flagIn(row, 'display_in_profile_summary'),
      is_required: flagIn(row, 'required'),
      is_editable: row['editable_by_user'] === false ? 0 : 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  unit.setId('field', old, id)
  return unit.brought('fields of profiles')
}

async function bringValue(unit: ImportUnit, row: ExportRow): Promise<void> {
  const user_id = unit.idOf('user', idIn(row, 'user_profile'))
  const field_id = unit.idOf('field', idIn(row, 'field'))
  if (user_id === undefined || field_id === undefined) {
    return unit.leaveOut('values of unknown people or fields', [row])
  }
  const raw = textIn(row, 'value')
  const value = raw.startsWith('[') ? withNewUsers(unit, raw) : raw
  await unit.tx
    .insertInto('chat_profile_value')
    .values({
      user_id,
      field_id,
      value,
      rendered: typeof row['rendered_value'] === 'string' ? await renderText(value) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return unit.brought('values of profiles')
}

/** A list of people, who may have other ids here. */
function withNewUsers(unit: ImportUnit, json: string): string {
  try {
    const ids = JSON.parse(json) as unknown
    if (!Array.isArray(ids) || !ids.every(Number.isInteger)) return json
    return JSON.stringify(ids.flatMap((id: number) => unit.idOf('user', id) ?? []))
  } catch {
    return json
  }
}

async function bringWord(unit: ImportUnit, row: ExportRow): Promise<void> {
  const user_id = unit.idOf('user', idIn(row, 'user_profile'))
  const word = firstChars(textIn(row, 'word').trim(), 100)
  if (user_id === undefined || word === '') {
    return unit.leaveOut('alert words of unknown people', [row])
  }
  await unit.tx
    .insertInto('chat_alert_word')
    .values({ user_id, word, word_key: word.toLowerCase() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await recordSettingsChange(unit.tx)
  return unit.brought('alert words')
}

async function bringMuted(unit: ImportUnit, row: ExportRow): Promise<void> {
  const user_id = unit.idOf('user', idIn(row, 'user_profile'))
  const muted_id = unit.idOf('user', idIn(row, 'muted_user'))
  if (user_id === undefined || muted_id === undefined) {
    return unit.leaveOut('muted people who are unknown', [row])
  }
  await unit.tx
    .insertInto('chat_muted_user')
    .values({ user_id, muted_id, muted_at: msIn(row, 'date_muted') ?? 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return unit.brought('muted people')
}

async function bringSnippet(unit: ImportUnit, row: ExportRow): Promise<void> {
  const user_id = unit.idOf('user', idIn(row, 'user_profile'))
  if (user_id === undefined) return unit.leaveOut('snippets of unknown people', [row])
  const [title, content] = [firstChars(textIn(row, 'title'), 60), textIn(row, 'content')]
  const created_at = msIn(row, 'date_created') ?? 0
  await unit.tx.insertInto('chat_snippet').values({ user_id, title, content, created_at }).execute()
  return unit.brought('snippets')
}

async function bringStatus(unit: ImportUnit, row: ExportRow): Promise<void> {
  const user_id = unit.idOf('user', idIn(row, 'user_profile'))
  if (user_id === undefined) return unit.leaveOut('statuses of unknown people', [row])
  const status_text = firstChars(textIn(row, 'status_text').trim(), STATUS_TEXT_MAX_CHARS)
  const hasEmoji = textIn(row, 'emoji_name') !== ''
  const emoji = hasEmoji ? await findImportedEmoji(unit, row) : undefined
  if (status_text === '' && !emoji) return undefined
  const none = { emoji_name: '', emoji_code: '', reaction_type: '' }
  await unit.tx
    .insertInto('chat_status')
    .values({ user_id, status_text, ...none, ...emoji })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return unit.brought('statuses')
}

async function bringUserTopic(unit: ImportUnit, row: ExportRow): Promise<void> {
  const user_id = unit.idOf('user', idIn(row, 'user_profile'))
  const channel_id = unit.idOf('channel', idIn(row, 'stream'))
  const policy = intIn(row, 'visibility_policy')
  if (user_id === undefined || channel_id === undefined || policy < 1 || policy > 3) {
    return unit.leaveOut('policies of unknown people, channels or kinds', [row])
  }
  const topic = firstChars(textIn(row, 'topic_name'), TOPIC_MAX_CHARS)
  const place = { user_id, channel_id, topic, topic_key: topicKey(topic) }
  await unit.tx
    .insertInto('chat_user_topic')
    .values({ ...place, policy, updated_at: msIn(row, 'last_updated') ?? 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return unit.brought('policies of topics')
}

function bringBotValue(table: 'chat_bot_option' | 'chat_value') {
  return async (unit: ImportUnit, row: ExportRow): Promise<void> => {
    const user_id = unit.idOf('user', idIn(row, 'bot_profile'))
    if (user_id === undefined) return unit.leaveOut('values of unknown bots', [row])
    await unit.tx
      .insertInto(table)
      .values({ user_id, name: textIn(row, 'key'), value: textIn(row, 'value') })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return unit.brought('values of bots')
  }
}
