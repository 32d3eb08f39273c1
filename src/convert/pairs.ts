import { OperationError } from '../contract/errors.ts'

/** A format that texts are converted from or to. */
export type Format = (typeof FORMATS)[number]

/** The formats of utility spec 4.7. */
export const FORMATS = ['markdown', 'html', 'csv', 'json'] as const

/** What each format can become besides itself; tables are an extension of the specification's four pairs. */
const TARGETS: Readonly<Record<Format, readonly Format[]>> = {
  markdown: ['html', 'csv', 'json'],
  html: ['markdown'],
  csv: ['json', 'markdown', 'html'],
  json: ['csv', 'markdown', 'html'],
}

/** Throws `unsupported_conversion`, naming every pair there is, unless `from` can become `to`. */
export function assertConvertible(from: Format, to: Format): void {
  if (from === to || TARGETS[from].includes(to)) return
  const supported = FORMATS.flatMap((source) =>
    TARGETS[source].map((target) => `${source} to ${target}`),
  )
  throw new OperationError('unsupported_conversion', `There is no way from ${from} to ${to}.`, {
    hint: `Supported: ${supported.join(', ')}.`,
    fields: { from, to, supported },
  })
}
