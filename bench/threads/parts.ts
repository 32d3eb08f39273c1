import { joined, markup, type Markup } from './markup.ts'
import type { Part, Role } from './page.ts'
import { GAPLESS, type DraftPost, type Scene, type Shape } from './scene.ts'

/** How long posts are. */
export type Length = 'chat' | 'short' | 'long'

const SHORT_SHARE: Readonly<Record<Length, number>> = { chat: 0.3, short: 0.18, long: 0.1 }
const CODE_ONLY_SHARE = 0.04
const EXTRA_SHARE = 0.22
const QUOTE_SHARE = 0.16
const MENTION_SHARE = 0.06

/** What one post says. */
export function makeParts(
  scene: Scene,
  { length = 'long', kinds = [] }: Shape,
  role: Role,
  others: readonly DraftPost[],
): Part[] {
  const { random, voice } = scene
  const isFirst = others.length === 0 && role !== 'message'
  if (random.chance(isFirst ? SHORT_SHARE[length] / 4 : SHORT_SHARE[length])) {
    return [{ kind: 'paragraph', texts: [random.pick(voice.shorts)] }]
  }
  if (kinds.includes('code') && random.chance(CODE_ONLY_SHARE)) return [code(scene)]
  const parts: Part[] = []
  if (kinds.includes('quotation') && others.length > 0 && random.chance(QUOTE_SHARE)) {
    parts.push(quotation(scene, others))
  }
  const count =
    length === 'chat' ? 1 : random.pick(length === 'long' ? [1, 1, 2, 2, 3, 4] : [1, 1, 1, 2])
  for (let index = 0; index < count; index += 1) {
    const most = length === 'long' ? 4 : 2
    const sentences = random.times(random.int(1, most), () => scene.sentence())
    const [first, ...rest] = sentences
    const mentions = index === 0 && others.length > 0 && random.chance(MENTION_SHARE)
    const start = mentions ? `@${random.pick(others).handle} ${first!}` : first!
    parts.push({ kind: 'paragraph', texts: [start, ...rest] })
    if (random.chance(EXTRA_SHARE)) parts.push(...extra(scene, kinds))
  }
  return parts
}

function extra(scene: Scene, kinds: readonly Part['kind'][]): Part[] {
  const { random } = scene
  const may = kinds.filter((kind) => kind !== 'quotation' && kind !== 'paragraph')
  if (may.length === 0) return []
  const kind = random.pick(may)
  if (kind === 'code') return [code(scene)]
  if (kind === 'list') {
    return [{ kind, texts: random.times(random.int(2, 4), () => scene.phrase()) }]
  }
  return [
    { kind: 'heading', texts: [scene.phrase()] },
    { kind: 'paragraph', texts: [scene.sentence()] },
  ]
}

function code({ random, voice }: Scene): Part {
  const lines = random.some(voice.snippets, random.int(1, 4))
  const mark = random.int(1000, 99_999)
  return { kind: 'code', texts: [lines.join('\n').replaceAll('0', String(mark))] }
}

function quotation(scene: Scene, others: readonly DraftPost[]): Part {
  const { random } = scene
  const other = random.pick(others)
  const isRepeated = random.chance(0.7)
  const text = isRepeated ? other.parts[0]!.texts[0]! : scene.sentence()
  const quoted = random.chance(0.75) ? other.author : ''
  return { kind: 'quotation', texts: [text], quoted, ...(isRepeated ? { isRepeated } : {}) }
}

/** How a system writes what a post says; what is absent is written as most do. */
export interface BodyStyle {
  paragraph?: (text: Markup) => Markup
  /** Between parts. */
  gap?: Markup
  code?: (text: string) => Markup
  list?: (items: readonly Markup[]) => Markup
  quotation?: (text: Markup, quoted: string) => Markup
  heading?: (text: Markup) => Markup
}

/** Writes all that a post says. */
export function bodyOf(
  scene: Scene,
  { parts }: { parts: readonly Part[] },
  style: BodyStyle = {},
): Markup {
  const all = parts.map((part) => partOf(scene, part, style))
  return joined(all, style.gap ?? markup`\n`)
}

function partOf(scene: Scene, { kind, texts, quoted = '' }: Part, style: BodyStyle): Markup {
  const text = texts.join(GAPLESS.has(scene.language) ? '' : ' ')
  switch (kind) {
    case 'paragraph':
      return (style.paragraph ?? inParagraph)(inline(scene, text))
    case 'code':
      return (style.code ?? ((source) => markup`<pre><code>${source}\n</code></pre>`))(text)
    case 'list':
      return (style.list ?? inList)(texts.map((item) => inline(scene, item)))
    case 'quotation':
      return (style.quotation ?? ((inner) => markup`<blockquote><p>${inner}</p></blockquote>`))(
        markup`${text}`,
        quoted,
      )
    case 'heading':
      return (style.heading ?? ((inner) => markup`<h3>${inner}</h3>`))(markup`${text}`)
    default:
      throw kind satisfies never
  }
}

function inParagraph(text: Markup): Markup {
  return markup`<p>${text}</p>`
}

function inList(items: readonly Markup[]): Markup {
  return markup`<ul>${items.map((item) => markup`<li>${item}</li>`)}</ul>`
}

/** Text with a word of it marked now and then. */
function inline({ random }: Scene, text: string): Markup {
  const words = text.split(' ')
  if (words.length < 5 || !random.chance(0.22)) return markup`${text}`
  const at = random.int(1, words.length - 2)
  const word = words[at]!
  const marked = random.pick([
    markup`<a href="https://docs.example.org/${random.int(1, 999)}" rel="nofollow noopener">${word}</a>`,
    markup`<em>${word}</em>`,
    markup`<strong>${word}</strong>`,
    markup`<code>${word}</code>`,
  ])
  return markup`${words.slice(0, at).join(' ')} ${marked} ${words.slice(at + 1).join(' ')}`
}

/** The text of a post in one line, as pages repeat it in attributes. */
export function plainText({ parts }: { parts: readonly Part[] }): string {
  return parts.flatMap(({ texts }) => texts).join(' ')
}
