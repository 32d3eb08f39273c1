import type { MarkedText } from '../file/actual-text.ts'
import type { Operators } from '../file/document.ts'
import type { Font, Fonts } from './fonts.ts'
import { type DrawnList, type Matrix, multiply } from './rules.ts'

/** Receives the strings drawn between two operators that part text. */
export interface TextSink {
  /** A string of one font follows. */
  run?(state: TextState): void
  /**
   * One character code, at the place of the state: its text, and what it takes along the line. Undefined is the
   * text of one that stands with those before it for one text.
   */
  glyph(state: TextState, text: string | undefined, width: number): void
  /** The scale of the text may have changed. */
  matrix?(state: TextState): void
  /** Text before and after belongs to different forms, states or marks. */
  part?(): void
  beginForm?(): void
  endForm?(): void
  beginMark?(mark: DrawnMark): void
  endMark?(mark: DrawnMark): void
  /** The state is kept, or the last kept one is back. */
  save?(): void
  restore?(): void
  /** An operator that changes no text state; of a form, its matrix and box. */
  other?(operator: number, args: readonly unknown[], ctm: Matrix): void
}

/** A character code as pdf.js lists it. */
interface DrawnGlyph {
  unicode: unknown
  /** Width in units of the font. */
  width: number
  /** Advance downwards and where the glyph hangs, in vertical writing. */
  vmetric?: readonly number[] | null
  isSpace: boolean
  originalCharCode: number
}

/** The beginning of marked content (ISO 32000-1, 14.6). */
export interface DrawnMark {
  tag: string | undefined
  /** Number of the content in the structure of the page. */
  number: number | undefined
  /** What the document says that all of it stands for. */
  text: string | undefined
  /** The layer that it belongs to. */
  layer: unknown
}

const STATES_MAX_COUNT = 256
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0]
/** Width of a number in a string that is shown with spaces. */
const THOUSANDTH = 0.001

/** What the walk over a page needs. */
export interface WalkOptions {
  operators: Operators
  fonts: Fonts
  /** Marked content of the page for which the document says what some of it stands for. */
  texts: readonly MarkedText[]
  /** Characters that are passed over, by their number on the page. */
  passed?: ReadonlySet<number> | undefined
}

/** What the text operators change (ISO 32000-1, 9.3 and 9.4), with the place that follows from it. */
export class TextState {
  ctm: Matrix = IDENTITY
  line: Matrix = IDENTITY
  font: Font | undefined
  size = 0
  charSpace = 0
  wordSpace = 0
  scale = 1
  leading = 0
  rise = 0
  /** Text space on the page: `ctm` times the text matrix. */
  a = 1
  b = 0
  c = 0
  d = 1
  e = 0
  f = 0
  /** Where the next glyph begins in text space, as far as the text matrix was moved. */
  textE = 0
  textF = 0

  /** A state that begins like this one. */
  copy(): TextState {
    return Object.assign(new TextState(), this)
  }

  /** Goes to the beginning of a line. */
  setLine(matrix: Matrix): void {
    this.line = matrix
    this.textE = matrix[4]
    this.textF = matrix[5]
    this.place()
  }

  /** Computes anew where text stands. */
  place(): void {
    const { ctm, line, textE, textF } = this
    this.a = ctm[0] * line[0] + ctm[2] * line[1]
    this.b = ctm[1] * line[0] + ctm[3] * line[1]
    this.c = ctm[0] * line[2] + ctm[2] * line[3]
    this.d = ctm[1] * line[2] + ctm[3] * line[3]
    this.e = ctm[0] * textE + ctm[2] * textF + ctm[4]
    this.f = ctm[1] * textE + ctm[3] * textF + ctm[5]
  }

  /** Moves along the line, or down it in vertical writing. */
  advance(x: number, y: number): void {
    this.textE += this.line[0] * x + this.line[2] * y
    this.textF += this.line[1] * x + this.line[3] * y
    this.e += this.a * x + this.c * y
    this.f += this.b * x + this.d * y
  }
}

/** Follows what a page draws, annotations and masks aside, and hands its text to a sink. */
export class TextWalk {
  readonly #operators: Operators
  readonly #fonts: Fonts
  readonly #sink: TextSink
  readonly #saved: TextState[] = []
  readonly #texts: readonly MarkedText[]
  readonly #marks: DrawnMark[] = []
  readonly #passed: ReadonlySet<number> | undefined
  #marked = 0
  #count = 0
  #state = new TextState()
  #unseen = 0
  /** The mark whose text stands for what is drawn now, and whether it was handed on. */
  #spoken: DrawnMark | undefined
  #isSpoken = false

