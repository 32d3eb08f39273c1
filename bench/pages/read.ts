import { OperationError } from '../../src/contract/errors.ts'
import { extractJob } from '../../src/extract/extract-job.ts'
import { pageInfoJob } from '../../src/extract/page-info-job.ts'
import { markdownToText } from '../extract/plain.ts'

/** A page as it comes from a server. */
export interface SourcePage {
  url: string
  html: string
  /** HTML in UTF-8 when absent. */
  contentType?: string
}

/** What was read of a page. */
export interface PageReading {
  markdown: string
  /** Without the marks of Markdown. */
  text: string
  /** True where an error says that there is no content. */
  isRefused: boolean
  author: string
  publishedAt: string
  pageType: string
}

/** What a page says of itself. */
export interface PageSays {
  author: string
  publishedAt: string
  canonical: string
  image: string
}

const HTML = 'text/html; charset=utf-8'
/** No page is from the future. */
const NOW = Date.UTC(2026, 10, 29)

/** Reads a page as `extract` does, with the facts of a citation. */
export async function readContent({ url, html, contentType }: SourcePage): Promise<PageReading> {
  try {
    const read = await extractJob({
      url,
      status: 200,
      kind: 'html',
      contentType: contentType ?? HTML,
      bytes: Buffer.from(html),
      links: 'inline',
      images: 'keep',
      cites: true,
      now: NOW,
    })
    const { markdown, author = '', publishedAt = '', pageType = '' } = read
    const text = markdownToText(markdown)
    return { markdown, text, isRefused: false, author, publishedAt, pageType }
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown
    const nothing = { author: '', publishedAt: '', pageType: '' }
    return { markdown: '', text: '', isRefused: true, ...nothing }
  }
}

/** Reads what a page says of itself, as `metadata` does. */
export async function readFacts({ url, html }: SourcePage): Promise<PageSays> {
  const bytes = Buffer.from(html)
  const info = await pageInfoJob({
    url,
    status: 200,
    complete: true,
    contentType: HTML,
    bytes,
    now: NOW,
  })
  const { author, publishedAt, canonical, image } = info
  return { author: author ?? '', publishedAt: publishedAt ?? '', canonical, image }
}
