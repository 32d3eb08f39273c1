import { OperationError } from '../contract/errors.ts'

/** A format that texts are converted from or to. */
export type Format = (typeof FORMATS)[number]

/** The formats of utility spec 4.7. */
export const FORMATS = ['markdown', 'html', 'csv', 'json'] as const

/** Every pair of two formats; those of tables are an extension of the specification's four. */
const SUPPORTED = FORMATS.flatMap((from) =>
  FORMATS.filter((to) => to !== from).map((to) => `${from} to ${to}`),
)

/** The refusal of HTML that should become a table and holds none, which names every pair there is. */
export function noTableInHtml(to: Format): OperationError {
  return new OperationError(
    'unsupported_conversion',
    `There is no way from html to ${to} without a table in it.`,
    {
      hint: `Send HTML with a <table> that has rows, or convert it to Markdown. Supported: ${SUPPORTED.join(', ')}.`,
      fields: { from: 'html', to, supported: SUPPORTED },
    },
  )
}

/** Throws `unsupported_conversion` for HTML that should become a table and can be seen to hold none. */
export function requireConvertible(from: Format, to: Format, data: string): void {
  if (from === 'html' && (to === 'csv' || to === 'json') && !/<table[\s/>]/i.test(data)) {
    throw noTableInHtml(to)
  }
}

/** What of a conversion of a format to itself can be asked for. */
interface Rewriting {
  from: string
  delimiter?: string | undefined
  lines?: boolean | undefined
}

/**
 * Whether a conversion of a format to itself changes the text: CSV to another delimiter, JSON to lines or back. Any other answers
 * the data unchanged.
 */
export function isRewritten({ from, delimiter, lines }: Rewriting): boolean {
  return (from === 'csv' && delimiter !== undefined) || (from === 'json' && lines !== undefined)
}
