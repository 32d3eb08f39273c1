import { addressOf, ldText, type LdNode, type LinkedData } from './json-ld.ts'
import { absoluteAddress, isSiteRoot, samePage } from './page-address.ts'
import { plainText } from './plain-text.ts'

const articleTypes = new Set([
  'article',
  'newsarticle',
  'blogposting',
  'techarticle',
  'scholarlyarticle',
  'medicalscholarlyarticle',
  'analysisnewsarticle',
  'askpublicnewsarticle',
  'backgroundnewsarticle',
  'opinionnewsarticle',
  'reportagenewsarticle',
  'reviewnewsarticle',
  'satiricalarticle',
  'advertisercontentarticle',
  'liveblogposting',
  'socialmediaposting',
  'discussionforumposting',
  'report',
  'howto',
  'recipe',
  'criticreview',
  'podcastepisode',
  'creativework',
  'learningresource',
])
const questionTypes = new Set(['question'])
const workTypes = new Set(['videoobject', 'episode', 'book', 'movie', 'dataset'])
const thingTypes = new Set([
  'product',
  'productgroup',
  'softwareapplication',
  'webapplication',
  'mobileapplication',
  'videogame',
  'jobposting',
  'event',
  'businessevent',
  'childrensevent',
  'comedyevent',
  'courseinstance',
  'danceevent',
  'educationevent',
  'exhibitionevent',
  'festival',
  'foodevent',
  'literaryevent',
  'musicevent',
  'screeningevent',
  'socialevent',
  'sportsevent',
  'theaterevent',
  'visualartsevent',
])
const listTypes = new Set([
  'collectionpage',
  'itemlist',
  'searchresultspage',
  'blog',
  'profilepage',
])
const pageTypes = new Set(['webpage', 'itempage', 'aboutpage', 'medicalwebpage', 'faqpage'])

/** The JSON-LD objects that describe the page itself, the most specific first. */
export interface MainEntities {
  /** Articles, postings, questions, recipes. */
  articles: readonly LdNode[]
  /** Whether all these are one text: there is one, or all state the address or the title of the page. */
  isOneArticle: boolean
  /** Videos, books, data sets. */
  works: readonly LdNode[]
  pages: readonly LdNode[]
  /** The page presents a product, a service, an event. */
  isThing: boolean
  /** The page lists other pages. */
  isList: boolean
}

/** Addresses and titles by which a page is told from others that its linked data describe. */
export interface PageNames {
  /** Address of the page, and the one that it states. */
  addresses: readonly [string, ...string[]]
  /** Titles of the page: its `<title>`, headings and the like. */
  titles: readonly string[]
}

function isOf(node: LdNode, types: ReadonlySet<string>): boolean {
  return node.types.some((type) => types.has(type))
}

function statesAddress(data: LinkedData, { value }: LdNode, { addresses }: PageNames): boolean {
  const stated = [
    ldText(value['url']),
    ldText(value['@id']),
    addressOf(data, value['mainEntityOfPage']),
  ]
  return stated.some((address) => {
    // A mere fragment tells nodes of one page apart.
    if (address.startsWith('#')) return false
    const absolute = absoluteAddress(address, addresses[0])
    return absolute !== '' && addresses.some((own) => samePage(absolute, own))
  })
}

/** Letters and digits of a headline from which it is not that of any page by chance. */
const HEADLINE_MIN_CHARS = 12

function statesTitle({ value }: LdNode, { titles }: PageNames): boolean {
  const headline = bare(plainText(ldText(value['headline'] ?? value['name'])))
  return titles
    .map(bare)
    .some((title) =>
      headline.length >= HEADLINE_MIN_CHARS ? title.startsWith(headline) : title === headline,
    )
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** Chooses which JSON-LD objects speak of the page and not of something it lists. */
export function mainEntities(data: LinkedData, page: PageNames): MainEntities {
  const top = data.nodes.filter((node) => node.nesting === 0)
  // A FAQ page holds questions too, but they have no date.
  const isQuestionPage = top.some((node) => node.types.includes('qapage'))
  const stated = top.filter(
    (node) => isOf(node, articleTypes) || (isQuestionPage && isOf(node, questionTypes)),
  )
  const own = stated.length === 1 ? stated : ownArticles(data, page)
  return {
    articles: own.length > 0 ? own : stated,
    isOneArticle: own.length > 0,
    works: top.filter((node) => isOf(node, workTypes)),
    pages: top.filter((node) => isOf(node, pageTypes)),
    isThing: top.some((node) => isOf(node, thingTypes)),
    isList: top.some((node) => isOf(node, listTypes)),
  }
}

/** The articles that state the address of this page, else its title; at the top, else inside of a blog, as some write it. */
function ownArticles(data: LinkedData, page: PageNames): readonly LdNode[] {
  const [address] = page.addresses
  if (isSiteRoot(address)) return []
  const articles = data.nodes.filter((node) => isOf(node, articleTypes))
  const top = articles.filter(({ nesting }) => nesting === 0)
  const addressed = top.filter((node) => statesAddress(data, node, page))
  if (addressed.length > 0) return addressed
  const titled = top.filter((node) => statesTitle(node, page))
  return titled.length > 0 ? titled : articles.filter((node) => statesAddress(data, node, page))
}
