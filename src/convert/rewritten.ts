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
