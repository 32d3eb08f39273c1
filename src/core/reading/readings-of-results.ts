import { documentNotes, lengthOf } from '../../documents/document.ts'
import { countMissed } from '../../extract/engine.ts'
import type { ListedFeed } from '../../feed/feed-text.ts'
import { findItems, fitFeed } from '../../feed/fit-feed.ts'
import { FEED_ITEMS_MAX_COUNT } from '../../feed/limits.ts'
import type { More } from '../../markdown/parts/parts.ts'
import type { PageSpan } from '../../pdf/write/page-places.ts'
import { lackingNotes, writePages } from '../../pdf/write/part-pages.ts'
import type { FetchedDocument } from './fetch-document.ts'
import type { FetchedPdf } from './fetch-pdf.ts'
import type { GivenFeed } from './give-feed.ts'
import type { ReadArticle } from './read-article.ts'
import type { AsReading, ReadRequest } from './reading.ts'

/** A result of a tool, which may be a part, or what was found in it. */
type Given<Result> = Result & Pick<More, 'nextCursor'> & { found?: number }

/** The result of `extract` as a reading. */
export const readPage: AsReading = (result) => {
  const article = result as unknown as Given<ReadArticle>
  const { url, title, markdown, wordCount, ...page } = article
  const { author, publishedAt, modifiedAt } = page
  const said = { url, title, author, date: publishedAt ?? modifiedAt }
  const missed = page.removed && countMissed(page.removed)
  const length = [
    `${counted(wordCount)} words`,
    ...(page.notFound === true ? ['perhaps not the page: it says that it was not found'] : []),
    ...(page.paywalled === true ? ['perhaps not all of it is free'] : []),
    ...(page.unfinished === true ? ['unfinished: extract can wait for more (waitFor)'] : []),
    ...(page.status === undefined ? [] : [`served with HTTP status ${page.status}`]),
    ...(page.notShown === undefined ? [] : [`not shown: ${page.notShown.join(', ')}`]),
    ...(missed === undefined ? [] : [`without ${missed}, which extract can include`]),
  ].join('; ')
  return { ...said, length, text: markdown, ...onward(page) }
}

/** The result of `pdf_to_markdown` as a reading. */
export const readPdf: AsReading = (result) => {
  const given = result as unknown as Given<FetchedPdf> & { partPages?: PageSpan }
  const { url, title, author, ...pdf } = given
  const pages = writePages(pdf.partPages, pdf.pages)
  const length = [`${pages}, ${counted(pdf.wordCount)} words`, ...lackingNotes(pdf)].join('; ')
  return { url, title, author, length, text: pdf.markdown, ...onward(pdf) }
}

/** The result of `document_to_markdown` as a reading. */
export const readDocument: AsReading = (result) => {
  const document = result as unknown as Given<FetchedDocument>
  const { url, title, author, format: kind, modifiedAt, createdAt } = document
  const date = modifiedAt ?? createdAt
  const length = [lengthOf(document), ...documentNotes(document)].join('; ')
  return { kind, url, title, author, date, length, text: document.markdown, ...onward(document) }
}

/** Arguments for a feed: all items where words are looked for, else as many as the tool gives. */
export function feedArgs({ find }: ReadRequest): Record<string, unknown> {
  return find === undefined ? {} : { limit: FEED_ITEMS_MAX_COUNT }
}

/** The result of `rss_to_json` as a reading. */
export const readFeed: AsReading = (result, { find, maxChars }) => {
  const feed = result as unknown as Given<GivenFeed>
  const found = find === undefined ? feed.items : findItems(feed.items, find)
  const items = found.slice(0, FOUND_ITEMS_MAX_COUNT)
  const listedFeed: ListedFeed = {
    ...feed,
    items,
    itemCount: items.length,
    nextCursor: undefined,
  }
  const { feedUrl: url, title, author, updated: date } = feed
  const matching = find === undefined ? '' : `${counted(found.length)} matching of `
  const length = `${matching}${counted(feed.totalItems)} items`
  const text = fitFeed(listedFeed, maxChars)
  return { url, title, author, date, length, text, ...onward(feed) }
}

/** Items of a feed in one answer. */
const FOUND_ITEMS_MAX_COUNT = 20

function onward({ nextCursor, found }: { nextCursor?: string | undefined; found?: number }) {
  return { cursor: nextCursor, found }
}

function counted(count: number): string {
  return count.toLocaleString('en')
}
