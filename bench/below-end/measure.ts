import { OutputText, tokensOf } from '../newcomer/measure.ts'
import type { Told } from '../pages/sheet.ts'
import type { BelowPage } from './page.ts'

/** What a reading kept of a page, in words. */
export interface BelowMeasure {
  contentWords: number
  lostWords: number
  lost: readonly Told[]
  noiseWords: number
  keptNoiseWords: number
  keptNoise: readonly Told[]
  /** Words that stand in none of the texts of the page. */
  strangeWords: number
}

/** Counts what is lost of the content and kept of what does not belong to it. */
export function measureBelow(page: BelowPage, text: string): BelowMeasure {
  const shown = new OutputText(tokensOf(text))
  const lost = page.content.toSorted(byLength).filter((told) => shown.take(told.text) < 0)
  const keptNoise = page.noise.toSorted(byLength).filter((told) => shown.take(told.text) >= 0)
  for (const neutral of page.neutral) while (shown.take(neutral) >= 0);
  // The title is often said twice.
  for (const { kind, text: title } of page.content) if (kind === 'heading') shown.take(title)
  return {
    contentWords: wordsOf(page.content),
    lostWords: wordsOf(lost),
    lost,
    noiseWords: wordsOf(page.noise),
    keptNoiseWords: wordsOf(keptNoise),
    keptNoise,
    strangeWords: shown.rest().length,
  }
}

/** Long ones first: one may stand in another. */
function byLength(one: Told, other: Told): number {
  return other.text.length - one.text.length
}

/** Words of texts. */
export function wordsOf(all: readonly Told[]): number {
  return all.reduce((sum, { text }) => sum + tokensOf(text).length, 0)
}
