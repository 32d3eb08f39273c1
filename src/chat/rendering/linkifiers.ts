import type { MarkdownIt, StateCore } from 'markdown-it'
import { LINKIFIER_ADDRESS_MAX_CHARS, LINKIFIER_MAX_MATCHES } from '../limits.ts'
import { isAllowedLink } from './addresses.ts'
import { type Linkifier, renderingOf, type TextLink } from './context.ts'
import { AUTOMATIC, type Piece, replaceText } from './text-pieces.ts'

/** A pattern as its author wrote it. */
export interface LinkifierSource {
  /** RE2 syntax with named groups. */
  pattern: string
  /** RFC 6570, with the names of the groups. */
  urlTemplate: string
}

/** Patterns not reached within this time are skipped: far more than ordinary ones need. */
const TIME_MAX_MS = 500

/** Longest text of one search, if it has a place to be cut at; links are shorter. */
const PART_MAX_CHARS = 1_000

/** Characters behind which a link may begin. */
const BEFORE_CHARS = /[\s\u0085'"(,:<]/g

const BEFORE = '^|[\\s\\pZ\\x{85}\'"(,:<]'
const AFTER = '$|[^\\pL\\pN]'

/** A link in a topic, as messages carry it. */
export interface TopicLink {
  text: string
  url: string
}

const ADDRESS = /(?<![\p{L}\p{N}])https?:\/\/[^\s<>"']+/giu

/** Compiles patterns, in the order of application. Skips invalid RE2 patterns and templates. */
export async function compileLinkifiers(
  sources: readonly LinkifierSource[],
): Promise<readonly Linkifier[]> {
  if (sources.length === 0) return []
  const known = compiled.get(sources) ?? compile(sources)
  compiled.set(sources, known)
  return known
}

const compiled = new WeakMap<readonly LinkifierSource[], Promise<readonly Linkifier[]>>()

async function compile(sources: readonly LinkifierSource[]): Promise<readonly Linkifier[]> {
  const { RE2JS } = await import('re2js')
  const { parseTemplate } = await import('url-template')
  return sources.flatMap(({ pattern, urlTemplate }) => {
    try {
      // A pattern must be valid by itself, not only inside our group.
      RE2JS.compile(pattern)
      const regex = RE2JS.compile(`(?:${BEFORE})(?P<bellhop_link>${pattern})(?:${AFTER})`)
      const template = parseTemplate(urlTemplate)
      return [{ find: (text: string, max: number) => findLinks(text, max) }]

      function findLinks(text: string, max: number): TextLink[] {
        const links: TextLink[] = []
        for (const part of partsOf(text)) {
          const matcher = regex.matcher(part.text)
          let from = 0
          while (links.length < max && matcher.find(from)) {
            const { bellhop_link: _, ...groups } = matcher.getNamedGroups() as Record<
              string,
              string
            >
            const [start, end] = [matcher.start('bellhop_link'), matcher.end('bellhop_link')]
            const url = template.expand(groups)
            if (end > start && url.length <= LINKIFIER_ADDRESS_MAX_CHARS && isAllowedLink(url)) {
              links.push({ start: part.start + start, end: part.start + end, url })
            }
            // The character after one link may also precede the next one.
            from = Math.max(end, matcher.start() + 1)
            if (from > part.text.length) break
          }
        }
        return links
      }
    } catch {
      return []
    }
  })
}

/**
 * A text in parts that begin where a link may begin. Each search goes on to the end of what it is given:
 * on a long line, many of them would cost the square of its length.
 */
function partsOf(text: string): { start: number; text: string }[] {
  if (text.length <= PART_MAX_CHARS) return [{ start: 0, text }]
  const parts: { start: number; text: string }[] = []
  let start = 0
  let last = 0
  for (const { index } of text.matchAll(BEFORE_CHARS)) {
    if (index - start > PART_MAX_CHARS && last > start) {
      parts.push({ start, text: text.slice(start, last) })
      start = last
    }
    last = index
  }
  return [...parts, { start, text: text.slice(start) }]
}

/** The remaining budget of the patterns for one message. */
export interface LinkBudget {
  matches: number
  endMs: number
}

/** The budget of a whole message. */
export function linkBudget(): LinkBudget {
  return { matches: LINKIFIER_MAX_MATCHES, endMs: performance.now() + TIME_MAX_MS }
}

/** Links in a text, by linkifiers in their order; earlier ones take precedence. */
export function findTextLinks(
  linkifiers: readonly Linkifier[],
  text: string,
  budget: LinkBudget,
): TextLink[] {
  const taken: TextLink[] = []
  for (const linkifier of linkifiers) {
    if (budget.matches <= 0 || performance.now() > budget.endMs) break
    const free = linkifier
      .find(text, budget.matches)
      .filter(({ start, end }) => taken.every((other) => end <= other.start || start >= other.end))
    taken.push(...free)
    budget.matches -= free.length
  }
  return taken.toSorted((a, b) => a.start - b.start)
}

/** Adds the links that the organization's patterns find. */
export function addLinkifiers(parser: MarkdownIt): void {
  parser.core.ruler.after('linkify', 'linkifiers', (state) => {
    const { linkifiers } = renderingOf(state.env).context
    if (linkifiers.length === 0) return
    const budget = linkBudget()
    replaceText(state, false, (text) =>
      findTextLinks(linkifiers, text, budget).map((link) => pieceOf(state, text, link)),
    )
  })
}

function pieceOf(state: StateCore, source: string, { start, end, url }: TextLink): Piece {
  const open = new state.Token('link_open', 'a', 1)
  open.attrs = [['href', url]]
  open.info = AUTOMATIC
  const text = new state.Token('text', '', 0)
  text.content = source.slice(start, end)
  return { start, end, tokens: [open, text, new state.Token('link_close', 'a', -1)] }
}

/** Links in a topic: what the organization's patterns find, and addresses, in order. */
export function topicLinks(topic: string, linkifiers: readonly Linkifier[] = []): TopicLink[] {
  const found = findTextLinks(linkifiers, topic, linkBudget())
  for (const { 0: whole, index: start } of topic.matchAll(ADDRESS)) {
    const url = whole.replace(/[.,;:!?)\]]+$/, '')
    const end = start + url.length
    if (found.every((other) => end <= other.start || start >= other.end)) {
      found.push({ start, end, url })
    }
  }
  return found
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }))
}
