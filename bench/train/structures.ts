import type { PageSignals } from '../../src/extract/content/features/block-features.ts'
import type { ElementNode } from '../../src/markup/html/tree/node.ts'

/** Elements that a reader takes as one thing, by the name under which they are counted. */
const COUNTED = new Map([
  ['ul', 'lists'],
  ['ol', 'lists'],
  ['dl', 'definition lists'],
  ['table', 'tables'],
  ['pre', 'code'],
  ['blockquote', 'quotations'],
  ['details', 'details'],
])
/** Those of one part only are no lists, and shorter texts stand anywhere in a truth. */
const PARTED = new Set(['lists', 'definition lists', 'tables'])
const PARTS = new Set('li tr dt dd'.split(' '))
const TEXT_MIN_CHARS = 8

/** What became of structures. */
export interface Fate {
  whole: number
  partly: number
  lost: number
}

/** What became of the structures, headings and lines of pages. */
export interface StructureCounts {
  fates: Map<string, Fate>
  /** Headings that were kept while all that stands under them was left out. */
  headingsAlone: number
  headings: number
  /** Lines of the truth that were left out between others that were kept. */
  linesLost: number
  lines: number
}

/** Returns counts of nothing. */
export function noStructures(): StructureCounts {
  const fates = new Map(
    [...COUNTED.values()].map((name): [string, Fate] => [name, { whole: 0, partly: 0, lost: 0 }]),
  )
  return { fates, headingsAlone: 0, headings: 0, linesLost: 0, lines: 0 }
}

/** Adds other counts to counts. */
export function addCounts(counts: StructureCounts, others: StructureCounts): void {
  for (const [name, { whole, partly, lost }] of others.fates) {
    const fate = counts.fates.get(name)!
    fate.whole += whole
    fate.partly += partly
    fate.lost += lost
  }
  counts.headingsAlone += others.headingsAlone
  counts.headings += others.headings
  counts.linesLost += others.linesLost
  counts.lines += others.lines
}

/**
 * Adds one page. Of structures and lines those count whose words stand in the truth one after another, independent of what
 * the product takes for a structure. What is kept of lines is asked of the text that is written, where that is not the kept blocks.
 */
export function countStructures(
  counts: StructureCounts,
  { blocks }: Pick<PageSignals, 'blocks'>,
  texts: readonly string[],
  keeps: Uint8Array,
  truth: string,
  written: string = texts.filter((_, index) => keeps[index] === 1).join('\n'),
): void {
  const expected = framed(wordsOf(truth))
  const words = texts.map(wordsOf)
  for (const { name, members, parts } of elementsOf(blocks)) {
    if (PARTED.has(name) && parts.size < 2) continue
    const filled = members.filter((index) => words[index] !== '')
    const joined = filled.map((index) => words[index]).join(' ')
    if (joined.length < TEXT_MIN_CHARS || !expected.includes(framed(joined))) continue
    const kept = filled.filter((index) => keeps[index] === 1).length
    const fate = kept === filled.length ? 'whole' : kept === 0 ? 'lost' : 'partly'
    counts.fates.get(name)![fate] += 1
  }
  countHeadings(counts, blocks, keeps)
  countLines(counts, words, wordsOf(written), truth)
}

interface Counted {
  name: string
  members: number[]
  parts: Set<ElementNode>
}

function elementsOf(blocks: PageSignals['blocks']): Iterable<Counted> {
  const found = new Map<ElementNode, Counted>()
  blocks.forEach(({ owner }, index) => {
    let part: ElementNode | undefined
    for (let at: ElementNode | undefined = owner; at; at = at.parent) {
      if (PARTS.has(at.name)) part = at
      const name = COUNTED.get(at.name)
      if (name === undefined) continue
      let element = found.get(at)
      if (!element) found.set(at, (element = { name, members: [], parts: new Set() }))
      element.members.push(index)
      if (part) element.parts.add(part)
    }
  })
  return found.values()
}

function countHeadings(
  counts: StructureCounts,
  blocks: PageSignals['blocks'],
  keeps: Uint8Array,
): void {
  const levels = blocks.map(({ owner }) => (owner.isHeading ? Number(owner.name.charAt(1)) : 0))
  levels.forEach((level, index) => {
    if (level === 0 || keeps[index] === 0) return
    counts.headings += 1
    let under = index + 1
    let heads = 0
    let kept = 0
    for (; under < levels.length; under += 1) {
      const other = levels[under]!
      if (other > 0 && other <= level) break
      if (other > 0) continue
      heads += 1
      kept += keeps[under]!
      if (kept > 0) break
    }
    if (heads > 0 && kept === 0) counts.headingsAlone += 1
  })
}

function countLines(
  counts: StructureCounts,
  words: readonly string[],
  written: string,
  truth: string,
): void {
  const page = framed(words.filter((own) => own !== '').join(' '))
  const kept = framed(written)
  const lines = truth
    .split('\n')
    .map((line) => framed(wordsOf(line)))
    .filter((line) => line.trim() !== '' && page.includes(line))
  const isKept = lines.map((line) => kept.includes(line))
  counts.lines += lines.length
  const between = isKept.slice(isKept.indexOf(true), isKept.lastIndexOf(true) + 1)
  counts.linesLost += between.filter((found) => !found).length
}

function wordsOf(text: string): string {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).join(' ')
}

function framed(words: string): string {
  return ` ${words} `
}
