import type { PdfPage } from '../file/document.ts'
import { fontStyle, type FontStyle } from './font-style.ts'

/** Facts of a font. */
export interface Font {
  id: string
  name: string
  /** Whether lines of it run downwards. */
  isVertical: boolean
  /** Size of its unit, in parts of the type size. */
  unit: number
  /** Height of its glyphs in parts of the size it is set in, where that size says nothing (Type 3 fonts). */
  height: number
  style: FontStyle
  /** Whether its glyphs are drawings of their own. */
  isType3: boolean
  /** Whether nothing says which characters its glyphs are, or only names that may be mere numbers. */
  isUnreadable: boolean
  isNumbered: boolean
  /** What codes stand for that pdf.js knows nothing of. */
  meanings: ReadonlyMap<number, string>
}

interface FontObject {
  name?: string
  fallbackName?: string
  vertical?: boolean
  isType3Font?: boolean
  fontMatrix?: ArrayLike<number>
  bbox?: ArrayLike<number>
  /** The names of glyphs by their codes, where they are not the usual ones. */
  differences?: readonly unknown[]
  composite?: boolean
  type?: string
  isSymbolicFont?: boolean
  /** By code. */
  widths?: readonly (number | undefined)[]
  /** Characters by code; where there is nothing but a range of codes, each stands for itself. */
  toUnicode?: { _map?: unknown; firstChar?: unknown }
}

const USUAL_UNIT = 0.001

const DIGITS = 'zero one two three four five six seven eight nine'.split(' ')
/** The name of a digit or letter with that of its shape: of old style, as high as capitals, small capitals. */
const SHAPED = /^(?<base>[a-z]+|[A-Z])\.[A-Za-z\d]+$/

/** The fonts of a document, which are known once a page is listed that is set in them. */
export class Fonts {
  readonly #fonts = new Map<string, Font>()
  #objects: PdfPage['commonObjs'] | undefined

  /** Names the page that is read next. */
  use(page: PdfPage): void {
    this.#objects = page.commonObjs
  }

  /** The font of an id; a plain one, where nothing is known of it. */
  of(id: string): Font {
    const known = this.#fonts.get(id)
    if (known) return known
    const font = this.#objects?.has(id) ? (this.#objects.get(id) as FontObject | null) : null
    const made = makeFont(id, font ?? {})
    if (font) this.#fonts.set(id, made)
    return made
  }
}

function makeFont(id: string, font: FontObject): Font {
  const { name = '', fallbackName = '', vertical = false, fontMatrix, bbox } = font
  const unit = fontMatrix?.[0] ?? USUAL_UNIT
  const isOdd = font.isType3Font === true && unit !== USUAL_UNIT
  const boxHeight = (bbox?.[3] ?? 0) - (bbox?.[1] ?? 0)
  return {
    id,
    name,
    isVertical: vertical,
    unit,
    height: isOdd && boxHeight > 0 ? boxHeight * (fontMatrix?.[3] ?? unit) : 1,
    isType3: font.isType3Font === true,
    isUnreadable: isUnreadable(font) || isCounted(font),
    isNumbered: isNumbered(font.differences),
    style: fontStyle(name, fallbackName),
    meanings: meaningsOf(font.differences),
  }
}

/** Whether its codes are numbers of glyphs, which are no characters, and nothing else is known of them. */
function isUnreadable({ composite = false, toUnicode }: FontObject): boolean {
  return composite && toUnicode !== undefined && toUnicode._map === undefined
}

/** Codes below those of characters. */
const CONTROLS_COUNT = 32
/** Widths that are not those of a font that gives one to every code. */
const WIDTHS_MIN_COUNT = 3

/** Whether its codes count its glyphs from 1 on: they begin with those that no character has, and nothing says what they are. */
function isCounted({
  type,
  isSymbolicFont,
  differences,
  widths = [],
  toUnicode,
}: FontObject): boolean {
  const isPlain = type === 'TrueType' && isSymbolicFont === true
  if (!isPlain || differences?.some(Boolean) || widths.length < 2) return false
  const characters = toUnicode?._map as ArrayLike<unknown> | undefined
  const first = widths.slice(1, CONTROLS_COUNT)
  for (let code = 1; code <= first.length; code += 1) {
    const character = characters?.[code]
    const isUnknown = character === undefined || character === String.fromCharCode(code)
    if (!widths[code] || !isUnknown) return false
  }
  return widths.length <= CONTROLS_COUNT || new Set(first).size >= WIDTHS_MIN_COUNT
}

/** A name of a glyph that is a number. */
const NUMBERED = /^(?:[A-Za-z]|glyph|cid|index|char|uni)?[_-]?(?:\d+|[\dA-F]{2,4})$/

function isNumbered(names: readonly unknown[] = []): boolean {
  const given = names.filter((name) => typeof name === 'string' && name !== '.notdef')
  const numbered = given.filter((name) => NUMBERED.test(name as string)).length
  return given.length > 0 && numbered > given.length / 2
}

/** Letters and digits by code, for glyphs that are named as another shape of one, as `one.lnum`. */
export function meaningsOf(names: readonly unknown[] | undefined): ReadonlyMap<number, string> {
  const meanings = new Map<number, string>()
  for (const [code, name] of (names ?? []).entries()) {
    const base = typeof name === 'string' ? SHAPED.exec(name)?.groups?.['base'] : undefined
    if (base === undefined) continue
    const digit = DIGITS.indexOf(base)
    if (digit !== -1) meanings.set(code, String(digit))
    else if (base.length === 1) meanings.set(code, base)
  }
  return meanings
}
