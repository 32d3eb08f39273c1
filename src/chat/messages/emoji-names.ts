/** Unicode emoji by name and by code, as far as names in use go. */
export interface EmojiNames {
  /** Code of a name: code points in hex, joined by dashes, without variation selectors. */
  codeOf(name: string): string | undefined
  /** Whether a code is that of an emoji. */
  hasCode(code: string): boolean
}

let loading: Promise<EmojiNames> | undefined

/** Loads the names on first use: most calls need none. */
export async function emojiNames(): Promise<EmojiNames> {
  loading ??= load()
  return loading
}

async function load(): Promise<EmojiNames> {
  const { gemoji } = await import('gemoji')
  const codes = new Map<string, string>()
  for (const { emoji, names } of gemoji) {
    for (const name of names) codes.set(name, codeOfEmoji(emoji))
  }
  const known = new Set(codes.values())
  return { codeOf: (name) => codes.get(name), hasCode: (code) => known.has(code) }
}

const VARIATION_SELECTOR = 0xfe0f

function codeOfEmoji(emoji: string): string {
  return Array.from(emoji, (char) => char.codePointAt(0) ?? 0)
    .filter((point) => point !== VARIATION_SELECTOR)
    .map((point) => point.toString(16).padStart(4, '0'))
    .join('-')
}
