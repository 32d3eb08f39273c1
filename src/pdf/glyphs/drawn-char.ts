import type { HiddenReason } from '../removed.ts'
import type { Font } from './fonts.ts'

/** A character as a page draws it, in the page's own coordinates. */
export interface DrawnChar {
  /** Its number on the page, and the first one after it that is no part of it. */
  index: number
  end: number
  text: string
  isBlank: boolean
  x: number
  y: number
  /** Where it ends. */
  endX: number
  endY: number
  size: number
  /** How many texts were drawn before it, its own included. */
  shows: number
  isTagged: boolean
  font: Font | undefined
  hidden: HiddenReason | undefined
}