  constructor({ operators, fonts, texts, passed }: WalkOptions, sink: TextSink) {
    this.#operators = operators
    this.#fonts = fonts
    this.#sink = sink
    this.#texts = texts
    this.#passed = passed
  }

  follow({ fnArray, argsArray }: DrawnList): void {
    const ops = this.#operators
    for (let index = 0; index < fnArray.length; index += 1) {
      const operator = fnArray[index] as number
      const args = (argsArray[index] ?? []) as unknown[]
      if (operator === ops.beginAnnotation || this.#isMask(operator, args)) this.#unseen += 1
      else if (operator === ops.endAnnotation) this.#unseen -= 1
      else if (operator === ops.endGroup && this.#isMask(ops.beginGroup, args)) this.#unseen -= 1
      else this.#read(operator, args)
    }
  }

  #isMask(operator: number, [group]: readonly unknown[]): boolean {
    const isGroup = operator === this.#operators.beginGroup
    return isGroup && Boolean((group as { smask?: unknown } | undefined)?.smask)
  }

  #read(operator: number, args: readonly unknown[]): void {
    const ops = this.#operators
    const state = this.#state
    switch (operator) {
      case ops.showText:
        if (this.#unseen > 0) return
        this.#sink.other?.(operator, args, state.ctm)
        this.#show(args[0])
        return
      case ops.setFont:
        state.font = this.#fonts.of(String(args[0]))
        state.size = numberOf(args[1])
        return
      case ops.setTextMatrix:
        state.setLine(matrixOf(args))
        this.#sink.matrix?.(state)
        return
      case ops.moveText:
        this.#move(numberOf(args[0]), numberOf(args[1]))
        return
      case ops.setLeadingMoveText:
        state.leading = -numberOf(args[1])
        this.#move(numberOf(args[0]), numberOf(args[1]))
        return
      case ops.nextLine:
        this.#move(0, -state.leading)
        return
      case ops.beginText:
        state.setLine(IDENTITY)
        return
      case ops.setCharSpacing:
        state.charSpace = numberOf(args[0])
        return
      case ops.setWordSpacing:
        state.wordSpace = numberOf(args[0])
        return
      case ops.setHScale:
        state.scale = numberOf(args[0]) / 100
        return
      case ops.setLeading:
        state.leading = numberOf(args[0])
        return
      case ops.setTextRise:
        state.rise = numberOf(args[0])
        return
      default:
        this.#readState(operator, args)
    }
  }

  #readState(operator: number, args: readonly unknown[]): void {
    const ops = this.#operators
    switch (operator) {
      case ops.save:
        this.#save()
        return
      case ops.restore:
        this.#restore()
        return
      case ops.transform:
        this.#transform(matrixOf(args))
        return
      case ops.paintFormXObjectBegin:
        this.#save()
        if (args[0]) this.#transform(matrixOf([args[0]]))
        this.#sink.other?.(operator, args, this.#state.ctm)
        this.#sink.part?.()
        this.#sink.beginForm?.()
        return
      case ops.paintFormXObjectEnd:
        this.#sink.part?.()
        this.#sink.endForm?.()
        this.#restore()
        return
      case ops.setGState:
        this.#setGState(args[0])
        this.#sink.other?.(operator, args, this.#state.ctm)
        return
      case ops.beginMarkedContent:
      case ops.beginMarkedContentProps:
        if (this.#unseen === 0) this.#beginMark(this.#markOf(operator, args))
        return
      case ops.endMarkedContent:
        if (this.#unseen === 0) this.#endMark()
        return
      default:
        if (this.#unseen === 0) this.#sink.other?.(operator, args, this.#state.ctm)
    }
  }

  #markOf(operator: number, [tag, number]: readonly unknown[]): DrawnMark {
    const name = (tag as { name?: unknown } | undefined)?.name ?? tag
    const isListed = operator === this.#operators.beginMarkedContentProps && name !== 'OC'
    const text = isListed ? this.#texts[this.#marked]?.text : undefined
    if (isListed) this.#marked += 1
    return {
      tag: typeof name === 'string' ? name : undefined,
      number: Number.isInteger(number) ? (number as number) : undefined,
      text,
      layer: name === 'OC' ? number : undefined,
    }
  }

  #beginMark(mark: DrawnMark): void {
    this.#marks.push(mark)
    this.#sink.beginMark?.(mark)
    if (mark.text === undefined || this.#spoken) return
    this.#spoken = mark
    this.#isSpoken = false
  }

  #endMark(): void {
    const mark = this.#marks.pop()
    if (!mark) return
    if (mark === this.#spoken) this.#spoken = undefined
    this.#sink.endMark?.(mark)
  }

  #setGState(entries: unknown): void {
    if (!Array.isArray(entries)) return
    for (const [key, value] of entries as [unknown, unknown][]) {
      if (key !== 'Font' || !Array.isArray(value)) continue
      this.#sink.part?.()
      this.#state.font = this.#fonts.of(String(value[0]))
      this.#state.size = numberOf(value[1])
    }
  }

  #save(): void {
    if (this.#saved.length < STATES_MAX_COUNT) this.#saved.push(this.#state.copy())
    this.#sink.save?.()
  }

  #restore(): void {
    this.#state = this.#saved.pop() ?? this.#state
    this.#sink.restore?.()
  }

