import type { PageTree } from '../markup/html/parse-page.ts'
import type { PageFacts } from './content/features/page-facts.ts'
import { PAGE_TYPES } from './content/model/page-type.ts'
import type { ReadPage } from './engine.ts'
import { statedLanguage } from './page-info/language.ts'
import { saysNotFound } from './page-info/not-found.ts'
import type { PageText } from './walls/page-text.ts'
import { mayBeWall, mayNeedScripts } from './walls/page-walls.ts'

/** Kinds of pages that can be recognized by their text and address. */
export type PageType = 'article' | 'forum' | 'product' | 'listing' | 'docs' | 'other'

/** What a reader should know of a page besides its text. What does not hold is absent. */
export interface PageFlags {
  /** Set where there is text that looks like the shell that scripts fill. */
  needsJs?: true
  /** Set where there is text that looks like a bot check. */
  blocked?: true
  /** The page says that not all of its text is free. */
  paywalled?: true
  /** The page says that what was asked for is not there. */
  notFound?: true
  /** Language as the page states it, BCP 47. */
  language?: string
  pageType?: PageType
}

/** Words that only a cut text is followed by. */
const PAYWALL_WORDS =
  /\b(?:subscribe|log ?in|sign ?(?:in|up)|register)\b[^.]{0,40}\bto (?:continue|keep|finish) reading|\bto (?:continue|keep|finish) reading\b[^.]{0,60}\b(?:subscri|log ?in|sign ?(?:in|up)|register)|\b(?:this|the (?:full|rest of (?:this|the))) (?:article|story|post|content)\b[^.]{0,20}\b(?:for|to) (?:our |paying |paid |premium )?(?:subscribers|members)\b/i
/** Characters of the shortest text that is searched for words of a paywall. */
const PAYWALL_MIN_CHARS = 20
const PAYWALL_MAX_CHARS = 400

/** What a page says of itself, and what its text looks like. */
export interface PageLook extends PageFacts, Pick<ReadPage, 'types' | 'isThread'> {}

/** Returns the flags that can be determined. `source` is the HTML, `text` the measure of its visible text. */
export function pageFlags(
  source: string,
  tree: PageTree,
  text: PageText,
  facts: PageLook,
): PageFlags {
  const language = statedLanguage(tree)
  return {
    ...(mayNeedScripts(source, text) ? { needsJs: true } : {}),
    ...(mayBeWall(text) ? { blocked: true } : {}),
    ...(facts.isPaid || isPaywalled(tree) ? { paywalled: true } : {}),
    ...(saysNotFound([tree.title], text.proseChars) ? { notFound: true } : {}),
    ...(language === '' ? {} : { language }),
    pageType: pageTypeOf(facts, tree),
  }
}

/** Bits of `PageFacts.linkedKinds` and `addressKind`, and values of `stated`. */
const LINKED = { list: 4, thread: 8 }
const ADDRESS = { product: 1, listing: 2, docs: 4 }
const STATED = { article: 1, product: 2 }
/** Words in the last part of an address that make it a headline. */
const HEADLINE_MIN_WORDS = 4
const CODE_TAGS: ReadonlySet<string> = new Set(['pre', 'code', 'kbd', 'samp'])
/** Chances by its text from which on a page is what its address looks like, and what it looks like without. */
const AGREEING_MIN_CHANCE = 0.5
const SURE_MIN_CHANCE = 0.6

/** What a page says of itself counts for more than what it looks like; its address alone says nothing. */
function pageTypeOf(look: PageLook, { nodes }: PageTree): PageType {
  const { stated, linkedKinds, addressKind, pathWords } = look
  if (stated === STATED.product) return 'product'
  if ((linkedKinds & LINKED.thread) !== 0) return 'forum'
  if (stated === STATED.article) return 'article'
  if (look.isForumSoftware || look.isThread) return 'forum'
  if ((linkedKinds & LINKED.list) !== 0) return 'listing'
  const looksLike = (isAddress: boolean, ...names: (typeof PAGE_TYPES)[number][]): boolean => {
    const chance = names.reduce(
      (sum, name) => sum + (look.types?.[PAGE_TYPES.indexOf(name)] ?? 0),
      0,
    )
    return chance >= (isAddress ? AGREEING_MIN_CHANCE : SURE_MIN_CHANCE)
  }
  // By its address, the model also takes a text for a manual: one shows code.
  const isManual = looksLike((addressKind & ADDRESS.docs) !== 0, 'documentation')
  if (isManual && nodes.some((node) => !node.isText && CODE_TAGS.has(node.name))) return 'docs'
  if (looksLike((addressKind & ADDRESS.product) !== 0, 'product')) return 'product'
  if (looksLike(pathWords >= HEADLINE_MIN_WORDS, 'article')) return 'article'
  return looksLike((addressKind & ADDRESS.listing) !== 0, 'listing', 'collection')
    ? 'listing'
    : 'other'
}

function isPaywalled({ metas, nodes }: PageTree): boolean {
  if (/^(?:locked|premium|paid)$/i.test(metas.get('article:content_tier') ?? '')) return true
  return nodes.some(
    (node) =>
      node.isText &&
      node.data.length >= PAYWALL_MIN_CHARS &&
      node.data.length <= PAYWALL_MAX_CHARS &&
      PAYWALL_WORDS.test(node.data),
  )
}
