import { escapeHtmlText } from '../../lib/escape-html.ts'
import { cleanLine } from '../../lib/text.ts'
import { scanMarkup } from '../../markup/xml/scan.ts'
import { absoluteAddress } from '../address.ts'
import { parseFeedDate } from '../dates.ts'
import type { Enclosure, FeedItem, ReadFeed, UnreadItem } from '../feed.ts'
import { findFirstImage, htmlText, titleText } from '../html-text.ts'
import { SUMMARY_MAX_CHARS } from '../limits.ts'
import { writeSafeHtml } from '../safe-html.ts'
import type { Captured } from './captured.ts'
import type { Draft } from './draft.ts'
import { XmlReader } from './xml-reader.ts'

/** Characters of titles, names and other short texts. */
export const LINE_MAX_CHARS = 2000
/** Characters of a feed's description. */
export const DESCRIPTION_MAX_CHARS = 5000

/** Reads RSS 0.9x, 1.0, 1.1, 2.0 or Atom 0.3, 1.0; undefined when the document is none of them. */
export function readXmlFeed(source: string, url: string): ReadFeed | undefined {
  const reader = new XmlReader(url)
  scanMarkup(source, reader)
  reader.end()
  const { feed, feedType, version } = reader
  if (feedType === undefined) return undefined
  const link = linkOf(feed)
  return {
    facts: {
      feedType,
      version: cleanLine(version),
      title: line(feed.get('title')),
      link,
      description: plainText(feed.get('summary'), DESCRIPTION_MAX_CHARS),
      language: cleanLine(feed.textIn('language') || reader.language, 50).replaceAll('_', '-'),
      updated: parseFeedDate(feed.textIn('updated')),
      author: cleanLine(feed.author, LINE_MAX_CHARS),
      image: cleanLine(feed.image || imageIn(feed, feed.base ?? link)),
      categories: clean(feed.categories),
      ...feed.extras,
    },
    items: inOrder(reader).map((draft) => unread(draft, feedType, url)),
    leftOut: reader.itemCount - reader.items.length,
  }
}

/** The items in the order that the channel gives them, where it names them all; else as they stand in the document. */
function inOrder({ items, order }: XmlReader): readonly Draft[] {
  if (items.length === 0 || !items.every(({ about }) => order.has(about))) return items
  return items.toSorted((a, b) => (order.get(a.about) ?? 0) - (order.get(b.about) ?? 0))
}

function unread(draft: Draft, feedType: 'rss' | 'atom', url: string): UnreadItem {
  const updated = parseFeedDate(draft.textIn('updated'))
  const published =
    parseFeedDate(draft.textIn('published')) || updated || parseFeedDate(draft.textIn('created'))
  return {
    published,
    identity: () => draft.textIn('id') || linkOf(draft) || draft.textIn('title'),
    read: (wantsContent) => render(draft, { feedType, url, published, updated }, wantsContent),
  }
}

interface Known {
  feedType: 'rss' | 'atom'
  url: string
  published: string
  updated: string
}

function render(
  draft: Draft,
  { feedType, url, published, updated }: Known,
  wantsContent: boolean,
): FeedItem {
  const link = cleanLine(linkOf(draft, draft.base ?? url))
  const summary = draft.get('summary')
  const content = draft.get('content') ?? (wantsContent && isMore(summary) ? summary : undefined)
  // RSS does not say what addresses are relative to: the page that shows the item knows best.
  const base = draft.base ?? (feedType === 'rss' ? link || url : url)
  const html = wantsContent && content ? asHtml(content, content.base ?? base) : ''
  const author = cleanLine(draft.author, LINE_MAX_CHARS)
  const image = cleanLine(draft.image || imageIn(draft, base))
  const categories = clean(draft.categories)
  const { originalLink: _link, ...extras } = draft.extras
  return {
    title: line(draft.get('title')),
    link,
    published,
    summary:
      plainText(summary, SUMMARY_MAX_CHARS) || plainText(draft.get('content'), SUMMARY_MAX_CHARS),
    id: cleanLine(draft.textIn('id') || draft.about) || link,
    ...(updated === '' ? {} : { updated }),
    ...(author === '' ? {} : { author }),
    ...(categories.length === 0 ? {} : { categories }),
    ...(image === '' ? {} : { image }),
    ...(draft.enclosures.length === 0 ? {} : { enclosures: draft.enclosures.map(cleanEnclosure) }),
    ...(html === '' ? {} : { contentHtml: html }),
    ...extras,
  }
}

