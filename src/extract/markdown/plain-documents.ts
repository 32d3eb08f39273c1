import { decodeText, decodeXml } from '../../lib/decode.ts'
import { cleanText } from '../../lib/text.ts'
import { fenceFor } from '../../markdown/code.ts'
import type { Article, MarkdownStyle } from '../engine.ts'
import { findTextKind } from '../text-kinds.ts'
import { readMarkdown } from './markdown-document.ts'

/** A document that needs no extraction. */
export interface PlainDocument extends MarkdownStyle {
  url: string
  contentType: string
  bytes: Uint8Array
}

/**
 * The Markdown of a document that is not HTML: Markdown as it is, plain text, JSON and XML in a fenced
 * block, in which nothing acts as Markdown. The title of all but Markdown is the file name in the address.
 */
export function writePlainDocument(
  kind: 'markdown' | 'text' | 'json' | 'xml',
  { url, contentType, bytes, ...style }: PlainDocument,
): Article {
  const decode = kind === 'xml' ? decodeXml : decodeText
  const text = cleanText(decode(bytes, contentType))
  if (kind === 'markdown') {
    const article = readMarkdown(text, style)
    return { title: article.title || fileName(url), markdown: article.markdown }
  }
  const title = fileName(url)
  if (text.trim() === '') return { title, markdown: '' }
  const code = text.replace(/^\s*\n/, '').trimEnd()
  const fence = fenceFor(code)
  const language = kind === 'text' ? (findTextKind(url) ?? '') : kind
  return { title, markdown: `${fence}${language}\n${code}\n${fence}` }
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
