import { z } from 'zod'

/** The JSON Schema of an input, or of a part of one. */
export type InputSchema = z.core.JSONSchema.JSONSchema

const known = new WeakMap<z.ZodObject, InputSchema>()

/** The JSON Schema of what a caller may send; derived at the first call that needs it. */
export function inputSchemaOf(input: z.ZodObject): InputSchema {
  const remembered = known.get(input)
  if (remembered) return remembered
  const schema = z.toJSONSchema(input, { io: 'input', reused: 'inline', unrepresentable: 'any' })
  known.set(input, schema)
  return schema
}

/** The alternatives of a schema, or the schema alone. */
export function alternativesOf(schema: InputSchema): InputSchema[] {
  const alternatives = schema.anyOf ?? schema.oneOf
  return alternatives ? alternatives.flatMap(alternativesOf) : [schema]
}

/** The schema of the items of a list; undefined where they may be anything. */
export function itemsOf({ items }: InputSchema): InputSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? items : undefined
}

/** The schema of a property of an object; undefined where it is unknown or may be anything. */
export function propertyOf(
  { properties = {}, additionalProperties: others }: InputSchema,
  name: string,
): InputSchema | undefined {
  const property = Object.hasOwn(properties, name) ? properties[name] : others
  return typeof property === 'object' ? property : undefined
}

/** The schema at a path into an input; undefined where it says nothing of that place. */
export function schemaAt(
  schema: InputSchema,
  [step, ...rest]: readonly PropertyKey[],
): InputSchema | undefined {
  if (step === undefined) return schema
  for (const alternative of alternativesOf(schema)) {
    const inner =
      typeof step === 'number' ? itemsOf(alternative) : propertyOf(alternative, String(step))
    const found = inner && schemaAt(inner, rest)
    if (found) return found
  }
  return undefined
}
