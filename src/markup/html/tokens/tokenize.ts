import { decodeHTML, decodeHTMLAttribute } from 'entities'
import { after } from '../../../lib/after.ts'
import { attributeBits } from './attribute-bits.ts'
import { NO_ATTRIBUTES } from './attributes.ts'
import { NulSink, type TokenSink } from './token-sink.ts'

/** Names that are kept of tags, and of attributes. */
const NAMES_MAX_COUNT = 4096

/** A name in lower case, and what is known of it, as bits. */
interface Name {
  readonly text: string
  readonly bits: number
}

/**
 * Names of tags or attributes, each made once, together with what is known of it: a document repeats few of them
 * thousands of times. Of fixed size, so that no document can make it grow.
 */
class NameTable {
  readonly #bitsOf: (name: string) => number
  readonly #names: Name[]

  constructor(bitsOf: (name: string) => number) {
    this.#bitsOf = bitsOf
    const empty = { text: '', bits: bitsOf('') }
    this.#names = Array.from({ length: NAMES_MAX_COUNT }, () => empty)
  }

  /** The name from `start` to `end`. */
  read(source: string, start: number, end: number): Name {
    let hash = end - start
    for (let at = start; at < end; at += 1) {
      hash = (Math.imul(hash, 31) + source.charCodeAt(at)) & (NAMES_MAX_COUNT - 1)
    }
    const known = this.#names[hash]!
    const { text } = known
    if (text.length === end - start && source.startsWith(text, start)) return known
    const name = source.slice(start, end).toLowerCase()
    return (this.#names[hash] = { text: name, bits: this.#bitsOf(name) })
  }
}

/** Attributes read of one element. */
const ATTRIBUTES_MAX_COUNT = 64
/** Characters read of the value of an attribute, unless the reader takes more. */
export const ATTRIBUTE_MAX_CHARS = 20_000

/** Elements whose inside is not markup; the inside of the first two holds character references. */
const RAW_NAMES = new Set(
  'title textarea script style xmp iframe noembed noframes plaintext'.split(' '),
)
const DECODED_NAMES = new Set(['title', 'textarea'])
/** Bits of tags. */
const RAW = 1
const DECODED = 2

const TAGS = new NameTable(
  (name) => (RAW_NAMES.has(name) ? RAW : 0) | (DECODED_NAMES.has(name) ? DECODED : 0),
)
const ATTRIBUTES = new NameTable(attributeBits)

const GREATER = 62
const SLASH = 47
const EQUALS = 61
const QUOTE = 34
const APOSTROPHE = 39

/**
 * Takes a document apart into tags and text as the HTML standard does (13.2.5), without the parts that no reader
 * sees: comments, declarations, processing instructions. Ends of lines become `\n` (13.2.3.5). Linear time; never throws.
 */
export function tokenize(source: string, sink: TokenSink): void {
  const text = source.includes('\r') ? source.replaceAll(/\r\n?/g, '\n') : source
  readTokens(text, text.includes('\0') ? new NulSink(sink) : sink)
}

function readTokens(source: string, sink: TokenSink): void {
  let at = 0
  let textStart = 0
  while (at < source.length && sink.isOver !== true) {
    const open = source.indexOf('<', at)
    if (open === -1) break
    const next = source.charCodeAt(open + 1)
    if (!isLetter(next) && next !== SLASH && next !== 33 && next !== 63) {
      at = open + 1
      continue
    }
    if (next === SLASH && open + 2 >= source.length) break
    if (open > textStart) emitText(source, textStart, open, sink)
    at = isLetter(next) ? readStart(source, open + 1, sink) : readOther(source, open, next, sink)
    textStart = at
  }
  if (textStart < source.length && sink.isOver !== true)
    emitText(source, textStart, source.length, sink)
}

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 9 || code === 13 || code === 12
}

function emitText(source: string, start: number, end: number, sink: TokenSink): void {
  const text = source.slice(start, end)
  sink.text(text.includes('&') ? decodeHTML(text) : text)
}

/** Where the name of a tag or attribute that begins at `at` ends. */
function endOfName(source: string, at: number, stopsAtEquals: boolean): number {
  let end = at
  for (; end < source.length; end += 1) {
    const code = source.charCodeAt(end)
    // Letters come after all that ends a name.
    if (code > GREATER) continue
    if (code === GREATER || code === SLASH || isSpace(code)) break
    if (stopsAtEquals && code === EQUALS && end > at) break
  }
  return end
}

/** What begins with `</`, `<!` or `<?`; returns where it ends. */
function readOther(source: string, open: number, next: number, sink: TokenSink): number {
  if (next === SLASH) {
    if (!isLetter(source.charCodeAt(open + 2))) return after(source, '>', open + 2)
    const end = endOfName(source, open + 2, false)
    const close = skipAttributes(source, end)
    // A tag that the document ends in is none.
    if (close > source.length) return source.length
    sink.end(TAGS.read(source, open + 2, end).text)
    return close
  }
  if (source.startsWith('<!--', open)) return endOfComment(source, open + 4)
  if (source.startsWith('<![CDATA[', open) && sink.isInForeignContext()) {
    const end = source.indexOf(']]>', open)
    sink.text(source.slice(open + 9, end === -1 ? source.length : end))
    return end === -1 ? source.length : end + 3
  }
  return after(source, '>', open + 1)
}

function endOfComment(source: string, start: number): number {
  if (source.startsWith('>', start)) return start + 1
  if (source.startsWith('->', start)) return start + 2
  COMMENT_END.lastIndex = start
  return COMMENT_END.test(source) ? COMMENT_END.lastIndex : source.length
}
const COMMENT_END = /--!?>/g

