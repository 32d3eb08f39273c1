import { z } from 'zod'
import { countChars } from './text.ts'

/**
 * A text of at most `maxChars` Unicode code points, as JSON Schema counts them: `max()` of the schema library counts an
 * emoji as two. `base` is what else is asked of it; blanks that it trims do not count.
 */
export function textUpTo(maxChars: number, base: z.ZodString = z.string()): z.ZodString {
  return base
    .refine((text) => text.length <= maxChars || countChars(text) <= maxChars, {
      error: `is too long (limit: ${maxChars} characters)`,
    })
    .meta({ maxLength: maxChars })
}

/** A name or title of at most `maxChars` code points; blanks around it do not count. */
export function nameUpTo(maxChars: number): z.ZodString {
  return textUpTo(maxChars, z.string().trim())
}
