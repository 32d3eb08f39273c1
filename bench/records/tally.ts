import type { Fate } from './measure/facts.ts'
import type { FieldVerdict, Measured } from './measure/measure.ts'

/** Sums over pages of one group. */
export class RecordTally {
  pages = 0
  readonly fates = new Map<string, Record<Fate, number>>()
  bodyWords = 0
  lostWords = 0
  words = 0
  noiseWords = 0
  /** Pages of which all fields are right, no word is lost and none is noise. */
  flawless = 0
  refused = 0

  /** Adds the measure of a page. */
  add(measured: Measured, isRefused: boolean): void {
    this.pages += 1
    if (isRefused) this.refused += 1
    for (const { name, fate } of measured.fields) {
      const known = this.fates.get(name) ?? { right: 0, loose: 0, wrong: 0, missing: 0 }
      this.fates.set(name, known)
      known[fate] += 1
    }
    this.bodyWords += measured.bodyWords
    this.lostWords += measured.lostWords
    this.words += measured.words
    this.noiseWords += measured.noise.length
    const isRight = measured.fields.every(({ fate }: FieldVerdict) => fate === 'right')
    if (isRight && measured.lostWords === 0 && measured.noise.length === 0) this.flawless += 1
  }

  /** Fields of all names together. */
  all(): Record<Fate, number> {
    const sum: Record<Fate, number> = { right: 0, loose: 0, wrong: 0, missing: 0 }
    for (const { right, loose, wrong, missing } of this.fates.values()) {
      sum.right += right
      sum.loose += loose
      sum.wrong += wrong
      sum.missing += missing
    }
    return sum
  }

  /** Cells of a row: pages, refused, fields, right, loose, wrong, missing, words lost, noise, flawless. */
  cells(): string[] {
    const { right, loose, wrong, missing } = this.all()
    const fields = right + loose + wrong + missing
    return [
      String(this.pages),
      String(this.refused),
      String(fields),
      ...[right, loose, wrong, missing].map((part) => share(part, fields)),
      share(this.lostWords, this.bodyWords),
      share(this.noiseWords, this.words),
      share(this.flawless, this.pages),
    ]
  }

  /** Rows of the fields: name, how many, right, loose, wrong, missing. */
  rows(): string[][] {
    return [...this.fates].map(([name, { right, loose, wrong, missing }]) => {
      const all = right + loose + wrong + missing
      return [name, String(all), ...[right, loose, wrong, missing].map((part) => share(part, all))]
    })
  }
}

/** A share of a whole in percent. */
function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`
}
