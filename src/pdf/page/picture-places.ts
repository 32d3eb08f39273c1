import { contentOf, type PdfObjects, resourcesOf } from '../file/pdf-objects.ts'
import { type Dictionary, Name, type Value } from '../file/pdf-values.ts'
import { type Box, boxOf, common } from '../glyphs/paint.ts'
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
  finder.read(contentOf(objects, page), resourcesOf(objects, page), BEGINNING)
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

  read(bytes: Uint8Array, resources: Dictionary | undefined, outer: State, depth = 0): void {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
    const tokens = new RegExp(TOKEN)
    const saved: State[] = []
    let state: State = { ...outer }
    let numbers: number[] = []
    let path: PathSoFar = NO_PATH
    let isClip = false
    let name = ''
    for (let match = tokens.exec(content); match; match = tokens.exec(content)) {
      const [, opening, named, number, operator] = match
      if (opening !== undefined) {
        tokens.lastIndex =
          opening === '(' ? endOfString(content, match.index) : endOfLine(content, match.index)
        continue
      }
      if (named !== undefined) name = named
      if (number !== undefined) numbers.push(Number(number))
      if (operator === undefined) continue
      this.#operators += 1
      if (this.#operators > OPERATORS_MAX_COUNT) this.isWhole = false
      if (!this.isWhole) return
      if (operator === 'q' && saved.length < STATES_MAX_COUNT) saved.push({ ...state })
      else if (operator === 'Q') state = saved.pop() ?? state
      else if (operator === 'cm' && numbers.length >= 6)
        state.ctm = multiply(state.ctm, numbers.slice(-6) as unknown as Matrix)
      else if (operator === 'gs') state.isOpaque &&= this.#isPlain(name, resources)
      else if (operator === 'Do') this.#draw(name, { resources, state, depth })
      else if (SHOWS.has(operator)) this.shows += 1
      else if (operator === 'W' || operator === 'W*') isClip = true
      else if (operator === 're') path = { box: path === NO_PATH ? numbers.slice(-4) : undefined }
      else if (PATHS.has(operator)) path = { box: undefined }
      else if (PAINTS.has(operator)) {
        if (isClip) clip(state, path)
        isClip = false
        path = NO_PATH
      } else if (operator === 'BI') {
        this.#add(state, false)
        tokens.lastIndex = endOfPicture(content, match.index)
      }
      numbers = []
    }
  }

  #draw(
    name: string,
    { resources, state, depth }: { resources: Dictionary | undefined; state: State; depth: number },
  ): void {
    const named = this.#objects.dictionary(resources?.get('XObject'))
    const drawn = this.#objects.resolve(named?.get(name))
    if (!(drawn?.value instanceof Map)) return
    const dictionary = drawn.value
    const subtype = dictionary.get('Subtype')
    if (!(subtype instanceof Name)) return
    if (subtype.name === 'Image') {
      this.#add(state, !['SMask', 'Mask', 'ImageMask', 'OC'].some((key) => dictionary.has(key)))
    }
    if (subtype.name !== 'Form' || !drawn.stream || depth >= FORMS_MAX_DEPTH) return
    const own = this.#objects.dictionary(dictionary.get('Resources')) ?? resources
    const inner = { ...state, ctm: multiply(state.ctm, matrixOf(dictionary.get('Matrix'))) }
    const [x = 0, y = 0, right = 0, top = 0] = numbersOf(dictionary.get('BBox'))
    clip(inner, { box: [x, y, right - x, top - y] })
    this.read(drawn.stream, own, inner, depth + 1)
  }

  /** Whether nothing shines through what is drawn after a graphics state was set. */
  #isPlain(name: string, resources: Dictionary | undefined): boolean {
    const states = this.#objects.dictionary(resources?.get('ExtGState'))
    const entries = this.#objects.dictionary(states?.get(name))
    if (!entries) return false
    const mode = entries.get('BM')
    const isNormal = mode === undefined || (mode instanceof Name && mode.name === 'Normal')
    const mask = entries.get('SMask')
    const isWhole = mask === undefined || mask instanceof Name
    return isNormal && isWhole && (entries.get('ca') ?? 1) === 1
  }

  /** Pictures fill the unit square. */
  #add({ ctm, clip: seen, isOpaque }: State, isWhole: boolean): void {
    if (this.boxes.length >= PICTURES_MAX_COUNT) {
      this.isWhole = false
      return
    }
    const box = boxOf([0, 0, 1, 1], ctm)
    const isTurned = (ctm[0] !== 0 || ctm[3] !== 0) && (ctm[1] !== 0 || ctm[2] !== 0)
    this.boxes.push({
      ...(seen ? common(box, seen) : box),
      isOpaque: isOpaque && isWhole && !isTurned,
      shows: this.shows,
    })
  }
}

/** What matters of the graphics state. */
interface State {
  ctm: Matrix
  clip: Box | undefined
  isOpaque: boolean
}

const BEGINNING: State = { ctm: IDENTITY, clip: undefined, isOpaque: true }

/** A path: x, y, width and height where it is one rectangle. */
interface PathSoFar {
  box: number[] | undefined
}

const NO_PATH: PathSoFar = { box: undefined }
const PATHS: ReadonlySet<string> = new Set(['m', 'l', 'c', 'v', 'y'])
const PAINTS: ReadonlySet<string> = new Set('n f F f* S s b B b* B*'.split(' '))

function clip(state: State, { box }: PathSoFar): void {
  const [x = 0, y = 0, width = 0, height = 0] = box ?? []
  if (!box || width === 0) {
    state.isOpaque = false
    return
  }
  const own = boxOf([x, y, x + width, y + height], state.ctm)
  state.clip = state.clip ? common(state.clip, own) : own
}

const SHOWS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"'])

function numbersOf(value: Value | undefined): number[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === 'number') : []
}

function matrixOf(value: Value | undefined): Matrix {
  const numbers = numbersOf(value)
  return numbers.length === 6 ? (numbers as unknown as Matrix) : IDENTITY
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
