import type { PageTree } from '../markup/html/parse-page.ts'
import type { PageFacts } from './content/features/page-facts.ts'
import { statedLanguage } from './page-info/language.ts'
import type { PageText } from './walls/page-text.ts'
import { mayBeWall, mayNeedScripts } from './walls/page-walls.ts'

/** Kinds of pages that can be recognized by their text and address. */
export type PageType = 'article' | 'forum' | 'product' | 'listing' | 'docs' | 'other'

/** What a reader should know of a page besides its text. What does not hold is absent. */
export interface PageFlags {
  /** There is text, but it looks like the shell that scripts fill. */
  needsJs?: true
  /** There is text, but it looks like a bot check. */
  blocked?: true
  /** The page says that not all of its text is free. */
  paywalled?: true
  /** As the page states it, BCP 47. */
  language?: string
  pageType?: PageType
}

/** Words that only a cut text is followed by. */
const PAYWALL_WORDS =
  /\b(?:subscribe|log ?in|sign ?(?:in|up)|register)\b[^.]{0,40}\bto (?:continue|keep|finish) reading|\bto (?:continue|keep|finish) reading\b[^.]{0,60}\b(?:subscri|log ?in|sign ?(?:in|up)|register)|\b(?:this|the (?:full|rest of (?:this|the))) (?:article|story|post|content)\b[^.]{0,20}\b(?:for|to) (?:our |paying |paid |premium )?(?:subscribers|members)\b/i
/** No text without room for these words is searched for them. */
const PAYWALL_MIN_CHARS = 20
const PAYWALL_MAX_CHARS = 400

/** Returns the flags that can be determined. `source` is the HTML, `text` the measure of its visible text. */
export function pageFlags(
  source: string,
  tree: PageTree,
  text: PageText,
  facts: PageFacts,
): PageFlags {
  const language = statedLanguage(tree)
  return {
    ...(mayNeedScripts(source, text) ? { needsJs: true } : {}),
    ...(mayBeWall(text) ? { blocked: true } : {}),
    ...(facts.isPaid || isPaywalled(tree) ? { paywalled: true } : {}),
    ...(language === '' ? {} : { language }),
    pageType: pageTypeOf(facts),
  }
}

/** Bits of `PageFacts.linkedKinds` and `addressKind`, and values of `stated`. */
const LINKED = { list: 4, thread: 8 }
const ADDRESS = { product: 1, listing: 2, docs: 4 }
const STATED = { article: 1, product: 2 }
/** Words in the last part of an address that make it a headline. */
const HEADLINE_MIN_WORDS = 4

/** What a page says of itself counts for more than what its address looks like. */
function pageTypeOf(facts: PageFacts): PageType {
  const { isForum, stated, linkedKinds, addressKind, pathWords } = facts
  if (stated === STATED.product) return 'product'
  if ((linkedKinds & LINKED.thread) !== 0) return 'forum'
  if (stated === STATED.article) return 'article'
  if (isForum) return 'forum'
  if ((linkedKinds & LINKED.list) !== 0) return 'listing'
  if ((addressKind & ADDRESS.docs) !== 0) return 'docs'
  if ((addressKind & ADDRESS.product) !== 0) return 'product'
  if (pathWords >= HEADLINE_MIN_WORDS) return 'article'
  return (addressKind & ADDRESS.listing) !== 0 ? 'listing' : 'other'
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
