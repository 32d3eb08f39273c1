import { measurePage, type Fate, type Measured } from './measure.ts'
import type { GeneratedPage, StructureKind } from './page.ts'
import type { Reading } from './readers.ts'

/** Sums over pages. */
export class Tally {
  pages = 0
  fates: Fate = { whole: 0, partly: 0, lost: 0 }
  readonly byKind = new Map<StructureKind, Fate>()
  headingsAlone = 0
  headings = 0
  headingsKept = 0
  words = 0
  noiseWords = 0
  emptyPages = 0
  emptyRefused = 0
  /** Pages with content that were refused. */
  falseRefusals = 0
  /** Pages of which nothing is lost and nothing is noise. */
  flawless = 0

  /** Adds one page; returns its measure, undefined for pages without content. */
  add(page: GeneratedPage, { text, isRefused }: Reading): Measured | undefined {
    if (page.isEmpty) {
      this.emptyPages += 1
      if (isRefused) this.emptyRefused += 1
      return undefined
    }
    const measured = measurePage(page, text)
    this.pages += 1
    if (isRefused) this.falseRefusals += 1
    for (const [kind, fate] of measured.fates) {
      addFate(this.fates, fate)
      const known = this.byKind.get(kind) ?? { whole: 0, partly: 0, lost: 0 }
      this.byKind.set(kind, known)
      addFate(known, fate)
    }
    this.headingsAlone += measured.headingsAlone
    if (measured.hasHeading !== undefined) this.headings += 1
    if (measured.hasHeading === true) this.headingsKept += 1
    this.words += measured.words
    this.noiseWords += measured.noiseWords
    if (measured.failures.length === 0 && measured.noiseWords === 0) this.flawless += 1
    return measured
  }

  /** Cells of a row: structures, whole, partly, lost, headings alone, noise, title's heading, empty refused, false refusals, flawless. */
  cells(): string[] {
    const { whole, partly, lost } = this.fates
    const all = whole + partly + lost
    return [
      String(this.pages),
      String(all),
      share(whole, all),
      `${partly} (${share(partly, all)})`,
      `${lost} (${share(lost, all)})`,
      String(this.headingsAlone),
      share(this.noiseWords, this.words),
      share(this.headingsKept, this.headings),
      `${this.emptyRefused}/${this.emptyPages}`,
      String(this.falseRefusals),
      share(this.flawless, this.pages),
    ]
  }
}

function addFate(to: Fate, { whole, partly, lost }: Fate): void {
  to.whole += whole
  to.partly += partly
  to.lost += lost
}

/** A share of a whole in percent. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`
}
