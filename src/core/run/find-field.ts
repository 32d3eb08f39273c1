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

/** The field of a result about the parts in which words were found. */
export const foundField = z
  .object({
    total: z.int().describe('How many parts of the document match; the best are shown.'),
    parts: z.array(
      z.object({
        heading: z.string().describe('Headings above the part.'),
        page: z.int().optional(),
        position: z.int().describe('Where the part begins, in characters of the document.'),
        cursor: z
          .string()
          .optional()
          .describe('Pass as cursor to read on from the part; absent at the beginning.'),
      }),
    ),
  })
  .optional()

/** Where words were found. */
export type FoundWords = NonNullable<z.output<typeof foundField>>

/** Whether a call looks for words: that is done in this process, wherever the document is read. */
export function looksForWords(
  { agent }: AnyOperation,
  { find }: Readonly<Record<string, unknown>>,
): boolean {
  return agent?.search !== undefined && typeof find === 'string'
}
