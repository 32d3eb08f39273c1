import { type Limits, limitsInto } from '../contract/limits.ts'

/** Limits of this file that callers may meet, for documents. */
export const PDF_LIMITS: Limits = []
const limit = limitsInto(PDF_LIMITS)

/** Pages that are read in one call; the others can be asked for by `pages`. */
export const PDF_PAGES_MAX_COUNT = limit(1_000, 'pages', 'pages of a PDF read in one call')
/** Time after which reading stops, with what has been read until then. */
const PDF_READ_MAX_MS = 25_000
/** Where reading stops, with what has been read until then. */
export interface ReadLimits {
  maxPages: number
  maxMs: number
  maxChars: number
  /** Characters after which pdf.js forgets its fonts, which keep ten bytes for each of them. */
  fontsMaxChars: number
}

/** Time for the whole job, the writing of the Markdown included. */
export const PDF_DEADLINE_MS = limit(35_000, 'ms', 'parsing one PDF')
/** Characters of text that are read of one document. */
const PDF_TEXT_MAX_CHARS = 6_000_000
export const PDF_BODY_MAX_BYTES = limit(50_000_000, 'bytes', 'fetched PDF')

/** The limits in force. */
export const READ_LIMITS: ReadLimits = {
  maxPages: PDF_PAGES_MAX_COUNT,
  maxMs: PDF_READ_MAX_MS,
  maxChars: PDF_TEXT_MAX_CHARS,
  fontsMaxChars: 500_000,
}

/** Up to how many pages that are read the pages around them are looked at, for their running heads. */
export const FEW_PAGES_MAX_COUNT = 8
/** Pages on either side of one that was asked for, and all of them together. */
export const AROUND_EACH_MAX_COUNT = 3
export const AROUND_MAX_COUNT = 12
