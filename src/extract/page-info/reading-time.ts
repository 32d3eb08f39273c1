import type { ProseCount } from './prose-counter.ts'

const WORDS_PER_MINUTE = 230
const IDEOGRAPHS_PER_MINUTE = 500

/** Minutes to read the prose: 230 words or 500 ideographs a minute, rounded, at least 1. */
export function readingTimeMinutes({ words, ideographs }: ProseCount): number {
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE))
}
