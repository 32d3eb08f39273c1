import type { Html } from '../markup.ts'
import type { Making } from './records.ts'

/** A page as a system writes it, its address and source. */
export interface MadePage {
  url: string
  source: Html
}

/** Makes a page as one software writes it, and notes in the draft all that it must be read as. */
export type System = (making: Making) => MadePage
