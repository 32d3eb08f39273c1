/** What wishes for tools are made of. */
export interface Purposes {
  /** Words of several languages for each notion; those of the empty one say nothing. Written plainly: small letters of ASCII, `_` for blanks. */
  words: Readonly<Record<string, string>>
  /** Notions that names of tools have and wishes leave out: whoever names an invitation means to send one. */
  usual?: string
  /** What each tool is for, in words beside those of its description. */
  tools: Readonly<Record<string, string>>
  /** Wishes as people have written them, each with the tool that does it and others that do as well. */
  wishes?: readonly (readonly string[])[]
}

/** Purposes of nothing: words mean themselves. */
export const NO_PURPOSES: Purposes = { words: {}, tools: {} }

/** Longer endings make another word: `mark` and `markdown`. */
const ENDING_MAX_CHARS = 3

/** Shorter beginnings are those of too many words. */
const STEM_MIN_CHARS = 4

/** Letters by which forms of long words are known, where only one notion has words that begin so. */
const BEGINNING_CHARS = 7

/** Shortest form, such as an order, that is known by a longer one. */
const SHORT_FORM_MIN_CHARS = 5

/** Words that say nothing of a tool. */
const EMPTY_WORDS =
  'a an and are as at be by for from how i in into is it my of on or that the this to tool tools want what which with'

const lexicons = new WeakMap<Purposes, Lexicon>()

/** The notions behind words, so that `Nachricht`, `messages` and `message` are one. */
export class Lexicon {
  readonly #notions = new Map<string, string[]>()
  /** Notions by the beginnings of their long words. */
  readonly #beginnings = new Map<string, Set<string>>()
  readonly #empty: ReadonlySet<string>

  constructor({ words: { '': empty = '', ...words } }: Purposes) {
    this.#empty = new Set(`${EMPTY_WORDS} ${empty}`.split(' '))
    for (const [notion, text] of Object.entries(words)) {
      for (const word of new Set([notion, ...text.split(' ')])) {
        this.#notions.set(word, [...(this.#notions.get(word) ?? []), notion])
        if (word.includes('_')) continue
        const lengths = [BEGINNING_CHARS, word.length - 1, word.length - 2]
        for (const length of new Set(lengths)) {
          if (length < SHORT_FORM_MIN_CHARS || length >= word.length) continue
          const beginning = word.slice(0, length)
          this.#beginnings.set(beginning, new Set(this.#beginnings.get(beginning)).add(notion))
        }
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
  read(text: string, isWish = false): string[][] {
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
        meanings.push(this.#notionsOf(word, isWish) ?? [word])
      }
    }
    return meanings
  }

  #notionsOf(word: string, isWish: boolean): string[] | undefined {
    const shortest = Math.max(STEM_MIN_CHARS, word.length - ENDING_MAX_CHARS)
    for (let length = word.length; length >= Math.min(shortest, word.length); length -= 1) {
      const notions = this.#notions.get(word.slice(0, length))
      if (notions) return notions
    }
    if (!isWish) return undefined
    const begun = this.#beginnings.get(word.slice(0, BEGINNING_CHARS))
    return begun?.size === 1 ? [...begun, word] : undefined
  }
}

/** Whoever writes an address means what is there. */
const WEB_ADDRESS = /https?:\/\/\S+/gi

/** Forms of words that say what kind of thing is meant, each with a word for that kind; the first that fits counts. */
const FORMS: readonly (readonly [form: RegExp, word: string])[] = [
  [WEB_ADDRESS, 'page'],
  [/\b[\w.+-]+@[\w-]+\.[\w.-]+\b/g, 'email'],
  [/\b[\w-]+\.eth\b/gi, 'ens'],
  [/\b0x[\da-f]{4,}\b/gi, 'wallet'],
  [/(?<=^|[\s\w-])\.pdf\b/gi, 'pdf'],
  [/(?<=^|[\s\w-])\.(?:docx?|odt|epub|rtf|eml|ipynb)\b/gi, 'document'],
  [/(?<=^|[\s\w-])\.(?:xlsx?|ods)\b/gi, 'sheet'],
  [/(?<=^|[\s\w-])\.(?:pptx?|odp)\b/gi, 'slides'],
  [/(?<=^|[\s\w-])\.(?:png|jpe?g|gif|webp)\b/gi, 'picture'],
  [/\b(?:[a-z\d-]+\.)+(?:com|org|net|io|dev|app|info|edu|gov|example|[a-z]{2})\b/gi, 'page'],
]

/** Name of a channel as people write it. */
const CHANNEL_NAME = /(?<=^|\s)#[\p{L}\p{N}_-]+/gu

/** The words of a text without capitals and accents. */
export function plainWords(text: string): string[] {
  return FORMS.reduce((rest, [form, word]) => rest.replaceAll(form, ` ${word} `), text)
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
