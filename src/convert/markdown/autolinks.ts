import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** A stretch of text that is an address. */
interface Found {
  start: number
  end: number
  href: string
}

const SIGN = /www\.|:\/\/|@/g
/** Longest name of a host (RFC 1035); also keeps the search linear. */
const DOMAIN = /[\p{L}\p{N}_.-]{1,253}/uy
const REST = /[^\s<]*/y
const LOCAL_PART_MAX_CHARS = 64

/** Adds the autolink literals of GFM 6.9: `www.`, `http://`, `https://`, `ftp://` and mail addresses. */
export function addAutolinks(markdown: MarkdownIt): void {
  // After the rule that joins the texts around character references.
  markdown.core.ruler.push('autolinks', (state) => {
    for (const token of state.tokens) {
      if (token.type !== 'inline' || !token.children) continue
      if (mayHoldAddress(token.content) && token.children.some(isCandidate)) {
        token.children = linked(state, token.children)
      }
    }
  })
}

/** Most texts hold none, and most that do hold it in a link; plain searches find that out soonest. */
function mayHoldAddress(text: string): boolean {
  return text.includes('://') || text.includes('@') || text.includes('www.')
}

function isCandidate({ type, content }: Token): boolean {
  return type === 'text' && mayHoldAddress(content)
}

function linked(state: StateCore, children: readonly Token[]): Token[] {
  const out: Token[] = []
  let depth = 0
  for (const token of children) {
    if (token.type === 'link_open') depth += 1
    else if (token.type === 'link_close') depth -= 1
    else if (token.type === 'html_inline') {
      if (/^<a[\s>]/i.test(token.content)) depth += 1
      else if (/^<\/a\s*>/i.test(token.content)) depth = Math.max(0, depth - 1)
    }
    if (depth === 0 && isCandidate(token)) out.push(...split(state, token))
    else out.push(token)
  }
  return out
}

function split(state: StateCore, token: Token): Token[] {
  const { content } = token
  const found = findAddresses(content)
  if (found.length === 0) return [token]
  const out: Token[] = []
  let at = 0
  for (const { start, end, href } of found) {
    if (start > at) out.push(textToken(state, content.slice(at, start)))
    const open = new state.Token('link_open', 'a', 1)
    open.attrs = [['href', state.md.normalizeLink(href)]]
    out.push(
      open,
      textToken(state, content.slice(start, end)),
      new state.Token('link_close', 'a', -1),
    )
    at = end
  }
  if (at < content.length) out.push(textToken(state, content.slice(at)))
  return out
}

function textToken(state: StateCore, content: string): Token {
  const token = new state.Token('text', '', 0)
  token.content = content
  return token
}

/** The addresses in a text, in order. */
export function findAddresses(content: string): Found[] {
  const found: Found[] = []
  let from = 0
  for (const { 0: sign, index } of content.matchAll(SIGN)) {
    if (index < from) continue
    const address =
      sign === '@'
        ? mailAt(content, index, from)
        : sign === '://'
          ? urlAt(content, index, from)
          : wwwAt(content, index)
    if (!address) continue
    found.push(address)
    from = address.end
  }
  return found
}

function wwwAt(content: string, start: number): Found | undefined {
  if (start > 0 && !/[\s*_~(]/.test(content.charAt(start - 1))) return undefined
  const end = endOf(content, start, start, true)
  if (end === undefined) return undefined
  return { start, end, href: `http://${content.slice(start, end)}` }
}

function urlAt(content: string, colon: number, from: number): Found | undefined {
  const scheme = /(?<![\p{L}\p{N}])(?:https?|ftp)$/iu.exec(
    content.slice(Math.max(from, colon - 6), colon),
  )
  if (!scheme) return undefined
  const start = colon - scheme[0].length
  const end = endOf(content, start, colon + 3, false)
  return end === undefined ? undefined : { start, end, href: content.slice(start, end) }
}

/** Where the address ends whose host begins at `host`; undefined when it has no valid host. */
function endOf(
  content: string,
  start: number,
  host: number,
  needsPeriod: boolean,
): number | undefined {
  DOMAIN.lastIndex = host
  const domain = DOMAIN.exec(content)?.[0].replace(/\.+$/, '')
  if (!domain) return undefined
  const parts = domain.split('.')
  if (needsPeriod && parts.length < 2) return undefined
  if (parts.slice(-2).some((part) => part.includes('_'))) return undefined
  REST.lastIndex = host
  return trimmedEnd(content, start, host + (REST.exec(content)?.[0].length ?? 0))
}

/** Leaves trailing punctuation, unmatched `)` and what looks like a character reference outside. */
function trimmedEnd(content: string, start: number, stop: number): number {
  let end = stop
  let unmatched = 0
  for (const character of content.slice(start, stop)) {
    if (character === '(') unmatched -= 1
    else if (character === ')') unmatched += 1
  }
  for (;;) {
    const last = content.charAt(end - 1)
    if (/[?!.,:*_~'"]/.test(last)) end -= 1
    else if (last === ')' && unmatched > 0) {
      end -= 1
      unmatched -= 1
    } else if (last === ';') {
      const reference = /&[a-z0-9]{1,32};$/i.exec(content.slice(Math.max(start, end - 34), end))
      end -= reference ? reference[0].length : 1
    } else return end
  }
}

function mailAt(content: string, at: number, from: number): Found | undefined {
  let start = at
  const least = Math.max(from, at - LOCAL_PART_MAX_CHARS)
  while (start > least && /[a-z0-9._+-]/i.test(content.charAt(start - 1))) start -= 1
  if (start === at) return undefined
  DOMAIN.lastIndex = at + 1
  const domain = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+/i.exec(DOMAIN.exec(content)?.[0] ?? '')?.[0]
  if (domain === undefined || /[-_]$/.test(domain)) return undefined
  const end = at + 1 + domain.length
  const scheme = /(?<![\p{L}\p{N}])(?:mailto|xmpp):$/iu.exec(
    content.slice(Math.max(from, start - 8), start),
  )?.[0]
  if (scheme === undefined) return { start, end, href: `mailto:${content.slice(start, end)}` }
  const begin = start - scheme.length
  return { start: begin, end, href: content.slice(begin, end) }
}
