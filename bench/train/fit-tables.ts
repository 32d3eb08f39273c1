import type { PageSignals } from '../../src/extract/content/features/block-features.ts'
import type { LearnedTables } from '../../src/extract/content/model/learned-tables.ts'
import { TABLE_KINDS } from '../../src/extract/content/model/model.ts'
import { PAGE_TYPES, typeTokenKey } from '../../src/extract/content/model/page-type.ts'
import { WEIGHT_STEP, WeightTable } from '../../src/extract/content/model/weight-table.ts'
import type { ElementNode } from '../../src/markup/html/tree/node.ts'

/** For each name or word of one page: the share of its text that is content. */
export interface Votes {
  names: Map<number, number>
  phrases: Map<number, number>
  prefixes: Map<number, number>
  words: Map<number, number>
}

/** Share of content that is expected of what was never seen. */
const PRIOR_SHARE = 0.4
const RULES = {
  names: { prior: 3, minPages: 4, minWeight: 0.1 },
  phrases: { prior: 2, minPages: 3, minWeight: 0.25 },
  prefixes: { prior: 3, minPages: 4, minWeight: 0.25 },
  words: { prior: 4, minPages: 8, minWeight: 0.2 },
}
const WEIGHT_MAX = 7.9

/** Counts one page's votes; blocks with unknown labels do not vote. */
export function votesOf({ blocks, stats }: PageSignals, labels: Int8Array): Votes {
  const sums = { phrases: new Map(), prefixes: new Map(), words: new Map() } as Record<
    'phrases' | 'prefixes' | 'words',
    Map<number, Tally>
  >
  const tallies = new Map<ElementNode, Tally>()
  blocks.forEach((block, index) => {
    const label = labels[index]!
    if (label < 0) return
    for (let at: ElementNode | undefined = block.owner; at; at = at.parent) {
      tally(tallies, at, label * block.chars, block.chars)
    }
    if (block.phrase !== 0) tally(sums.phrases, block.phrase, label, 1)
    if (block.prefix !== 0) tally(sums.prefixes, block.prefix, label, 1)
    for (const word of new Set(block.wordHashes)) tally(sums.words, word, label, 1)
  })
  const names = new Map<number, Tally>()
  const ends = new Map<number, number>()
  for (const [element, { yes, all }] of [...tallies].toSorted(([a], [b]) => a.id - b.id)) {
    for (const token of stats.namings[stats.namingOf[element.id]!]!) {
      // What stands inside of a thing of the same name was counted with it.
      if (element.id < (ends.get(token) ?? 0)) continue
      ends.set(token, element.end)
      tally(names, token, yes, all)
    }
  }
  return {
    names: shares(names),
    phrases: shares(sums.phrases),
    prefixes: shares(sums.prefixes),
    words: shares(sums.words),
  }
}

interface Tally {
  yes: number
  all: number
}

function tally<Key>(tallies: Map<Key, Tally>, key: Key, yes: number, all: number): void {
  const known = tallies.get(key)
  if (known) {
    known.yes += yes
    known.all += all
  } else tallies.set(key, { yes, all })
}

function shares(tallies: Map<number, Tally>): Map<number, number> {
  return new Map([...tallies].map(([key, { yes, all }]) => [key, yes / all]))
}

/** One page and its type, an index into `PAGE_TYPES`. */
export interface TypedPage {
  tokens: readonly number[]
  type: number
}

const TYPE_PRIOR_PAGES = 2
const TYPE_MIN_PAGES = 3
const TYPE_MIN_WEIGHT = 0.3

/** Learns how much each token of the head and address speaks for or against each type. */
export function fitTypeTokens(pages: readonly TypedPage[]): WeightTable {
  const counts = new Map<number, number[]>()
  const totals = PAGE_TYPES.map((_, type) => pages.filter((page) => page.type === type).length)
  for (const { tokens, type } of pages) {
    for (const token of tokens) {
      const count = counts.get(token) ?? PAGE_TYPES.map(() => 0)
      count[type]! += 1
      counts.set(token, count)
    }
  }
  const weights = new Map<number, number>()
  for (const [token, count] of counts) {
    const all = count.reduce((sum, own) => sum + own, 0)
    if (all < TYPE_MIN_PAGES) continue
    count.forEach((own, type) => {
      const share = totals[type]! / pages.length
      const odds = (own + TYPE_PRIOR_PAGES * share) / (all - own + TYPE_PRIOR_PAGES * (1 - share))
      const weight = Math.log(odds) - Math.log(share / (1 - share))
      if (Math.abs(weight) < TYPE_MIN_WEIGHT) return
      weights.set(typeTokenKey(type, token), stepsOf(weight))
    })
  }
  return tableOf(weights)
}

function stepsOf(weight: number): number {
  return Math.round(Math.max(-WEIGHT_MAX, Math.min(WEIGHT_MAX, weight)) / WEIGHT_STEP)
}

function tableOf(weights: ReadonlyMap<number, number>): WeightTable {
  const entries = [...weights].toSorted(([a], [b]) => a - b)
  return new WeightTable(
    Int32Array.from(entries, ([key]) => key),
    Int8Array.from(entries, ([, steps]) => steps),
  )
}

/** Learns the weight of each name and word from the votes of pages. */
export function fitTables(pages: readonly Votes[]): LearnedTables {
  const tables = TABLE_KINDS.map((kind) => {
    const { prior, minPages, minWeight } = RULES[kind]
    const sums = new Map<number, Tally>()
    for (const page of pages) for (const [key, share] of page[kind]) tally(sums, key, share, 1)
    const weights = new Map<number, number>()
    const base = Math.log(PRIOR_SHARE / (1 - PRIOR_SHARE))
    for (const [key, { yes, all }] of sums) {
      if (all < minPages) continue
      const odds = (yes + prior * PRIOR_SHARE) / (all - yes + prior * (1 - PRIOR_SHARE))
      const weight = Math.log(odds) - base
      if (Math.abs(weight) < minWeight) continue
      weights.set(key, stepsOf(weight))
    }
    return tableOf(weights)
  })
  return { names: tables[0]!, phrases: tables[1]!, prefixes: tables[2]!, words: tables[3]! }
}
