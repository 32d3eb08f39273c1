import { cleanText } from './text.ts'

/**
 * Characters of other alphabets that are drawn like the Latin letter before them; a capital stands here where it looks like
 * another letter than its small form.
 */
const DRAWN_LIKE: Readonly<Record<string, string>> = {
  a: '\u0430\u03B1\u0251\u1D00\u13AA\uA4EE',
  b: '\u0432\u03B2\u044C\u0299\u13F4\uA4D0',
  c: '\u0441\u03C2\u1D04\u13DF\uA4DA\u2CA5',
  d: '\u0501\u0111\u1D05\u13A0\uA4D3',
  e: '\u0435\u03B5\u0454\u1D07\u13AC\uA4F0',
  f: '\uA4DD\u03DD',
  g: '\u0433\u0581\u0261\u0262\u13C0\uA4D6',
  h: '\u043D\u04BB\u0570\u0397\u0127\u029C\u13BB\uA4E7\u2C8F',
  j: '\u0458\u03F3\u0575\u1D0A\u13AB\uA4D9',
  k: '\u043A\u03BA\u1D0B\u13E6\uA4D7\u2C95',
  l: 'i1\u0456\u04CF\u03B9\u0131\u0269\u026A\u0142\u029F\u053C\u13DE\uA4E1\uA4F2\u2C93\u0627\u05D5\u05DF',
  m: '\u043C\u039C\u1D0D\u13B7\uA4DF\u2C99',
  n: '\u043F\u0578\u039D\u03B7\u0274\uA4E0\u2C9B',
  o: '0\u043E\u03BF\u03C3\u0585\u00F8\u1D0F\uA4F3\u2C9F\u0647\u0665\u06F5\u05E1\u0966\u09E6\u0B20\u0B66\u0D20\u0E50\u0ED0\u101D\u1040\u10FF',
  p: '\u0440\u03C1\u1D18\u13E2\uA4D1\u2CA3',
  q: '\u051B\u0566',
  r: '\u0280\u13A1\uA4E3',
  s: '\u0455\u054F\uA731\u13DA\uA4E2',
  t: '\u0442\u03C4\u0167\u1D1B\u13A2\uA4D4\u2CA7',
  u: '\u057D\u03C5\u03BC\u0446\u1D1C\uA4F4',
  v: '\u0475\u03BD\u1D20\u13D9\uA4E6',
  w: '\u051D\u0448\u03C9\u1D21\u13B3\uA4EA',
  x: '\u0445\u03C7\uA4EB\u2CAD',
  y: '\u0443\u03A5\u03B3\u028F\u13A9\uA4EC',
  z: '\u03B6\u1D22\u13C3\uA4DC',
  // Katakana that are drawn like Han characters, and the sign of a long vowel.
  '\u529B': '\u30AB',
  '\u5915': '\u30BF',
  '\u4E8C': '\u30CB',
  '\u516B': '\u30CF',
  '\u53E3': '\u30ED',
  '\u5DE5': '\u30A8',
  '\u535C': '\u30C8',
  '\u3078': '\u30D8',
  '\u4E00': '\u30FC',
}

const LOOKS = new Map(
  Object.entries(DRAWN_LIKE).flatMap(([look, characters]) =>
    Array.from(characters, (character) => [character, look] as const),
  ),
)

function drawn(character: string): string {
  const small = character.toLowerCase()
  return LOOKS.get(character) ?? LOOKS.get(small) ?? LOOKS.get(character.toUpperCase()) ?? small
}

/** How a name looks at a glance as it is written, and in small letters; nothing for a name without letters and digits. */
export function looksOf(name: string): string[] {
  const shown = cleanText(name).normalize('NFKD')
  return [...new Set([lookOf(shown), lookOf(shown.toLowerCase())])].filter((look) => look !== '')
}

/**
 * Equal for names that differ in spaces, signs, accents, invisible characters, or letters of different alphabets that are drawn
 * alike. Linear time.
 */
function lookOf(name: string): string {
  const letters = name.replaceAll(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
  return Array.from(letters, drawn).join('').replaceAll('rn', 'm').replaceAll('vv', 'w')
}