  #transform(matrix: Matrix): void {
    this.#state.ctm = multiply(this.#state.ctm, matrix)
    this.#state.place()
  }

  #move(x: number, y: number): void {
    this.#state.setLine(multiply(this.#state.line, [1, 0, 0, 1, x, y]))
  }

  #glyphText({ unicode, originalCharCode: code }: DrawnGlyph): string | undefined {
    if (!this.#spoken) {
      if (typeof unicode !== 'string') return ''
      return isControl(unicode) ? (this.#state.font?.meanings.get(code) ?? unicode) : unicode
    }
    if (this.#isSpoken) return undefined
    this.#isSpoken = true
    return this.#spoken.text
  }

  #show(items: unknown): void {
    const state = this.#state
    const { font, size, scale } = state
    if (!font || !Array.isArray(items)) return
    const glyphs = items as (DrawnGlyph | number | null)[]
    const unit = size * font.unit
    let isRun = false
    for (let index = 0; index < glyphs.length; index += 1) {
      const glyph = glyphs[index]
      if (typeof glyph === 'number') {
        if (font.isVertical) state.advance(0, -glyph * THOUSANDTH * size)
        else state.advance(-glyph * THOUSANDTH * size * scale, 0)
        isRun = false
      } else if (glyph) {
        const isPassed = this.#passed?.has(this.#count) ?? false
        this.#count += 1
        if (!isPassed && !isRun) this.#sink.run?.(state)
        isRun ||= !isPassed
        const space = state.charSpace + (glyph.originalCharCode === 32 ? state.wordSpace : 0)
        if (font.isVertical) {
          const width = (glyph.vmetric ? (glyph.vmetric[0] ?? 0) : -glyph.width) * unit
          if (!isPassed) this.#sink.glyph(state, this.#glyphText(glyph), width)
          state.advance(0, width - space)
        } else {
          const width = glyph.width * unit
          if (!isPassed) this.#sink.glyph(state, this.#glyphText(glyph), width)
          state.advance((width + space) * scale, 0)
        }
      }
    }
  }
}

/** The tags of marked content with properties on a page, those of layers aside, in the order in which they are drawn. */
export function markedTags({ fnArray, argsArray }: DrawnList, operators: Operators): string[] {
  const { beginAnnotation, beginMarkedContentProps } = operators
  const tags: string[] = []
  for (let index = 0; index < fnArray.length; index += 1) {
    // Those that were added to the page are drawn last.
    if (fnArray[index] === beginAnnotation) break
    if (fnArray[index] !== beginMarkedContentProps) continue
    const [tag] = (argsArray[index] ?? []) as unknown[]
    if (typeof tag === 'string' && tag !== 'OC') tags.push(tag)
  }
  return tags
}

/** Whether a text is a code that no letter has: what stands for a glyph of which nothing is known. */
function isControl(text: string): boolean {
  const code = text.charCodeAt(0)
  return code < 0x20 || (code >= 0x7f && code < 0xa0)
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}

function matrixOf(args: readonly unknown[]): Matrix {
  const list = args.length === 6 ? args : (args[0] as ArrayLike<unknown> | undefined)
  if (!list || list.length !== 6) return IDENTITY
  const [a, b, c, d, e, f] = [list[0], list[1], list[2], list[3], list[4], list[5]]
  return [numberOf(a), numberOf(b), numberOf(c), numberOf(d), numberOf(e), numberOf(f)]
}
