import { decodeHTMLAttribute, decodeHTMLStrict } from 'entities'

/** Characters that the entities of a document type may add to the whole feed. */
export const ENTITY_EXPANSION_MAX_CHARS = 100_000

/** Longest reference, from `&` to `;`: `&CounterClockwiseContourIntegral;` is the longest of HTML. */
const REFERENCE_MAX_CHARS = 40
/** What a reference such as `&eacute;` stands for; undefined when it stands for nothing. */
export type Resolve = (reference: string) => string | undefined

/** Resolves the character references of XML and the named ones of HTML, which feeds use undeclared. */
export function characterOf(reference: string): string | undefined {
  const decoded = decodeHTMLStrict(reference)
  return decoded === reference ? undefined : decoded
}

/** Replaces each reference once; what stands for nothing stays, as in `?a=1&b=2`. */
export function decodeReferences(text: string, resolve: Resolve = characterOf): string {
  if (!text.includes('&')) return text
  // Escaped HTML is full of these four; `&amp;` is the last, so that nothing is decoded twice.
  const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
  return decodeOthers(plain, resolve).replaceAll('&amp;', '&')
}

/** A reference without its end, as in `caf&eacute noir`; what goes on as an address does is none. */
const UNENDED = /&(?!amp|lt|gt)[a-z]{2,6}\d{0,2}(?![\w=;])/gi

/** Replaces references whose `;` was forgotten, as HTML allows for some. */
export function decodeUnended(text: string): string {
  return text.replaceAll(UNENDED, (reference) => decodeHTMLAttribute(reference))
}

function decodeOthers(text: string, resolve: Resolve): string {
  let decoded = ''
  let from = 0
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', Math.max(from, at + 1))) {
    if (text.startsWith('amp;', at + 1)) continue
    const end = endOfReference(text, at)
    const meaning = end === -1 ? undefined : resolve(text.slice(at, end))
    if (meaning !== undefined) {
      decoded += text.slice(from, at) + meaning
      from = end
    }
  }
  return from === 0 ? text : decoded + text.slice(from)
}

function endOfReference(text: string, at: number): number {
  const limit = Math.min(text.length, at + REFERENCE_MAX_CHARS)
  for (let end = at + 1; end < limit; end += 1) {
    const code = text.charCodeAt(end)
    if (code === 0x3b) return end + 1
    if (code <= 0x26 && code !== 0x23) return -1
  }
  return -1
}

const DECLARATION = /<!ENTITY\s+([\w:.-]{1,38})\s+(?:"([^"]*)"|'([^']*)')\s*>/g

/**
 * Resolves, besides characters, the general entities that a document type declares with a literal. No entity
 * is expanded inside another, and all together add at most `ENTITY_EXPANSION_MAX_CHARS`; then they stand for
 * nothing. External ones are never fetched.
 */
export function resolverFor(doctype: string): Resolve {
  const entities = new Map<string, string>()
  for (const [, name = '', double, single] of doctype.matchAll(DECLARATION)) {
    // The first declaration binds (XML 1.0, 4.2).
    if (!entities.has(name)) entities.set(name, decodeReferences(double ?? single ?? ''))
  }
  if (entities.size === 0) return characterOf
  let room = ENTITY_EXPANSION_MAX_CHARS
  return (reference) => {
    const literal = entities.get(reference.slice(1, -1))
    if (literal === undefined) return characterOf(reference)
    if (literal.length > room) return undefined
    room -= literal.length
    return literal
  }
}
