/** A number as it was written: no digit of it is ever lost. */
export class JsonNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/** See `JsonObject.holds`. */
export type Holding = 'strings' | 'scalars' | 'any'

/** An object as it was written: its names in their order, each once, whatever they look like. */
export class JsonObject {
  /** The same array for all objects with the same names in the same order. */
  readonly names: readonly string[]
  readonly values: readonly Json[]
  /** What its values are: strings only; strings and other values that hold none; or anything. */
  readonly holds: Holding

  constructor(names: readonly string[], values: readonly Json[], holds: Holding = 'any') {
    this.names = names
    this.values = values
    this.holds = holds
  }
}

/** A JSON value of which nothing is lost. */
export type Json = null | boolean | string | JsonNumber | JsonObject | readonly Json[]

/** Whether a value is an array. */
export function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/** JSON text without white space. Recursive: values come from `parseJson`, which bounds their depth. */
export function jsonText(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (value instanceof JsonNumber) return value.source
  if (typeof value !== 'object' || value === null) return String(value)
  if (isArray(value)) return `[${value.map(jsonText).join(',')}]`
  const { names, values } = value
  const fields = values.map((held, at) => `${JSON.stringify(names[at])}:${jsonText(held)}`)
  return `{${fields.join(',')}}`
}
