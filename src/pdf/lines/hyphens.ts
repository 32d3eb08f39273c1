import type { Line } from '../model.ts'

/** Characters looked at on either side of the end of a line. */
const WORD_MAX_CHARS = 60

/** Words of a document, lower case, by which the hyphen at the end of a line is judged; gathered when the first one is. */
export class Vocabulary {
  readonly #lines: readonly Line[]
  #known: Known | undefined

  constructor(lines: readonly Line[]) {
    this.#lines = lines
  }

  #gathered(): Known {
    this.#known ??= gather(this.#lines)
    return this.#known
  }

  /**
   * How the end of a line goes on with the next: over a hyphen to be cut, over one to be kept (or a
   * slash, or a dash), or after a space.
   */
  seam(before: string, after: string): 'cut' | 'keep' | 'space' {
    const end = before.slice(-WORD_MAX_CHARS)
    const start = after.slice(0, WORD_MAX_CHARS)
    if (!/^[\p{L}\p{N}]/u.test(start) || !/[\p{L}\p{N}][-‐\u00AD/–—]$/u.test(end)) return 'space'
    if (/[/–—]$/.test(end)) return 'keep'
    if (!end.endsWith('-')) return 'cut'
    const last = /[\p{L}\p{N}-]*$/u.exec(end.slice(0, -1))?.[0].toLowerCase() ?? ''
    const first = /^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/u.exec(start)?.[0].toLowerCase() ?? ''
    const { words, hasSoftHyphens } = this.#gathered()
    if (words.has(`${last}-${first}`)) return 'keep'
    if (!/\p{Ll}-$/u.test(end) || !/^\p{Ll}/u.test(start)) return 'keep'
    if (words.has(last + first)) return 'cut'
    // A producer that marks its own hyphens leaves only real ones as they were typed.
    return hasSoftHyphens ? 'keep' : 'cut'
  }
}

interface Known {
  words: ReadonlySet<string>
  hasSoftHyphens: boolean
}

function gather(lines: readonly Line[]): Known {
  const words = new Set<string>()
  let hasSoftHyphens = false
  for (const { text } of lines) {
    if (/[‐\u00AD]$/.test(text)) hasSoftHyphens = true
    const found = text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*(?![\p{L}\p{N}]|[-‐]$)/gu)
    for (const word of found ?? []) words.add(word)
  }
  return { words, hasSoftHyphens }
}
