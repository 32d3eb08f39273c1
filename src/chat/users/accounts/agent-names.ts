import { createHash } from 'node:crypto'
import { cleanText, firstChars } from '../../../lib/text.ts'
import type { Chat } from '../../kernel/types.ts'
import { AGENT_NAME_MAX_CHARS } from '../../limits.ts'

/** Characters read of the name that a program gives itself. */
const GIVEN_NAME_MAX_CHARS = 1_000

/** Name of a program whose own has no letters and no digits. */
const NAMELESS = 'agent'

/** Digits of a digest, in hex, that tell addresses of names in other scripts apart. */
const DIGEST_CHARS = 12

/**
 * The chat name of a program: letters and digits of any script in small letters, everything else as single hyphens. The name of
 * such a name is itself.
 */
export function agentNameOf(given: string): string {
  const small = cleanText(firstChars(given, GIVEN_NAME_MAX_CHARS)).normalize('NFKC').toLowerCase()
  const words = small
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Me}/gu, '')
    .normalize('NFKC')
    .replaceAll(/(\p{M}{4})\p{M}+/gu, '$1')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
  return trimmed(firstChars(trimmed(words), AGENT_NAME_MAX_CHARS)) || NAMELESS
}

/** A name begins with no mark, which would join whatever stands before it. */
function trimmed(words: string): string {
  return words.replace(/^[-\p{M}]+/u, '').replace(/-+$/, '')
}

/**
 * What stands for a name, and the number of a session, in addresses and names of files: the name itself where it is ASCII, else with
 * a digest.
 */
export function agentHandleOf(name: string, number = 1): string {
  const handle = asciiHandleOf(name)
  return number === 1 ? handle : `${handle}.${number}`
}

function asciiHandleOf(name: string): string {
  if (/^[a-z0-9-]+$/.test(name)) return name
  const ascii = name.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '')
  // No name holds a full stop, so that none can be taken for another one with its digest.
  return `${ascii || NAMELESS}.${shortDigestOf(name)}`
}

/** The address of the account of a local program, for the session of a number. */
export function addressOf(
  { realmHost }: Pick<Chat, 'realmHost'>,
  name: string,
  number: number,
): string {
  return `${agentHandleOf(name, number)}-agent@${realmHost}`
}

/** A few digits of the digest of a text. */
export function shortDigestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_CHARS)
}

/** How a name is shown for a session of a number; the first one has none. */
export function numbered(name: string, number: number): string {
  return number === 1 ? name : `${name} ${number}`
}
