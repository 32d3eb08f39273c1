import { kindOf } from './char-kinds.ts'
import type { Font } from './fonts.ts'
import { type ItemWord, nothingOpen, type Open, ORIGIN } from './open-item.ts'
import type { DrawnList, Matrix } from './rules.ts'
import {
  type DrawnMark,
  type TextSink,
  type TextState,
  TextWalk,
  type WalkOptions,
} from './text-walk.ts'

/** A stretch of text of one font on one line, in the order it was drawn. */
export interface TextItem {
  str: string
  /** Place of its first character: units of its size on the page. */
  transform: Matrix
  width: number
  height: number
  font: Font
  /** Whether the line ends with it. */
  hasEOL: boolean
  /** Its words that stand apart from those before them. */
  words: readonly ItemWord[]
}

/** The beginning or the end of marked content. */
export interface MarkItem {
  type: 'begin' | 'end'
  id: string | undefined
  tag: string | undefined
}

export type Item = TextItem | MarkItem

/** Distances in parts of the type size: up to which a gap is tracking or none, a blank, and how far back a new word may begin. */
const TRACKING = 0.102
const NO_SPACE = 0.03
const FLOW_SPACE_MAX = 0.6
const BACK = -0.2
/** Shift off the line after which another item begins, in parts of the height. */
const SHIFT = 0.25
/** Shift off the line at which a word that stands further left begins another line, in parts of the height. */
const LINE_SHIFT = 0.5
/** How much larger or smaller type of one size may be drawn. */
const OTHER_SCALE = 0.08
const NORMALIZED =
  /[\u00A0\u00B5\u037E\u0EB3\u2000-\u200A\u202F\u2126\u2E9F\u2EF3\u2F00-\u2FD5\uFB00-\uFB06\uFB20-\uFB36\uFB38-\uFB3C\uFB3E\uFB40\uFB41\uFB43\uFB44\uFB46-\uFBA1\uFBA4-\uFBA9\uFBAE-\uFBB1\uFBD3-\uFBDC\uFBDE-\uFBE7\uFBEA-\uFBF8\uFBFC\uFBFD\uFC00-\uFC5D\uFC64-\uFCF1\uFCF5-\uFD3D\uFD88\uFDF4\uFDFA\uFDFB\uFE71\uFE77\uFE79\uFE7B\uFE7D]+/gu

/** How items are read. */
export interface ItemOptions extends WalkOptions {
  /** Left, bottom, right and top edge of what is shown of the page. */
  view: readonly number[]
  /** What the ids of marked content of the page begin with. */
  idStart: string
  /** Puts another sink before the one that reads. */
  watched?: (sink: TextSink) => TextSink
}

/** Reads the text of a page from what it draws: words that stand in one line one after the other are one item. */
export function readItems(list: DrawnList, options: ItemOptions): Item[] {
  const items = new Items(options)
  new TextWalk(options, options.watched?.(items) ?? items).follow(list)
  items.part()
  return items.read
}

class Items implements TextSink {
  readonly read: Item[] = []
  readonly #view: readonly number[]
  readonly #idStart: string
  readonly #outer: Open[] = []
  #open = nothingOpen()
  #depth = 0
  #isOtherScale = false

  constructor({ view, idStart }: Pick<ItemOptions, 'view' | 'idStart'>) {
    this.#view = view
    this.#idStart = idStart
  }

  beginMark({ tag, number, text }: DrawnMark): void {
    // A part of a word that is said in other letters does not end the word.
    if (text !== undefined && number === undefined) return
    this.part()
    this.#depth += 1
    const id = number === undefined ? undefined : `${this.#idStart}${number}`
    this.read.push({ type: 'begin', id, tag })
  }

