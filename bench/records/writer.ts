import type { Writer } from '../newcomer/draft.ts'
import type { Random } from '../newcomer/random.ts'

/** What the texts of one language are made of. In frames `#` is an invented name, `0` a number. */
export interface RecordWords {
  language: string
  frames: readonly string[]
  /** Titles of questions and issues. */
  questions: readonly string[]
  issues: readonly string[]
  /** Headings of a description. */
  headings: readonly string[]
  syllables: readonly string[]
}

/** Words of programs, which are the same in every language. */
export interface CodeWords {
  verbs: readonly string[]
  nouns: readonly string[]
  /** Names of people, as they sign in. */
  people: readonly string[]
  labels: readonly string[]
  tags: readonly string[]
  /** Lines of code with `#` for a name. */
  lines: readonly string[]
  licenses: readonly string[]
}

const NUMBER_MAX = 940

/** Writes sentences from frames. */
export function writerOf({ language, frames, headings, syllables }: RecordWords): Writer {
  let last = ''
  return {
    language,
    direction: 'ltr',
    name: (random) => {
      const made = random.times(random.int(2, 3), () => random.pick(syllables)).join('')
      return made.slice(0, 1).toUpperCase() + made.slice(1)
    },
    // Never the same frame twice in a row.
    sentence: (random, name) => {
      last = random.pick(frames.filter((frame) => frame !== last))
      return filled(random, last, name)
    },
    phrase: (random, name) => filled(random, random.pick(headings), name),
  }
}

/** Puts a name and a number into a frame. */
export function filled(random: Random, frame: string, name: string): string {
  return frame.replace('#', name).replace('0', String(random.int(3, NUMBER_MAX)))
}
