import type { Content } from './score.ts'

/** Formats of the corpus. */
export const FORMATS = [
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'epub',
  'ipynb',
  'eml',
  'opml',
  'csv',
  'tsv',
  'rtf',
] as const
export type Format = (typeof FORMATS)[number]

/** One document that a program made, and what it holds. */
export interface Sample {
  format: Format
  producer: string
  file: string
  truth: Content
}

/** Documents that are made: the first seed, and how many of each producer. */
export interface Seeds {
  first: number
  count: number
}

/** Runs a program that may be missing, which is said. */
export function attempt(name: string, action: () => void): boolean {
  try {
    action()
    return true
  } catch (thrown) {
    console.error(`LEFT OUT: ${name} (${String(thrown).split('\n', 1)[0]?.slice(0, 200)})`)
    return false
  }
}
