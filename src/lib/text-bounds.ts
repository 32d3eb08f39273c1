import { z } from 'zod'
import { countChars } from './text.ts'

/**
 * A text of at most `maxChars` Unicode code points, as JSON Schema counts them: `max()` of the schema library counts an
 * emoji as two. `base` is what else is asked of it; blanks that it trims do not count. `more` is added to what a longer text is
 * told, by its length.
 */
export function textUpTo(
  maxChars: number,
  base: z.ZodString = z.string(),
  more: (chars: number) => string = () => '',
): z.ZodString {
  return base
    .refine((text) => text.length <= maxChars || countChars(text) <= maxChars, {
      error: ({ input }) =>
        `is too long (limit: ${maxChars} characters)${more(countChars(String(input)))}`,
    })
    .meta({ maxLength: maxChars })
}

/** A name or title of at most `maxChars` code points; blanks around it do not count. */
export function nameUpTo(maxChars: number): z.ZodString {
  return textUpTo(maxChars, z.string().trim())
}
