import type { DocumentWriter } from '../document-writer.ts'

/** What stands before a paragraph. */
export type ListMark = { kind: 'none' } | { kind: 'mark' } | { kind: 'number'; start: number }

/** Lists that are open in a text body, outermost first. */
export class OpenLists {
  readonly #out: DocumentWriter
  readonly #open: { level: number; name: 'ul' | 'ol' }[] = []

  constructor(out: DocumentWriter) {
    this.#out = out
  }

  /** Begins an item; a paragraph without a bullet belongs to the open item of the level above, if there is one. */
  goTo(level: number, mark: ListMark): void {
    if (mark.kind === 'none') {
      while ((this.#open.at(-1)?.level ?? -1) >= level) this.#closeLast()
      return
    }
    const name = mark.kind === 'number' ? 'ol' : 'ul'
    while ((this.#open.at(-1)?.level ?? -1) > level) this.#closeLast()
    const last = this.#open.at(-1)
    if (last?.level === level && last.name !== name) this.#closeLast()
    if (this.#open.at(-1)?.level === level) this.#out.close('li')
    else {
      const start = mark.kind === 'number' ? { start: String(mark.start) } : {}
      this.#out.open(name, start)
      this.#open.push({ level, name })
    }
    this.#out.open('li')
  }

  end(): void {
    while (this.#open.length > 0) this.#closeLast()
  }

  #closeLast(): void {
    const last = this.#open.pop()
    if (!last) return
    this.#out.close('li')
    this.#out.close(last.name)
  }
}
