import type { Paint } from './paint.ts'
import { Painter } from './paint.ts'
import type { DrawnList } from './rules.ts'
import {
  coversOf,
  isBlankText,
  isTransparent,
  isNoCharacter,
  isOutside,
  sift,
  type SiftOptions,
  type Sifted,
  TINY_PT,
} from './sieve.ts'
import { type Item, type ItemOptions, readItems } from './text-items.ts'
import type { DrawnMark, TextSink, TextState } from './text-walk.ts'

/** Part of the width of a character, on either side of its middle, in which no other has its own; and that of its size. */
const ALONG = 0.35
const ACROSS = 0.3
/** Gap after which another stretch begins, in parts of the type size, and how far its characters may stand off one line, in points. */
const GAP = 0.5
const LEVEL_PT = 0.01
/** Height of the rows by which stretches are found, in points, and how many of a row are compared. */
const ROW_PT = 4
const ROW_MAX_COUNT = 400
/** Codes and private characters on a page that may be those of a font without characters. */
const NO_CHARACTERS_MIN_COUNT = 7
/** Numbers that are kept of a stretch: where its characters begin and end, its first and last middle, its height, size and time. */
const STRETCH_SIZE = 7

const EVERYWHERE: readonly number[] = [-1e9, -1e9, 1e9, 1e9]

/** The text of a page, and what was passed over. */
export interface SiftedItems {
  items: Item[]
  sifted: Sifted
}

/**
 * Reads the text of a page without what is drawn once more, hidden or unreadable. Most pages have none of it, which is noticed while
 * they are read; the others are looked at character by character.
 */
export function readSiftedItems(list: DrawnList, options: ItemOptions & SiftOptions): SiftedItems {
  const watch = new Watch(options)
  const reading = options.keepsHidden ? { ...options, view: EVERYWHERE } : options
  const items = readItems(list, { ...reading, watched: (sink) => watch.over(sink) })
  if (!watch.isSuspicious()) return { items, sifted: watch.sifted() }
  const sifted = sift(list, options)
  const { passed } = sifted
  return { items: passed.size === 0 ? items : readItems(list, { ...reading, passed }), sifted }
}

/** Notices whether some of a page may have to be passed over: by whole stretches of text, where that is enough. */
class Watch implements TextSink {
  readonly #options: SiftOptions
  readonly #painter: Painter
  readonly #showText: unknown
  readonly #formBegin: unknown
  readonly #rows = new Map<number, number[]>()
  #inner: TextSink | undefined
  #isSuspicious = false
  #isAslant = false
  #chars = 0
  #noCharacters = 0
  /** The direction of the text, and its size on the page. */
  #alongX = 1
  #alongY = 0
  #size = 0
  /** The stretch that the next character may belong to. */
  #isOpen = false
  #from = 0
  #to = 0
  #firstMiddle = 0
  #middle = 0
  #end = 0
  #height = 0
  #stretchSize = 0
  #shows = 0

  constructor(options: SiftOptions) {
    this.#options = options
    this.#painter = new Painter(options.operators)
    this.#showText = options.operators.showText
    this.#formBegin = options.operators.paintFormXObjectBegin
  }

  /** Hands all on to another sink. */
  over(sink: TextSink): TextSink {
    this.#inner = sink
    return this
  }

  save(): void {
    this.#painter.save()
  }

  restore(): void {
    this.#painter.restore()
  }

  matrix(state: TextState): void {
    this.#inner?.matrix?.(state)
  }

  part(): void {
    this.#inner?.part?.()
  }

  beginForm(): void {
    this.#inner?.beginForm?.()
  }

  endForm(): void {
    this.#inner?.endForm?.()
  }

