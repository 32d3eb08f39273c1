import { tokensOf } from '../../newcomer/measure.ts'
import { inlineOf, linesOf, type Line, type Link } from './lines.ts'

/** What a reader made of a page. */
export interface Output {
  title: string
  markdown: string
}

/** A part of a line such as `**State:** closed`. */
export interface Stated {
  /** Number of its line. */
  at: number
  label: string
  text: string
  links: readonly Link[]
}

/** A line such as `**author** · 2024-05-03 · 5 votes · accepted`. */
export interface Frame {
  at: number
  author: string
  rest: string
}

const STATED =
  /\*\*((?:[^*\\]|\\.)+?)(?::\*\*|\*\*:)\s*(.*?)(?=\s*(?:·\s*)?\*\*(?:[^*\\]|\\.)+?(?::\*\*|\*\*:)|$)/g
const FRAME = /^\s*\*\*((?:[^*\\]|\\.)+?[^:\\])\*\*\s*(?:·(.*))?$/
/** Words by which the start of a text is found: sentences begin alike up to an invented name. */
const START_WORDS = 40

/** Markdown of a page, taken apart. */
export class OutputLines {
  readonly title: string
  readonly markdown: string
  readonly lines: readonly Line[]
  readonly frames: readonly Frame[]
  readonly #tokens: string[] = []
  readonly #lineOf: number[] = []

  constructor({ title, markdown }: Output) {
    this.title = title
    this.markdown = markdown
    this.lines = linesOf(markdown)
    this.lines.forEach(({ text }, at) => {
      for (const token of tokensOf(text)) {
        this.#tokens.push(token)
        this.#lineOf.push(at)
      }
    })
    this.frames = this.lines.flatMap(({ kind, raw }, at) => {
      const found = kind === 'text' ? FRAME.exec(raw) : null
      if (!found) return []
      const rest = inlineOf(found[2] ?? '').text
      return [{ at, author: inlineOf(found[1]!).text, rest }]
    })
  }

  /** Returns the number of the line in which a text begins, -1 where it is not from line `from` on. */
  find(text: string, from = 0): number {
    const wanted = tokensOf(text).slice(0, START_WORDS)
    if (wanted.length === 0) return -1
    for (let start = 0; start + wanted.length <= this.#tokens.length; start += 1) {
      if (this.#lineOf[start]! < from || this.#tokens[start] !== wanted[0]) continue
      if (wanted.every((token, at) => this.#tokens[start + at] === token)) {
        return this.#lineOf[start]!
      }
    }
    return -1
  }

  /** Whether these words stand together in lines from `from` on and before `to`. */
  has(text: string, from = 0, to = this.lines.length): boolean {
    const at = this.find(text, from)
    return at >= 0 && at < to
  }

  /** Statements that labels make in the lines before one. */
  statedBefore(end: number): Stated[] {
    return this.lines.slice(0, end).flatMap(({ kind, raw }, at) => {
      if (kind !== 'text' && kind !== 'item') return []
      return [...raw.matchAll(STATED)].map(([, label, value]) => ({
        at,
        label: inlineOf(label!).text.toLowerCase(),
        ...inlineOf(value!.replace(/\s*·\s*$/, '')),
      }))
    })
  }
}
