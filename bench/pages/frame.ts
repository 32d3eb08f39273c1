import type { Sheet } from './sheet.ts'

/** What a page has in its middle, as markup. */
export interface Body {
  title: string
  /** What stands in the head besides the title. */
  head?: string
  main: string
  /** What follows the content in its column. */
  below?: string
  /** What stands in a column beside it. */
  beside?: string
}

/** Writes a document around the middle of a page, as one system does. */
export type Frame = (sheet: Sheet, body: Body) => string

/** The opening tag of a document in the language of a page. */
export function htmlTag({ tongue }: Sheet, more = ''): string {
  const direction = tongue.direction === 'rtl' ? ' dir="rtl"' : ''
  return `<html lang="${tongue.language}"${direction}${more}>`
}
