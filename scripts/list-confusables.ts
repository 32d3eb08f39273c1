import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** Characters that are drawn alike, as names are compared by them. */
export const CONFUSABLES_FILE = join(import.meta.dirname, '../src/lib/confusables-table.json')

/**
 * The table of Unicode (UTS 39, `confusables.txt`) as far as names need it: what a letter or digit is drawn like, with all that are
 * drawn like that in one text. What normalization finds too is left out, and signs are, since names are compared without.
 */
export function listConfusables(): string {
  const prototypes = JSON.parse(
    readFileSync(require.resolve('unhomoglyph/data.json'), 'utf8'),
  ) as Record<string, string>
  const drawnLike = new Map<string, string>()
  for (const [character, prototype] of Object.entries(prototypes)) {
    const look = lettersOf(prototype)
    const isOne = Array.from(character).length === 1 && lettersOf(character) === character
    if (isOne && look !== '' && look !== character) {
      drawnLike.set(look, (drawnLike.get(look) ?? '') + character)
    }
  }
  const lines = [...drawnLike]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([look, characters]) => `${escape(look)}: ${escape(characters)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Letters and digits as names are compared by them. */
function lettersOf(text: string): string {
  return text.normalize('NFKD').replaceAll(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
}

/** JSON in ASCII: most of these characters cannot be told from others when they are read. */
function escape(text: string): string {
  return JSON.stringify(text).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

if (import.meta.main) writeFileSync(CONFUSABLES_FILE, listConfusables())
