/** A JSON value whose numbers are still the digits that were sent. */
export type ExactJson =
  | string
  | boolean
  | null
  | readonly ExactJson[]
  | { readonly [key: string]: ExactJson }

/** What `JSON.parse` passes to a reviver beside the value (ECMA-262, source text access). */
interface ReviverContext {
  source?: string
}

/**
 * Parses JSON and keeps every number as its source text: a price must not pass through a floating-point
 * number, which has 15 digits. Throws on what is no JSON.
 */
export function parseExactJson(bytes: Uint8Array): ExactJson {
  const reviver = (_key: string, value: unknown, context?: ReviverContext): unknown =>
    typeof value === 'number' ? context?.source : value
  return JSON.parse(new TextDecoder().decode(bytes), reviver) as ExactJson
}

/** The value at a path of keys and list positions. Throws where there is none. */
export function valueAt(json: ExactJson, ...path: readonly (string | number)[]): ExactJson {
  let value: ExactJson | undefined = json
  for (const step of path) {
    const isHolder = typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    if (!isHolder) throw new Error(`no ${path.join('.')}`)
    value = (value as Readonly<Record<string | number, ExactJson>>)[step]
  }
  if (value === undefined) throw new Error(`no ${path.join('.')}`)
  return value
}

/** The text or number at a path, as it was written. Throws where there is none. */
export function textAt(json: ExactJson, ...path: readonly (string | number)[]): string {
  const value = valueAt(json, ...path)
  if (typeof value !== 'string') throw new Error(`no text at ${path.join('.')}`)
  return value
}
