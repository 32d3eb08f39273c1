import type { ConvertJobInput } from './convert-job.ts'

/**
 * Whether a conversion of a format to itself changes the text: CSV to another delimiter, JSON to lines or back. Any other answers
 * the data unchanged.
 */
export function isRewritten({
  from,
  delimiter,
  lines,
}: Pick<ConvertJobInput, 'from' | 'delimiter' | 'lines'>): boolean {
  return (from === 'csv' && delimiter !== undefined) || (from === 'json' && lines !== undefined)
}
