import { essence, type Sniffable } from '../extract/content-kind.ts'
import { latin1 } from '../lib/latin1.ts'
import { decodedName, splitInnerAddress } from './inner-address.ts'
import { findTextFormat } from './text-formats.ts'

/** Bytes that tell the format of a text. */
export const HEAD_BYTES = 8192

/** Whether a file is a document for `documentJob`, by its first bytes, its media type and its name; which one it is, the job finds out. */
export function isDocument({ url, headers, body }: Sniffable): boolean {
  if (isPackage(body) || isOldOffice(body)) return true
  const head = latin1(body.subarray(0, HEAD_BYTES))
  const mediaType = essence(headers['content-type'] ?? '')
  return findTextFormat({ head, mediaType, name: nameOf(url) }) !== undefined
}

/** Whether a file is packed, as archives and the newer office documents are. */
export function isPackage(bytes: Uint8Array): boolean {
  const head = latin1(bytes.subarray(0, 4))
  return head === 'PK\u0003\u0004' || head === 'PK\u0005\u0006'
}

/** Whether a file is an office document of before 2007, or an encrypted one. */
export function isOldOffice(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(0, 4)) === '\u00D0\u00CF\u0011\u00E0'
}

/** The name that an address gives its file; empty where it gives none. */
export function nameOf(url: string): string {
  const path = splitInnerAddress(url)?.path ?? URL.parse(url, 'file:///')?.pathname ?? ''
  return decodedName(path.slice(path.lastIndexOf('/') + 1))
}
