/** Unicode emoji by name and by code, for names in use. */
export interface EmojiNames {
  /** Code of a name: code points in hex, joined by dashes, without variation selectors. */
  codeOf(name: string): string | undefined
  /** Whether a code is that of an emoji. */
  hasCode(code: string): boolean
  /** The usual name of a code. */
  nameOf(code: string): string | undefined
  /** All names of every code, the usual one first. */
  namesByCode: ReadonlyMap<string, readonly string[]>
}

/** Names whose meaning in this API differs from elsewhere. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  smile: '1f642',
  big_smile: '1f604',
  frown: '1f641',
  cat: '1f408',
  dog: '1f415',
  rabbit: '1f407',
  comet: '2604',
  kiwi: '1f95d',
  gold: '1f947',
  hash: '0023-20e3',
  division: '2797',
  holiday_tree: '1f384',
  up: '2b06',
}

let loading: Promise<EmojiNames> | undefined

/** Loads the names on first use: most calls need none. */
export async function loadEmojiNames(): Promise<EmojiNames> {
  loading ??= load()
  return loading
}

async function load(): Promise<EmojiNames> {
  const { gemoji } = await import('gemoji')
  const codes = new Map(Object.entries(OWN_NAMES))
  const usual = new Map(Object.entries(OWN_NAMES).map(([name, code]) => [code, name]))
  const add = (name: string, code: string) => {
    if (!codes.has(name)) codes.set(name, code)
    if (codes.get(name) === code && !usual.has(code)) usual.set(code, name)
  }
  for (const { emoji, names } of gemoji) {
    for (const name of names) add(name, codeOfEmoji(emoji))
  }
  // Added last, since the description of one emoji may be the name of another.
  for (const { emoji, description } of gemoji) {
    add(description.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'), codeOfEmoji(emoji))
  }
  const known = new Set(codes.values())
  return {
    codeOf: (name) => codes.get(name),
    hasCode: (code) => known.has(code),
    nameOf: (code) => usual.get(code),
    namesByCode: new Map(
      [...Map.groupBy(codes, ([, code]) => code)].map(([code, named]) => {
        const first = usual.get(code) ?? ''
        return [code, [...new Set([first, ...named.map(([name]) => name)])]]
      }),
    ),
  }
}

const VARIATION_SELECTOR = 0xfe0f

/** The code of an emoji that stands in a text. */
export function codeOfEmoji(emoji: string): string {
  return Array.from(emoji, (char) => char.codePointAt(0) ?? 0)
    .filter((point) => point !== VARIATION_SELECTOR)
    .map((point) => point.toString(16).padStart(4, '0'))
    .join('-')
}
