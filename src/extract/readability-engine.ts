import { Readability } from '@mozilla/readability'
import { Node, parseHTML } from 'linkedom'
import type { DomDocument, DomElement } from './dom.ts'
import type { Article, EnginePage, MarkdownStyle } from './engine.ts'
import { toMarkdown } from './markdown.ts'

/** Share of the page's prose below which Readability is taken to have picked one card of many. */
const KEPT_MIN_SHARE = 0.5
/** The same for a page that says it is an article: the rest is then comments and other articles. */
const KEPT_OF_ARTICLE_MIN_SHARE = 0.2
/** Prose below which the share says nothing. */
const PROSE_MIN_CHARS = 400
/** Readability scans the tree many times: over this, the cleaned body is taken at once. */
const READABILITY_MAX_ELEMENTS = 40_000

const BOILERPLATE =
  'nav, footer, aside, button, select, input, textarea, [role=navigation], [role=banner], [role=contentinfo], [role=complementary], [role=search], [role=dialog], noscript, head'

// Every node of the DOM library registers itself for events in a weak map, a tenth of all time. Nothing listens
// here, so the constructor that does it is taken out of the chain of constructors.
Object.setPrototypeOf(Object.getPrototypeOf(Node) as object, Object)

/** Main content by Readability; the body without navigation and forms where it finds too little. */
export function readabilityEngine(page: EnginePage, style: MarkdownStyle): Article {
  const found = page.elements > READABILITY_MAX_ELEMENTS ? undefined : read(page)
  const content = found && isEnough(found.chars, page) ? found.content : bodyOf(page)
  return {
    title: found?.title || page.title || page.heading,
    markdown: toMarkdown(content, page.baseUrl, style),
  }
}

function isEnough(chars: number, page: EnginePage): boolean {
  if (page.proseChars < PROSE_MIN_CHARS) return chars > 0
  const share = page.isArticle ? KEPT_OF_ARTICLE_MIN_SHARE : KEPT_MIN_SHARE
  return chars >= share * page.proseChars
}

/** Hidden elements are gone already; asking each node for its style is a tenth of Readability's work. */
class SightedReadability<T> extends Readability<T> {
  _isProbablyVisible(): boolean {
    return true
  }
}

function read(page: EnginePage): { title: string; content: DomElement; chars: number } | undefined {
  const article = new SightedReadability<DomElement>(parseHTML(page.html).document, {
    keepClasses: true,
    serializer: (node: unknown) => node as DomElement,
  }).parse()
  if (!article?.content) return undefined
  return {
    title: article.title ?? '',
    content: article.content,
    chars: (article.textContent ?? '').replaceAll(/\s+/g, '').length,
  }
}

function bodyOf(page: EnginePage): DomElement {
  const document = parseHTML(page.html).document as unknown as DomDocument
  const body = document.body
  for (const element of body.querySelectorAll(BOILERPLATE)) element.remove()
  for (const header of body.querySelectorAll('header')) {
    if (!header.querySelector('h1')) header.remove()
  }
  return body
}
