import type { z } from 'zod'
import { bool } from './setting-values.ts'

/** One setting: how it is written, what it means. `BELLHOP_<NAME>` and the file key follow from the name. */
export interface Setting<T> {
  /** Holds the default too, from which documents take it. */
  schema: z.ZodType<T>
  description: string
  /** What holds where nobody sets it and the schema has no default, or an empty one. */
  unset?: string | undefined
  /** A flag without a value. */
  switch?: true
}

/** Writes one setting; `unset` says what holds where nobody set it and the schema does not say. */
export function setting<T>(schema: z.ZodType<T>, description: string, unset?: string): Setting<T> {
  return { schema, description, unset }
}

/** Writes a flag without a value, which is off by default. */
export function toggle(description: string): Setting<boolean> & { switch: true } {
  return { ...setting(bool.default(false), description), switch: true }
}

/** What holds where nobody set it, as documents show it. */
export function defaultOf({ schema, unset }: Setting<unknown>): string {
  return written(schema.parse(undefined)) ?? unset ?? 'none'
}

/** A default as somebody would write it; undefined where there is none, or an empty one. */
function written(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(written).join(',')
  if (typeof value !== 'object' || value === null) return value?.toString()
  return Object.values(value).map(written).join('/') || undefined
}
