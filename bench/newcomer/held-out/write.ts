import type { Writer } from '../draft.ts'
import type { Random } from '../random.ts'
import type { Phrases } from './phrases.ts'

const NUMBER_MAX = 990

/** Writes sentences that make sense, from frames. */
export function heldOutWriter({ language, direction, frames, titles, syllables }: Phrases): Writer {
  return {
    language,
    direction,
    name: (random) => {
      const made = random.times(random.int(2, 3), () => random.pick(syllables)).join('')
      return made.slice(0, 1).toUpperCase() + made.slice(1)
    },
    sentence: (random, name) => filled(random, random.pick(frames), name),
    phrase: (random, name) => filled(random, random.pick(titles), name),
  }
}

function filled(random: Random, frame: string, name: string): string {
  return frame.replace('#', name).replace('0', String(random.int(3, NUMBER_MAX)))
}