  endMark({ number, text }: DrawnMark): void {
    if (text !== undefined && number === undefined) return
    this.part()
    if (this.#depth === 0) return
    this.#depth -= 1
    this.read.push({ type: 'end', id: undefined, tag: undefined })
  }

  beginForm(): void {
    this.#outer.push(this.#open)
    this.#open = nothingOpen()
  }

  endForm(): void {
    this.#open = this.#outer.pop() ?? this.#open
  }

  matrix(state: TextState): void {
    const open = this.#open
    if (!open.font) return
    const scale = scaleOf(state)
    if (scale === open.scale) return
    this.#isOtherScale ||= Math.abs(scale - open.scale) > open.scale * OTHER_SCALE
    open.total += open.along * open.scale
    open.along = 0
    open.scale = scale
  }

  run({ font, size }: TextState): void {
    const open = this.#open
    const { setFont } = open
    const isOther =
      setFont !== font && (setFont?.name !== font?.name || setFont?.isVertical !== font?.isVertical)
    if (open.setSize === size && !isOther) return
    this.part()
    open.setFont = font
    open.setSize = size
  }

  glyph(state: TextState, text: string | undefined, width: number): void {
    if (text === undefined) {
      this.#stretch(state, width)
      return
    }
    const { isFormat, isBlank, isMark } = kindOf(text)
    if (isFormat) {
      // What nobody sees leaves no gap either.
      if (this.#open.hasLast) this.#advance(this.#open, state, width * state.scale)
      return
    }
    if (isBlank) {
      this.#note(true)
      return
    }
    const font = state.font as Font
    if (!isMark && !this.#goOn(state, font, width)) return
    // Type of another size is another item: exponents are set so.
    if (this.#isOtherScale) this.part()
    this.#isOtherScale = false
    const open = this.#begin(state, font)
    if (!isMark && width !== 0)
      this.#advance(open, state, font.isVertical ? width : width * state.scale)
    if (this.#note(false)) open.text += ' '
    open.text += text
  }

  /** Goes on to the end of a glyph that adds no text, wherever it stands above or below the one before. */
  #stretch(state: TextState, width: number): void {
    const open = this.#open
    if (!open.font || open.font.isVertical) return
    const { a, b, c, d, e, f, rise, scale } = state
    const x = c * rise + e + a * width * scale
    const y = d * rise + f + b * width * scale
    const further = ((x - open.lastX) * a + (y - open.lastY) * b) / (Math.hypot(a, b) || 1)
    if (further <= 0) return
    open.along += further / open.scale
    open.lastX = x
    open.lastY = y
  }

  #advance(open: Open, state: TextState, width: number): void {
    const { a, b, c, d, e, f, size, scale, rise } = state
    const font = state.font as Font
    const { isVertical } = font
    const height = heightOf(state, font)
    open.along += isVertical ? Math.abs(width) : width
    open.hasLast = true
    open.lastX = c * rise + e + (isVertical ? c : a) * width
    open.lastY = d * rise + f + (isVertical ? d : b) * width
    open.lastA = a * size * scale
    open.lastB = b * size * scale
    open.lastC = c * size * height
    open.lastD = d * size * height
    open.lastRise = rise
  }

  part(): void {
    const open = this.#open
    if (!open.font) return
    open.total += open.along * open.scale
    const { font, transform, hasEOL } = open
    const total = Math.abs(open.total)
    const str = normalized(open.text)
    this.read.push({
      str,
      words: str.length === open.text.length ? open.words : [],
      transform,
      width: font.isVertical ? Math.abs(open.across) : total,
      height: font.isVertical ? total : Math.abs(open.across),
      font,
      hasEOL,
    })
    open.font = undefined
    open.text = ''
    open.words = []
    open.along = 0
  }

  /** Notes a character; true where a blank stands before it that nothing says yet. */
  #note(isBlank: boolean): boolean {
    const open = this.#open
    const isDue = this.#isBlankDue()
    open.wasBlank = open.isBlank
    open.isBlank = isBlank
    return isDue
  }

  #isBlankDue(): boolean {
    return !this.#open.wasBlank && this.#open.isBlank
  }

  #forget(): void {
    this.#open.isBlank = true
    this.#open.wasBlank = true
  }

