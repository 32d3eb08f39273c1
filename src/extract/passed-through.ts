import { decodeText } from './decode.ts'
import type { Article, MarkdownStyle } from './engine.ts'
import { fenceFor } from './fence.ts'
import { readMarkdown } from './markdown-document.ts'

/** A document that needs no extraction. */
export interface PlainDocument extends MarkdownStyle {
  url: string
  contentType: string
  bytes: Uint8Array
}

/**
 * The Markdown of a document that is not HTML: Markdown and plain text as they are, JSON and XML in a
 * fenced block. The title of all but Markdown is the file name in the address.
 */
export function passedThrough(
  kind: 'markdown' | 'text' | 'json' | 'xml',
  { url, contentType, bytes, ...style }: PlainDocument,
): Article {
  const text = decodeText(bytes, contentType)
  if (kind === 'markdown') {
    const article = readMarkdown(text, style)
    return { title: article.title || fileName(url), markdown: article.markdown }
  }
  const title = fileName(url)
  if (kind === 'text' || text.trim() === '') return { title, markdown: text }
  const code = text.trim()
  const fence = fenceFor(code)
  return { title, markdown: `${fence}${kind}\n${code}\n${fence}` }
}

function fileName(url: string): string {
  const { pathname, hostname } = new URL(url)
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}
