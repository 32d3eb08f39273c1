import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { escapeHtml } from '../../lib/escape-html.ts'
import { codeOfEmoji } from '../messages/emoji/emoji-names.ts'
import { type RenderContext, renderingOf } from './context.ts'
import { type Piece, replaceText } from './text-pieces.ts'

/** Emoticons and their emoji, translated on request. */
const EMOTICONS: Readonly<Record<string, string>> = {
  ':)': 'slight_smile',
  '(:': 'slight_smile',
  ':(': 'frown',
  '<3': 'heart',
  ':|': 'neutral',
  ':/': 'confused',
  ';)': 'wink',
  ':D': 'grinning',
  ':o': 'open_mouth',
  ':O': 'open_mouth',
  ':p': 'stuck_out_tongue',
  ':P': 'stuck_out_tongue',
}

/** One emoji, or part of a sequence. */
const ELEMENT =
  /\p{RI}\p{RI}|[0-9#*]\uFE0F?\u20E3|\p{Emoji}(?:\p{EMod}|\uFE0F|[\u{E0020}-\u{E007E}]+\u{E007F})?/v
    .source

/** A name between colons, an emoticon on its own, or an emoji itself, as Unicode describes it (UTS 51, 1.4.9). */
const CANDIDATE = new RegExp(
  String.raw`:([\p{L}\p{N}_+\-]{1,64}):` +
    String.raw`|(?<![^\s,.;?!\(\)\[\]'"])(?::[\)\(\|\/DoOpP]|\(:|<3|;\))(?![^\s,.;?!\(\)\[\]'"])` +
    String.raw`|(?:${ELEMENT})(?:\u200D(?:${ELEMENT}))*`,
  'gv',
)

/** Whether a text can hold an emoji. */
export function mayHoldEmoji(content: string, translatesEmoticons: boolean): boolean {
  return /:[\w+-]+:|[^\p{ASCII}]/u.test(content) || (translatesEmoticons && /[:;<(]/.test(content))
}

/** Adds emoji by name (`:tada:`), as they are, and as `:)` for authors who like that. */
export function addEmoji(parser: MarkdownIt): void {
  parser.core.ruler.after('linkify', 'emoji', (state) => {
    const { context } = renderingOf(state.env)
    if (context.emoji)
      replaceText(state, true, (text, isAfterLink) =>
        findEmoji(state, { ...context, isAfterLink }, text),
      )
  })
  parser.renderer.rules['emoji'] = (tokens, index) => tokens[index]?.content ?? ''
}

function findEmoji(
  state: StateCore,
  context: RenderContext & { isAfterLink: boolean },
  text: string,
): Piece[] {
  const pieces: Piece[] = []
  CANDIDATE.lastIndex = 0
  for (;;) {
    const match = CANDIDATE.exec(text)
    if (!match) return pieces
    const isOfLink = context.isAfterLink && match.index === 0 && Object.hasOwn(EMOTICONS, match[0])
    const html = isOfLink ? undefined : showEmoji(context, match[0], match[1])
    const end = match.index + match[0].length
    if (html !== undefined) pieces.push({ start: match.index, end, tokens: [tokenOf(state, html)] })
    // The closing colon of a non-name may open the next name.
    else if (match[1] !== undefined) CANDIDATE.lastIndex = end - 1
  }
}

function tokenOf(state: StateCore, html: string): Token {
  const token = new state.Token('emoji', '', 0)
  token.content = html
  return token
}

function showEmoji(
  { emoji, customEmoji, translatesEmoticons }: RenderContext,
  text: string,
  name: string | undefined,
): string | undefined {
  const custom = name === undefined ? undefined : customEmoji.get(name)
  if (custom) {
    const [label, src] = [escapeHtml(custom.name), escapeHtml(custom.src)]
    return `<img alt=":${label}:" class="emoji" src="${src}" title="${label}">`
  }
  if (name !== undefined) return showUnicode(name, emoji?.codeOf(name))
  if (Object.hasOwn(EMOTICONS, text)) {
    const meant = EMOTICONS[text] ?? ''
    return translatesEmoticons ? showUnicode(meant, emoji?.codeOf(meant)) : undefined
  }
  const code = codeOfEmoji(text)
  return showUnicode(emoji?.nameOf(code), code)
}

function showUnicode(name: string | undefined, code: string | undefined): string | undefined {
  if (name === undefined || code === undefined) return undefined
  const title = name.replaceAll('_', ' ')
  return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`
}
