const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

/**
 * Whether arrays and objects of JSON text are nested deeper than `maxDepth`, as far as can be told without parsing: parsing
 * millions of brackets takes seconds. Linear; what is no JSON is left to the parser.
 */
export function isJsonDeeperThan(maxDepth: number, text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      if (at === -1) return false
    } else if (code === OPENING_BRACKET || code === OPENING_BRACE) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (code === CLOSING_BRACKET || code === CLOSING_BRACE) {
      depth -= 1
    }
  }
  return false
}

/** Position of the quote that ends a string of JSON text; -1 where nothing does. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1
    if (escapes % 2 === 0) return end
  }
  return -1
}
