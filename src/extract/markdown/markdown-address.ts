import MarkdownIt from 'markdown-it'

const ADDRESS_MAX_CHARS = 4096
const FOLLOWED_SCHEMES = new Set(['http', 'https', 'mailto'])
/** Times that character references in an address are resolved: a renderer may do it once more than it should. */
const DECODINGS_COUNT = 3

const { unescapeAll } = new MarkdownIt().utils

/** Whether an address of a Markdown document may stay: http, https, mailto or relative, and not empty. */
export function isFollowed(address: string): boolean {
  if (address.trim() === '' || address.length > ADDRESS_MAX_CHARS) return false
  let decoded = address
  for (let round = 0; round < DECODINGS_COUNT; round += 1) {
    if (!hasFollowedScheme(decoded)) return false
    decoded = decodeReferences(decoded)
  }
  return true
}

/**
 * The text before the first colon is a scheme, also with controls and blanks in it, which a browser would
 * skip.
 */
function hasFollowedScheme(address: string): boolean {
  const [scheme = '', colon] = address.trim().split(/([:/?#\\])/, 2)
  return colon !== ':' || FOLLOWED_SCHEMES.has(scheme.toLowerCase())
}

/** Resolves the character references of HTML. */
export function decodeReferences(text: string): string {
  return text.includes('&') ? unescapeAll(text.replaceAll('\\', '\\\\')) : text
}

/** An address in the form that ends where it should inside `](…)`. */
export function destination(address: string): string {
  return address
    .trim()
    .replaceAll(/[\s<>()\\^`"[\]]/g, percentEncoded)
    .replaceAll(/&(?=#?\w{1,31};)/g, '\\&')
}

function percentEncoded(char: string): string {
  if (char === '(') return '%28'
  return char === ')' ? '%29' : encodeURIComponent(char)
}
