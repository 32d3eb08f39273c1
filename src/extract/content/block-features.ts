import type { ElementNode } from '../tree/node.ts'
import type { PageTree } from '../tree/parse-page.ts'
import { elementStats, FLAGS_COUNT, type ElementStats } from './element-stats.ts'
import { readPageFacts, type PageFacts } from './page-facts.ts'
import { readBlocks, type Block, type PageBlocks } from './read-blocks.ts'
import { seriesOf, type Series } from './series.ts'

/** What the model sees of one page, before the learned tables. */
export interface PageSignals extends PageBlocks {
  facts: PageFacts
  stats: ElementStats
  /** `RAW_COUNT` numbers for each block, at most for the first `BLOCKS_JUDGED_MAX_COUNT`. */
  raw: Float32Array
  /** The numbers among them that are the same for all blocks. */
  page: Float32Array
}

const TAGS = new Map(
  'p li td th div h1 h2 h3 h4 h5 h6 pre blockquote dd dt section article #document figcaption label ul span summary main header footer nav aside form'
    .split(' ')
    .map((name, index) => [name, index + 1]),
)
const ANCESTOR_LEVELS = 6
const COUNT_LEVELS = 4
const DESCENT_MIN_SHARE = 0.8
const NO_CONTAINER = new Set('p td tr tbody li ul ol table pre blockquote'.split(' '))
const WINDOW_BLOCKS = 4

/** Blocks of one page that are judged one by one; the rest is taken for more of the same. */
export const BLOCKS_JUDGED_MAX_COUNT = 8000

/** Numbers per block in `PageSignals.raw`. */
export const RAW_COUNT = 156

/** Reads everything about the blocks of a page that a model may judge by. */
export function readSignals(tree: PageTree, address: string): PageSignals {
  const facts = readPageFacts(tree, address)
  const page = readBlocks(tree, facts)
  const stats = elementStats(tree, page.blocks)
  const blocks = page.blocks.slice(0, BLOCKS_JUDGED_MAX_COUNT)
  const figures = pageFeatures(tree, blocks, stats, facts)
  const raw = rawFeatures(tree, blocks, stats, figures)
  return { ...page, facts, stats, raw, page: figures.features }
}

function rawFeatures(
  tree: PageTree,
  blocks: readonly Block[],
  stats: ElementStats,
  page: PageFigures,
): Float32Array {
  const raw = new Float32Array(blocks.length * RAW_COUNT)
  const series = seriesOf(blocks, stats)
  let before = 0
  blocks.forEach((block, index) => {
    const row = new Row(raw, index * RAW_COUNT)
    ownFeatures(row, block)
    row
      .put(index / blocks.length)
      .put(before / page.chars)
      .put(index)
      .put(blocks.length - index)
    before += block.chars
    neighbourFeatures(row, blocks, index)
    placeFeatures(row, block.owner, stats, page)
    seriesFeatures(row, index, block, series, stats, tree)
    titleFeatures(row, index, block.owner, page)
    countFeatures(row, block.owner, stats)
    row.putAll(page.features)
    const flags = stats.flags[block.owner.id]!
    for (let bit = 0; bit < FLAGS_COUNT; bit += 1) row.put((flags >> bit) & 1)
    row.end()
  })
  return raw
}

class Row {
  readonly #values: Float32Array
  readonly #end: number
  #at: number

  constructor(values: Float32Array, start: number) {
    this.#values = values
    this.#at = start
    this.#end = start + RAW_COUNT
  }

  put(number: number): this {
    this.#values[this.#at] = number
    this.#at += 1
    return this
  }

  putAll(numbers: Float32Array): void {
    this.#values.set(numbers, this.#at)
    this.#at += numbers.length
  }

  end(): void {
    if (this.#at !== this.#end) {
      throw new Error(`${this.#at - this.#end + RAW_COUNT} features, not ${RAW_COUNT}`)
    }
  }
}

function tagOf(name: string): number {
  return TAGS.get(name) ?? 0
}

function linkShare(block: Block | undefined): number {
  return block ? block.linkChars / block.chars : -1
}

function endsSentence({ last }: Block): boolean {
  return (
    last === 46 ||
    last === 33 ||
    last === 63 ||
    last === 0x3002 ||
    last === 0x2026 ||
    last === 34 ||
    last === 0x201d
  )
}

