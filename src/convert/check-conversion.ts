import type { ConvertJobInput } from './convert-job.ts'
import { sniffDelimiter, unclosedQuote } from './csv-reader.ts'
import { checkJson } from './json-fault.ts'
import { assertConvertible } from './pairs.ts'

/** What of a conversion can be wrong before it is done. */
export type CheckedConversion = Pick<ConvertJobInput, 'from' | 'to' | 'data' | 'delimiter'>

/**
 * Throws what is wrong with a conversion before any of it is done: `unsupported_conversion`, and `invalid_input` for JSON
 * and CSV that cannot be read. Linear in the data, of which it makes no copy.
 */
export function checkConversion({ from, to, data, delimiter }: CheckedConversion): void {
  assertConvertible(from, to)
  if (from === to) return
  if (from === 'json') checkJson(data)
  if (from === 'csv' && data.includes('"')) {
    const refusal = unclosedQuote(data, delimiter ?? sniffDelimiter(data))
    if (refusal) throw refusal
  }
}
