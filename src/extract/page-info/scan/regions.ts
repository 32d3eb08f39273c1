import { isStreamed, visibility } from '../../../markup/html/hiding/hidden.ts'

/** Bits that an element hands down to everything inside it. */
export const Region = {
  article: 1,
  main: 2,
  nav: 4,
  header: 8,
  footer: 16,
  aside: 32,
  comments: 64,
  /** Lists of other pages: related, popular, recommended. */
  related: 128,
  hidden: 256,
  /** Content that is not prose: scripts, styles, templates, drawings, form controls. */
  raw: 512,
  link: 1024,
  heading: 2048,
  noscript: 4096,
  /** Words of other people, and captions of pictures. */
  quoted: 8192,
  /** What a reader or a customer wrote, as the vocabulary of the page says. */
  reader: 16384,
} as const

const regionOfTag: ReadonlyMap<string, number> = new Map([
  ['article', Region.article],
  ['main', Region.main],
  ['nav', Region.nav],
  ['header', Region.header],
  ['footer', Region.footer],
  ['aside', Region.aside],
  ['a', Region.link],
  ['blockquote', Region.quoted],
  ['figcaption', Region.quoted],
  ['h1', Region.heading],
  ['h2', Region.heading],
  ['h3', Region.heading],
  ['script', Region.raw],
  ['style', Region.raw],
  ['template', Region.raw],
  ['noscript', Region.noscript],
  ['svg', Region.raw],
  ['math', Region.raw],
  ['textarea', Region.raw],
  ['select', Region.raw],
  ['button', Region.raw],
  ['iframe', Region.raw],
  ['object', Region.raw],
  ['dialog', Region.hidden],
])

const commentsName = /^(?:comments?|commentlist|disqus|respond|replies)(?:[-_]|$)/
const relatedName =
  /^(?:related|recommended|recommendations?|popular|trending|sidebar|carousel|teasers?|promos?|newsletter|upsell|read-?next|recirc|cards?)(?:[-_]|$)|[-_](?:related|recommended|popular|trending)$/
const footerName = /^(?:footer|site-footer|page-footer)(?:[-_]|$)/
const navName = /^(?:nav|navbar|navigation|breadcrumbs?|menu|menubar|topbar|masthead)(?:[-_]|$)/
const quotedName =
  /^(?:testimonials?|quotes?|pullquote|blockquote|reviews)(?:[-_]|$)|[-_](?:testimonials?|quote)$/
const HINT_MAX_CHARS = 300

/** Splits class, id and similar names into lower-case words: `postDate entry-meta` gives post date entry meta. */
export function hintWords(hint: string): string[] {
  return hint
    .slice(0, HINT_MAX_CHARS)
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1)
}

/** The bits an element adds to those of its parent, from its name and its attributes. */
export function regionOf(tag: string, attributes: Readonly<Record<string, string>>): number {
  let region: number = regionOfTag.get(tag) ?? 0
  const role = attributes['role']
  if (role === 'navigation') region |= Region.nav
  else if (role === 'main') region |= Region.main
  else if (role === 'complementary') region |= Region.aside
  else if (role === 'article') region |= Region.article
  // Pages that fade in hide their root until a script has run.
  if (tag === 'body' || tag === 'html') return region
  if (isOutOfSight(attributes)) region |= Region.hidden
  if (isOfReader(attributes)) region |= Region.comments | Region.reader
  for (const name of namesIn(attributes['class'])) region |= regionOfName(name)
  for (const name of namesIn(attributes['id'])) region |= regionOfName(name)
  return region
}

/** Whether the vocabulary of an element says that a reader or a customer wrote what it holds. */
function isOfReader({ itemprop, itemtype }: Readonly<Record<string, string>>): boolean {
  return (
    (itemtype !== undefined && /\/(?:UserReview|Review|Comment)$/.test(itemtype)) ||
    itemprop === 'review' ||
    itemprop === 'reviews'
  )
}

/** Scripts put the parts that React streams in place, and fade others in: both are what a reader sees. */
function isOutOfSight(attributes: Readonly<Record<string, string>>): boolean {
  const seen = visibility(attributes)
  return seen !== 'visible' && seen !== 'faded' && !isStreamed(attributes)
}

/** Most class lists tell nothing: one cheap look saves taking them apart. */
const distinctiveName =
  /relat|recommend|popular|trend|sidebar|carousel|teaser|promo|newsletter|upsell|read-?next|recirc|card|comment|disqus|respond|replies|footer|nav|breadcrumb|menu|topbar|masthead|testimonial|quote|reviews/i

function namesIn(list: string | undefined): string[] {
  if (list === undefined || list === '') return []
  const short = list.slice(0, HINT_MAX_CHARS)
  return distinctiveName.test(short) ? short.toLowerCase().split(/\s+/) : []
}

function regionOfName(name: string): number {
  if (relatedName.test(name)) return Region.related
  if (commentsName.test(name)) return Region.comments
  if (navName.test(name)) return Region.nav
  if (quotedName.test(name)) return Region.quoted
  return footerName.test(name) ? Region.footer : 0
}
