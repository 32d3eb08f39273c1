/** A JSON Schema as a plain object. */
export type Schema = Readonly<Record<string, unknown>>

/** Thrown for what a dialect has no words for; the message begins with where it stands. */
export class Unconvertible extends Error {}

/** A schema that is one. Throws where a boolean stands in its place. */
export function schemaAt(value: unknown, path: string): Schema {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unconvertible(`${path}: ${JSON.stringify(value)} in place of a schema`)
  }
  return value as Schema
}

/** Fields of an object; empty where it lists none. */
export function propertiesOf(schema: Schema, path: string): Readonly<Record<string, Schema>> {
  const properties = schemaAt(schema['properties'] ?? {}, path)
  return Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, schemaAt(one, `${path}.${name}`)]),
  )
}

/** The alternatives of a schema: several types are as many alternatives. */
export function alternativesOf(schema: Schema, path: string): readonly Schema[] | undefined {
  const { anyOf, type, ...rest } = schema
  if (Array.isArray(anyOf)) {
    return anyOf.map((one, index) => schemaAt(one, `${path}.anyOf[${index}]`))
  }
  if (!Array.isArray(type)) return undefined
  return type.map((one: unknown) => (one === 'null' ? { type: one } : { ...rest, type: one }))
}

/** Whether an object may hold fields that are not listed, as it says by listing none or by giving them a schema. */
export function isOpen(schema: Schema, path: string): boolean {
  const { additionalProperties = true } = schema
  const isEmpty = Object.keys(propertiesOf(schema, path)).length === 0
  return typeof additionalProperties === 'object' || (isEmpty && additionalProperties === true)
}

/** Refuses what no rule of a dialect speaks of. */
export function requireOnlyKnown(schema: Schema, known: ReadonlySet<string>, path: string): void {
  const unknown = Object.keys(schema).filter((keyword) => !known.has(keyword))
  if (unknown.length > 0) throw new Unconvertible(`${path}: ${unknown.join(', ')}`)
}

/** A description with more said. */
export function describedAs(schema: Schema, more: string): string {
  const { description } = schema
  return typeof description === 'string' ? `${description} ${more}` : more
}

/** In place of an object with fields that are not listed. */
export const AS_TEXT = 'A JSON object, as text.'
