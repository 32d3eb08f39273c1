import type { PageTree } from '../../../markup/html/parse-page.ts'
import { readJsonLd, type LinkedData } from '../../page-info/json-ld.ts'
import { tokensIn } from './element-stats.ts'
import { hashPair, hashText } from './hash.ts'
import { wordHashes } from './words.ts'

/** Keys of linked data that hold text which the page also shows. */
const TEXT_KEYS = ['articleBody', 'text', 'description', 'reviewBody', 'recipeInstructions']
const TEXT_MIN_CHARS = 60
const TEXT_MAX_WORDS = 20_000
const TITLE_MAX_WORDS = 60
const BODY_NAMES_MAX_CHARS = 2000
const BODY_TOKENS_MAX_COUNT = 80

const FORUM_SOFTWARE =
  /discourse|vbulletin|phpbb|xenforo|invision|mybb|simple machines|vanilla|flarum|nodebb|\bsmf\b/i
const FORUM_ADDRESS =
  /(?:^|[/.])(?:forums?|community|threads?|topic|showthread|viewtopic|questions|discussions?|boards?|t)(?:[/.-]|$)/i
const PRODUCT_ADDRESS = /\/(?:products?|p|dp|item|itm|shop|store|buy)(?:[/.-]|$)/i
const LISTING_ADDRESS =
  /\/(?:category|categories|collections?|tags?|search|archives?|browse|topics?|list|blog|news|c)(?:\/|$)/i
const DOCS_ADDRESS =
  /(?:^|[/.])(?:docs?|documentation|wiki|manual|reference|api|guide|help|support|kb)(?:[/.-]|$)/i

/** What `PageFacts.stated` says of a page that calls itself an article, or a product. */
export const STATED_ARTICLE = 1
export const STATED_PRODUCT = 2

/** What the head and the address of a page say of its kind; numbers are features as they are. */
export interface PageFacts {
  isForum: boolean
  /** The software that made the page is that of forums. */
  isForumSoftware: boolean
  /** Says of itself, in order: nothing, article, product, list, other. */
  stated: number
  /** Bits: article, product, list, question or thread, breadcrumb, organization in the linked data. */
  linkedKinds: number
  ogKind: number
  addressKind: number
  pathDepth: number
  pathDigits: number
  pathWords: number
  /** Hashes of the word triples of texts in the linked data. */
  statedTriples: ReadonlySet<number>
  titleWords: ReadonlySet<number>
  /** Scripts of the page, inline or not. */
  scripts: number
  /** Says that not all of its text is free. */
  isPaid: boolean
  /** Hashed words of the address, of the names of the body, of the kinds that the head states. */
  tokens: readonly number[]
}

/** Reads the linked data, the metas and the address of a page. */
export function readPageFacts(tree: PageTree, address: string): PageFacts {
  const data = readJsonLd(tree.jsonLd)
  const path = pathOf(address)
  const og = (tree.metas.get('og:type') ?? '').toLowerCase()
  const generator = tree.metas.get('generator') ?? ''
  const linkedKinds = kindsOf(data)
  const ogKind = og === '' ? 0 : og.includes('article') ? 1 : og.includes('product') ? 2 : 3
  return {
    isForumSoftware: FORUM_SOFTWARE.test(generator),
    isForum:
      FORUM_SOFTWARE.test(generator) || (linkedKinds & 8) !== 0 || FORUM_ADDRESS.test(path.whole),
    stated: statedKind(linkedKinds, ogKind),
    linkedKinds,
    ogKind,
    addressKind:
      (PRODUCT_ADDRESS.test(path.whole) ? 1 : 0) +
      (LISTING_ADDRESS.test(path.whole) ? 2 : 0) +
      (DOCS_ADDRESS.test(path.whole) ? 4 : 0),
    pathDepth: path.depth,
    pathDigits: path.digits,
    pathWords: path.words,
    statedTriples: statedTriples(data),
    titleWords: new Set(wordHashes(tree.title, TITLE_MAX_WORDS)),
    scripts: tree.scripts,
    isPaid: isPaid(data),
    tokens: tokensOf(path.whole, tree, data, og, generator),
  }
}

