import type { PageTree } from '../../markup/html/parse-page.ts'
import type { Focus, LeftOutKind, Wishes } from '../engine.ts'
import { readSignals, type PageSignals } from './features/block-features.ts'
import { Flag } from './features/element-stats.ts'
import { keepBlocks, settleStructures } from './keep/keep-blocks.ts'
import { keepHero } from './keep/keep-hero.ts'
import { keepLabels } from './keep/keep-labels.ts'
import { keepBarePage, keepCaptions, keepProse, keepSmallPage } from './keep/keep-plain.ts'
import { keepRecords } from './keep/keep-records.ts'
import { keepTitle } from './keep/keep-title.ts'
import { keptNodes } from './keep/kept-nodes.ts'
import { settleLoneHeadings } from './keep/lone-headings.ts'
import { settleHeadings } from './keep/settle-headings.ts'
import { structuresOf } from './keep/structures.ts'
import { keepTableHeads } from './keep/table-heads.ts'
import { isNothingLikely, thresholdOf } from './keep/threshold.ts'
import { isOnlyHeadings, LeavingOut } from './leave/emptied.ts'
import { leaveOutAppeals } from './leave/leave-appeals.ts'
import { leaveOutBoilerplate } from './leave/leave-boilerplate.ts'
import { leaveOutKeys } from './leave/leave-keys.ts'
import { leaveOut, leaveOutCopies } from './leave/leave-out.ts'
import { leaveOutPointers } from './leave/leave-pointers.ts'
import { leaveOutTeasers } from './leave/leave-teasers.ts'
import { kindByPlace } from './leave/ledger.ts'
import { estimateRunningText } from './model/agreement.ts'
import { judgeBlocks, type Judgement } from './model/judge-blocks.ts'
import type { Model } from './model/model.ts'
import { PAGE_TYPES } from './model/page-type.ts'

const FOCUS_FACTOR: Readonly<Record<Focus, number>> = {
  balanced: 1,
  precision: 1.6,
  recall: 0.5,
}

/** Below this chance of running text a page shows things in rows. */
const RUNNING_TEXT_MIN_CHANCE = 0.2
/** Chance from which on a page is an article. */
const ARTICLE_MIN_CHANCE = 0.5
/** Chance from which on a page is a thread. */
const FORUM_MIN_CHANCE = 0.5
/** Shorter blocks among comments are names, times and buttons. */
const COMMENT_MIN_CHARS = 25
const DEFAULT_WISHES: Wishes = { focus: 'balanced', include: [] }

/** The main content of a page. */
export interface Selection {
  /** Whether each node is written: 1 by its id. */
  kept: Uint8Array
  signals: PageSignals
  /** Characters of text that were kept. */
  chars: number
  /** How likely the page is of each of `PAGE_TYPES`. */
  types: Float32Array
  /** What blocks were taken for that a rule left out, by index. */
  kinds: readonly (LeftOutKind | undefined)[]
}

/** The blocks that are kept: 1 by index; and what those were taken for that a rule left out. */
export interface KeptBlocks {
  keeps: Uint8Array
  kinds: readonly (LeftOutKind | undefined)[]
}

/** Finds the main content of a page by the model. */
export function selectContent(
  tree: PageTree,
  address: string,
  model: Model,
  wishes: Wishes = DEFAULT_WISHES,
): Selection {
  const signals = readSignals(tree, address)
  const judgement = judgeBlocks(signals, model)
  const blocks = selectBlocks(signals, judgement, model.strictness, wishes)
  return completeSelection(tree, signals, judgement.types, blocks)
}

/** The nodes that are written of the blocks that are kept, with the heads of tables, which are then kept too. */
export function completeSelection(
  tree: PageTree,
  signals: PageSignals,
  types: Float32Array,
  { keeps, kinds }: KeptBlocks,
): Selection {
  keepTableHeads(signals, keeps)
  const chars = signals.blocks.reduce((sum, block, index) => sum + keeps[index]! * block.chars, 0)
  return { kept: keptNodes(tree, signals, keeps), signals, chars, types, kinds }
}

/**
 * Decides by the probabilities of all blocks which of them are kept. None is where nothing is likely on a page that
 * scripts may still fill, or that its head describes as more than what it shows.
 */
