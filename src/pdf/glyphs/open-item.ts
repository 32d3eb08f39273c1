import type { Font } from './fonts.ts'
import type { Matrix } from './rules.ts'

/** Where a word of an item begins in its text, and along its line, where the one before it ends, and whether a blank is drawn there. */
export interface ItemWord {
  at: number
  end: number
  start: number
  isBlankDrawn: boolean
}

/** The item that is being read, in a form or outside. */
export interface Open {
  /** Font of the item; undefined while nothing is open. */
  font: Font | undefined
  text: string
  /** Its words that stand apart from those before them. */
  words: ItemWord[]
  transform: Matrix
  along: number
  total: number
  /** Size across the line. */
  across: number
  scale: number
  size: number
  hasEOL: boolean
  /** Where the last character ended, and the axes of its line. */
  hasLast: boolean
  lastX: number
  lastY: number
  lastA: number
  lastB: number
  lastC: number
  lastD: number
  lastRise: number
  /** Font and size that the last text was set in. */
  setFont: Font | undefined
  setSize: number
  /** Whether the last two characters were blanks. */
  isBlank: boolean
  wasBlank: boolean
}

/** The place of an item of which no place matters. */
export const ORIGIN: Matrix = [1, 0, 0, 1, 0, 0]

/** The state before the first character. */
export function nothingOpen(): Open {
  return {
    font: undefined,
    text: '',
    words: [],
    transform: ORIGIN,
    along: 0,
    total: 0,
    across: 0,
    scale: 0,
    size: 0,
    hasEOL: false,
    hasLast: false,
    lastX: 0,
    lastY: 0,
    lastA: 1,
    lastB: 0,
    lastC: 0,
    lastD: 1,
    lastRise: 0,
    setFont: undefined,
    setSize: Number.NaN,
    isBlank: true,
    wasBlank: true,
  }
}
