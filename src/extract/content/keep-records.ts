import type { ElementNode } from '../tree/node.ts'
import type { PageBlocks } from './block.ts'
import { Flag, type ElementStats } from './element-stats.ts'
import type { Decision } from './keep-blocks.ts'

/** From this many on, equal elements side by side with this many parts each are records: cards, rows, entries. */
const RECORDS_MIN_COUNT = 3
const PARTS_MIN_COUNT = 2
/** Share of the text of records side by side from which on what else they say is kept. */
const KEPT_MIN_SHARE = 0.4
/** Share of the threshold that a part of a record must reach. */
const PART_MIN_SHARE = 0.45
/** Share of links from which on a part is a button or leads elsewhere. */
const LINKS_MAX_SHARE = 0.5
const AROUND = Flag.nav | Flag.footer | Flag.form
/** Keys of rows are the place of what is around them, then 32 bits of what its records look like. */
const SIGNATURES = 2 ** 32

type Page = PageBlocks & { stats: Pick<ElementStats, 'blocks' | 'flags' | 'repeats' | 'signature'> }

/**
 * Keeps the parts of records that are likely enough, where much of the text of their row is kept: else a card keeps its name and
 * loses its price, a paper its authors, a tool of a roundup what speaks for it.
 */
export function keepRecords(
  { blocks, stats }: Page,
  keeps: Uint8Array,
  { probabilities, threshold }: Pick<Decision, 'probabilities' | 'threshold'>,
): void {
  const records = new Records(stats)
  const parts = new Map<number, number[]>()
  const least = PART_MIN_SHARE * threshold
  for (let index = 0; index < blocks.length; index += 1) {
    if (keeps[index] === 1 || probabilities[index]! < least) continue
    const { owner, chars, linkChars } = blocks[index]!
    if (linkChars > LINKS_MAX_SHARE * chars) continue
    const row = (stats.flags[owner.id]! & AROUND) === 0 ? records.rowAround(owner) : NO_ROW
    if (row === NO_ROW) continue
    const known = parts.get(row)
    if (known) known.push(index)
    else parts.set(row, [index])
  }
  if (parts.size === 0) return
  const rows = new Map<number, { chars: number; kept: number }>()
  for (let index = 0; index < blocks.length; index += 1) {
    const { owner, chars } = blocks[index]!
    const key = records.rowAround(owner)
    if (!parts.has(key)) continue
    let row = rows.get(key)
    if (!row) rows.set(key, (row = { chars: 0, kept: 0 }))
    row.chars += chars
    row.kept += keeps[index]! * chars
  }
  for (const [key, { chars, kept }] of rows) {
    if (kept < KEPT_MIN_SHARE * chars) continue
    for (const index of parts.get(key)!) keeps[index] = 1
  }
}

const NO_ROW = -1

/** Finds the rows of records around elements; each element is looked at once. */
class Records {
  readonly #stats: Page['stats']
  /** By id the row around an element that was looked at. */
  readonly #rows = new Map<ElementNode, number>()

  constructor(stats: Page['stats']) {
    this.#stats = stats
  }

  /** The row of the innermost record around an element, itself included; `NO_ROW` where there is none. */
  rowAround(owner: ElementNode): number {
    const path: ElementNode[] = []
    let row = NO_ROW
    for (let at: ElementNode | undefined = owner; at; at = at.parent) {
      const known = this.#rows.get(at)
      if (known !== undefined) {
        row = known
        break
      }
      path.push(at)
      row = this.#rowOf(at)
      if (row !== NO_ROW) break
    }
    for (const element of path) this.#rows.set(element, row)
    return row
  }

  #rowOf({ id, parent }: ElementNode): number {
    const { blocks, repeats, signature } = this.#stats
    const isRecord = repeats[id]! >= RECORDS_MIN_COUNT && blocks[id]! >= PARTS_MIN_COUNT
    return parent && isRecord ? parent.id * SIGNATURES + (signature[id]! >>> 0) : NO_ROW
  }
}
