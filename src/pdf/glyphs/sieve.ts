import type { Operators } from '../file/document.ts'
import type { HiddenReason, PassedOver } from '../removed.ts'
import type { DrawnChar } from './drawn-char.ts'
import type { Font } from './fonts.ts'
import { type Box, coloursOf, isSameColour, type Paint, Painter, PAPER } from './paint.ts'
import { findRepeats, mayRepeat } from './repeats.ts'
import type { DrawnList, Matrix } from './rules.ts'
import {
  type DrawnMark,
  type TextSink,
  type TextState,
  TextWalk,
  type WalkOptions,
} from './text-walk.ts'

/** Where a page draws pictures: boxes in its own coordinates, and how many texts were drawn before each. */
export interface PicturePlaces {
  boxes: readonly (Box & { shows: number; isOpaque: boolean })[]
  /** How many texts are drawn in all. */
  shows: number
}

/** Characters of a page that are passed over when it is read, and what is said of them. */
export interface Sifted extends PassedOver {
  /** Numbers of characters that are drawn once more, hidden, or of which nobody knows what they are. */
  passed: ReadonlySet<number>
}

export interface SiftOptions extends WalkOptions {
  /** Left, bottom, right and top edge of what is shown of the page. */
  view: readonly number[]
  /** Whether hidden text is kept. */
  keepsHidden: boolean
  isLayerShown(layer: unknown): boolean
  /** Whether the page is known to show any picture. */
  hasPictures: boolean
  /** Undefined where nobody knows; asked more than once. */
  pictures(): PicturePlaces | undefined
}

/** Type below which nobody reads, in points. */
export const TINY_PT = 2
/** Opacity that nobody sees. */
const FAINT = 0.03
/** Share of a page that pictures cover where it was scanned. */
const SCAN_SHARE = 0.6
const CHARS_MAX_COUNT = 200_000
/** Gap between two words, in parts of the type size. */
const WORD_GAP = 0.2
const INVISIBLE_MODE = 3

/** Finds what a page draws more than once, what nobody sees of it, and what its fonts do not say the meaning of. */
export function sift(list: DrawnList, options: SiftOptions): Sifted {
  const sieve = new Sieve(options)
  new TextWalk(options, sieve).follow(list)
  return sieve.sifted()
}

class Sieve implements TextSink {
  readonly #chars: DrawnChar[] = []
  readonly #options: SiftOptions
  readonly #ops: Operators
  readonly #painter: Painter
  readonly #marks: { isTagged: boolean; isOff: boolean }[] = []
  #count = 0

  constructor(options: SiftOptions) {
    this.#options = options
    this.#ops = options.operators
    this.#painter = new Painter(options.operators)
  }

  save(): void {
    this.#painter.save()
  }

  restore(): void {
    this.#painter.restore()
  }

  other(operator: number, args: readonly unknown[], ctm: Matrix): void {
    if (operator === this.#ops.showText) this.#painter.shows += 1
    else if (operator === this.#ops.paintFormXObjectBegin) this.#painter.clipTo(args[1], ctm)
    else this.#painter.read(operator, args, ctm)
  }

  beginMark({ tag, number, layer }: DrawnMark): void {
    const outer = this.#marks.at(-1)
    const isOff = layer !== undefined && !this.#options.isLayerShown(layer)
    this.#marks.push({
      isTagged: tag !== 'Artifact' && (number !== undefined || outer?.isTagged === true),
      isOff: isOff || outer?.isOff === true,
    })
  }

  endMark(): void {
    this.#marks.pop()
  }

  glyph(state: TextState, text: string | undefined, width: number): void {
    const index = this.#count
    this.#count += 1
    const last = this.#chars.at(-1)
    if (text === undefined && last) {
      last.end = this.#count
      return
    }
    if (index >= CHARS_MAX_COUNT) return
    const { a, b, c, d, rise, scale, font } = state
    const x = c * rise + state.e
    const y = d * rise + state.f
    const along = font?.isVertical ? 0 : width * scale
    const down = font?.isVertical ? width : 0
    const height = state.size <= 1 ? (font?.height ?? 1) : 1
    const mark = this.#marks.at(-1)
    const char: DrawnChar = {
      index,
      end: this.#count,
      text: text ?? '',
      isBlank: text === undefined || isBlankText(text),
      x,
      y,
      endX: x + a * along + c * down,
      endY: y + b * along + d * down,
      size: Math.hypot(c, d) * Math.abs(state.size) * height,
      shows: this.#painter.shows,
      isTagged: mark?.isTagged ?? false,
      font,
      hidden: undefined,
    }
    char.hidden = mark?.isOff ? 'layer' : this.#hiddenBy(char, font?.isType3 ?? false)
    this.#chars.push(char)
  }

