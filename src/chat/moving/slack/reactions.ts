import { type EmojiNames, loadEmojiNames } from '../../messages/emoji/emoji-names.ts'
import { rowsIn, textIn } from '../import/values.ts'
import type { ExportRow } from '../rows.ts'
import type { SlackDirectory } from './directory.ts'

/** Tones of skin stand behind a name, and are no part of it. */
const SKIN_TONE = /::skin-tone-\d$/

/** The names of emoji, of other services too. */
export async function readEmojiNames(): Promise<EmojiNames> {
  return loadEmojiNames()
}

/** Rows of the reactions to a message, by the names of the public server; what has none is counted when it is imported. */
export function readReactions(
  row: ExportRow,
  directory: SlackDirectory,
  { codeOf, codeElsewhere, nameOf }: EmojiNames,
): ExportRow[] {
  return rowsIn(row['reactions']).flatMap((reaction) => {
    const name = textIn(reaction, 'name').replace(SKIN_TONE, '')
    const code = codeElsewhere(name) ?? codeOf(name)
    const emoji = {
      emoji_name: (code === undefined ? undefined : nameOf(code)) ?? name,
      emoji_code: code ?? '',
      reaction_type: 'unicode_emoji',
    }
    const users = Array.isArray(reaction['users']) ? reaction['users'] : []
    return users.flatMap((user) => {
      const person = directory.person(String(user))
      return person ? [{ user_profile: person.id, ...emoji }] : []
    })
  })
}
