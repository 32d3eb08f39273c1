/** What wishes for tools are made of. */
export interface Purposes {
  /** Words of several languages for each notion; those of the empty one say nothing. Written plainly: small letters of ASCII, `_` for blanks. */
  words: Readonly<Record<string, string>>
  /** Notions that names of tools have and wishes leave out: whoever names an invitation means to send one. */
  usual?: string
  /** What each tool is for, in words beside those of its description. */
  tools: Readonly<Record<string, string>>
}

/** Purposes of nothing: words mean themselves. */
export const NO_PURPOSES: Purposes = { words: {}, tools: {} }

/** Longer endings make another word: `mark` and `markdown`. */
const ENDING_MAX_CHARS = 3

/** Shorter beginnings are those of too many words. */
const STEM_MIN_CHARS = 4

/** Words that say nothing of a tool. */
const EMPTY_WORDS =
  'a an and are as at be by for from how i in into is it my of on or that the this to tool tools want what which with'

const lexicons = new WeakMap<Purposes, Lexicon>()

/** The notions behind words, so that `Nachricht`, `messages` and `message` are one. */
export class Lexicon {
  readonly #notions = new Map<string, string[]>()
  readonly #empty: ReadonlySet<string>

  constructor({ words: { '': empty = '', ...words } }: Purposes) {
    this.#empty = new Set(`${EMPTY_WORDS} ${empty}`.split(' '))
    for (const [notion, text] of Object.entries(words)) {
      for (const word of new Set([notion, ...text.split(' ')])) {
        this.#notions.set(word, [...(this.#notions.get(word) ?? []), notion])
      }
    }
  }

  /** The one of some purposes, built once. */
  static of(purposes: Purposes): Lexicon {
    const known = lexicons.get(purposes) ?? new Lexicon(purposes)
    lexicons.set(purposes, known)
    return known
  }

  /** What the words of a text mean, each the notions that it may stand for; an unknown word stands for itself. */
  read(text: string): string[][] {
    const words = plainWords(text)
    const meanings: string[][] = []
    for (let at = 0; at < words.length; at += 1) {
      const [word = '', next = '', third = ''] = words.slice(at)
      const phrase = [`${word}_${next}_${third}`, `${word}_${next}`].find((one) =>
        this.#notions.has(one),
      )
      if (phrase !== undefined) {
        meanings.push(this.#notions.get(phrase) ?? [])
        at += phrase.split('_').length - 1
      } else if (word.length > 1 && !this.#empty.has(word)) {
        meanings.push(this.#notionsOf(word) ?? [word])
      }
    }
    return meanings
  }

  #notionsOf(word: string): string[] | undefined {
    const shortest = Math.max(STEM_MIN_CHARS, word.length - ENDING_MAX_CHARS)
    for (let length = word.length; length >= Math.min(shortest, word.length); length -= 1) {
      const notions = this.#notions.get(word.slice(0, length))
      if (notions) return notions
    }
    return undefined
  }
}

/** Whoever writes an address means what is there. */
const WEB_ADDRESS = /https?:\/\/\S+/gi

/** Name of a channel as people write it. */
const CHANNEL_NAME = /(?<=^|\s)#[\p{L}\p{N}_-]+/gu

/** The words of a text without capitals and accents. */
function plainWords(text: string): string[] {
  return text
    .replaceAll(WEB_ADDRESS, ' page ')
    .replaceAll(CHANNEL_NAME, ' channel ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Whether one word begins the other: `message` and `messages`, `edit` and `editing`. */
export function isSameStem(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const isEnding = long.length - short.length <= ENDING_MAX_CHARS
  return isEnding && short.length >= STEM_MIN_CHARS && long.startsWith(short)
}
