import { childrenOf, readElements, type XmlElement } from '../package/read-xml.ts'
import { plainText } from './plain-text.ts'

/** More comments, or longer ones together, are only counted: they would be a document of their own. */
const WRITTEN_MAX_COUNT = 200
const WRITTEN_MAX_CHARS = 20_000

interface Comment {
  label: string
  text: string
}

/** The comments on a document, by their ids. */
export class Comments {
  readonly #all = new Map<string, Comment>()
  #chars = 0

  constructor(source: string | undefined) {
    if (source === undefined) return
    readElements(
      source,
      (name) => name === 'w:comment',
      (element) => this.#add(element),
    )
  }

  get count(): number {
    return this.#all.size
  }

  /** Whether they are few enough to be written as notes. */
  get areWritten(): boolean {
    return this.count <= WRITTEN_MAX_COUNT && this.#chars <= WRITTEN_MAX_CHARS
  }

  /** The label of a comment that is written. */
  find(id: string): string | undefined {
    return this.areWritten ? this.#all.get(id)?.label : undefined
  }

  get all(): Iterable<Comment> {
    return this.#all.values()
  }

  #add(element: XmlElement): void {
    const id = element.attributes.get('w:id') ?? ''
    const author = (element.attributes.get('w:author') ?? '').trim()
    const text = childrenOf(element, 'w:p').map(plainText).join(' ').trim()
    this.#chars += text.length
    this.#all.set(id, {
      label: `c${this.count + 1}`,
      text: `Comment${author === '' ? '' : ` by ${author}`}: ${this.areWritten ? text : ''}`,
    })
  }
}
