import type { z } from 'zod'

/** One setting: how it is written, what it means. `BELLHOP_<NAME>` and the file key follow from the name. */
export interface Setting<T> {
  schema: z.ZodType<T>
  description: string
  /** As shown in documents; the value itself comes from the schema. */
  default: string
  /** A flag without a value. */
  switch?: true
}

/** Writes one setting; `byDefault` as documents show it. */
export function setting<T>(
  schema: z.ZodType<T>,
  byDefault: string,
  description: string,
): Setting<T> {
  return { schema, default: byDefault, description }
}
