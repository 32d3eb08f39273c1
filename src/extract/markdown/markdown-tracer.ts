import MarkdownIt, { type Env, type MarkdownIt as Parser, type Token } from 'markdown-it'
import { tooDeep } from '../refusals.ts'

/** Something active in inline Markdown; positions are those of the traced text. */
export type Construct = { start: number; end: number } & (
  | { kind: 'link'; labelEnd: number; isEmpty: boolean; href: string; reference?: string }
  | { kind: 'image'; href: string; alt: string; isNesting: boolean; reference?: string }
  | { kind: 'autolink'; href: string; text: string }
  | { kind: 'html' }
  /** A `<` or `](` that is nothing to this parser, but may be to another. */
  | { kind: 'stray' }
)

type InlineState = Parameters<InstanceType<typeof MarkdownIt.ParserInline>['tokenize']>[0]

const STRAY = /^(?:<[a-z/!?]|\]\()/i

/** The inline parser, extended to report the position of each construct in the text. */
export class TracingInline extends MarkdownIt.ParserInline {
  #found: Construct[] = []
  #root: InlineState | undefined
  #labelEnd = 0

  /** The constructs of a text, in order. Throws `unparsable` where the parser would give up on its brackets. */
  trace(text: string, parser: Parser, env: Env): Construct[] {
    this.#found = []
    this.#root = undefined
    this.parse(text, parser, env, [])
    return this.#found.toSorted((a, b) => a.start - b.start)
  }

  override skipToken(state: InlineState): void {
    if (state.level >= (state.md.options.maxNesting ?? 0)) throw tooDeep()
    super.skipToken(state)
  }

  /** As in the parser itself, with a note of each construct of the text (not of an image's label). */
  override tokenize(state: InlineState): void {
    this.#root ??= state
    const isTraced = state === this.#root
    const rules = this.ruler.getRules('')
    const end = state.posMax
    while (state.pos < end) {
      const start = state.pos
      const tokens = state.tokens.length
      if (rules.some((rule) => rule(state, false))) {
        if (isTraced) this.#note(state, start, tokens)
        continue
      }
      const char = state.src.charAt(start)
      if (isTraced && STRAY.test(state.src.slice(start, start + 2))) {
        this.#found.push({ kind: 'stray', start, end: start + 1 })
      }
      state.pending += char
      state.pos = start + 1
    }
    if (state.pending) state.pushPending()
    // A link reads its label by a call of this method, as the last thing it does.
    if (isTraced) this.#labelEnd = end
  }

  #note(state: InlineState, start: number, tokens: number): void {
    const first = state.tokens[tokens]
    const token = first?.type === 'text' ? state.tokens[tokens + 1] : first
    const place = { start, end: state.pos }
    const labelEnd = this.#labelEnd
    const label = token?.meta?.['label']
    const reference = typeof label === 'string' ? { reference: label } : {}
    if (token?.type === 'html_inline') this.#found.push({ ...place, kind: 'html' })
    else if (token?.type === 'image') {
      const children = token.children ?? []
      this.#found.push({
        ...place,
        ...reference,
        kind: 'image',
        href: String(token.attrGet('src') ?? ''),
        alt: plainTextOf(children),
        isNesting: children.some(({ type }) => /^(?:image|link_open|html_inline)$/.test(type)),
      })
    } else if (token?.type === 'link_open') {
      const href = String(token.attrGet('href') ?? '')
      this.#found.push(
        token.markup === 'autolink'
          ? { ...place, kind: 'autolink', href, text: state.src.slice(start + 1, state.pos - 1) }
          : {
              ...place,
              ...reference,
              kind: 'link',
              href,
              labelEnd,
              isEmpty: state.src.slice(start + 1, labelEnd).trim() === '',
            },
      )
    }
  }
}

/** The text of inline tokens: no markup, no HTML, images as their labels. */
export function plainTextOf(tokens: readonly Token[]): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'image') return plainTextOf(children ?? [])
      if (type === 'softbreak' || type === 'hardbreak') return ' '
      return type === 'html_inline' ? '' : content
    })
    .join('')
}
