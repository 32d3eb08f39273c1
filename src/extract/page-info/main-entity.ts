import { addressOf, textOf, type LdNode, type LinkedData } from './json-ld.ts'
import { absoluteAddress, samePage } from './page-address.ts'

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
  /** Videos, books, data sets. */
  works: readonly LdNode[]
  pages: readonly LdNode[]
  /** The page presents a product, a service, an event. */
  isThing: boolean
  /** The page lists other pages. */
  isList: boolean
}

function isOf(node: LdNode, types: ReadonlySet<string>): boolean {
  return node.types.some((type) => types.has(type))
}

function namesPage(data: LinkedData, node: LdNode, pageUrls: readonly string[]): boolean {
  const { value } = node
  const addresses = [
    textOf(value['url']),
    textOf(value['@id']),
    addressOf(data, value['mainEntityOfPage']),
  ]
  return addresses.some((address) => {
    const absolute = absoluteAddress(address, pageUrls[0]!)
    return absolute !== '' && pageUrls.some((url) => samePage(absolute, url))
  })
}

/** Chooses which JSON-LD objects speak of the page and not of something it lists. */
export function mainEntities(data: LinkedData, pageUrls: readonly string[]): MainEntities {
  const top = data.nodes.filter((node) => node.nesting === 0)
  // A FAQ page holds questions too, but they have no date.
  const isQuestionPage = top.some((node) => node.types.includes('qapage'))
  return {
    articles: ofThisPage(
      data,
      top.filter(
        (node) => isOf(node, articleTypes) || (isQuestionPage && isOf(node, questionTypes)),
      ),
      pageUrls,
    ),
    works: top.filter((node) => isOf(node, workTypes)),
    pages: top.filter((node) => isOf(node, pageTypes)),
    isThing: top.some((node) => isOf(node, thingTypes)),
    isList: top.some((node) => isOf(node, listTypes)),
  }
}

/** Several articles at the top are a list; then only those that name this page count. */
function ofThisPage(
  data: LinkedData,
  articles: readonly LdNode[],
  pageUrls: readonly string[],
): readonly LdNode[] {
  if (articles.length <= 1) return articles
  const named = articles.filter((node) => namesPage(data, node, pageUrls))
  return named.length > 0 ? named : articles
}
