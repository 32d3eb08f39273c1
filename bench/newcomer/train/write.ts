import type { Writer } from '../draft.ts'
import type { Words } from './words.ts'

const NAME_SYLLABLES = [2, 3] as const
const SENTENCE_WORDS = [6, 17] as const
const PHRASE_WORDS = [1, 4] as const
const COMMA_MIN_WORDS = 10

/** Writes sentences of common words in no order that makes sense. */
export function trainWriter(words: Words): Writer {
  const { language, direction, gap, end, common, syllables } = words
  return {
    language,
    direction,
    name: (random) =>
      capital(random.times(random.int(...NAME_SYLLABLES), () => random.pick(syllables)).join('')),
    sentence: (random, name) => {
      const count = random.int(...SENTENCE_WORDS)
      const chosen = random.times(count, () => random.pick(common))
      chosen[random.int(0, count - 1)] = name
      if (gap !== '' && count >= COMMA_MIN_WORDS && random.chance(0.6)) chosen[4] += ','
      return capital(chosen.join(gap)) + end
    },
    phrase: (random, name) => {
      const chosen = random.times(random.int(...PHRASE_WORDS), () => random.pick(common))
      return capital([...chosen, name].join(gap))
    },
  }
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
