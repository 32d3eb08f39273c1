import { contentOf, type PdfObjects, resourcesOf } from './pdf-objects.ts'
import { type Dictionary, Name, type Value, ValueReader, Word } from './pdf-values.ts'

/** Operators of one page that are followed, and forms in forms. */
const OPERATORS_MAX_COUNT = 200_000
const FORMS_MAX_DEPTH = 8
/** Text that stands for one piece of content. */
const TEXT_MAX_CHARS = 5_000

/** A form that is drawn, or marked content with properties: written there, or named. */
const OPERATOR = /\/([^\s<>[\](){}/%]+)(?:\s+(Do)\b|\s*(<<)|\s*\/([^\s<>[\](){}/%]+)\s+BDC\b)/g

/** Marked content with properties, in the order of drawing. */
export interface MarkedText {
  tag: string
  /** What the content stands for (ISO 32000-1, 14.9.4), where that is said. */
  text: string | undefined
}

/** Finds what pdf.js does not hand on: the texts that a document itself gives for what it draws. */
export class ActualTexts {
  readonly #objects: PdfObjects

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  /** The marked content of the page with this object number, forms included; none where no text is given. */
  ofPage(number: number): MarkedText[] {
    if (!this.#objects.isReadable) return []
    const page = this.#objects.dictionary(this.#objects.object(number)?.value)
    if (!page) return []
    const content = contentOf(this.#objects, page)
    const resources = resourcesOf(this.#objects, page)
    const mayBeElsewhere =
      resources?.has('XObject') === true || resources?.has('Properties') === true
    if (!mayBeElsewhere && !Buffer.from(content).includes('ActualText')) return []
    const marks = new MarkReader(this.#objects)
    marks.read(content, resources)
    return marks.found.some(({ text }) => text !== undefined) ? marks.found : []
  }
}

class MarkReader {
  readonly found: MarkedText[] = []
  readonly #objects: PdfObjects
  #operators = 0

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  /** Looks for the two operators that matter; what only looks like one, in a string or a picture, makes other marks than the page has. */
  read(bytes: Uint8Array, resources: Dictionary | undefined, depth = 0): void {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const pattern = new RegExp(OPERATOR)
    for (let match = pattern.exec(content); match; match = pattern.exec(content)) {
      const [, tag = '', isForm, isDictionary, named = ''] = match
      this.#operators += 1
      if (this.#operators > OPERATORS_MAX_COUNT) return
      if (isForm) this.#follow(tag, resources, depth)
      else if (isDictionary) {
        const reader = new ValueReader(bytes, pattern.lastIndex - isDictionary.length)
        const properties = reader.next()
        const word = reader.next()
        if (word instanceof Word && word.word === 'BDC') this.#add(tag, properties)
        pattern.lastIndex = reader.at
      } else {
        const lists = this.#objects.dictionary(resources?.get('Properties'))
        this.#add(tag, lists?.get(named))
      }
    }
  }

  #add(tag: string, properties: Value | undefined): void {
    if (tag === 'OC') return
    const text = this.#objects.resolve(
      this.#objects.dictionary(properties)?.get('ActualText'),
    )?.value
    this.found.push({
      tag,
      text: typeof text === 'string' ? decodeTextString(text).slice(0, TEXT_MAX_CHARS) : undefined,
    })
  }

  #follow(name: string, resources: Dictionary | undefined, depth: number): void {
    if (depth >= FORMS_MAX_DEPTH) return
    const forms = this.#objects.dictionary(resources?.get('XObject'))
    const form = this.#objects.resolve(forms?.get(name))
    if (!(form?.value instanceof Map) || !form.stream) return
    const subtype = form.value.get('Subtype')
    if (!(subtype instanceof Name) || subtype.name !== 'Form') return
    const own = this.#objects.dictionary(form.value.get('Resources')) ?? resources
    this.read(form.stream, own, depth + 1)
  }
}

/** A text string (7.9.2.2): UTF-16 or UTF-8 where it says so, else about Latin-1. */
function decodeTextString(string: string): string {
  const bytes = Buffer.from(string, 'latin1')
  if (string.startsWith('\u00FE\u00FF')) return new TextDecoder('utf-16be').decode(bytes)
  if (string.startsWith('\u00EF\u00BB\u00BF')) return new TextDecoder().decode(bytes)
  return string
}
