import type { DocumentWriter } from './document-writer.ts'

/** How a run of text looks, and where it leads. */
export interface RunMarks {
  href?: string | undefined
  isBold?: boolean
  isItalic?: boolean
  isStruck?: boolean
  /** Whether it is code, which is neither raised nor lowered. */
  isCode?: boolean
  script?: 'sup' | 'sub' | undefined
}

const INNERMOST = new Set<string | undefined>(['code', 'sup', 'sub'])

/** Writes the runs of a paragraph: what neighbours have in common is one element, however many runs the program made of it. */
export class RunWriter {
  readonly #out: DocumentWriter
  /** Elements that are open, outermost first, with their addresses. */
  readonly #open: { name: string; href: string | undefined }[] = []

  constructor(out: DocumentWriter) {
    this.#out = out
  }

  write(text: string, marks: RunMarks = {}): void {
    if (text === '') return
    // Nobody sees how white space looks, but in code, and beside what is raised.
    if (!/\S/.test(text) && marks.href === undefined && !INNERMOST.has(this.#open.at(-1)?.name)) {
      this.#out.text(text)
      return
    }
    this.#goTo(elementsOf(marks))
    // Vertical tabs are line breaks within a paragraph.
    for (const [index, line] of text.split('\v').entries()) {
      if (index > 0) this.break()
      this.#out.text(line)
    }
  }

  /** A new line in the paragraph. */
  break(): void {
    if (INNERMOST.has(this.#open.at(-1)?.name)) this.#out.close(this.#open.pop()!.name)
    this.#out.open('br')
    this.#out.close('br')
  }

  /** Ends the marks of the last run, before the paragraph ends or something else stands in it. */
  end(): void {
    this.#goTo([])
  }

  #goTo(elements: { name: string; href: string | undefined }[]): void {
    let shared = 0
    while (
      shared < elements.length &&
      this.#open[shared]?.name === elements[shared]?.name &&
      this.#open[shared]?.href === elements[shared]?.href
    ) {
      shared += 1
    }
    for (const { name } of this.#open.splice(shared).toReversed()) this.#out.close(name)
    for (const element of elements.slice(shared)) {
      this.#out.open(element.name, element.href === undefined ? {} : { href: element.href })
      this.#open.push(element)
    }
  }
}

function elementsOf({ href, isBold, isItalic, isStruck, isCode, script }: RunMarks) {
  const names = [
    ...(isBold === true ? ['b'] : []),
    ...(isItalic === true ? ['i'] : []),
    ...(isStruck === true ? ['s'] : []),
    ...(isCode === true ? ['code'] : script === undefined ? [] : [script]),
  ]
  return [
    ...(href === undefined ? [] : [{ name: 'a', href }]),
    ...names.map((name) => ({ name, href: undefined })),
  ]
}
