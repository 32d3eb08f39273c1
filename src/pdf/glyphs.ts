import type { Operators } from './document.ts'
import { type DrawnList, type Matrix, multiply } from './rules.ts'

/** One character as it was drawn, in upright page coordinates. */
export interface Glyph {
  /** What it stands for: none, one or several characters, in the order of reading. */
  text: string
  x: number
  right: number
  /** Of the baseline. */
  y: number
  size: number
  font: string
  /** Number of the marked content that it belongs to. */
  contentNumber: number | undefined
  isArtifact: boolean
}

/** Characters of one page that are looked at. */
const GLYPHS_MAX_COUNT = 200_000
const STATES_MAX_COUNT = 256
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
/** Width of a font's unit. */
const UNIT = 0.001

/** What the text operators change (ISO 32000-1, 9.3 and 9.4). */
interface TextState {
  matrix: Matrix
  font: string
  size: number
  charSpace: number
  wordSpace: number
  scale: number
  leading: number
  rise: number
}

interface DrawnGlyph {
  unicode?: unknown
  width?: unknown
  isSpace?: unknown
}

/** Reads every character of a page from what it draws, annotations aside. */
export function readGlyphs(list: DrawnList, operators: Operators, upright: Matrix): Glyph[] {
  return new GlyphReader(operators, upright).read(list)
}

class GlyphReader {
  readonly #operators: Operators
  readonly #glyphs: Glyph[] = []
  readonly #saved: TextState[] = []
  readonly #marks: { number: number | undefined; isArtifact: boolean }[] = []
  #state: TextState
  #line: Matrix = IDENTITY
  #text: Matrix = IDENTITY
  #annotations = 0

  constructor(operators: Operators, upright: Matrix) {
    this.#operators = operators
    this.#state = {
      matrix: upright,
      font: '',
      size: 0,
      charSpace: 0,
      wordSpace: 0,
      scale: 1,
      leading: 0,
      rise: 0,
    }
  }

  read(list: DrawnList): Glyph[] {
    for (const [index, operator] of list.fnArray.entries()) {
      const args = (list.argsArray[index] ?? []) as unknown[]
      this.#follow(operator, args)
      if (this.#glyphs.length >= GLYPHS_MAX_COUNT) break
    }
    return this.#glyphs
  }

  #follow(operator: number, args: readonly unknown[]): void {
    const ops = this.#operators
    const state = this.#state
    const [first] = args
    if (operator === ops.showText) this.#show(first)
    else if (operator === ops.setFont) {
      state.font = String(first)
      state.size = numberOf(args[1])
    } else if (operator === ops.setTextMatrix) this.#setMatrix(matrixOf(args))
    else if (operator === ops.moveText) this.#move(numberOf(first), numberOf(args[1]))
    else if (operator === ops.setLeadingMoveText) {
      state.leading = -numberOf(args[1])
      this.#move(numberOf(first), numberOf(args[1]))
    } else if (operator === ops.nextLine) this.#move(0, -state.leading)
    else if (operator === ops.beginText) this.#setMatrix(IDENTITY)
    else if (operator === ops.setCharSpacing) state.charSpace = numberOf(first)
    else if (operator === ops.setWordSpacing) state.wordSpace = numberOf(first)
    else if (operator === ops.setHScale) state.scale = numberOf(first) / 100
    else if (operator === ops.setLeading) state.leading = numberOf(first)
    else if (operator === ops.setTextRise) state.rise = numberOf(first)
    else if (operator === ops.beginAnnotation) this.#annotations += 1
    else if (operator === ops.endAnnotation) this.#annotations -= 1
    else this.#followState(operator, args)
  }

  #followState(operator: number, args: readonly unknown[]): void {
    const ops = this.#operators
    if (operator === ops.save || operator === ops.paintFormXObjectBegin) {
      if (this.#saved.length < STATES_MAX_COUNT) this.#saved.push({ ...this.#state })
      if (operator === ops.paintFormXObjectBegin && args[0]) this.#transform(matrixOf([args[0]]))
    } else if (operator === ops.restore || operator === ops.paintFormXObjectEnd) {
      this.#state = this.#saved.pop() ?? this.#state
    } else if (operator === ops.transform) this.#transform(matrixOf(args))
    else if (operator === ops.beginMarkedContentProps || operator === ops.beginMarkedContent) {
      const outer = this.#marks.at(-1)
      const number = typeof args[1] === 'number' ? args[1] : outer?.number
      const isArtifact = args[0] === 'Artifact' || (outer?.isArtifact ?? false)
      this.#marks.push({ number, isArtifact })
    } else if (operator === ops.endMarkedContent) this.#marks.pop()
  }

  #transform(matrix: Matrix): void {
    this.#state.matrix = multiply(this.#state.matrix, matrix)
  }

  #setMatrix(matrix: Matrix): void {
    this.#line = matrix
    this.#text = matrix
  }

  #move(x: number, y: number): void {
    this.#setMatrix(multiply(this.#line, [1, 0, 0, 1, x, y]))
  }

  #show(glyphs: unknown): void {
    if (!Array.isArray(glyphs)) return
    const { size, scale, charSpace, wordSpace } = this.#state
    for (const glyph of glyphs as (DrawnGlyph | number | null)[]) {
      if (typeof glyph === 'number') {
        this.#advance(-glyph * UNIT * size * scale)
      } else if (glyph) {
        const width = numberOf(glyph.width) * UNIT * size * scale
        const text = typeof glyph.unicode === 'string' ? glyph.unicode : ''
        if (this.#annotations === 0) this.#add(text, width)
        this.#advance(width + (charSpace + (glyph.isSpace === true ? wordSpace : 0)) * scale)
      }
    }
  }

  #advance(x: number): void {
    this.#text = multiply(this.#text, [1, 0, 0, 1, x, 0])
  }

  #add(text: string, width: number): void {
    const { matrix, font, size, rise } = this.#state
    const at = multiply(matrix, multiply(this.#text, [1, 0, 0, 1, 0, rise]))
    const right = at[0] * width + at[4]
    const mark = this.#marks.at(-1)
    this.#glyphs.push({
      text,
      x: Math.min(at[4], right),
      right: Math.max(at[4], right),
      y: at[5],
      size: Math.hypot(at[2], at[3]) * Math.abs(size),
      font,
      contentNumber: mark?.number,
      isArtifact: mark?.isArtifact ?? false,
    })
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function matrixOf(args: readonly unknown[]): Matrix {
  const list = args.length === 6 ? args : (args[0] as ArrayLike<unknown> | undefined)
  if (!list || list.length !== 6) return IDENTITY
  return Array.from(list, numberOf) as unknown as Matrix
}
