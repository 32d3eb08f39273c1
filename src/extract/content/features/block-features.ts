import type { PageTree } from '../../../markup/html/parse-page.ts'
import type { ElementNode } from '../../../markup/html/tree/node.ts'
import { Mark, type Block, type PageBlocks } from './block.ts'
import { elementStats, FLAGS_COUNT, type ElementStats } from './element-stats.ts'
import { readPageFacts, type PageFacts } from './page-facts.ts'
import { readBlocks } from './read-blocks.ts'
import { seriesFeatures, seriesOf } from './series.ts'

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
const NEAR_BLOCKS = 2

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
  const row = neighboursOf(blocks)
  for (let index = 0, at = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    const { owner } = block
    at = ownFeatures(raw, at, block)
    raw[at++] = index / blocks.length
    raw[at++] = row.charsBefore[index]! / page.chars
    raw[at++] = index
    raw[at++] = blocks.length - index
    at = neighbourFeatures(raw, at, row, index)
    at = placeFeatures(raw, at, owner, stats, page)
    at = seriesFeatures(raw, at, index, block, series, stats, tree)
    at = titleFeatures(raw, at, index, owner, page)
    at = countFeatures(raw, at, owner, stats)
    for (let figure = 0; figure < page.features.length; figure += 1) {
      raw[at++] = page.features[figure]!
    }
    const flags = stats.flags[owner.id]!
    for (let bit = 0; bit < FLAGS_COUNT; bit += 1) raw[at++] = (flags >> bit) & 1
    if (at !== (index + 1) * RAW_COUNT) throw new Error(`Not ${RAW_COUNT} features for a block`)
  }
  return raw
}

function tagOf(name: string): number {
  return TAGS.get(name) ?? 0
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

/** Each of these writes its numbers from `at` on, and returns the place after them. */
function ownFeatures(out: Float32Array, at: number, block: Block): number {
  const { chars, words, stated } = block
  out[at++] = chars
  out[at++] = words
  out[at++] = block.linkChars / chars
  out[at++] = block.links
  out[at++] = block.marks[Mark.comma]!
  out[at++] = endsSentence(block) ? 1 : block.last === 58 ? 2 : 0
  out[at++] = block.digits / chars
  out[at++] = block.capitals / chars
  out[at++] = block.titled / Math.max(1, words)
  out[at++] = chars / Math.max(1, words)
  out[at++] = block.firstIsCapital ? 1 : 0
  out[at++] = block.marks[Mark.currency]!
  out[at++] = block.marks[Mark.question]!
  out[at++] = block.marks[Mark.copyright]!
  out[at++] = block.marks[Mark.at]!
  out[at++] = block.marks[Mark.colon]!
  out[at++] = block.breaks
  out[at++] = block.strong / chars
  out[at++] = stated < 0 ? -1 : stated / (words - 2)
  out[at++] = block.inTitle / Math.max(1, words)
  out[at++] = tagOf(block.owner.name)
  return at
}

/** What the features of a block need of those around it. */
interface Neighbours {
  /** Characters of each block, `WINDOW_BLOCKS` places further on: beyond the ends of the page stands -1. */
  chars: Float32Array
  linkShares: Float32Array
  tags: Float32Array
  /** Sums over all blocks before each one, and at the end over all. */
  charsBefore: Float64Array
  linkCharsBefore: Float64Array
}

function neighboursOf(blocks: readonly Block[]): Neighbours {
  const padded = blocks.length + 2 * WINDOW_BLOCKS
  const chars = new Float32Array(padded).fill(-1)
  const linkShares = new Float32Array(padded).fill(-1)
  const tags = new Float32Array(padded).fill(-1)
  const charsBefore = new Float64Array(blocks.length + 1)
  const linkCharsBefore = new Float64Array(blocks.length + 1)
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    chars[index + WINDOW_BLOCKS] = block.chars
    linkShares[index + WINDOW_BLOCKS] = block.linkChars / block.chars
    tags[index + WINDOW_BLOCKS] = tagOf(block.owner.name)
    charsBefore[index + 1] = charsBefore[index]! + block.chars
    linkCharsBefore[index + 1] = linkCharsBefore[index]! + block.linkChars
  }
  return { chars, linkShares, tags, charsBefore, linkCharsBefore }
}