  /** Why a character is not seen when it is drawn. */
  #hiddenBy(char: DrawnChar, hasOwnColour: boolean): HiddenReason | undefined {
    const { paint } = this.#painter
    const [left = 0, bottom = 0, right = 0, top = 0] = this.#options.view
    const { x, y, endX, endY, size } = char
    if (Math.max(x, endX) < left || Math.min(x, endX) > right) return 'off_page'
    if (Math.max(y, endY) < bottom || Math.min(y, endY) > top) return 'off_page'
    if (size < TINY_PT) return 'tiny'
    if (paint.mode === INVISIBLE_MODE) return this.#isOnPicture(char) ? undefined : 'invisible'
    if (paint.clip && isOutside(x, y, endX, endY, size, paint.clip)) return 'clipped'
    if (hasOwnColour || paint.mode > INVISIBLE_MODE || paint.isMasked) return undefined
    if (isTransparent(paint)) return 'transparent'
    if (paint.isBlended) return undefined
    return this.#isOfItsGround(char, paint) ? 'colour' : undefined
  }

  #isOfItsGround(char: DrawnChar, paint: Paint): boolean {
    const colours = coloursOf(paint)
    const { boxes, isFull } = this.#painter
    if (isFull || !this.#painter.isOfGround(paint)) return false
    const ground = boxes.findLast((box) => isOver(box, char))
    const under = ground ? ground.colour : PAPER
    return colours.every((colour) => isSameColour(colour, under)) && !this.#isOnPicture(char)
  }

  /** Where nobody knows of the pictures, there may be one. */
  #isOnPicture(char: DrawnChar): boolean {
    const pictures = this.#options.pictures()
    return !pictures || pictures.boxes.some((box) => isOver(box, char))
  }

  sifted(): Sifted {
    const passed = new Set<number>()
    const visible = this.#chars.filter((char) => !char.isBlank)
    this.#addCovered(visible)
    const tiny = visible.filter(({ hidden }) => hidden === 'tiny').length
    const isAllTiny = tiny > visible.length / 2
    if (isAllTiny)
      for (const char of this.#chars) if (char.hidden === 'tiny') char.hidden = undefined
    const repeats = mayRepeat(visible) ? findRepeats(this.#chars) : new Set<DrawnChar>()
    for (const char of repeats) pass(char, passed)
    const hidden = new Map<HiddenReason, number>()
    let last: DrawnChar | undefined
    const unreadable = unreadableFonts(visible)
    let unreadableChars = 0
    for (const char of this.#chars) {
      if (repeats.has(char)) continue
      const { isBlank } = char
      if (unreadable.has(char.font)) {
        if (!isBlank) unreadableChars += 1
        pass(char, passed)
        continue
      }
      if (char.hidden !== undefined && !this.#options.keepsHidden) {
        pass(char, passed)
        if (!isBlank && !(last?.hidden === char.hidden && isNext(last, char)))
          hidden.set(char.hidden, (hidden.get(char.hidden) ?? 0) + 1)
      }
      last = isBlank ? undefined : char
    }
    return { passed, hidden, chars: visible.length - repeats.size, unreadableChars }
  }

  /** Text under an area or a picture that was drawn later; what lies under the picture of a whole page was read from it. */
  #addCovered(chars: readonly DrawnChar[]): void {
    const covers = coversOf(this.#painter, this.#options)
    if (covers.length === 0) return
    for (const char of chars)
      if (char.hidden === undefined && covers.some((box) => isCovering(box, char)))
        char.hidden = 'covered'
  }
}

/** Areas and pictures that hide what was drawn before them; what lies under the picture of a whole page was read from it. */
export function coversOf(
  { boxes, shows }: Painter,
  { hasPictures, pictures, view }: SiftOptions,
): (Box & { shows: number })[] {
  const covers: (Box & { shows: number })[] = boxes.filter(({ isOpaque }) => isOpaque)
  const places = hasPictures ? pictures() : undefined
  if (places?.shows === shows && !isScan(places, view))
    covers.push(...places.boxes.filter(({ isOpaque }) => isOpaque))
  return covers.filter((box) => box.shows > 0)
}

function isScan({ boxes }: PicturePlaces, view: readonly number[]): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = view
  const area = boxes.reduce((sum, box) => {
    const width = Math.min(box.right, right) - Math.max(box.left, left)
    const height = Math.min(box.top, top) - Math.max(box.bottom, bottom)
    return sum + Math.max(0, width) * Math.max(0, height)
  }, 0)
  return area > (right - left) * (top - bottom) * SCAN_SHARE
}

