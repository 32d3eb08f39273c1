import { fenceFor } from '../markdown/code.ts'
import { escapeLine } from '../markdown/escape.ts'

/** An item as it is listed. */
export interface ListedItem {
  title: string
  link: string
  published: string
  summary: string
  id: string
  author?: string | undefined
  enclosures?: readonly { url: string; type?: string | undefined }[] | undefined
  contentHtml?: string | undefined
  transcripts?: readonly { url: string; type?: string | undefined }[] | undefined
}

/** A feed as it is listed. */
export interface ListedFeed {
  feedType: string
  version?: string | undefined
  feedUrl: string
  title: string
  description?: string | undefined
  itemCount: number
  totalItems: number
  items: readonly ListedItem[]
  unreadFeeds?: readonly { url: string; code: string }[] | undefined
  isUsual?: boolean | undefined
  nextCursor?: string | undefined
  itemsLeft?: number | undefined
  itemsUnread?: number | undefined
}

/**
 * A feed as a model reads it, in Markdown: what it is and which others could not be read, its items one after another, how many are
 * left and how to go on. Words of the feed are escaped and its HTML is fenced, so that none of them act.
 */
export function readFeedText(feed: ListedFeed): string {
  const { feedType, version, feedUrl, title, description, itemCount, totalItems, itemsUnread } =
    feed
  const facts = [
    `${feedType} ${version ?? ''}`.trim(),
    feedUrl,
    `${itemCount} of ${totalItems} items`,
    ...(itemsUnread === undefined ? [] : [`the last ${itemsUnread} cannot be read`]),
  ]
  const head = [title || feedUrl, facts.join(' · '), description ?? ''].map(escapeLine)
  const more =
    feed.nextCursor === undefined
      ? ''
      : `[${feed.itemsLeft ?? 'More'} items follow. For the next ones pass cursor "${feed.nextCursor}".]`
  return [`# ${head[0]}`, ...head.slice(1), foundText(feed), ...feed.items.map(itemText), more]
    .filter((part) => part !== '')
    .join('\n\n')
}

/** How the feed was found, where it is not the first that its page names. */
function foundText({ unreadFeeds = [], isUsual }: ListedFeed): string {
  const unread = unreadFeeds.map(({ url, code }) => `${escapeLine(url)} (${code})`).join(', ')
  const sentences = [
    isUsual ? 'The page names no feed that can be read; this one stands at a usual address.' : '',
    unread === '' ? '' : `Feeds that it names and that could not be read: ${unread}.`,
  ].filter(Boolean)
  return sentences.length === 0 ? '' : `[${sentences.join(' ')}]`
}

function itemText(item: ListedItem): string {
  const facts = [shortTime(item.published), item.author, item.link || item.id]
  return [
    `## ${escapeLine(item.title) || '(no title)'}`,
    escapeLine(facts.filter(Boolean).join(' · ')),
    ...(item.enclosures ?? []).map(({ url, type }) => escapeLine(`${type ?? 'file'}: ${url}`)),
    ...(item.transcripts ?? []).map(({ url }) => escapeLine(`transcript: ${url}`)),
    escapeLine(item.summary),
    item.contentHtml ? fenced(item.contentHtml) : '',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** A time in ISO 8601 UTC to the minute. */
export function shortTime(time: string): string {
  return time.replace(/:\d\d\.\d{3}Z$/, 'Z')
}

function fenced(html: string): string {
  const fence = fenceFor(html)
  return `${fence}html\n${html}\n${fence}`
}
