// oxlint-disable no-control-regex -- signatures of binary formats are made of them.
import { essence, rootName, type Sniffable } from '../extract/content-kind.ts'
import { latin1 } from '../lib/latin1.ts'
import { decodedName, splitInnerAddress } from './inner-address.ts'

/** Packed and binary office documents, RTF. */
const SIGNATURE = /^(?:PK(?:\x03\x04|\x05\x06)|\xD0\xCF\x11\xE0|\{\\rtf)/
/** Roots of XML texts that are documents. */
const ROOTS: ReadonlySet<string | undefined> = new Set(['opml', 'svg'])
const HEAD_BYTES = 1024
/** Media types of texts that only these say to be documents. */
const TYPES = new Set([
  'application/x-ipynb+json',
  'application/x-subrip',
  'message/rfc822',
  'text/calendar',
  'text/csv',
  'text/tab-separated-values',
  'text/vtt',
  'text/x-opml',
])
/** Endings of names of the same, where the media type says nothing but that they are text or data. */
const ENDING = /\.(?:csv|tsv|eml|ics|ipynb|opml|srt|vtt)$/i
const UNSAYING =
  /^(?:|text\/plain|application\/(?:octet-stream|json|xml|x-unknown)|binary\/octet-stream)$/

/** Whether a file is a document for `documentJob`, by its first bytes, its media type and its name; which one it is, the job finds out. */
export function isDocument({ url, headers, body }: Sniffable): boolean {
  const head = latin1(body.subarray(0, HEAD_BYTES))
  if (SIGNATURE.test(head)) return true
  const root = rootName(head.replace(/^\xEF\xBB\xBF/, ''))
  if (root !== undefined) return ROOTS.has(root)
  const type = essence(headers['content-type'] ?? '')
  return TYPES.has(type) || (UNSAYING.test(type) && ENDING.test(nameOf(url)))
}

/** The name that an address gives its file; empty where it gives none. */
export function nameOf(url: string): string {
  const path = splitInnerAddress(url)?.path ?? URL.parse(url, 'file:///')?.pathname ?? ''
  return decodedName(path.slice(path.lastIndexOf('/') + 1))
}
