import { contentOf, type PdfObjects, resourcesOf } from '../file/pdf-objects.ts'
import { type Dictionary, Name, type Value } from '../file/pdf-values.ts'
import { type Matrix, multiply } from '../glyphs/rules.ts'
import type { PicturePlaces } from '../glyphs/sieve.ts'

const OPERATORS_MAX_COUNT = 300_000
const FORMS_MAX_DEPTH = 8
const STATES_MAX_COUNT = 256
const PICTURES_MAX_COUNT = 500
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
/** What matters of a content stream: a string, a comment, a name, a number or an operator. */
const TOKEN = /([(%])|\/([^\s<>[\](){}/%]+)|([-+]?\d*\.?\d+)|([A-Za-z'"][A-Za-z\d*]*)/g

/**
 * Where the page with this object number draws pictures, which pdf.js is told to leave out; undefined where the file cannot be
 * read so far.
 */
export function findPictures(objects: PdfObjects, number: number): PicturePlaces | undefined {
  const page = objects.isReadable ? objects.dictionary(objects.object(number)?.value) : undefined
  if (!page) return undefined
  const finder = new PictureFinder(objects)
  finder.read(contentOf(objects, page), resourcesOf(objects, page), IDENTITY)
  return finder.isWhole ? finder : undefined
}

class PictureFinder implements PicturePlaces {
  readonly boxes: PicturePlaces['boxes'][number][] = []
  shows = 0
  isWhole = true
  readonly #objects: PdfObjects
  #operators = 0

  constructor(objects: PdfObjects) {
    this.#objects = objects
  }

  read(bytes: Uint8Array, resources: Dictionary | undefined, outer: Matrix, depth = 0): void {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const tokens = new RegExp(TOKEN)
    const saved: Matrix[] = []
    let ctm = outer
    let numbers: number[] = []
    let name = ''
    for (let match = tokens.exec(content); match; match = tokens.exec(content)) {
      const [, opening, named, number, operator] = match
      if (opening !== undefined) {
        tokens.lastIndex = opening === '(' ? endOfString(content, match.index) : endOfLine(content, match.index)
        continue
      }
      if (named !== undefined) name = named
      if (number !== undefined) numbers.push(Number(number))
      if (operator === undefined) continue
      this.#operators += 1
      if (this.#operators > OPERATORS_MAX_COUNT) this.isWhole = false
      if (!this.isWhole) return
      if (operator === 'q' && saved.length < STATES_MAX_COUNT) saved.push(ctm)
      else if (operator === 'Q') ctm = saved.pop() ?? ctm
      else if (operator === 'cm' && numbers.length >= 6)
        ctm = multiply(ctm, numbers.slice(-6) as unknown as Matrix)
      else if (operator === 'Do') this.#draw(name, { resources, ctm, depth })
      else if (SHOWS.has(operator)) this.shows += 1
      else if (operator === 'BI') {
        this.#add(ctm)
        tokens.lastIndex = endOfPicture(content, match.index)
      }
      numbers = []
    }
  }

  #draw(
    name: string,
    { resources, ctm, depth }: { resources: Dictionary | undefined; ctm: Matrix; depth: number },
  ): void {
    const objects = objectsOf(this.#objects, resources)
    const drawn = this.#objects.resolve(objects?.get(name))
    if (!(drawn?.value instanceof Map)) return
    const subtype = drawn.value.get('Subtype')
    if (!(subtype instanceof Name)) return
    if (subtype.name === 'Image') this.#add(ctm)
    if (subtype.name !== 'Form' || !drawn.stream || depth >= FORMS_MAX_DEPTH) return
    const own = this.#objects.dictionary(drawn.value.get('Resources')) ?? resources
    this.read(drawn.stream, own, multiply(ctm, matrixOf(drawn.value.get('Matrix'))), depth + 1)
  }

  /** Pictures fill the unit square. */
  #add([a, b, c, d, e, f]: Matrix): void {
    if (this.boxes.length >= PICTURES_MAX_COUNT) this.isWhole = false
    const xs = [e, e + a, e + c, e + a + c]
    const ys = [f, f + b, f + d, f + b + d]
    this.boxes.push({
      left: Math.min(...xs),
      bottom: Math.min(...ys),
      right: Math.max(...xs),
      top: Math.max(...ys),
      shows: this.shows,
    })
  }
}

const SHOWS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])

function objectsOf(objects: PdfObjects, resources: Dictionary | undefined): Dictionary | undefined {
  return objects.dictionary(resources?.get('XObject'))
}

function matrixOf(value: Value | undefined): Matrix {
  const isMatrix =
    Array.isArray(value) && value.length === 6 && value.every((one) => typeof one === 'number')
  return isMatrix ? (value as unknown as Matrix) : IDENTITY
}

function endOfString(content: string, start: number): number {
  let depth = 0
  for (let at = start; at < content.length; at += 1) {
    const char = content.charAt(at)
    if (char === '\\') at += 1
    else if (char === '(') depth += 1
    else if (char === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return content.length
}

function endOfLine(content: string, start: number): number {
  let end = start
  while (end < content.length && !'\r\n'.includes(content.charAt(end))) end += 1
  return end
}

/** The end of a picture that stands in the content itself. */
function endOfPicture(content: string, start: number): number {
  const end = content.indexOf('EI', content.indexOf('ID', start))
  return end === -1 ? content.length : end + 2
}
