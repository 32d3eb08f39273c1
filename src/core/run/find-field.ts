import { z } from 'zod'
import type { AnyOperation } from '../../contract/operation.ts'
import { FIND_MAX_CHARS } from '../../markdown/limits.ts'

/** The parameter with words to look for. */
export const findField = z
  .string()
  // Not as a bound of the schema, which every model would have to read.
  .refine((text) => text.length <= FIND_MAX_CHARS, `At most ${FIND_MAX_CHARS} characters.`)
  .refine((text) => /[\p{L}\p{N}]/u.test(text), 'Words to look for, such as "carbon tax".')
  .optional()
  .describe('Return only parts with these words.')

/** The field of a result that says in how many parts words were found. */
export const foundField = z
  .int()
  .optional()
  .describe('How many parts of the document match; the best are shown, each with its place.')

/** Whether a call looks for words: that is done in this process, wherever the document is read. */
export function looksForWords(
  { agent }: AnyOperation,
  { find }: Readonly<Record<string, unknown>>,
): boolean {
  return agent?.search !== undefined && typeof find === 'string'
}
