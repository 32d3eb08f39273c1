import { isAscii, isUtf8 } from 'node:buffer'
import { charsetOf, declaredInHtml, declaredInXml } from './declared-encoding.ts'
import { countUtf8, decodeMixed } from './decode-mixed.ts'
import { EncodingJudge } from './detect-encoding.ts'

const FALLBACK_LABEL = 'windows-1252'
/** Bytes in which a document of characters of two bytes has a zero, as its markup has. */
const ZERO_SEARCHED_BYTES = 1024
/** Share of UTF-8 of the bytes beyond ASCII from which on the rest are faults; less than .55 is UTF-8 by chance. */
const UTF8_MIN_SHARE = 0.65
/** Share of UTF-8 from which on bytes that read as no language in any other encoding are read as UTF-8. */
const UTF8_LEAST_SHARE = 0.3
/** Characters of UTF-8 from which on another encoding that is declared is not meant: so many are none by chance. */
const UTF8_MIN_COUNT = 4
/** Begins a character set of two bytes in ISO-2022-JP, which is otherwise ASCII. */
const ESCAPE = 0x1b

/**
 * Decodes an HTML document as browsers do where its bytes allow it: byte order mark, then the charset of the Content-Type header,
 * then the document's own declaration; see `decode` for what is done elsewhere. Never throws.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  return decode(bytes, (isLate) => [
    charsetOf(contentType),
    declaredInHtml(bytes),
    isLate ? declaredInHtml(bytes, true) : undefined,
  ])
}

/** Decodes a document that declares no charset inside itself: plain text, Markdown, JSON. Never throws. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  return decode(bytes, () => [charsetOf(contentType)])
}

/**
 * Decodes an XML or JSON document: byte order mark or the shape of the first characters (XML 1.0, appendix F), then the charset of
 * the Content-Type header (RFC 7303), then the XML declaration. Never throws.
 */
export function decodeXml(bytes: Uint8Array, contentType: string): string {
  return decode(bytes, () => [charsetOf(contentType), declaredInXml(bytes)])
}

/** What a document declares, the most binding first; `isLate` asks for what browsers start over for. */
type Declared = (isLate: boolean) => readonly (string | undefined)[]

/**
 * Decodes a document. A byte order mark wins. Then the first declaration counts that the bytes do not contradict: what is UTF-8
 * throughout is nothing else, and what is none is not UTF-8. Then UTF-8 with a few faults, then the encoding in which the bytes read
 * as some language, then windows-1252. Malformed sequences become U+FFFD. Only what is neither ASCII nor UTF-8 is judged, at a cost
 * that does not grow with its size.
 */
function decode(bytes: Uint8Array, declared: Declared): string {
  const labels = known(declared(false))
  const wide = wideEncoding(bytes, labels[0])
  if (wide?.startsWith('utf-32')) return decodeUtf32(bytes, wide === 'utf-32be')
  // TextDecoder itself drops the mark.
  if (wide !== undefined) return read(bytes, wide)
  if (isMarkedUtf8(bytes)) return read(bytes, 'utf-8')
  if (isAscii(bytes)) return read(bytes, isEscaped(bytes) ? 'iso-2022-jp' : 'utf-8')
  const others = labels.filter((label) => !label.startsWith('utf-'))
  const isSaid = others.length < labels.length || others.length === 0
  if (isUtf8(withoutCutTail(bytes))) {
    const isMeant = isSaid || countUtf8(bytes).characters >= UTF8_MIN_COUNT
    return read(bytes, isMeant ? 'utf-8' : others[0]!)
  }
  return readOther(bytes, others, isSaid, declared)
}

/** Reads what is no UTF-8, or not throughout; `isSaid` where it says that it is, or nothing. */
function readOther(
  bytes: Uint8Array,
  others: readonly string[],
  isSaid: boolean,
  declared: Declared,
): string {
  const { characters, share } = countUtf8(bytes)
  if (share >= UTF8_MIN_SHARE && (isSaid || characters >= UTF8_MIN_COUNT)) return decodeMixed(bytes)
  const judge = new EncodingJudge(bytes)
  const late =
    others.length > 0 ? others : known(declared(true)).filter((label) => !label.startsWith('utf-'))
  const label = judge.choose(late) ?? judge.detect()
  if (label !== undefined) return read(bytes, label)
  return share >= UTF8_LEAST_SHARE ? decodeMixed(bytes) : read(bytes, FALLBACK_LABEL)
}

/**
 * The encoding of a document whose characters have two or four bytes each, by its byte order mark, the shape of its first character,
 * or what its header says; undefined for all others.
 */
export function wideEncoding(bytes: Uint8Array, declared: string | undefined): string | undefined {
  const shape = firstCharacterShape(bytes)
  if (shape?.startsWith('utf-32')) return shape
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (shape !== undefined || isMarkedUtf8(bytes)) return shape
  return declared?.startsWith('utf-16') && hasZeros(bytes) ? declared : undefined
}

function isMarkedUtf8(bytes: Uint8Array): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
}

function read(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(bytes)
}

function known(labels: readonly (string | undefined)[]): string[] {
  return labels.filter((label) => label !== undefined)
}

/** False for a document that says that it is UTF-16 and has none of the zeros that its markup would have. */
function hasZeros(bytes: Uint8Array): boolean {
  return bytes.subarray(0, ZERO_SEARCHED_BYTES).includes(0)
}

/** Whether ASCII is ISO-2022-JP: it switches to a character set of two bytes. */
function isEscaped(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(ESCAPE); at !== -1; at = bytes.indexOf(ESCAPE, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40)) return true
  }
  return false
}

/** The encoding that the first character, a mark or a `<`, gives away by its width. */
function firstCharacterShape(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes
  if (a === 0 && b === 0 && ((c === 0xfe && d === 0xff) || (c === 0 && d === 0x3c)))
    return 'utf-32be'
  if (c === 0 && d === 0 && ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)))
    return 'utf-32le'
  if (a === 0 && b === 0x3c) return 'utf-16be'
  return a === 0x3c && b === 0 ? 'utf-16le' : undefined
}

/** TextDecoder knows no UTF-32; what is no code point becomes U+FFFD. */
function decodeUtf32(bytes: Uint8Array, bigEndian: boolean): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const codes: number[] = []
  let text = ''
  for (let at = 0; at + 4 <= bytes.byteLength; at += 4) {
    const code = view.getUint32(at, !bigEndian)
    if (code === 0xfeff && at === 0) continue
    codes.push(code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? 0xfffd : code)
    if (codes.length === 4096) text += String.fromCodePoint(...codes.splice(0))
  }
  return text + String.fromCodePoint(...codes)
}

/** The bytes without a last sequence that ends too soon: the download may have stopped inside a character. */
function withoutCutTail(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (length > back) return bytes.subarray(0, -back)
    if (byte < 0x80) break
  }
  return bytes
}
