import type { ConvertJobInput } from './convert-job.ts'
import { sniffDelimiter, unclosedQuote } from './csv/csv-reader.ts'
import { requireJson, requireJsonText } from './json/json-fault.ts'
import { requireConvertible, isRewritten } from './pairs.ts'

/** What of a conversion can be wrong before it is done. */
export type CheckedConversion = Pick<
  ConvertJobInput,
  'from' | 'to' | 'data' | 'delimiter' | 'lines'
>

/**
 * Throws what is wrong with a conversion before any of it is done: `unsupported_conversion`, and `invalid_input` for JSON
 * and CSV that cannot be read. Linear in the data, of which it makes no copy.
 */
export function requireConversion(conversion: CheckedConversion): void {
  const { from, to, data, delimiter, lines } = conversion
  requireConvertible(from, to, data)
  if (from === to && !isRewritten(conversion)) return
  if (from === 'json') {
    if (from === to) requireJsonText(data)
    else requireJson(data, lines)
  }
  if (from === 'csv' && data.includes('"')) {
    // Of CSV that gets another delimiter, the one it has is found out.
    const read = from === to ? undefined : delimiter
    const refusal = unclosedQuote(data, read ?? sniffDelimiter(data))
    if (refusal) throw refusal
  }
}