/** What a service for feeds has replaced; of RSS links the last, as other readers do; of Atom links the first page, then any. */
function linkOf(draft: Draft, base?: string): string {
  if (draft.extras.originalLink !== undefined) return draft.extras.originalLink
  const alternates = draft.links.filter(({ rel }) => rel === 'alternate')
  const link =
    draft.links.findLast(({ rel }) => rel === 'rss') ??
    alternates.find(({ type }) => type === '' || type.includes('html')) ??
    alternates[0]
  if (link) return cleanLine(link.href)
  const id = draft.textIn('id').trim()
  if (isPermalink(draft, id)) return absoluteAddress(id, base)
  return /^https?:\/\//i.test(draft.about) ? absoluteAddress(draft.about, base) : ''
}

/** A guid is an address unless it says otherwise; but where it says nothing, many are none. */
function isPermalink({ permalink }: Draft, id: string): boolean {
  if (permalink === 'false' || !/^\S+$/.test(id)) return false
  return permalink === 'true' || /^(?:https?:\/\/|\/)/i.test(id)
}

/** An `img` tag, escaped or not, and how much of what follows its beginning is looked at. */
const IMAGE_TAG = /(?:<|&lt;|&#60;)img\b/i
const IMAGE_TAG_MAX_CHARS = 20_000

/** The first picture in what the feed or item says, where none is named. */
function imageIn(draft: Draft, base: string): string {
  for (const captured of [draft.get('content'), draft.get('summary')]) {
    const at = captured?.form === 'html' ? captured.search(IMAGE_TAG) : -1
    if (!captured || at === -1) continue
    const written = findFirstImage(captured.beginning(at + IMAGE_TAG_MAX_CHARS))
    if (written !== '') return absoluteAddress(written, captured.base ?? base)
  }
  return ''
}

function line(title: Captured | undefined): string {
  if (!title) return ''
  const { value, form, mode, hasElements } = title
  if (form === 'text') return cleanLine(value, LINE_MAX_CHARS)
  const isHtml = mode.isExact === true || hasElements
  return isHtml ? htmlText(value, LINE_MAX_CHARS) : titleText(value, LINE_MAX_CHARS)
}

function plainText(captured: Captured | undefined, maxChars: number): string {
  if (!captured) return ''
  const read = captured.form === 'html' ? htmlText : cleanLine
  const text = read(captured.beginning(8 * maxChars + 4000), maxChars)
  // A beginning of little but markup, such as a picture in the text, does not fill the line.
  return text.length < maxChars / 2 ? read(captured.value, maxChars) : text
}

function asHtml({ value, form }: Captured, base: string): string {
  return writeSafeHtml(form === 'html' ? value : escapeHtmlText(value), base)
}

function clean(names: readonly string[]): string[] {
  return names.map((name) => cleanLine(name, 200)).filter((name) => name !== '')
}

function cleanEnclosure({ url, ...rest }: Enclosure): Enclosure {
  return { ...rest, url: cleanLine(url) }
}

/** Whether a summary says more than its plain text does. */
function isMore(summary: Captured | undefined): boolean {
  if (!summary) return false
  return summary.form === 'html'
    ? summary.search(/<|&lt;|&#60;/) !== -1 || summary.value.length > SUMMARY_MAX_CHARS
    : summary.value.length > SUMMARY_MAX_CHARS
}
