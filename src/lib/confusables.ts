import table from './confusables-table.json' with { type: 'json' }
import { cleanText } from './text.ts'

/** Letters that Unicode's table keeps apart from the Latin one before them, and readers do not: small capitals, and a few others. */
const DRAWN_LIKE_TOO: Readonly<Record<string, string>> = {
  a: '\u1D00',
  b: '\u0299',
  c: '\u03C2',
  d: '\u1D05',
  e: '\u1D07\u0454',
  g: '\u0262',
  h: '\u029C',
  j: '\u1D0A',
  k: '\u1D0B',
  l: '\u029F',
  m: '\u1D0D',
  n: '\u0274\u043F',
  p: '\u1D18',
  r: '\u0280',
  t: '\u1D1B',
  u: '\u03BC\u0446',
  w: '\u0448\u03C9',
}

/** What the tables say of each character. */
const LOOK_OF = new Map(
  [...Object.entries(table), ...Object.entries(DRAWN_LIKE_TOO)].flatMap(([look, characters]) =>
    Array.from(characters, (character) => [character, look.toLowerCase()] as const),
  ),
)

/** The look of every character of the tables, and of its small form and its capital. */
const LOOKS = new Map([...LOOK_OF.keys()].flatMap(formsOf).map((form) => [form, bestLookOf(form)]))

function formsOf(character: string): string[] {
  return [character, character.toLowerCase(), character.toUpperCase()]
}

/** A small letter of another alphabet may be like a Latin one as a capital only. */
function bestLookOf(character: string): string {
  const looks = formsOf(character).flatMap((form) => LOOK_OF.get(form) ?? [])
  return looks.find((look) => /^[a-z\d]+$/.test(look)) ?? looks[0] ?? character.toLowerCase()
}

function drawn(character: string): string {
  return LOOKS.get(character) ?? character.toLowerCase()
}

/** How a name looks at a glance as it is written, and in small letters; nothing for a name without letters and digits. */
export function looksOf(name: string): string[] {
  // The lunate sigma, which normalization takes for a sigma and everybody else for a C.
  const normalized = cleanText(name).replaceAll('\u03F9', 'C').normalize('NFKD')
  return [...new Set([lookOf(normalized), lookOf(normalized.toLowerCase())])].filter(
    (look) => look !== '',
  )
}

/**
 * Equal for names that differ in spaces, signs, accents, invisible characters, or letters of different alphabets that are drawn
 * alike (UTS 39), `i` and `l` since capitals do not count. Linear time.
 */
function lookOf(name: string): string {
  const letters = name.replaceAll(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
  const look = Array.from(letters, drawn).join('')
  return look.replaceAll('i', 'l').replaceAll('rn', 'm').replaceAll('vv', 'w')
}
