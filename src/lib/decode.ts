import { isUtf8 } from 'node:buffer'
import { decodeMixed } from './decode-mixed.ts'
import { detectEncoding } from './detect-encoding.ts'

/** Bytes searched for a declaration before the bytes themselves are judged (HTML standard, 13.2.3.2). */
const PRESCAN_BYTES = 1024
/** Bytes searched when they are no UTF-8 and nothing was declared in time; browsers start over then. */
const LATE_PRESCAN_BYTES = 64 * 1024
const FALLBACK_LABEL = 'windows-1252'

/**
 * Decodes an HTML document as browsers do: byte order mark, then the charset of the Content-Type header,
 * then the document's own declaration, then UTF-8 if it is valid UTF-8, then windows-1252. Never throws;
 * malformed sequences become U+FFFD.
 */
export function decodeHtml(bytes: Uint8Array, contentType: string): string {
  return decode(bytes, () => charsetOf(contentType) ?? declaredOrGuessed(bytes))
}

/** Decodes a document that declares no charset inside itself: plain text, Markdown, JSON. */
export function decodeText(bytes: Uint8Array, contentType: string): string {
  return decode(bytes, () => charsetOf(contentType) ?? guessed(bytes))
}

/**
 * Decodes an XML or JSON document: byte order mark or the shape of the first characters (XML 1.0, appendix F),
 * then the charset of the Content-Type header (RFC 7303), then the XML declaration, then UTF-8 if it is valid
 * UTF-8, also with a few stray bytes of windows-1252, then the encoding in which the bytes read as some language, then
 * windows-1252. A declared charset that the bytes contradict is passed over. Never throws.
 */
export function decodeXml(bytes: Uint8Array, contentType: string): string {
  const unit = firstCharacterShape(bytes)
  if (unit?.startsWith('utf-32')) return decodeUtf32(bytes, unit === 'utf-32be')
  const known = byteOrderMark(bytes) ?? unit
  if (known !== undefined) return new TextDecoder(known).decode(bytes)
  // Many feeds begin with a blank line, which XML forbids.
  const labels = [charsetOf(contentType), xmlDeclared(latin1(bytes, PRESCAN_BYTES).trimStart())]
  const fitting = labels.find((label) => label !== undefined && fits(bytes, label))
  if (fitting !== undefined) return new TextDecoder(fitting).decode(bytes)
  const label = guessed(bytes)
  if (label !== FALLBACK_LABEL) return new TextDecoder(label).decode(bytes)
  return decodeMixed(bytes) ?? new TextDecoder(detectEncoding(bytes) ?? label).decode(bytes)
}

/** The decoder label of a Content-Type's charset parameter, if there is one that can be decoded. */
export function charsetOf(contentType: string): string | undefined {
  const match = /;\s*charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(contentType)
  return knownLabel(match?.[1] ?? match?.[2] ?? match?.[3])
}

function decode(bytes: Uint8Array, label: () => string): string {
  // TextDecoder itself drops the mark.
  return new TextDecoder(byteOrderMark(bytes) ?? label()).decode(bytes)
}

function byteOrderMark(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return undefined
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

/** False when the bytes cannot be what was declared: a UTF-8 that is none, a UTF-16 without any zero. */
function fits(bytes: Uint8Array, label: string): boolean {
  if (label === 'utf-8') return isUtf8(withoutCutTail(bytes))
  return !label.startsWith('utf-16') || bytes.subarray(0, PRESCAN_BYTES).includes(0)
}

function declaredOrGuessed(bytes: Uint8Array): string {
  const declared = prescan(latin1(bytes, PRESCAN_BYTES))
  if (declared !== undefined) return declared
  const guess = guessed(bytes)
  return guess === FALLBACK_LABEL ? (prescan(latin1(bytes, LATE_PRESCAN_BYTES)) ?? guess) : guess
}

function guessed(bytes: Uint8Array): string {
  return isUtf8(withoutCutTail(bytes)) ? 'utf-8' : FALLBACK_LABEL
}

/** Without a last sequence that ends too soon: the download may have stopped inside a character. */
function withoutCutTail(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    if (length > back) return bytes.subarray(0, -back)
    if (byte < 0x80) break
  }
  return bytes
}

function latin1(bytes: Uint8Array, maxBytes: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, maxBytes)).toString(
    'latin1',
  )
}

/** The label as TextDecoder names it; undefined for unknown ones and for the `replacement` encodings. */
function knownLabel(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  try {
    return new TextDecoder(label.trim()).encoding
  } catch {
    return undefined
  }
}

/** A label found inside the document: it was read as ASCII, so it cannot be UTF-16 (HTML standard). */
function declarableLabel(label: string | undefined): string | undefined {
  const known = knownLabel(label)
  if (known?.startsWith('utf-16')) return 'utf-8'
  return known === 'x-user-defined' ? FALLBACK_LABEL : known
}

/** The encoding of the XML declaration that the text begins with. */
function xmlDeclared(text: string): string | undefined {
  const xml = /^<\?xml[^>]*?\sencoding\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(text)
  return declarableLabel(xml?.[1] ?? xml?.[2])
}

/** "Prescan a byte stream to determine its encoding" of the HTML standard, with "get an XML encoding". */
function prescan(text: string): string | undefined {
  const fromXml = xmlDeclared(text)
  if (fromXml !== undefined) return fromXml
  const markup = /<!--[^]*?(?:-->|$)|<[!/?][^>]*>?|<[a-z][^\s/>]*/gi
  for (let match = markup.exec(text); match; match = markup.exec(text)) {
    if (!/^<[a-z]/i.test(match[0])) continue
    const attributes = readAttributes(text, markup.lastIndex)
    markup.lastIndex = attributes.end
    const label = /^<meta$/i.test(match[0]) ? metaCharset(attributes.byName) : undefined
    if (label !== undefined) return label
  }
  return undefined
}

function readAttributes(text: string, start: number): { byName: Map<string, string>; end: number } {
  const attribute =
    /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y
  const byName = new Map<string, string>()
  let end = start
  attribute.lastIndex = start
  for (let match = attribute.exec(text); match; match = attribute.exec(text)) {
    const name = (match[1] ?? '').toLowerCase()
    if (!byName.has(name)) byName.set(name, match[2] ?? match[3] ?? match[4] ?? '')
    end = attribute.lastIndex
  }
  return { byName, end }
}

function metaCharset(attributes: Map<string, string>): string | undefined {
  const charset = attributes.get('charset')
  if (charset !== undefined) return declarableLabel(charset)
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined
  const content = attributes.get('content') ?? ''
  const match = /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i.exec(content)
  return declarableLabel(match?.[1] ?? match?.[2] ?? match?.[3])
}