export function selectBlocks(
  signals: PageSignals,
  { probabilities, types }: Judgement,
  strictness: number,
  { focus, include }: Wishes = DEFAULT_WISHES,
): KeptBlocks {
  const { facts } = signals
  if ((facts.scripts > 0 || facts.ogKind > 0) && isNothingLikely(probabilities)) {
    const keeps = new Uint8Array(probabilities.length)
    addKinds(signals, keeps, [], new Set<LeftOutKind>(include))
    return { keeps, kinds: [] }
  }
  const threshold = thresholdOf(signals, probabilities, strictness, FOCUS_FACTOR[focus])
  const isThread = facts.isForum || types[PAGE_TYPES.indexOf('forum')]! > FORUM_MIN_CHANCE
  const isInRows = estimateRunningText(types) < RUNNING_TEXT_MIN_CHANCE
  const isArticle = types[PAGE_TYPES.indexOf('article')]! > ARTICLE_MIN_CHANCE
  const decision = { probabilities, threshold, isThread, isInRows, isArticle }
  const structures = structuresOf(signals.blocks, signals.stats)
  const keeps = keepBlocks(signals, structures, decision)
  // The names, times and buttons around posts are told apart where the thread is read.
  if (!isThread) keepRecords(signals, keeps, decision)
  // Publishers leave captions to the frame of the page; they describe their pages in the head.
  const isPlain = facts.stated === 0 && facts.ogKind === 0 && facts.linkedKinds === 0
  if (isPlain) {
    keepSmallPage(signals, keeps, decision)
    keepCaptions(signals, keeps, decision)
    keepBarePage(signals, keeps)
  }
  if (!isArticle && !isThread) keepHero(signals, keeps)
  if (!facts.isForum && !isInRows) keepLabels(signals, keeps, decision)
  const leaving = new LeavingOut(signals, keeps)
  const included = new Set<LeftOutKind>(include)
  leaving.apply(() => leaveOut(signals, keeps, types, included))
  leaving.apply(() => leaveOutCopies(signals, keeps, types), 'repeated')
  if (isArticle && !isThread) {
    leaving.apply(() => leaveOutPointers(signals, keeps), 'related')
    leaving.apply(() => leaveOutTeasers(signals, keeps), 'related')
  }
  leaving.apply(() => leaveOutKeys(signals, keeps))
  if (!isThread && !sells(types)) {
    leaving.apply(() => leaveOutAppeals(signals, keeps), 'promotion')
  }
  if (included.has('comments')) addComments(signals, keeps)
  leaving.apply(() => settleStructures(structures, signals.blocks, keeps))
  leaving.apply(() => settleHeadings(signals.blocks, keeps, decision))
  keepTitle(signals, keeps)
  if (isPlain ? !isShop(types) : isArticle) {
    leaving.apply(() => leaveOutBoilerplate(signals, keeps))
  }
  leaving.apply(() => settleStructures(structures, signals.blocks, keeps))
  leaving.apply(() => settleLoneHeadings(signals, structures, keeps))
  if (isOnlyHeadings(signals.blocks, keeps)) keepProse(signals, keeps)
  included.delete('comments')
  addKinds(signals, keeps, leaving.kinds, included)
  return { keeps, kinds: leaving.kinds }
}

/** Keeps what is of the kinds that are included. */
function addKinds(
  { blocks, stats }: PageSignals,
  keeps: Uint8Array,
  kinds: readonly (LeftOutKind | undefined)[],
  included: ReadonlySet<LeftOutKind>,
): void {
  if (included.size === 0) return
  blocks.forEach(({ owner }, index) => {
    const kind = kinds[index] ?? kindByPlace(stats.flags[owner.id]!)
    if (keeps[index] === 0 && included.has(kind)) keeps[index] = 1
  })
}

/** Whether a page shows things of a shop: its menus are its content. */
function isShop(types: Float32Array): boolean {
  const chances = SHOP_TYPES.map((type) => types[PAGE_TYPES.indexOf(type)]!)
  return chances.reduce((sum, chance) => sum + chance, 0) > SHOP_MIN_CHANCE
}

const SHOP_TYPES = ['collection', 'listing', 'product'] as const
const SHOP_MIN_CHANCE = 0.5

/** Whether a page surely asks to buy or to order: what it leads to and asks for is its content. */
function sells(types: Float32Array): boolean {
  return isShop(types) || types[PAGE_TYPES.indexOf('service')]! > SERVICE_MIN_CHANCE
}

const SERVICE_MIN_CHANCE = 0.7

/** Keeps comments that say something. */
function addComments({ blocks, stats }: PageSignals, keeps: Uint8Array): void {
  blocks.forEach(({ owner, chars, linkChars }, index) => {
    const flags = stats.flags[owner.id]!
    if ((flags & Flag.comments) === 0 || (flags & Flag.form) !== 0) return
    if (chars >= COMMENT_MIN_CHARS && linkChars < chars / 2) keeps[index] = 1
  })
}
