import { z } from 'zod'
import { badRequest } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'
import { loadEmojiNames } from './emoji-names.ts'

/** An emoji, named in the namespace of its type (spec 2.7). */
export interface Emoji {
  emoji_name: string
  emoji_code: string
  reaction_type: string
}

/** An emoji as clients name it: the name suffices. */
export interface NamedEmoji {
  emoji_name?: string | undefined
  emoji_code?: string | undefined
  reaction_type?: string | undefined
}

/** Parameters of operations that name an emoji. */
export const emojiInputs = {
  emoji_name: z.string().optional().describe('E.g. tada.'),
  emoji_code: z.string().optional().describe('Code in the namespace of its type.'),
  reaction_type: z
    .string()
    .optional()
    .describe('`unicode_emoji`, `realm_emoji` or `service_extra_emoji`.'),
}

/** The one emoji that this service adds to Unicode and to those of the organization. */
const EXTRA_NAME = 'service'

/** The same under the names of the public API. */
const EXTRA_ALIASES: ReadonlyMap<string, string> = new Map([['zulip', EXTRA_NAME]])

/** Type names, and their older or foreign spellings. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['unicode_emoji', 'unicode_emoji'],
  ['realm_emoji', 'realm_emoji'],
  ['service_extra_emoji', 'service_extra_emoji'],
  ['zulip_extra_emoji', 'service_extra_emoji'],
])

/** Completes and checks an emoji. Throws for a name, code or type that does not exist or does not fit. */
export async function readEmoji(
  db: Reader,
  { emoji_name: name, emoji_code, reaction_type }: NamedEmoji,
): Promise<Emoji> {
  if (name === undefined)
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
  if (!/^[\w+-]{1,100}$/u.test(name)) throw badRequest('Invalid emoji name.')
  const type = reaction_type === undefined ? undefined : TYPES.get(reaction_type)
  if (reaction_type !== undefined && type === undefined) throw badRequest('Invalid emoji type.')
  if (type === 'realm_emoji' || type === undefined) {
    const custom = await readCustom(db, name, emoji_code)
    if (custom) return custom
    if (type !== undefined) throw badRequest('Invalid custom emoji.')
  }
  const extra = EXTRA_ALIASES.get(name) ?? name
  if (type === 'service_extra_emoji' || (type === undefined && extra === EXTRA_NAME)) {
    if (extra !== EXTRA_NAME || (emoji_code !== undefined && !isExtra(emoji_code))) {
      throw badRequest('Invalid emoji code.')
    }
    return { emoji_name: extra, emoji_code: extra, reaction_type: 'service_extra_emoji' }
  }
  const { codeOf, hasCode } = await loadEmojiNames()
  const known = codeOf(name)
  if (emoji_code === undefined) {
    if (known === undefined) throw badRequest(`Emoji '${name}' does not exist`)
    return { emoji_name: name, emoji_code: known, reaction_type: 'unicode_emoji' }
  }
  const code = emoji_code.toLowerCase()
  if (!hasCode(code)) throw badRequest('Invalid emoji code.')
  if (known !== code) throw badRequest('Invalid emoji name.')
  return { emoji_name: name, emoji_code: code, reaction_type: 'unicode_emoji' }
}

/** A custom emoji that is in use, by its name and, where one is given, its id: it hides others of the name. */
async function readCustom(
  db: Reader,
  name: string,
  code: string | undefined,
): Promise<Emoji | undefined> {
  const named = db.selectFrom('chat_emoji').select('id').where('name', '=', name)
  const found = await named.where('is_deactivated', '=', 0).executeTakeFirst()
  if (!found || (code !== undefined && code !== String(found.id))) return undefined
  return { emoji_name: name, emoji_code: String(found.id), reaction_type: 'realm_emoji' }
}

function isExtra(code: string): boolean {
  return (EXTRA_ALIASES.get(code) ?? code) === EXTRA_NAME
}
