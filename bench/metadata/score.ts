/** How one found value compares with the truth. */
export interface Verdict {
  exact: boolean
  /** Exact, or one of the two contains the other. */
  lenient: boolean
}

const none: Verdict = { exact: false, lenient: false }

/** Case and white space do not count. */
function plain(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/g, ' ').trim().toLowerCase()
}

/** Compares two texts; an empty one never matches. */
export function compareText(found: string, truth: string): Verdict {
  const [one, other] = [plain(found), plain(truth)]
  if (one === '') return none
  return { exact: one === other, lenient: one.includes(other) || other.includes(one) }
}

/** Compares two lists of names: exact when the same names are in both, whatever joins them and however ordered. */
export function compareNames(found: string, truth: string): Verdict {
  const names = (text: string): string =>
    plain(text)
      .replace(/^by /, '')
      .split(/\s?(?:,|;|&|\band\b)\s?/)
      .filter((name) => name !== '')
      .toSorted()
      .join('|')
  const { exact, lenient } = compareText(found, plain(truth).replace(/^by /, ''))
  const isSame = found !== '' && names(found) === names(truth)
  return { exact: exact || isSame, lenient: lenient || isSame }
}

/** Compares a date with a truth of day (or month) precision, in the zone the page writes. */
export function compareDay(found: string, truth: string): Verdict {
  const exact = found !== '' && found.startsWith(truth.slice(0, 10))
  return { exact, lenient: exact }
}

/** Compares two points in time: exact when the instant is the same, lenient when the day is. */
export function compareInstant(found: string, truth: string): Verdict {
  if (found === '') return none
  const exact = new Date(found).getTime() === new Date(truth).getTime()
  return { exact, lenient: exact || found.slice(0, 10) === truth.slice(0, 10) }
}

/** Counts the verdicts of one field. */
export class Tally {
  private exact = 0
  private lenient = 0
  private withTruth = 0
  private invented = 0
  private withoutTruth = 0

  add(found: string, truth: string, compare: (found: string, truth: string) => Verdict): void {
    if (truth === '') {
      this.withoutTruth += 1
      if (found !== '') this.invented += 1
      return
    }
    const verdict = compare(found, truth)
    this.withTruth += 1
    if (verdict.exact) this.exact += 1
    if (verdict.lenient) this.lenient += 1
  }

  /** Cells: exact, lenient, false positives. */
  cells(): string[] {
    return [
      share(this.exact, this.withTruth),
      share(this.lenient, this.withTruth),
      share(this.invented, this.withoutTruth),
    ]
  }
}

function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} % (${part}/${whole})`
}