  #begin(state: TextState, font: Font): Open {
    const open = this.#open
    if (open.font) return open
    const place = placeOf(state, font)
    open.font = font
    open.transform = place
    open.along = 0
    open.total = 0
    open.across = font.isVertical ? Math.hypot(place[0], place[1]) : Math.hypot(place[2], place[3])
    open.scale = scaleOf(state)
    open.size = state.size
    open.hasEOL = false
    return open
  }

  /** Compares the next character with the last one, ends what does not go on; false where it is not shown. */
  #goOn(state: TextState, font: Font, width: number): boolean {
    const { isVertical } = font
    const height = heightOf(state, font)
    const { a, b, c, d, size, scale, rise } = state
    const x = c * rise + state.e
    const y = d * rise + state.f
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#view
    if ((isVertical ? x : x + width) < left || x > right) return false
    if ((isVertical ? y + width : y) < bottom || y > top) return false
    const open = this.#open
    if (!open.hasLast || (open.lastX === x && open.lastY === y)) return true
    const across = size * scale
    const up = size * height
    let along = x - open.lastX
    let off = y - open.lastY
    if (b === 0 && c === 0 && a !== 0) {
      if (a * across < 0) [along, off] = [-along, -off]
    } else if (a === 0 && d === 0 && b !== 0) {
      ;[along, off] = b * across > 0 ? [off, along] : [-off, -along]
    } else {
      const here = Math.hypot(a * across, b * across) || 1
      const there = Math.hypot(open.lastA, open.lastB) || 1
      along =
        ((a * x + b * y) * across) / here -
        (open.lastA * open.lastX + open.lastB * open.lastY) / there
      off =
        ((c * x + d * y) * up) / here - (open.lastC * open.lastX + open.lastD * open.lastY) / there
    }
    if (isVertical) this.#compare(-off / open.scale, along, along)
    else {
      const raised = rise - open.lastRise
      this.#compare(along / open.scale, off, raised === 0 ? off : off - d * height * raised)
    }
    return true
  }

  #compare(gap: number, off: number, shift: number): void {
    const open = this.#open
    const { size, across } = open
    const sign = Math.sign(open.along || open.total)
    if (gap < sign * size * BACK) {
      if (Math.abs(off) > LINE_SHIFT * across) this.#endLine()
      else {
        this.#forget()
        this.part()
      }
      return
    }
    if (Math.abs(shift) > across) {
      this.#endLine()
      return
    }
    if (gap <= sign * size * NO_SPACE) this.#forget()
    if (gap <= sign * size * TRACKING) {
      if (this.#isBlankDue()) this.#endAtBlank(gap)
      else open.along += gap
    } else if (gap <= sign * size * FLOW_SPACE_MAX) {
      if (open.font) {
        const isBlankDrawn = open.isBlank
        this.#forget()
        open.text += ' '
        const end = open.total + open.along * open.scale
        const start = end + gap * open.scale
        open.words.push({ at: open.text.length, end, start, isBlankDrawn })
      }
      if (open.text === '') {
        this.#forget()
        this.#pushBlank(gap)
      } else open.along += gap
    } else this.#endAtBlank(gap)
    if (Math.abs(off) > across * SHIFT) this.part()
  }

  #endAtBlank(gap: number): void {
    this.#forget()
    this.part()
    this.#pushBlank(gap)
  }

  #pushBlank(width: number): void {
    const { setFont } = this.#open
    if (!setFont) return
    this.read.push({
      str: ' ',
      transform: ORIGIN,
      width: Math.abs(width),
      height: 0,
      font: setFont,
      hasEOL: false,
      words: [],
    })
  }

  #endLine(): void {
    this.#forget()
    const open = this.#open
    if (open.font) {
      open.hasEOL = true
      this.part()
    } else if (open.setFont) {
      this.read.push({
        str: '',
        transform: ORIGIN,
        width: 0,
        height: 0,
        font: open.setFont,
        hasEOL: true,
        words: [],
      })
    }
  }
}

function normalized(text: string): string {
  // Most texts have none of these: they are not looked through for each form.
  if (!/[^\0-\u009F]/.test(text)) return text
  return text.replaceAll(NORMALIZED, (forms) =>
    forms.replaceAll('\uFB05', '\u017Ft').normalize('NFKC'),
  )
}

function scaleOf({ ctm, line }: TextState): number {
  return Math.hypot(ctm[0], ctm[1]) * Math.hypot(line[0], line[1])
}

function heightOf({ size }: TextState, { height }: Font): number {
  return size <= 1 ? height : 1
}

/** The unit square of the type size where the next character stands. */
function placeOf(state: TextState, font: Font): Matrix {
  const { a, b, c, d, e, f, size, scale, rise } = state
  const across = size * scale
  const up = size * heightOf(state, font)
  return [a * across, b * across, c * up, d * up, c * rise + e, d * rise + f]
}
