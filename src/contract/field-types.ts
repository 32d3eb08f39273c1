import { z } from 'zod'
import type { AnyOperation } from './operation.ts'

/** What the input schema of an operation says of its fields. */
export interface FieldTypes {
  /** JSON types that each field may have; `any` where the schema does not say. */
  types: ReadonlyMap<string, ReadonlySet<string>>
  required: readonly string[]
}

const known = new WeakMap<AnyOperation, FieldTypes>()

/** The JSON types of an operation's fields, by which form fields are read and written (chat spec 4.1, rule 2). */
export function fieldTypesOf(operation: AnyOperation): FieldTypes {
  const remembered = known.get(operation)
  if (remembered) return remembered
  const schema = z.toJSONSchema(operation.input, { io: 'input', reused: 'inline' })
  const properties = Object.entries(schema.properties ?? {})
  const fields = {
    types: new Map(properties.map(([name, property]) => [name, new Set(jsonTypes(property))])),
    required: schema.required ?? [],
  }
  known.set(operation, fields)
  return fields
}

/** The JSON type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}

/** The JSON types that a JSON Schema takes; `any` where it does not say. */
export function jsonTypes(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return ['any']
  const { type, anyOf, oneOf, enum: values, const: only } = schema as Record<string, unknown>
  const alternatives = anyOf ?? oneOf
  if (Array.isArray(alternatives)) return alternatives.flatMap(jsonTypes)
  if (Array.isArray(values)) return values.map(typeOf)
  if (only !== undefined) return [typeOf(only)]
  const types = Array.isArray(type) ? (type as unknown[]) : [type]
  return types.map((one) => (typeof one !== 'string' ? 'any' : one === 'integer' ? 'number' : one))
}
