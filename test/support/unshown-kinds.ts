/** A page of which a reader gets not all, or only by a browser, and what the result says of that. */
export interface UnshownPage {
  html: string
  status?: number
  /** How it is read; in any way that suits, with a browser there, where this is absent. */
  input?: Readonly<Record<string, unknown>>
  hasBrowser?: false
  /** Words of the result. */
  texts?: readonly string[]
  /** Entries of `notShown`, with addresses that begin at the site. */
  notShown?: readonly string[]
  /** Other fields of the result; those of which nothing stands here must be absent. */
  says?: { rendered?: boolean; unfinished?: boolean; status?: number; truncated?: boolean }
  /** Code of the error, and words of it. */
  error?: readonly [code: string, words: string]
}

export const LEDGER =
  '<p>The harbour office keeps a ledger of every boat that enters between October and March, with its draught and the weather at the bar.</p>'.repeat(
    4,
  )
export const WORDS = ['harbour office keeps a ledger']
export const FEW =
  '<p>The berths of the winter, as the harbour master assigns them to the boats.</p>'
export const rows = (count: number, more = ''): string =>
  Array.from({ length: count }, (_, at) => `<li${more}>Row ${at} of the log</li>`).join('')
export const main = (rest: string, title = 'Log'): string => `<main><h1>${title}</h1>${rest}</main>`
export const ALWAYS = { render: 'always' }
export const RENDERED = { rendered: true }