function neighbourFeatures(
  out: Float32Array,
  at: number,
  { chars, linkShares, tags, charsBefore, linkCharsBefore }: Neighbours,
  index: number,
): number {
  for (let distance = 1; distance <= NEAR_BLOCKS; distance += 1) {
    for (let side = -1; side <= 1; side += 2) {
      const other = index + WINDOW_BLOCKS + side * distance
      out[at++] = chars[other]!
      out[at++] = linkShares[other]!
      out[at++] = tags[other]!
    }
  }
  const from = Math.max(0, index - WINDOW_BLOCKS)
  const to = Math.min(charsBefore.length - 1, index + 1 + WINDOW_BLOCKS)
  const before = charsBefore[index]! - charsBefore[from]!
  const after = charsBefore[to]! - charsBefore[index + 1]!
  out[at++] = before
  out[at++] = (linkCharsBefore[index]! - linkCharsBefore[from]!) / Math.max(1, before)
  out[at++] = after
  out[at++] = (linkCharsBefore[to]! - linkCharsBefore[index + 1]!) / Math.max(1, after)
  return at
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
  for (let id = 0; id < tree.nodes.length; id += 1) {
    const node = tree.nodes[id]!
    if (node.isText) continue
    if (node.name === 'article') articles += 1
    else if (node.name === 'h1') headings += 1
    else if (node.name === 'h2' || node.name === 'h3') subheadings += 1
  }
  let long = 0
  let prices = 0
  let questions = 0
  for (let index = 0; index < blocks.length; index += 1) {
    const block = blocks[index]!
    if (block.chars >= 80 && block.linkChars < block.chars / 2) long += block.chars
    if (block.marks[Mark.currency]! > 0) prices += 1
    if (block.marks[Mark.question]! > 0) questions += 1
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

function placeFeatures(
  out: Float32Array,
  at: number,
  owner: ElementNode,
  stats: ElementStats,
  page: PageFigures,
): number {
  let element: ElementNode | undefined = owner
  let share = 0
  for (let level = 0; level < ANCESTOR_LEVELS; level += 1) {
    if (element) share = stats.prose[element.id]! / page.prose
    out[at++] = share
    if (level < 4) {
      const id = element ? element.id : 0
      out[at++] = stats.linkChars[id]! / Math.max(1, stats.chars[id]!)
      out[at++] = stats.blocks[id]!
      out[at++] = stats.chars[id]!
    }
    element = element?.parent
  }
  const { top } = page
  out[at++] = stats.depth[owner.id]!
  out[at++] = owner.id >= top.id && owner.id < top.end ? 0 : owner.id < top.id ? -1 : 1
  out[at++] = stats.depth[owner.id]! - stats.depth[top.id]!
  return at
}

function titleOf(blocks: readonly Block[]): PageFigures['title'] {
  const around = new Map<ElementNode, number>()
  const index = blocks.findIndex(({ owner }) => owner.name === 'h1' || owner.parent?.name === 'h1')
  let at = index < 0 ? undefined : blocks[index]!.owner
  for (; at; at = at.parent) around.set(at, around.size)
  return { index, around }
}

/** Where a block stands from the title on the page: how far behind it, and how far up the first common element is. */
function titleFeatures(
  out: Float32Array,
  at: number,
  index: number,
  owner: ElementNode,
  { title }: PageFigures,
): number {
  let steps = 0
  let common: ElementNode | undefined
  if (title.index >= 0) {
    common = owner
    while (common && !title.around.has(common)) {
      steps += 1
      common = common.parent
    }
  }
  out[at++] = title.index < 0 ? -1000 : index - title.index
  out[at++] = common ? title.around.get(common)! : -1
  out[at++] = title.index < 0 ? -1 : steps
  return at
}

/** Images, fields and prices in the elements around a block. */
function countFeatures(
  out: Float32Array,
  at: number,
  owner: ElementNode,
  stats: ElementStats,
): number {
  let element: ElementNode | undefined = owner
  for (let level = 0; level < COUNT_LEVELS; level += 1) {
    const id = element ? element.id : 0
    out[at++] = stats.images[id]!
    out[at++] = stats.controls[id]!
    out[at++] = stats.prices[id]!
    element = element?.parent
  }
  return at
}
