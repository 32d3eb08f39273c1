import { after } from '../lib/after.ts'
import { charsetOf } from '../lib/declared-encoding.ts'
// oxlint-disable no-control-regex -- the signatures of binary formats are made of them.
import { decodeText, wideEncoding } from '../lib/decode.ts'
import { latin1 } from '../lib/latin1.ts'
import { findTextKind } from './text-kinds.ts'

/** The kind of a document, whatever its server declares. `media` is sound and film, `binary` the rest. */
export type ContentKind =
  | 'html'
  | 'markdown'
  | 'text'
  | 'json'
  | 'feed'
  | 'xml'
  | 'pdf'
  | 'image'
  | 'media'
  | 'binary'
  | 'empty'

/** The parts of a fetched document that tell its kind. */
export interface Sniffable {
  url: string
  /** Lower-case names. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/** Bytes looked at; comments and declarations before the root element must fit. */
const SNIFF_BYTES = 8192
/** Where a PDF may start after junk (ISO 32000-1, annex H, note 13). */
const PDF_SEARCH_BYTES = 1024

const SIGNATURES: readonly (readonly [ContentKind, RegExp])[] = [
  [
    'image',
    /^(?:\x89PNG\r\n\x1A\n|GIF8[79]a|\xFF\xD8\xFF|RIFF[^]{4}WEBP|BM[^]{4}\0\0\0\0|\0\0[\x01\x02]\0)/,
  ],
  ['image', /^(?:II\*\0|MM\0\*|\0\0\0[^]ftyp(?:avif|avis|heic|heix|mif1))/],
  ['media', /^(?:\0\0[^]{2}ftyp|ID3|OggS|fLaC|\x1A\x45\xDF\xA3|RIFF[^]{4}(?:WAVE|AVI )|FLV\x01)/],
  ['media', /^(?:\xFF[\xFB\xF3\xF2\xF1\xF9]|\0\0\x01[\xBA\xB3])/],
  [
    'binary',
    /^(?:PK\x03\x04|\x1F\x8B\x08|7z\xBC\xAF|Rar!\x1A|\x28\xB5\x2F\xFD|\xFD7zXZ\0|BZh[1-9]|wOF[F2])/,
  ],
  ['binary', /^(?:\xD0\xCF\x11\xE0|\x7FELF|\0asm|%!PS|SQLite format 3\0)/],
]

/** Bytes that no text has (MIME Sniffing, "binary data byte"). */
const BINARY_BYTES = /[\0-\x08\x0B\x0E-\x1A\x1C-\x1F]/

/**
 * Returns the kind of a document by its first bytes. The Content-Type decides only where these are ambiguous,
 * and the extension of the address only between plain text and Markdown.
 */
export function contentKind({ url, headers, body }: Sniffable): ContentKind {
  const contentType = headers['content-type'] ?? ''
  const head = headOf(body, contentType)
  if (!/\S/.test(head) && body.byteLength <= SNIFF_BYTES) return 'empty'
  const signed = SIGNATURES.find(([, signature]) => signature.test(head))
  if (signed) return signed[0]
  if (isPdf(head)) return 'pdf'
  const type = essence(contentType)
  const root = rootName(head)
  if (root !== undefined) return kindOfRoot(root, type, BINARY_BYTES.test(head))
  if (BINARY_BYTES.test(head))
    return /^(?:image|audio|video)\//.test(type) ? mediaKind(type) : 'binary'
  return kindOfText(head, type, url)
}

/** The media type of a Content-Type header, lower case and without parameters. */
export function essence(contentType: string): string {
  return (contentType.split(/[;,]/, 1)[0] ?? '').trim().toLowerCase()
}

/** The first bytes, one character per byte; real characters where each has two bytes or four. */
function headOf(body: Uint8Array, contentType: string): string {
  const head = body.subarray(0, SNIFF_BYTES)
  if (wideEncoding(head, charsetOf(contentType)) !== undefined) return decodeText(head, contentType)
  const text = latin1(head)
  return text.startsWith('\xEF\xBB\xBF') ? text.slice(3) : text
}

function isPdf(head: string): boolean {
  const at = head.slice(0, PDF_SEARCH_BYTES).indexOf('%PDF-')
  return at !== -1 && !head.slice(0, at).includes('<')
}

/** Name of the first element or doctype after white space, comments and declarations, lower case. */
export function rootName(head: string): string | undefined {
  // A loop, not one pattern: repeated alternatives would be tried in every combination.
  for (let at = 0; at < head.length;) {
    if (head.startsWith('<!--', at)) at = after(head, '-->', at + 4)
    else if (head.startsWith('<?', at)) at = after(head, '>', at)
    else if (/\s/.test(head.charAt(at))) at += 1
    else
      return /^<(?:!doctype\s{1,9})?([a-z][a-z0-9:]*)/i
        .exec(head.slice(at, at + 60))?.[1]
        ?.toLowerCase()
  }
  return undefined
}

const HTML_ROOTS = new Set([
  'html',
  'head',
  'body',
  'title',
  'meta',
  'script',
  'style',
  'link',
  'base',
])

function kindOfRoot(root: string, type: string, binary: boolean): ContentKind {
  if (root === 'rss' || root === 'feed' || root === 'rdf:rdf') return 'feed'
  if (root === 'svg') return 'image'
  if (HTML_ROOTS.has(root)) return 'html'
  if (binary) return 'binary'
  if (/^(?:text|application)\/(?:x-)?markdown$/.test(type)) return 'markdown'
  if (type === 'text/plain') return 'text'
  return /^(?:text|application)\/xml$|\+xml$/.test(type) && type !== 'application/xhtml+xml'
    ? 'xml'
    : 'html'
}

function mediaKind(type: string): ContentKind {
  return type.startsWith('image/') ? 'image' : 'media'
}

function kindOfText(head: string, type: string, url: string): ContentKind {
  if (/^(?:text|application)\/(?:x-)?markdown$/.test(type)) return 'markdown'
  if (/^\s*\{\s*"version"\s*:\s*"https?:\/\/jsonfeed\.org\/version\//.test(head)) return 'feed'
  if (type === 'application/feed+json') return 'feed'
  if (/^(?:application|text)\/(?:[\w.-]+\+)?json$/.test(type)) return 'json'
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html'
  // Settings in TOML begin like JSON.
  const isJson = /^\s*[{[]/.test(head) && !type.startsWith('text/')
  if (isJson && (findTextKind(url) ?? 'json') === 'json') return 'json'
  return /\.(?:md|markdown)$/i.test(URL.parse(url)?.pathname ?? '') ? 'markdown' : 'text'
}
