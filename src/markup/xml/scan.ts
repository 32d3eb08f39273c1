import { after } from '../../lib/after.ts'
/** What a scan reports, in document order; every string is a slice of the source, undecoded. */
export interface MarkupHandler {
  /** Returns true to stop the scan. */
  readonly done?: boolean
  /** A start tag; `attributes` is everything between its name and its end. */
  open(name: string, attributes: string, isEmpty: boolean): void
  close(name: string): void
  /** Text between tags, with its character references. */
  text(raw: string): void
  /** The inside of a CDATA section. */
  cdata(text: string): void
  /** The internal subset of a document type: what stands between its brackets. */
  doctype?(text: string): void
}

const LESS_THAN = 0x3c
const GREATER_THAN = 0x3e
const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const QUOTE = 0x22
const APOSTROPHE = 0x27
const EQUALS = 0x3d

/**
 * Reads XML once, front to back, in linear time and without memory of what was open. Never throws:
 * a `<` that starts nothing is text, and a construct that does not end swallows the rest.
 */
export function scanMarkup(source: string, handler: MarkupHandler): void {
  let textFrom = 0
  let at = source.indexOf('<')
  const flush = (to: number): void => {
    if (to > textFrom) handler.text(source.slice(textFrom, to))
  }
  while (at !== -1 && handler.done !== true) {
    const next = source.charCodeAt(at + 1)
    let end: number
    if (isNameStart(next)) {
      flush(at)
      end = readTag(source, at + 1, handler)
    } else if (next === SLASH) {
      flush(at)
      end = readEndTag(source, at + 2, handler)
    } else if (next === BANG) {
      flush(at)
      end = readDeclaration(source, at, handler)
    } else if (next === QUESTION) {
      flush(at)
      end = after(source, '?>', at + 2)
    } else {
      at = source.indexOf('<', at + 1)
      continue
    }
    textFrom = end
    at = source.indexOf('<', end)
  }
  if (handler.done !== true) flush(source.length)
}

/** Reads from the name of a start tag; returns where to go on. */
function readTag(source: string, from: number, handler: MarkupHandler): number {
  const nameEnd = endOfName(source, from)
  const end = endOfTag(source, nameEnd)
  if (end === -1) return source.length
  const isEmpty = source.charCodeAt(end - 1) === SLASH && !endsUnquoted(source, end - 2)
  const name = source.slice(from, nameEnd)
  const attributes = end === nameEnd ? '' : source.slice(nameEnd, isEmpty ? end - 1 : end)
  handler.open(name, attributes, isEmpty)
  return end + 1
}

/** Whether a `/` after this place belongs to a value without quotes, as in `<a href=http://x.test/>`. */
function endsUnquoted(source: string, at: number): boolean {
  for (let back = at; back > 0; back -= 1) {
    const code = source.charCodeAt(back)
    if (code === EQUALS) return true
    if (code <= 0x20 || code === QUOTE || code === APOSTROPHE || code === LESS_THAN) return false
  }
  return false
}

function readEndTag(source: string, from: number, handler: MarkupHandler): number {
  const end = source.indexOf('>', from)
  if (end === -1) return source.length
  if (isNameStart(source.charCodeAt(from))) {
    handler.close(source.slice(from, Math.min(endOfName(source, from), end)))
  }
  return end + 1
}

function readDeclaration(source: string, at: number, handler: MarkupHandler): number {
  if (source.startsWith('<!--', at)) return endOfComment(source, at + 4)
  if (source.startsWith('<![CDATA[', at)) {
    const end = source.indexOf(']]>', at + 9)
    handler.cdata(source.slice(at + 9, end === -1 ? source.length : end))
    return end === -1 ? source.length : end + 3
  }
  const end = source.indexOf('>', at)
  if (end === -1) return source.length
  const subset = !isDoctype(source, at) ? -1 : source.slice(at, end).indexOf('[')
  if (subset === -1) return end + 1
  const close = endOfSubset(source, at + subset + 1)
  handler.doctype?.(source.slice(at + subset + 1, close))
  return after(source, '>', close)
}

/** Comments end with `-->`, and with `--!>`, as HTML has it. */
function endOfComment(source: string, from: number): number {
  for (let at = source.indexOf('--', from); at !== -1; at = source.indexOf('--', at + 1)) {
    if (source.startsWith('>', at + 2)) return at + 3
    if (source.startsWith('!>', at + 2)) return at + 4
  }
  return source.length
}

function isDoctype(source: string, at: number): boolean {
  return source.slice(at, at + 9).toLowerCase() === '<!doctype'
}

/** Where the `]` of a document type's internal subset is; quoted ones and comments do not count. */
function endOfSubset(source: string, from: number): number {
  const stops = /[\]"']|<!--/g
  stops.lastIndex = from
  for (let match = stops.exec(source); match; match = stops.exec(source)) {
    if (match[0] === ']') return match.index
    stops.lastIndex = after(source, match[0] === '<!--' ? '-->' : match[0], stops.lastIndex)
  }
  return source.length
}

function isNameStart(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f || code > 0x7f
  )
}

function endOfName(source: string, from: number): number {
  for (let at = from; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if (code <= 0x20 || code === GREATER_THAN || code === SLASH || code === LESS_THAN) return at
  }
  return source.length
}

/** Where the `>` of a tag is, quoted ones passed over; -1 when there is none. */
function endOfTag(source: string, from: number): number {
  let last = 0
  for (let at = from; at < source.length; at += 1) {
    const code = source.charCodeAt(at)
    if (code === GREATER_THAN) return at
    if ((code === QUOTE || code === APOSTROPHE) && last === EQUALS) {
      at = source.indexOf(String.fromCharCode(code), at + 1)
      if (at === -1) return -1
    }
    if (code > 0x20) last = code
  }
  return -1
}

const ATTRIBUTE = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** The attributes of a start tag, undecoded, in order; a repeated name counts once. */
export function readAttributes(attributes: string): Map<string, string> {
  const byName = new Map<string, string>()
  if (attributes === '') return byName
  ATTRIBUTE.lastIndex = 0
  for (let match = ATTRIBUTE.exec(attributes); match; match = ATTRIBUTE.exec(attributes)) {
    const name = match[1] ?? ''
    if (!byName.has(name)) byName.set(name, match[2] ?? match[3] ?? match[4] ?? '')
  }
  return byName
}