/** A start tag whose name begins at `start`; returns where it ends, with the inside of raw elements. */
function readStart(source: string, start: number, sink: TokenSink): number {
  const nameEnd = endOfName(source, start, false)
  const { text: name, bits } = TAGS.read(source, start, nameEnd)
  const tag: OpenTag = { attributes: undefined, bits: 0, isSelfClosing: false }
  const end = sink.wantsAttributes(name)
    ? readAttributes(source, nameEnd, tag, sink)
    : skipAttributes(source, nameEnd, tag)
  if (end > source.length) return source.length
  const isRaw = (bits & RAW) !== 0 && !sink.isInForeignContext()
  sink.start(name, tag.attributes ?? NO_ATTRIBUTES, tag.isSelfClosing, tag.bits)
  if (!isRaw) return end
  const close = endOfRaw(source, end, name)
  if (close > end) {
    if ((bits & DECODED) !== 0) emitText(source, end, close, sink)
    else sink.text(source.slice(end, close))
  }
  return close
}

/** What a start tag says besides its name. */
interface OpenTag {
  attributes: Record<string, string> | undefined
  /** The bits of its attributes. */
  bits: number
  isSelfClosing: boolean
}

/** Where the end tag of a raw element begins. */
function endOfRaw(source: string, start: number, name: string): number {
  // Nothing ends it.
  if (name === 'plaintext') return source.length
  for (let at = source.indexOf('</', start); at !== -1; at = source.indexOf('</', at + 2)) {
    const nameEnd = at + 2 + name.length
    const isEnd =
      source.slice(at + 2, nameEnd).toLowerCase() === name && /[\s/>]/.test(source.charAt(nameEnd))
    if (isEnd && (name !== 'script' || !isEscaped(source.slice(start, at)))) return at
  }
  return source.length
}

/** Whether a script's end tag stands in a comment that itself holds a script (13.2.5.26 and following). */
function isEscaped(script: string): boolean {
  if (!script.includes('<!--')) return false
  const comment = script.lastIndexOf('<!--')
  const inside = script.slice(comment + 4)
  return (
    /<script[\s/>]/i.test(inside) && !inside.includes('-->') && !/<\/script[\s/>]/i.test(inside)
  )
}

/** Reads the attributes of a tag from `at` on; returns the place after its `>`, beyond the end when there is none. */
function readAttributes(source: string, at: number, tag: OpenTag, sink: TokenSink): number {
  let count = 0
  for (;;) {
    while (isSpace(source.charCodeAt(at))) at += 1
    if (at >= source.length) return source.length + 1
    const code = source.charCodeAt(at)
    if (code === GREATER) return at + 1
    if (code === SLASH) {
      at += 1
      if (source.charCodeAt(at) === GREATER) tag.isSelfClosing = true
      continue
    }
    const nameEnd = endOfName(source, at, true)
    const { text: name, bits } = ATTRIBUTES.read(source, at, nameEnd)
    count += 1
    const isWanted = count <= ATTRIBUTES_MAX_COUNT && sink.wantsAttribute(name, bits)
    at = nameEnd
    while (isSpace(source.charCodeAt(at))) at += 1
    let value = ''
    if (source.charCodeAt(at) === EQUALS) {
      at += 1
      while (isSpace(source.charCodeAt(at))) at += 1
      const end = endOfValue(source, at)
      if (end > source.length) return end
      if (isWanted) value = valueIn(source, at, end)
      at = end
    }
    if (!isWanted || value.length > (sink.attributeMaxChars ?? ATTRIBUTE_MAX_CHARS)) continue
    tag.attributes ??= {}
    tag.bits |= bits
    put(tag.attributes, name, value)
  }
}

function valueIn(source: string, start: number, end: number): string {
  const isQuoted = end > start && isQuote(source.charCodeAt(start))
  return isQuoted ? source.slice(start + 1, end - 1) : source.slice(start, end)
}

function put(attributes: Record<string, string>, name: string, value: string): void {
  // What every object has, such as `constructor`, is not undefined and thus never becomes an attribute.
  attributes[name] ??= value.includes('&') ? decodeHTMLAttribute(value) : value
}

function isQuote(code: number): boolean {
  return code === QUOTE || code === APOSTROPHE
}

/** Where the value that begins at `at` ends, with its quotes; beyond the end of the document when they stay open. */
function endOfValue(source: string, at: number): number {
  const code = source.charCodeAt(at)
  if (isQuote(code)) {
    const end = source.indexOf(code === QUOTE ? '"' : "'", at + 1)
    return end === -1 ? source.length + 1 : end + 1
  }
  let end = at
  while (end < source.length && source.charCodeAt(end) !== GREATER) {
    if (isSpace(source.charCodeAt(end))) break
    end += 1
  }
  return end
}

/** The place after the `>` of a tag, as `readAttributes` finds it. */
function skipAttributes(source: string, at: number, tag?: OpenTag): number {
  for (;;) {
    const code = source.charCodeAt(at)
    if (at >= source.length) return source.length + 1
    if (code === GREATER) return at + 1
    if (code === SLASH || isSpace(code)) {
      at += 1
      if (tag && code === SLASH && source.charCodeAt(at) === GREATER) tag.isSelfClosing = true
      continue
    }
    at = endOfName(source, at, true)
    while (isSpace(source.charCodeAt(at))) at += 1
    if (source.charCodeAt(at) !== EQUALS) continue
    at += 1
    while (isSpace(source.charCodeAt(at))) at += 1
    at = endOfValue(source, at)
  }
}
