import type { PageTree } from '../../markup/html/parse-page.ts'
import { readSignals, type PageSignals } from './features/block-features.ts'
import { Flag } from './features/element-stats.ts'
import { keepBlocks, settleStructures } from './keep/keep-blocks.ts'
import { keepHero } from './keep/keep-hero.ts'
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
import { leaveOutBoilerplate } from './leave/leave-boilerplate.ts'
import { leaveOut } from './leave/leave-out.ts'
import { leaveOutPointers } from './leave/leave-pointers.ts'
import { estimateRunningText } from './model/agreement.ts'
import { judgeBlocks, type Judgement } from './model/judge-blocks.ts'
import type { Model } from './model/model.ts'
import { PAGE_TYPES } from './model/page-type.ts'

/** Preference for precision or for recall. */
export type Focus = 'balanced' | 'precision' | 'recall'

const FOCUS_FACTOR: Readonly<Record<Focus, number>> = {
  balanced: 1,
  precision: 1.6,
  recall: 0.5,
}

/** Options of the caller for a page. */
export interface Wishes {
  focus: Focus
  /** Whether readers' comments and reviews are wanted. */
  comments: boolean
}

/** Below this chance of running text a page shows things in rows. */
const RUNNING_TEXT_MIN_CHANCE = 0.2
/** Chance from which on a page is an article. */
const ARTICLE_MIN_CHANCE = 0.5
/** Chance from which on a page is a thread. */
const FORUM_MIN_CHANCE = 0.5
/** Shorter blocks among comments are names, times and buttons. */
const COMMENT_MIN_CHARS = 25
const DEFAULT_WISHES: Wishes = { focus: 'balanced', comments: false }

/** The main content of a page. */
export interface Selection {
  /** Whether each node is written: 1 by its id. */
  kept: Uint8Array
  signals: PageSignals
  /** Characters of text that were kept. */
  chars: number
  /** How likely the page is of each of `PAGE_TYPES`. */
  types: Float32Array
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
  const keeps = selectBlocks(signals, judgement, model.strictness, wishes)
  return completeSelection(tree, signals, judgement.types, keeps)
}

/** The nodes that are written of the blocks that are kept, with the heads of tables; `keeps` is changed. */
export function completeSelection(
  tree: PageTree,
  signals: PageSignals,
  types: Float32Array,
  keeps: Uint8Array,
): Selection {
  keepTableHeads(signals, keeps)
  const chars = signals.blocks.reduce((sum, block, index) => sum + keeps[index]! * block.chars, 0)
  return { kept: keptNodes(tree, signals, keeps), signals, chars, types }
}

/**
 * Decides by the probabilities of all blocks which of them are kept. None is where nothing is likely on a page that
 * scripts may still fill, or that its head describes as more than what it shows.
 */
export function selectBlocks(
  signals: PageSignals,
  { probabilities, types }: Judgement,
  strictness: number,
  { focus, comments }: Wishes = DEFAULT_WISHES,
): Uint8Array {
  const { facts } = signals
  if ((facts.scripts > 0 || facts.ogKind > 0) && isNothingLikely(probabilities)) {
    return new Uint8Array(probabilities.length)
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
  const leaving = new LeavingOut(signals, keeps)
  leaving.apply(() => leaveOut(signals, keeps, types, comments))
  if (isArticle && !isThread) leaving.apply(() => leaveOutPointers(signals, keeps))
  if (comments) addComments(signals, keeps)
  leaving.apply(() => settleStructures(structures, signals.blocks, keeps))
  leaving.apply(() => settleHeadings(signals.blocks, keeps, decision))
  keepTitle(signals, keeps)
  if (isPlain ? !isShop(types) : isArticle) {
    leaving.apply(() => leaveOutBoilerplate(signals, keeps))
  }
  leaving.apply(() => settleStructures(structures, signals.blocks, keeps))
  leaving.apply(() => settleLoneHeadings(signals, structures, keeps))
  if (isOnlyHeadings(signals.blocks, keeps)) keepProse(signals, keeps)
  return keeps
}

/** Whether a page shows things of a shop: its menus are its content. */
function isShop(types: Float32Array): boolean {
  const chances = SHOP_TYPES.map((type) => types[PAGE_TYPES.indexOf(type)]!)
  return chances.reduce((sum, chance) => sum + chance, 0) > SHOP_MIN_CHANCE
}

const SHOP_TYPES = ['collection', 'listing', 'product'] as const
const SHOP_MIN_CHANCE = 0.5

/** Keeps comments that say something. */
function addComments({ blocks, stats }: PageSignals, keeps: Uint8Array): void {
  blocks.forEach(({ owner, chars, linkChars }, index) => {
    const flags = stats.flags[owner.id]!
    if ((flags & Flag.comments) === 0 || (flags & Flag.form) !== 0) return
    if (chars >= COMMENT_MIN_CHARS && linkChars < chars / 2) keeps[index] = 1
  })
}
