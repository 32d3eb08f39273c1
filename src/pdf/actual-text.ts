import { PdfObjects } from './pdf-objects.ts'
import { type Dictionary, Name, type Value, ValueReader, Word } from './pdf-values.ts'

/** Operators of one page that are followed, and forms in forms. */
const WORDS_MAX_COUNT = 2_000_000
const FORMS_MAX_DEPTH = 8
const OPERANDS_MAX_COUNT = 64
/** Text that stands for one piece of content. */
const TEXT_MAX_CHARS = 5_000

/** Marked content with properties, in the order of drawing. */
export interface MarkedText {
  tag: string
  /** What the content stands for (ISO 32000-1, 14.9.4), where that is said. */
  text: string | undefined
}

/** Finds what pdf.js does not hand on: the texts that a document itself gives for what it draws. */
export class ActualTexts {
  readonly #objects: PdfObjects

  constructor(bytes: Uint8Array) {
    this.#objects = new PdfObjects(bytes)
  }

  /** The marked content of the page with this object number, forms included; none where no text is given. */
  ofPage(number: number): MarkedText[] {
    if (!this.#objects.isReadable) return []
    const page = this.#objects.dictionary(this.#objects.object(number)?.value)
    if (!page) return []
    const content = this.#contentOf(page)
    const resources = this.#resourcesOf(page)
    const mayBeElsewhere =
      resources?.has('XObject') === true || resources?.has('Properties') === true
    if (!mayBeElsewhere && !Buffer.from(content).includes('ActualText')) return []
    const marks = new MarkReader(this.#objects)
    marks.read(content, resources)
    return marks.found.some(({ text }) => text !== undefined) ? marks.found : []
  }

  #contentOf(page: Dictionary): Uint8Array {
    const contents = this.#objects.resolve(page.get('Contents'))
    if (contents?.stream) return contents.stream
    const streams = Array.isArray(contents?.value) ? contents.value : []
    const parts = streams.map((value) => this.#objects.resolve(value)?.stream ?? new Uint8Array())
    return Buffer.concat(parts.flatMap((part) => [part, Buffer.from('\n')]))
  }

  #resourcesOf(page: Dictionary): Dictionary | undefined {
    let holder: Dictionary | undefined = page
    for (let depth = 0; holder && depth < OPERANDS_MAX_COUNT; depth += 1) {
      const resources = this.#objects.dictionary(holder.get('Resources'))
      if (resources) return resources
      holder = this.#objects.dictionary(holder.get('Parent'))
    }
    return undefined
  }
}

class MarkReader {
  readonly found: MarkedText[] = []
  readonly #objects: PdfObjects
  #words = 0

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  read(bytes: Uint8Array, resources: Dictionary | undefined, depth = 0): void {
    const reader = new ValueReader(bytes)
    let operands: Value[] = []
    for (let value = reader.next(); value !== undefined; value = reader.next()) {
      if (!(value instanceof Word)) {
        if (operands.length < OPERANDS_MAX_COUNT) operands.push(value)
        continue
      }
      this.#words += 1
      if (this.#words > WORDS_MAX_COUNT) return
      if (value.word === 'BDC') this.#add(operands, resources)
      else if (value.word === 'Do') this.#follow(operands, resources, depth)
      else if (value.word === 'ID') reader.at = endOfImage(bytes, reader.at)
      operands = []
    }
  }

  #add([tag, properties]: readonly Value[], resources: Dictionary | undefined): void {
    if (!(tag instanceof Name) || tag.name === 'OC') return
    const named =
      properties instanceof Name
        ? this.#objects.dictionary(resources?.get('Properties'))?.get(properties.name)
        : properties
    const text = this.#objects.resolve(this.#objects.dictionary(named)?.get('ActualText'))?.value
    this.found.push({
      tag: tag.name,
      text: typeof text === 'string' ? textOf(text).slice(0, TEXT_MAX_CHARS) : undefined,
    })
  }

  #follow([name]: readonly Value[], resources: Dictionary | undefined, depth: number): void {
    if (!(name instanceof Name) || depth >= FORMS_MAX_DEPTH) return
    const forms = this.#objects.dictionary(resources?.get('XObject'))
    const form = this.#objects.resolve(forms?.get(name.name))
    if (!(form?.value instanceof Map) || !form.stream) return
    const subtype = form.value.get('Subtype')
    if (!(subtype instanceof Name) || subtype.name !== 'Form') return
    const own = this.#objects.dictionary(form.value.get('Resources')) ?? resources
    this.read(form.stream, own, depth + 1)
  }
}

function endOfImage(bytes: Uint8Array, at: number): number {
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let end = rest.indexOf('EI', at); end !== -1; end = rest.indexOf('EI', end + 2)) {
    const around = [rest[end - 1] ?? 32, rest[end + 2] ?? 32]
    if (around.every((byte) => byte <= 32)) return end + 2
  }
  return bytes.length
}

/** A text string (7.9.2.2): UTF-16 or UTF-8 where it says so, else about Latin-1. */
function textOf(string: string): string {
  const bytes = Buffer.from(string, 'latin1')
  if (string.startsWith('\u00FE\u00FF')) return new TextDecoder('utf-16be').decode(bytes)
  if (string.startsWith('\u00EF\u00BB\u00BF')) return new TextDecoder().decode(bytes)
  return string
}
