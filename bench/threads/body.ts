import { joined, markup, type Markup } from './markup.ts'
import type { Part } from './page.ts'
import type { Scene } from './scene.ts'
import { GAPLESS } from './voice.ts'

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
      throw new TypeError(String(kind satisfies never))
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