/** The first hashes tell where a word comes from: the same word says another thing there. */
function tokensOf(
  path: string,
  { bodyClass }: PageTree,
  { nodes }: LinkedData,
  og: string,
  generator: string,
): number[] {
  const names: number[] = []
  tokensIn(bodyClass.slice(0, BODY_NAMES_MAX_CHARS), names, BODY_TOKENS_MAX_COUNT)
  const words: number[] = []
  tokensIn(path.replaceAll('/', ' '), words, BODY_TOKENS_MAX_COUNT)
  const types = [...new Set(nodes.flatMap((node) => node.types))].slice(0, BODY_TOKENS_MAX_COUNT)
  return [
    ...new Set([
      ...names.map((name) => hashPair(1, name)),
      ...words.map((word) => hashPair(2, word)),
      ...types.map((type) => hashPair(3, hashText(type))),
      hashPair(4, hashText(og)),
      hashPair(5, hashText(generator.split(/[^a-z]/i, 1)[0] ?? '')),
    ]),
  ]
}

function pathOf(address: string): { whole: string; depth: number; digits: number; words: number } {
  if (!URL.canParse(address)) return { whole: '', depth: 0, digits: 0, words: 0 }
  const { hostname, pathname } = new URL(address)
  const parts = pathname.split('/').filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  return {
    whole: `${hostname}${pathname}`.slice(0, 300),
    depth: parts.length,
    digits: last.replaceAll(/\D/g, '').length,
    words: last.split(/[-_]/).length,
  }
}

function kindsOf({ nodes }: LinkedData): number {
  let kinds = 0
  for (const { types } of nodes) {
    for (const type of types) {
      if (/article|posting$|report$/.test(type) && type !== 'discussionforumposting') kinds |= 1
      if (/^product(?:group)?$/.test(type)) kinds |= 2
      if (/^(?:itemlist|collectionpage|searchresultspage|blog|offercatalog)$/.test(type)) kinds |= 4
      if (/^(?:discussionforumposting|qapage|question)$/.test(type)) kinds |= 8
      if (/^breadcrumblist$/.test(type)) kinds |= 16
      if (/organization$|localbusiness|service$/.test(type)) kinds |= 32
      if (/^(?:recipe|howto|faqpage|techarticle|softwareapplication)$/.test(type)) kinds |= 64
    }
  }
  return kinds
}

/** An article names its paid parts as nodes of their own (schema.org/isAccessibleForFree). */
function isPaid({ nodes }: LinkedData): boolean {
  return nodes.some(({ value }) => {
    const free = value['isAccessibleForFree']
    return free === false || (typeof free === 'string' && /(?:^|\/)false$/i.test(free))
  })
}

function statedKind(linkedKinds: number, ogKind: number): number {
  if ((linkedKinds & 2) !== 0 || ogKind === 2) return STATED_PRODUCT
  return (linkedKinds & 1) !== 0 || ogKind === 1 ? STATED_ARTICLE : 0
}

function statedTriples({ nodes }: LinkedData): Set<number> {
  const triples = new Set<number>()
  let left = TEXT_MAX_WORDS
  for (const { value } of nodes) {
    for (const key of TEXT_KEYS) {
      const text = value[key]
      if (typeof text !== 'string' || text.length < TEXT_MIN_CHARS || left <= 0) continue
      const words = wordHashes(text.replaceAll(/<[^<>]{0,200}>|&[a-z#0-9]{1,8};/gi, ' '), left)
      left -= words.length
      for (let at = 2; at < words.length; at += 1) {
        triples.add(hashPair(hashPair(words[at - 2]!, words[at - 1]!), words[at]!))
      }
    }
  }
  return triples
}
