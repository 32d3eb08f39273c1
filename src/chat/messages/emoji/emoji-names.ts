/** Unicode emoji by name and by code, as the public API names them. */
export interface EmojiNames {
  /**
   * Code of a name: code points in hex, joined by dashes, without variation selectors. Knows the names of older tables too, which
   * clients still send.
   */
  codeOf(name: string): string | undefined
  /** Whether an older table had a name for a code, though the name means another emoji today. */
  wasNameOf(name: string, code: string): boolean
  /** Code of a name that other services or Unicode use, and this API does not. */
  codeElsewhere(name: string): string | undefined
  /** Whether a code is that of an emoji. */
  hasCode(code: string): boolean
  /** The usual name of a code. */
  nameOf(code: string): string | undefined
  /** The names of every code in this API, the usual one first. */
  namesByCode: ReadonlyMap<string, readonly string[]>
}

let loading: Promise<EmojiNames> | undefined

/** Loads the names on first use: most calls need none. */
export async function loadEmojiNames(): Promise<EmojiNames> {
  loading ??= load()
  return loading
}

async function load(): Promise<EmojiNames> {
  const { default: table } = await import('./emoji-table.json', { with: { type: 'json' } })
  const namesByCode = readNames(table.emoji)
  const codes = codesByName([...readNames(table.older), ...namesByCode])
  const earlier = new Map<string, string>(Object.entries(table.earlier))
  const elsewhere = codesByName([...readNames(table.elsewhere)])
  return {
    codeOf: (name) => codes.get(name),
    wasNameOf: (name, code) => earlier.get(code) === name,
    codeElsewhere: (name) => elsewhere.get(name),
    hasCode: (code) => namesByCode.has(code),
    nameOf: (code) => namesByCode.get(code)?.[0],
    namesByCode,
  }
}

/** The table has the names of a code in one text, with spaces between them. */
function readNames(part: Readonly<Record<string, string>>): Map<string, string[]> {
  return new Map(Object.entries(part).map(([code, names]) => [code, names.split(' ')]))
}

function codesByName(named: readonly (readonly [string, readonly string[]])[]) {
  return new Map(named.flatMap(([code, names]) => names.map((name) => [name, code] as const)))
}

const VARIATION_SELECTOR = 0xfe0f

/** The code of an emoji that stands in a text. */
export function codeOfEmoji(emoji: string): string {
  return Array.from(emoji, (char) => char.codePointAt(0) ?? 0)
    .filter((point) => point !== VARIATION_SELECTOR)
    .map((point) => point.toString(16).padStart(4, '0'))
    .join('-')
}

/** A code as clients may write it: in capitals, or with the variation selectors of older tables. */
export function normalizeEmojiCode(written: string): string {
  return written.toLowerCase().replaceAll('-fe0f', '')
}
