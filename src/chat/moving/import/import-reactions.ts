import { loadEmojiNames, normalizeEmojiCode } from '../../messages/emoji/emoji-names.ts'
import { type Emoji, readEmoji } from '../../messages/emoji/emoji.ts'
import type { ExportRow } from '../rows.ts'
import { type Importing, type ImportUnit, importRows, messageIdOf } from './progress.ts'
import { idIn, textIn } from './values.ts'

/** Brings the emoji that people put under messages, as far as message, person and emoji are there. */
export async function importReactions(importing: Importing): Promise<void> {
  const rows = importing.source.rows('zerver_reaction')
  await importRows(importing, 'reactions', rows, bringReaction)
}

/** Brings one of them. */
export async function bringReaction(unit: ImportUnit, row: ExportRow): Promise<void> {
  const { tx } = unit
  const user_id = unit.idOf('user', idIn(row, 'user_profile'))
  const old = idIn(row, 'message')
  const emoji = await findImportedEmoji(unit, row)
  if (user_id === undefined || old === undefined || !emoji) {
    return unit.leaveOut('reactions of unknown people or with unknown emoji', [row])
  }
  const message_id = messageIdOf(unit.state, old)
  if (message_id === undefined) {
    return unit.leaveOut('reactions to messages that are not there', [row])
  }
  const { numUpdatedRows } = await tx
    .updateTable('chat_message')
    .set({ has_reaction: 1 })
    .where('id', '=', message_id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return unit.leaveOut('reactions to messages that are not there', [row])
  await tx
    .insertInto('chat_reaction')
    .values({ message_id, user_id, ...emoji })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return unit.brought('reactions')
}

/** An emoji of an export. Its code says which is meant: names change with the tables, and only count where no code is known. */
export async function findImportedEmoji(
  unit: ImportUnit,
  row: ExportRow,
): Promise<Emoji | undefined> {
  const emoji_name = textIn(row, 'emoji_name')
  const reaction_type = textIn(row, 'reaction_type')
  const code = normalizeEmojiCode(textIn(row, 'emoji_code'))
  if (reaction_type === 'realm_emoji') {
    const id = unit.idOf('emoji', code)
    return id === undefined ? undefined : { emoji_name, emoji_code: String(id), reaction_type }
  }
  const usual = (await loadEmojiNames()).nameOf(code)
  if (usual !== undefined) {
    return { emoji_name: usual, emoji_code: code, reaction_type: 'unicode_emoji' }
  }
  const named = reaction_type === '' ? { emoji_name } : { emoji_name, reaction_type }
  return readEmoji(unit.tx, named).catch(() => undefined)
}
