import { z } from 'zod'
import { badRequest } from '../../kernel/failures.ts'
import type { Reader } from '../../kernel/rows.ts'
import { loadEmojiNames, normalizeEmojiCode } from './emoji-names.ts'

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
  emoji_name: z.string().optional().describe('Name, e.g. tada.'),
  emoji_code: z.string().optional().describe('Code of the emoji, as reaction_type has it.'),
  reaction_type: z
    .string()
    .optional()
    .describe('Kind of the emoji: `unicode_emoji`, `realm_emoji` or `service_extra_emoji`.'),
}

/** The one emoji that this service adds to Unicode and to those of the organization. */
const EXTRA_NAME = 'service'

/** Names that the public API has for this emoji. */
const EXTRA_ALIASES: ReadonlyMap<string, string> = new Map([['zulip', EXTRA_NAME]])

/** Type names, and their older or foreign spellings. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['unicode_emoji', 'unicode_emoji'],
  ['realm_emoji', 'realm_emoji'],
  ['service_extra_emoji', 'service_extra_emoji'],
  ['zulip_extra_emoji', 'service_extra_emoji'],
])

/** Letters of any script: the table has `piñata`, and `指` in its older form. */
const NAME = /^[\p{L}\p{N}_+\-]{1,100}$/v

/**
 * Completes and checks an emoji; a Unicode emoji gets its usual name, whatever name it was given by. Throws for a name, code or type
 * that does not exist or does not fit.
 */
export async function readEmoji(
  db: Reader,
  { emoji_name, emoji_code, reaction_type }: NamedEmoji,
): Promise<Emoji> {
  if (emoji_name === undefined)
    throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
  const name = emoji_name.normalize('NFC')
  if (!NAME.test(name)) throw badRequest('Invalid emoji name.')
  const type = reaction_type === undefined ? undefined : readEmojiType(reaction_type)
  if (reaction_type !== undefined && type === undefined) throw badRequest('Invalid emoji type.')
  if (type === 'realm_emoji' || type === undefined) {
    const custom = await readCustom(db, name, emoji_code)
    if (custom) return custom
    if (type !== undefined) throw badRequest('Invalid custom emoji.')
  }
  const extra = EXTRA_ALIASES.get(name) ?? name
  const isExtraMeant = extra === EXTRA_NAME && (emoji_code === undefined || isExtra(emoji_code))
  if (type === 'service_extra_emoji' || (type === undefined && isExtraMeant)) {
    if (!isExtraMeant) throw badRequest('Invalid emoji code.')
    return { emoji_name: extra, emoji_code: extra, reaction_type: 'service_extra_emoji' }
  }
  const { codeOf, codeElsewhere, wasNameOf, hasCode, nameOf } = await loadEmojiNames()
  const known = codeOf(name) ?? codeElsewhere(name)
  const code = emoji_code === undefined ? known : normalizeEmojiCode(emoji_code)
  if (code === undefined) throw badRequest(`Emoji '${name}' does not exist`)
  if (!hasCode(code)) throw badRequest('Invalid emoji code.')
  if (code !== known && !wasNameOf(name, code)) throw badRequest('Invalid emoji name.')
  return { emoji_name: nameOf(code) ?? name, emoji_code: code, reaction_type: 'unicode_emoji' }
}

/** The type that a client means; undefined where there is none of that name. */
export function readEmojiType(written: string): string | undefined {
  return TYPES.get(written)
}

/** Stored emoji as answers show them: Unicode emoji by the usual name of their code, if they were stored by another. */
export async function withUsualNames<T extends Emoji>(stored: readonly T[]): Promise<T[]> {
  if (!stored.some(({ reaction_type }) => reaction_type === 'unicode_emoji')) return [...stored]
  const { nameOf } = await loadEmojiNames()
  return stored.map((one) => {
    const usual = one.reaction_type === 'unicode_emoji' ? nameOf(one.emoji_code) : undefined
    return usual === undefined || usual === one.emoji_name ? one : { ...one, emoji_name: usual }
  })
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
