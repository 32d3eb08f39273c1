import { OperationError } from '../../contract/errors.ts'
import { codeOfEmoji, loadEmojiNames } from '../messages/emoji/emoji-names.ts'

/** Longest text that is looked at: the longest emoji are families of many code points. */
const EMOJI_MAX_CHARS = 200

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/v

const SKIN_TONES = /\p{Emoji_Modifier}/gv

/**
 * The name of an emoji as models write it: the name, with or without colons (`:+1:`), in words (`thumbs up`), or the emoji itself,
 * of whatever skin. A name that is not known here stays as it is: it may be one of the organization's. Throws `invalid_input` for
 * several emoji, or one without a name.
 */
export async function readEmojiName(written: string): Promise<string> {
  const text = written.trim().replaceAll(/^:+|:+$/g, '')
  if (/^[a-z0-9_+-]*$/.test(text) || text.length > EMOJI_MAX_CHARS) return text
  const { codeOf, codeElsewhere, nameOf } = await loadEmojiNames()
  if (!PICTURE.test(text)) {
    const words = text.trim().toLowerCase().normalize('NFC').replaceAll(/\s+/g, '_')
    const isKnown = (name: string) => (codeOf(name) ?? codeElsewhere(name)) !== undefined
    const joined = words.replaceAll('-', '_')
    return !isKnown(words) && isKnown(joined) ? joined : words
  }
  const name = nameOf(codeOfEmoji(text)) ?? nameOf(codeOfEmoji(text.replaceAll(SKIN_TONES, '')))
  if (name !== undefined) return name
  throw new OperationError('invalid_input', 'This is not one known emoji.', {
    hint: 'Give one emoji, as itself or by its name, e.g. 👍 or thumbs_up.',
  })
}