function ownFeatures(row: Row, block: Block): void {
  const { chars, words } = block
  row
    .put(chars)
    .put(words)
    .put(linkShare(block))
    .put(block.links)
    .put(block.commas)
    .put(endsSentence(block) ? 1 : block.last === 58 ? 2 : 0)
    .put(block.digits / chars)
    .put(block.capitals / chars)
    .put(block.titled / Math.max(1, words))
    .put(chars / Math.max(1, words))
    .put(block.firstIsCapital ? 1 : 0)
    .put(block.currency)
    .put(block.questions)
    .put(block.copyrights)
    .put(block.at)
    .put(block.colons)
    .put(block.breaks)
    .put(block.strong / chars)
    .put(block.stated)
    .put(block.inTitle / Math.max(1, words))
    .put(tagOf(block.owner.name))
}

function neighbourFeatures(row: Row, blocks: readonly Block[], index: number): void {
  for (const step of [-1, 1, -2, 2]) {
    const block = blocks[index + step]
    row
      .put(block?.chars ?? -1)
      .put(linkShare(block))
      .put(block ? tagOf(block.owner.name) : -1)
  }
  let [before, beforeLinks, after, afterLinks] = [0, 0, 0, 0]
  for (let step = 1; step <= WINDOW_BLOCKS; step += 1) {
    const left = blocks[index - step]
    const right = blocks[index + step]
    before += left?.chars ?? 0
    beforeLinks += left?.linkChars ?? 0
    after += right?.chars ?? 0
    afterLinks += right?.linkChars ?? 0
  }
  row
    .put(before)
    .put(beforeLinks / Math.max(1, before))
    .put(after)
    .put(afterLinks / Math.max(1, after))
}

/** Figures about the whole page. */
interface PageFigures {
  chars: number
  prose: number
  top: ElementNode
  /** The first heading of the first level: its block, or -1, and the elements around it, innermost first. */
  title: { index: number; around: ReadonlyMap<ElementNode, number> }
  features: Float32Array
}

function pageFeatures(
  tree: PageTree,
  blocks: readonly Block[],
  stats: ElementStats,
  facts: PageFacts,
): PageFigures {
  const chars = Math.max(1, stats.chars[0]!)
  const prose = Math.max(1, stats.prose[0]!)
  const top = topContainer(tree.root, stats)
  let articles = 0
  let headings = 0
  let subheadings = 0
  for (const node of tree.nodes) {
    if (node.isText) continue
    if (node.name === 'article') articles += 1
    else if (node.name === 'h1') headings += 1
    else if (node.name === 'h2' || node.name === 'h3') subheadings += 1
  }
  let long = 0
  let prices = 0
  let questions = 0
  for (const block of blocks) {
    if (block.chars >= 80 && block.linkChars < block.chars / 2) long += block.chars
    if (block.currency > 0) prices += 1
    if (block.questions > 0) questions += 1
  }
  return {
    chars,
    prose,
    top,
    title: titleOf(blocks),
    features: Float32Array.of(
      chars,
      blocks.length,
      stats.linkChars[0]! / chars,
      prose / chars,
      long / chars,
      prices / blocks.length,
      questions / blocks.length,
      articles,
      headings,
      stats.prose[top.id]! / prose,
      stats.chars[top.id]! / chars,
      stats.depth[top.id]!,
      facts.isForum ? 1 : 0,
      facts.stated,
      facts.linkedKinds,
      facts.ogKind,
      facts.addressKind,
      facts.pathDepth,
      facts.pathDigits,
      facts.pathWords,
      facts.statedTriples.size,
      stats.images[0]!,
      stats.controls[0]!,
      stats.longestSeries / chars,
      subheadings,
      prices,
      long,
    ),
  }
}

/** The smallest element that still holds most of the prose, found from the top downwards. */
function topContainer(root: ElementNode, stats: ElementStats): ElementNode {
  let top = root
  for (;;) {
    let best: ElementNode | undefined
    for (let child = top.first; child; child = child.next) {
      if (child.isText) continue
      if (!best || stats.prose[child.id]! > stats.prose[best.id]!) best = child
    }
    if (!best || NO_CONTAINER.has(best.name)) return top
    if (
      stats.prose[best.id]! < DESCENT_MIN_SHARE * stats.prose[top.id]! ||
      stats.prose[best.id] === 0
    ) {
      return top
    }
    top = best
  }
}

