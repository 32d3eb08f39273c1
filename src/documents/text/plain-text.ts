import type { DocumentWriter } from '../document-writer.ts'

/** A line at least this long may have been broken for its length alone. */
const WRAPPED_MIN_CHARS = 58
/** What begins a line of its own. */
const OWN_LINE = /^\s*(?:[+|#–—]|\d{1,3}[.)]|$)|^\s{2,}/
/** Items of lists as people write them, but for the line above a signature. */
const ITEM = /^[ \t]{0,3}(?:[-*•]|(\d{1,4})[.)])[ \t]+(\S.*)$/
const QUOTES_MAX_DEPTH = 8

type Block = 'p' | 'ul' | 'ol'

/** Writes a plain text: paragraphs and lists, their lines where they mean something, and quotations with `>`. */
export function writePlainText(text: string, out: DocumentWriter): void {
  const writer = new PlainTextWriter(out)
  for (const line of text.split(/\r\n?|\n/)) writer.addLine(line)
  writer.end()
}

class PlainTextWriter {
  readonly #out: DocumentWriter
  #depth = 0
  #block: Block | undefined
  #before = ''

  constructor(out: DocumentWriter) {
    this.#out = out
  }

  addLine(written: string): void {
    const marks = /^(?:> ?)+/.exec(written)?.[0] ?? ''
    const line = written.slice(marks.length).trimEnd()
    this.#goTo(Math.min(marks.replaceAll(' ', '').length, QUOTES_MAX_DEPTH))
    if (line === '') {
      this.#endBlock()
      return
    }
    const [, number, item] = ITEM.exec(line) ?? []
    if (item !== undefined) this.#openItem(number)
    else if (this.#block === undefined) this.#begin('p')
    else if (this.#before.length >= WRAPPED_MIN_CHARS && !OWN_LINE.test(line)) this.#out.text(' ')
    else if (this.#block === 'p' || /^\s/.test(line)) this.#break()
    else {
      this.#endBlock()
      this.#begin('p')
    }
    this.#out.text(item ?? line)
    this.#before = line
  }

  end(): void {
    this.#goTo(0)
    this.#endBlock()
  }

  #goTo(depth: number): void {
    if (depth !== this.#depth) this.#endBlock()
    for (; this.#depth < depth; this.#depth += 1) this.#out.open('blockquote')
    for (; this.#depth > depth; this.#depth -= 1) this.#out.close('blockquote')
  }

  #begin(block: Block, start = ''): void {
    this.#out.open(block, start === '' ? {} : { start })
    this.#block = block
  }

  #openItem(number: string | undefined): void {
    const list = number === undefined ? 'ul' : 'ol'
    if (this.#block === list) this.#out.close('li')
    else {
      this.#endBlock()
      this.#begin(list, number)
    }
    this.#out.open('li')
  }

  #break(): void {
    this.#out.open('br')
    this.#out.close('br')
  }

  #endBlock(): void {
    if (this.#block === undefined) return
    if (this.#block !== 'p') this.#out.close('li')
    this.#out.close(this.#block)
    this.#block = undefined
  }
}