/** Whether nobody sees what is painted so. */
export function isTransparent({ mode, alpha, strokeAlpha, groupAlpha }: Paint): boolean {
  return (mode === 0 ? alpha : Math.max(alpha, strokeAlpha)) * groupAlpha < FAINT
}

/** What no letter or sign is: codes, and places that fonts use as they like. */
const NO_CHARACTER = /^[\p{Cc}\p{Co}\p{Cn}\uFFFD]+$/u
const ODD = /^[#$%&*+<=>@[\\\]^_`{|}~]$/
/** Fonts of signs, of which nobody expects letters. */
const SIGNS = /icon|awesome|symbol|ding|glyph|bullet|marks|logo/i
/** Characters that tell of a font, and shares of them. */
const FONT_MIN_CHARS = 12
const NO_CHARACTER_SHARE = 0.5
const ODD_SHARE = 0.15
const SMALL_LETTERS_SHARE = 0.3

/** The fonts of a page that do not say what their glyphs are. */
function unreadableFonts(chars: readonly DrawnChar[]): ReadonlySet<Font | undefined> {
  const found = new Set<Font | undefined>()
  for (const [font, own] of Map.groupBy(chars, (char) => char.font)) {
    if (font?.isUnreadable) found.add(font)
    if (!font || own.length < FONT_MIN_CHARS || SIGNS.test(font.name)) continue
    const share = (pattern: RegExp): number =>
      own.reduce((sum, { text }) => sum + (pattern.test(text) ? 1 : 0), 0) / own.length
    const isOdd =
      font.isNumbered &&
      share(ODD) + share(NO_CHARACTER) > ODD_SHARE &&
      share(/^\p{Ll}/u) < SMALL_LETTERS_SHARE
    if (isOdd || share(NO_CHARACTER) > NO_CHARACTER_SHARE) found.add(font)
  }
  return found
}

function pass({ index, end }: DrawnChar, passed: Set<number>): void {
  for (let at = index; at < end; at += 1) passed.add(at)
}

/** Whether a text is neither a letter nor a sign. */
export function isNoCharacter(text: string): boolean {
  return NO_CHARACTER.test(text)
}

/** Whether a text shows nothing. */
export function isBlankText(text: string): boolean {
  const code = text.charCodeAt(0)
  return code > 0x20 && code < 0x7f ? false : !/\S/.test(text)
}

/** Whether a character goes on with the word of the one before it. */
function isNext(last: DrawnChar, { x, y, size }: DrawnChar): boolean {
  return Math.hypot(x - last.endX, y - last.endY) < size * WORD_GAP
}

/** Whether a character from one place to another lies outside of a clip. */
export function isOutside(
  x: number,
  y: number,
  endX: number,
  endY: number,
  size: number,
  clip: Box,
): boolean {
  return (
    Math.max(x, endX) <= clip.left ||
    Math.min(x, endX) >= clip.right ||
    Math.max(y, endY) + size <= clip.bottom ||
    Math.min(y, endY) - size * 0.3 >= clip.top
  )
}

/** Whether the middle of a character lies in a box. */
function isOver({ left, bottom, right, top }: Box, { x, y, endX, endY, size }: DrawnChar): boolean {
  const middleX = (x + endX) / 2
  const middleY = (y + endY) / 2 + (y === endY ? size * 0.25 : 0)
  return middleX >= left && middleX <= right && middleY >= bottom && middleY <= top
}

/** Whether a later box hides nearly all of a level character. */
function isCovering(box: Box & { shows: number }, char: DrawnChar): boolean {
  const { x, endX, y, endY, size } = char
  if (box.shows < char.shows || y !== endY || endX <= x) return false
  const middle = (x + endX) / 2
  return (
    middle >= box.left &&
    middle <= box.right &&
    y + size * 0.1 >= box.bottom &&
    y + size * 0.5 <= box.top
  )
}
