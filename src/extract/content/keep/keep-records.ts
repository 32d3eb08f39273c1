import type { ElementNode } from '../../../markup/html/tree/node.ts'
import type { PageBlocks } from '../features/block.ts'
import { Flag, type ElementStats } from '../features/element-stats.ts'
import type { Decision } from './keep-blocks.ts'

/** From this many on, equal elements side by side with this many parts each are records: cards, rows, entries. */
const RECORDS_MIN_COUNT = 3
const PARTS_MIN_COUNT = 2
/** Share of the text of records side by side from which on what else they say is kept. */
const KEPT_MIN_SHARE = 0.4
/** Share of the records that must hold some of it: a page of parts built alike, one of them the article, has no records. */
const HOLDING_MIN_SHARE = 0.6
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
    if (linkChars > LINKS_MAX_SHARE * chars || (stats.flags[owner.id]! & AROUND) !== 0) continue
    const record = records.around(owner)
    if (!record) continue
    const key = rowOf(record, stats)
    const known = parts.get(key)
    if (known) known.push(index)
    else parts.set(key, [index])
  }
  if (parts.size === 0) return
  const rows = new Map<number, Row>()
  for (let index = 0; index < blocks.length; index += 1) {
    const { owner, chars } = blocks[index]!
    const record = records.around(owner)
    if (!record) continue
    const key = rowOf(record, stats)
    if (!parts.has(key)) continue
    let row = rows.get(key)
    if (!row) rows.set(key, (row = { chars: 0, kept: 0, records: new Set(), holding: new Set() }))
    row.chars += chars
    row.records.add(record)
    if (keeps[index] === 0) continue
    row.kept += chars
    row.holding.add(record)
  }
  for (const [key, row] of rows) {
    if (row.kept < KEPT_MIN_SHARE * row.chars) continue
    if (row.holding.size < HOLDING_MIN_SHARE * row.records.size) continue
    for (const index of parts.get(key)!) keeps[index] = 1
  }
}

/** A row of records: its text, how much of it is kept, its records, and those that hold some of what is kept. */
interface Row {
  chars: number
  kept: number
  records: Set<ElementNode>
  holding: Set<ElementNode>
}

/** The row of a record: records of equal looks in the same element are one. */
function rowOf({ id, parent }: ElementNode, { signature }: Page['stats']): number {
  return parent!.id * SIGNATURES + (signature[id]! >>> 0)
}

/** Finds the records around elements; each element is looked at once. */
class Records {
  readonly #stats: Page['stats']
  /** The record around an element that was looked at. */
  readonly #found = new Map<ElementNode, ElementNode | undefined>()

  constructor(stats: Page['stats']) {
    this.#stats = stats
  }

  /** The innermost record around an element, itself included. */
  around(owner: ElementNode): ElementNode | undefined {
    const path: ElementNode[] = []
    let record: ElementNode | undefined
    for (let at: ElementNode | undefined = owner; at; at = at.parent) {
      if (this.#found.has(at)) {
        record = this.#found.get(at)
        break
      }
      path.push(at)
      if (this.#isRecord(at)) {
        record = at
        break
      }
    }
    for (const element of path) this.#found.set(element, record)
    return record
  }

  #isRecord({ id, parent }: ElementNode): boolean {
    const { blocks, repeats } = this.#stats
    return (
      parent !== undefined && repeats[id]! >= RECORDS_MIN_COUNT && blocks[id]! >= PARTS_MIN_COUNT
    )
  }
}