  beginMark(mark: DrawnMark): void {
    this.#inner?.beginMark?.(mark)
    const { layer } = mark
    if (layer !== undefined && !this.#options.isLayerShown(layer)) this.#isSuspicious = true
  }

  endMark(mark: DrawnMark): void {
    this.#inner?.endMark?.(mark)
  }

  other(operator: number, args: readonly unknown[], ctm: TextState['ctm']): void {
    if (operator === this.#showText) this.#painter.shows += 1
    else if (operator === this.#formBegin) this.#painter.clipTo(args[1], ctm)
    else this.#painter.read(operator, args, ctm)
  }

  run(state: TextState): void {
    this.#inner?.run?.(state)
    if (this.#isSuspicious) return
    const { a, b, c, d, size, font } = state
    const scale = Math.hypot(a, b)
    this.#alongX = a / scale
    this.#alongY = b / scale
    this.#isAslant ||= this.#alongX !== 1
    const height = size <= 1 ? (font?.height ?? 1) : 1
    this.#size = Math.hypot(c, d) * Math.abs(size) * height
    this.#isSuspicious =
      scale === 0 ||
      this.#size < TINY_PT ||
      font?.isVertical === true ||
      font?.isUnreadable === true ||
      font?.isNumbered === true ||
      this.#mayBeUnseen(this.#painter.paint, font?.isType3 === true)
  }

  #mayBeUnseen(paint: Paint, hasOwnColour: boolean): boolean {
    if (paint.mode === 3) return true
    if (hasOwnColour || paint.mode > 3 || paint.isMasked) return false
    if (isTransparent(paint)) return true
    return !paint.isBlended && this.#painter.isOfGround(paint)
  }

  glyph(state: TextState, text: string | undefined, width: number): void {
    this.#inner?.glyph(state, text, width)
    if (this.#isSuspicious || text === undefined) return
    const code = text.charCodeAt(0)
    if (code <= 0x20 || code >= 0x7f) {
      if (isBlankText(text)) return
      if (isNoCharacter(text)) this.#noCharacters += 1
    }
    this.#chars += 1
    const { a, b, c, d, e, f, rise, scale } = state
    const x = c * rise + e
    const y = d * rise + f
    const along = width * scale
    this.#place(x, y, x + a * along, y + b * along)
  }

  #place(x: number, y: number, endX: number, endY: number): void {
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#options.view
    const { clip } = this.#painter.paint
    const isBeyond =
      Math.max(x, endX) < left ||
      Math.min(x, endX) > right ||
      Math.max(y, endY) < bottom ||
      Math.min(y, endY) > top
    if (isBeyond || (clip && isOutside(x, y, endX, endY, this.#size, clip))) {
      this.#isSuspicious = true
      return
    }
    const start = x * this.#alongX + y * this.#alongY
    const end = endX * this.#alongX + endY * this.#alongY
    const height = y * this.#alongX - x * this.#alongY
    const middle = (start + end) / 2
    const reach = Math.abs(end - start) * ALONG
    const goesOn =
      this.#isOpen &&
      middle > this.#to &&
      start - this.#end < this.#size * GAP &&
      Math.abs(height - this.#height) < LEVEL_PT
    if (!goesOn) {
      this.#close()
      this.#isOpen = true
      this.#from = middle - reach
      this.#firstMiddle = middle
      this.#height = height
      this.#stretchSize = this.#size
      this.#shows = this.#painter.shows
    }
    this.#to = middle + reach
    this.#middle = middle
    this.#end = end
  }

  /** Compares a stretch with those before it, and keeps it. */
  #close(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    const size = this.#stretchSize
    const reach = size * ACROSS
    const last = Math.floor((this.#height + reach) / ROW_PT)
    for (let row = Math.floor((this.#height - reach) / ROW_PT); row <= last; row += 1)
      this.#compare(this.#rows.get(row), reach)
    const row = Math.floor(this.#height / ROW_PT)
    const stretch = [this.#from, this.#to, this.#firstMiddle, this.#middle]
    const kept = this.#rows.get(row)
    if (kept) kept.push(...stretch, this.#height, size, this.#shows)
    else this.#rows.set(row, [...stretch, this.#height, size, this.#shows])
  }

  #compare(stretches: readonly number[] = [], reach: number): void {
    if (stretches.length > ROW_MAX_COUNT * STRETCH_SIZE) this.#isSuspicious = true
    if (this.#isSuspicious) return
    for (let at = 0; at < stretches.length; at += STRETCH_SIZE) {
      if (Math.abs((stretches[at + 4] ?? 0) - this.#height) > reach) continue
      if (this.#firstMiddle > (stretches[at + 1] ?? 0) || this.#middle < (stretches[at] ?? 0))
        continue
      this.#isSuspicious = true
      return
    }
  }

  isSuspicious(): boolean {
    this.#close()
    this.#isSuspicious ||= this.#noCharacters >= NO_CHARACTERS_MIN_COUNT
    if (this.#isSuspicious || this.#chars === 0) return this.#isSuspicious
    const covers = coversOf(this.#painter, this.#options)
    if (covers.length === 0) return false
    if (this.#isAslant) return true
    for (const stretches of this.#rows.values()) {
      for (let at = 0; at < stretches.length; at += STRETCH_SIZE) {
        const [first = 0, last = 0, y = 0, size = 0, shows = 0] = stretches.slice(at + 2, at + 7)
        const isCovered = covers.some(
          (box) =>
            box.shows >= shows &&
            last >= box.left &&
            first <= box.right &&
            y + size * 0.1 >= box.bottom &&
            y + size * 0.5 <= box.top,
        )
        if (isCovered) return true
      }
    }
    return false
  }

  /** Where nothing is passed over. */
  sifted(): Sifted {
    return { passed: new Set(), hidden: new Map(), chars: this.#chars, unreadableChars: 0 }
  }
}
