import type { z } from 'zod'
import { bool } from './setting-values.ts'

/** One setting: how it is written, what it means. `BELLHOP_<NAME>` and the file key follow from the name. */
export interface Setting<T> {
  schema: z.ZodType<T>
  description: string
  /** The default as documents show it; the value itself comes from the schema. */
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

/** Writes a flag without a value, which is off by default. */
export function toggle(description: string): Setting<boolean> & { switch: true } {
  return { ...setting(bool.default(false), 'false', description), switch: true }
}
