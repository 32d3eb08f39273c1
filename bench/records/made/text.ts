import type { RecordDraft } from '../draft.ts'
import { markup, type Html } from '../markup.ts'
import type { CodeWords } from '../writer.ts'

/** How a system writes what its users typed. */
export interface TextStyle {
  code: (lines: readonly string[], language: string) => Html
  heading: (text: string, level: number) => Html
  link: (href: string, text: string) => Html
  /** A list, where it is not written as HTML does. */
  list?: (items: readonly Html[], isOrdered: boolean) => Html
}

/** What somebody wrote. */
export interface Written {
  html: Html
  /** The first text of it. */
  opening: string
}

const LANGUAGES = ['python', 'javascript', 'rust', 'sh', 'json', 'yaml']

/** Makes what people write of one half: posts, notes, descriptions. */
export class TextMaker {
  readonly draft: RecordDraft
  readonly words: CodeWords
  readonly style: TextStyle

  constructor(draft: RecordDraft, words: CodeWords, style: TextStyle) {
    this.draft = draft
    this.words = words
    this.style = style
  }

  /** One or two paragraphs. */
  short(): Written {
    return this.#joined([
      this.#paragraph(),
      ...(this.draft.random.chance(0.3) ? [this.#paragraph()] : []),
    ])
  }

  /** A post: paragraphs with code, lists and quotations. */
  post(): Written {
    const { random } = this.draft
    const first = this.#paragraph()
    const more = random.times(random.int(1, 4), () =>
      random.pick([
        () => this.#paragraph(),
        () => this.#paragraph(),
        () => this.#code(),
        () => this.#list(),
        () => this.#quotation(),
      ])(),
    )
    return this.#joined([first, ...more])
  }

  /** Release notes: lists below headings. */
  notes(): Written {
    const { random } = this.draft
    const intro = random.chance(0.7) ? [this.#paragraph()] : []
    const sections = random.times(random.int(1, 4), () => [
      this.#heading(random.int(2, 3)),
      this.#list(),
      ...(random.chance(0.2) ? [this.#code()] : []),
    ])
    return this.#joined([...intro, ...sections.flat()])
  }

  /** A README: sections of all kinds. */
  readme(): Written {
    const { random } = this.draft
    const intro = [this.#paragraph(), this.#paragraph()]
    const sections = random.times(random.int(2, 6), () => [
      this.#heading(2),
      random.pick([() => this.#paragraph(), () => this.#code()])(),
      random.pick([
        () => this.#paragraph(),
        () => this.#code(),
        () => this.#list(),
        () => this.#table(),
        () => this.#quotation(),
      ])(),
    ])
    return this.#joined([...intro, ...sections.flat()])
  }

  #joined(parts: readonly Written[]): Written {
    return {
      html: markup`${parts.map((part) => markup`${part.html}\n`)}`,
      opening: parts[0]!.opening,
    }
  }

  #paragraph(): Written {
    const { random } = this.draft
    const opening = this.draft.say(this.draft.sentences(random.int(1, 3)))
    return { html: markup`<p>${this.#decorated(opening)}</p>`, opening }
  }

  #decorated(text: string): Html {
    const { random } = this.draft
    const words = text.split(' ')
    if (words.length < 8 || random.chance(0.5)) return markup`${text}`
    const from = random.int(1, words.length - 5)
    const to = from + random.int(1, 3)
    const inner = words.slice(from, to).join(' ')
    const mark = random.pick([
      () => markup`<code>${inner}</code>`,
      () => markup`<strong>${inner}</strong>`,
      () => markup`<em>${inner}</em>`,
      () => this.style.link(`https://docs.example.net/${random.int(1, 999)}`, inner),
    ])()
    return markup`${words.slice(0, from).join(' ')} ${mark} ${words.slice(to).join(' ')}`
  }

  #heading(level: number): Written {
    const opening = this.draft.say(this.draft.phrase())
    return { html: this.style.heading(opening, level), opening }
  }

  #list(): Written {
    const { random } = this.draft
    const items = random.times(random.int(2, 6), () => this.draft.say(this.draft.sentences(1)))
    const inner = items.map((item) => this.#decorated(item))
    const isOrdered = random.chance(0.25)
    const plain = inner.map((item) => markup`<li>${item}</li>\n`)
    const written =
      this.style.list?.(inner, isOrdered) ??
      (isOrdered ? markup`<ol>\n${plain}</ol>` : markup`<ul>\n${plain}</ul>`)
    return { html: written, opening: items[0]! }
  }

  #code(): Written {
    const { random } = this.draft
    const lines = random.times(random.int(1, 6), () => this.line())
    for (const line of lines) this.draft.say(line)
    return { html: this.style.code(lines, random.pick(LANGUAGES)), opening: lines[0]! }
  }

  /** A line of code. */
  line(): string {
    const { random } = this.draft
    const name = `${random.pick(this.words.nouns)}${random.int(10, 9999)}`
    return random.pick(this.words.lines).replaceAll('#', name)
  }

  #quotation(): Written {
    const opening = this.draft.say(this.draft.sentences(1))
    return { html: markup`<blockquote>\n<p>${opening}</p>\n</blockquote>`, opening }
  }

  #table(): Written {
    const { random } = this.draft
    const rows = random.times(random.int(2, 5), () => [
      this.draft.say(this.draft.name()),
      this.draft.say(this.draft.sentences(1)),
    ])
    const head = [this.draft.say(this.draft.name()), this.draft.say(this.draft.name())]
    const cells = rows.map(([a, b]) => markup`<tr>\n<td>${a}</td>\n<td>${b}</td>\n</tr>\n`)
    return {
      html: markup`<table>\n<thead>\n<tr>\n<th>${head[0]}</th>\n<th>${head[1]}</th>\n</tr>\n</thead>\n<tbody>\n${cells}</tbody>\n</table>`,
      opening: head[0]!,
    }
  }
}