function placeFeatures(row: Row, owner: ElementNode, stats: ElementStats, page: PageFigures): void {
  let element: ElementNode | undefined = owner
  let share = 0
  for (let level = 0; level < ANCESTOR_LEVELS; level += 1) {
    if (element) share = stats.prose[element.id]! / page.prose
    row.put(share)
    if (level < 4) {
      const id = element?.id ?? 0
      row
        .put(stats.linkChars[id]! / Math.max(1, stats.chars[id]!))
        .put(stats.blocks[id]!)
        .put(stats.chars[id]!)
    }
    element = element?.parent
  }
  const { top } = page
  row
    .put(stats.depth[owner.id]!)
    .put(owner.id >= top.id && owner.id < top.end ? 0 : owner.id < top.id ? -1 : 1)
    .put(stats.depth[owner.id]! - stats.depth[top.id]!)
}

function titleOf(blocks: readonly Block[]): PageFigures['title'] {
  const around = new Map<ElementNode, number>()
  const index = blocks.findIndex(({ owner }) => owner.name === 'h1' || owner.parent?.name === 'h1')
  for (let at = blocks[index]?.owner; at; at = at.parent) around.set(at, around.size)
  return { index, around }
}

/** Where a block stands from the title on the page: how far behind it, and how far up the first common element is. */
function titleFeatures(row: Row, index: number, owner: ElementNode, { title }: PageFigures): void {
  if (title.index < 0) {
    row.put(-1000).put(-1).put(-1)
    return
  }
  let steps = 0
  let at: ElementNode | undefined = owner
  while (at && !title.around.has(at)) {
    steps += 1
    at = at.parent
  }
  row
    .put(index - title.index)
    .put(at ? title.around.get(at)! : -1)
    .put(steps)
}

/** Images, fields and prices in the elements around a block. */
function countFeatures(row: Row, owner: ElementNode, stats: ElementStats): void {
  let element: ElementNode | undefined = owner
  for (let level = 0; level < COUNT_LEVELS; level += 1) {
    const id = element?.id ?? 0
    row.put(stats.images[id]!).put(stats.controls[id]!).put(stats.prices[id]!)
    element = element?.parent
  }
}

function seriesFeatures(
  row: Row,
  index: number,
  { owner, chars, whole }: Block,
  series: Series,
  stats: ElementStats,
  { nodes, root }: PageTree,
): void {
  const group = series.groupOf[index]!
  const count = series.counts[group]!
  row
    .put(count)
    .put(series.chars[group]! / Math.max(1, stats.chars[0]!))
    .put(series.chars[group]! / count)
    .put(series.chars[group]! / series.longestGroup)
    .put(series.linkChars[group]! / Math.max(1, series.chars[group]!))
    .put(series.wholes.get(whole) ?? 1)
    .put(index > 0 && series.groupOf[index - 1] === group ? 1 : 0)
    .put(series.groupOf[index + 1] === group ? 1 : 0)
  let element = owner
  for (let level = 0; level < 2; level += 1) {
    const item = stats.item[element.id]!
    const outer = item === 0 ? root : (nodes[item]!.parent ?? root)
    row
      .put(item === 0 ? 0 : stats.repeats[item]!)
      .put(item === 0 ? 0 : stats.repeatedChars[item]! / stats.repeats[item]!)
      .put(item === 0 ? 0 : stats.repeatedChars[item]! / Math.max(1, stats.chars[0]!))
      .put(item === 0 ? 0 : stats.linkChars[item]! / Math.max(1, stats.chars[item]!))
      .put(item === 0 ? 0 : stats.chars[item]! / Math.max(1, stats.chars[outer.id]!))
      .put(stats.depth[owner.id]! - stats.depth[item]!)
      .put(item === 0 ? 0 : stats.repeatedChars[item]! / stats.longestSeries)
      .put(item === 0 ? 0 : stats.images[item]!)
      .put(item === 0 ? 0 : stats.prices[item]!)
    element = outer
  }
  const heading = series.headings[index]!
  row
    .put(heading < 0 ? -1 : index - heading)
    .put(heading < 0 ? 0 : series.levels[heading]!)
    .put(heading < 0 ? -1 : series.sectionChars[heading]!)
    .put(heading < 0 ? -1 : series.sectionLinks[heading]!)
    .put(chars / Math.max(1, series.longest))
}
