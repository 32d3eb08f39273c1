import { share } from '../newcomer/tally.ts'
import { NO_COUNTS, type Counts, type Measured } from './measure.ts'

/** Sums over the pages of a group. */
export class Tally {
  pages = 0
  refused = 0
  /** Pages of which nothing is wrong. */
  flawless = 0
  readonly counts: Counts = { ...NO_COUNTS }

  /** Adds one page. */
  add(measured: Measured, isRefused: boolean): void {
    this.pages += 1
    if (isRefused) this.refused += 1
    if (measured.failures.length === 0) this.flawless += 1
    for (const key of KEYS) this.counts[key] += measured[key]
  }

  /** Cells of a row of `THREAD_COLUMNS`. */
  cells(): string[] {
    const { counts: sum } = this
    return [
      String(this.pages),
      String(this.refused),
      String(sum.posts),
      share(sum.named, sum.foundAuthored),
      `${sum.wrongWords} (${share(sum.wrongWords, sum.words)})`,
      `${sum.outsideWords} (${share(sum.outsideWords, sum.words)})`,
      share(sum.unnamedWords, sum.words),
      `${sum.lost} (${share(sum.lost, sum.posts)})`,
      `${sum.partly} (${share(sum.partly, sum.posts)})`,
      String(sum.merged),
      share(sum.noiseWords, sum.words),
      share(sum.articleLost, sum.articleWords),
      `${sum.acceptedRight}/${sum.accepted} +${sum.acceptedFalse}`,
      `${sum.votesRight}/${sum.votes} +${sum.votesFalse}`,
      share(sum.datesRight, sum.dates),
      share(sum.depthRight, sum.placed),
      String(sum.outOfOrder),
      share(this.flawless, this.pages),
    ]
  }
}

const KEYS = Object.keys(NO_COUNTS) as (keyof Counts)[]

/** What the cells of a row say. */
export const THREAD_COLUMNS: readonly string[] = [
  'pages',
  'refused or flagged',
  'posts',
  'named',
  'words under a wrong name',
  'outside words under a name',
  'words under no name',
  'posts lost',
  'partly lost',
  'merged',
  'noise words',
  'article lost',
  'accepted',
  'votes',
  'dates',
  'depth',
  'out of order',
  'pages without fault',
]
