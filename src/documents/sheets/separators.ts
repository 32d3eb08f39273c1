/** Marks between the digits of a number. */
export interface Separators {
  decimal: string
  group: string
}

const ENGLISH: Separators = { decimal: '.', group: ',' }

/** Languages that write numbers in other ways than English does, by the last ten bits of their identifiers at Microsoft (MS-LCID). */
const LANGUAGES: Readonly<Record<number, string>> = {
  0x02: 'bg',
  0x03: 'ca',
  0x05: 'cs',
  0x06: 'da',
  0x07: 'de',
  0x08: 'el',
  0x0a: 'es',
  0x0b: 'fi',
  0x0c: 'fr',
  0x0e: 'hu',
  0x0f: 'is',
  0x10: 'it',
  0x13: 'nl',
  0x14: 'nb',
  0x15: 'pl',
  0x16: 'pt',
  0x18: 'ro',
  0x19: 'ru',
  0x1a: 'hr',
  0x1b: 'sk',
  0x1d: 'sv',
  0x1f: 'tr',
  0x21: 'id',
  0x22: 'uk',
  0x24: 'sl',
  0x25: 'et',
  0x26: 'lv',
  0x27: 'lt',
  0x2a: 'vi',
}
/** Countries that write them in other ways than others of their language. */
const COUNTRIES: Readonly<Record<number, string>> = {
  0x0807: 'de-CH',
  0x0c07: 'de-AT',
  0x080a: 'es-MX',
  0x100c: 'fr-CH',
  0x0c0c: 'fr-CA',
  0x0810: 'it-CH',
  0x0816: 'pt-PT',
}

/** The marks of a language by its identifier; those of English where it has none, or none is given. */
export function separatorsOf(language: number | undefined): Separators {
  const tag =
    language === undefined ? undefined : (COUNTRIES[language] ?? LANGUAGES[language & 0x3ff])
  if (tag === undefined) return ENGLISH
  const parts = new Intl.NumberFormat(tag).formatToParts(1_234_567.8)
  const find = (type: string): string => parts.find((part) => part.type === type)?.value ?? ''
  return { decimal: find('decimal'), group: find('group') }
}
