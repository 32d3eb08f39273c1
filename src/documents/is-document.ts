// oxlint-disable no-control-regex -- signatures of binary formats are made of them.
import { essence, type Sniffable } from '../extract/content-kind.ts'
import { latin1 } from '../lib/latin1.ts'
import { decodedName, splitInnerAddress } from './inner-address.ts'
import { findTextFormat } from './text-formats.ts'

/** Packed and binary office documents. */
const SIGNATURE = /^(?:PK(?:\x03\x04|\x05\x06)|\xD0\xCF\x11\xE0)/
/** Bytes that tell the format of a text. */
export const HEAD_BYTES = 8192

/** Whether a file is a document for `documentJob`, by its first bytes, its media type and its name; which one it is, the job finds out. */
export function isDocument({ url, headers, body }: Sniffable): boolean {
  const head = latin1(body.subarray(0, HEAD_BYTES))
  const mediaType = essence(headers['content-type'] ?? '')
  return (
    SIGNATURE.test(head) || findTextFormat({ head, mediaType, name: nameOf(url) }) !== undefined
  )
}

/** The name that an address gives its file; empty where it gives none. */
export function nameOf(url: string): string {
  const path = splitInnerAddress(url)?.path ?? URL.parse(url, 'file:///')?.pathname ?? ''
  return decodedName(path.slice(path.lastIndexOf('/') + 1))
}
