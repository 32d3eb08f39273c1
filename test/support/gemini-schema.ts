import {
  alternativesOf,
  AS_TEXT,
  describedAs,
  isOpen,
  propertiesOf,
  requireOnlyKnown,
  type Schema,
  schemaAt,
  Unconvertible,
} from './schema-walk.ts'

/** Keywords that Gemini's function declarations have, by the same name. */
const KEPT =
  'description minItems maxItems minLength maxLength pattern minimum maximum default'.split(' ')

/** Keywords that the conversion writes in Gemini's way, or that hold for every call anyway. */
const READ =
  'type format enum const anyOf items properties required title additionalProperties exclusiveMinimum exclusiveMaximum examples'.split(
    ' ',
  )
const KNOWN = new Set([...KEPT, ...READ])

/** Formats that are accepted; others make the whole declaration fail. */
const FORMATS: Readonly<Record<string, readonly string[]>> = {
  string: ['enum', 'date-time'],
  integer: ['int32', 'int64'],
  number: ['float', 'double'],
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/

/**
 * The schema as Gemini's function declarations take it: one type each, `nullable` in place of null, enums of texts, no further
 * fields. Undefined for an object without fields, which a declaration leaves out. Throws Unconvertible for what has no
 * counterpart.
 */
export function toGemini(schema: Schema): Schema | undefined {
  requireOnlyKnown(schema, KNOWN, 'schema')
  const fields = Object.keys(propertiesOf(schema, 'schema'))
  return fields.length === 0 ? undefined : object(schema, 'schema')
}

function convert(schema: Schema, path: string): Schema {
  requireOnlyKnown(schema, KNOWN, path)
  const alternatives = alternativesOf(schema, path)
  if (alternatives) return union(schema, alternatives, path)
  const { type, const: only, enum: values = only === undefined ? undefined : [only] } = schema
  switch (type) {
    case 'object':
      return isOpen(schema, path)
        ? { type: 'STRING', description: describedAs(schema, AS_TEXT) }
        : object(schema, path)
    case 'array':
      return {
        ...plain(schema),
        type: 'ARRAY',
        items: convert(schemaAt(schema['items'], `${path}[]`), `${path}[]`),
      }
    case 'string':
      return Array.isArray(values)
        ? { ...plain(schema), type: 'STRING', format: 'enum', enum: values.map(String) }
        : { ...plain(schema), type: 'STRING' }
    case 'integer':
    case 'number':
    case 'boolean':
      return { ...plain(schema), type: type.toUpperCase() }
    default:
      throw new Unconvertible(`${path}: type ${JSON.stringify(type)}`)
  }
}

function union(schema: Schema, alternatives: readonly Schema[], path: string): Schema {
  const said = alternatives.filter(({ type }) => type !== 'null')
  const isNullable = said.length < alternatives.length ? { nullable: true } : {}
  const converted = said.map((one, at) => convert(one, `${path}|${at}`))
  const { description } = schema
  const described = description === undefined ? {} : { description }
  const [only] = converted
  if (!only) throw new Unconvertible(`${path}: nothing but null`)
  if (converted.length === 1) return { ...only, ...described, ...isNullable }
  return { ...described, ...isNullable, anyOf: converted }
}

function object(schema: Schema, path: string): Schema {
  const fields = Object.entries(propertiesOf(schema, path)).map(([name, field]) => {
    if (!NAME.test(name)) throw new Unconvertible(`${path}: the name ${name}`)
    return [name, convert(field, `${path}.${name}`)] as const
  })
  const { required } = schema
  return {
    ...plain(schema),
    type: 'OBJECT',
    properties: Object.fromEntries(fields),
    ...(Array.isArray(required) && required.length > 0 ? { required } : {}),
  }
}

function plain(schema: Schema): Schema {
  const kept = KEPT.filter((keyword) => keyword in schema)
  const { format, type } = schema
  const isKnown = FORMATS[String(type)]?.includes(String(format))
  return {
    ...Object.fromEntries(kept.map((keyword) => [keyword, schema[keyword]])),
    ...(isKnown ? { format } : {}),
  }
}

const TYPES = new Set(['STRING', 'INTEGER', 'NUMBER', 'BOOLEAN', 'ARRAY', 'OBJECT'])
const WRITTEN = new Set([
  ...KEPT,
  'type',
  'format',
  'nullable',
  'enum',
  'anyOf',
  'items',
  'properties',
  'required',
])

/** Faults of a schema by the published rules of function declarations, judged without the conversion. */
export function geminiProblems(schema: unknown, path = 'schema'): string[] {
  if (typeof schema !== 'object' || schema === null) return [`${path}: no schema`]
  const { type, anyOf, items, properties = {}, enum: values = [] } = schema as Schema
  const problems = Object.keys(schema)
    .filter((keyword) => !WRITTEN.has(keyword))
    .map((keyword) => `${path}: ${keyword}`)
  if (!TYPES.has(String(type)) && !Array.isArray(anyOf)) problems.push(`${path}: no type`)
  const fields = Object.entries(properties as object)
  if (type === 'OBJECT' && fields.length === 0) problems.push(`${path}: no properties`)
  if ((values as unknown[]).some((value) => typeof value !== 'string')) {
    problems.push(`${path}: an enum of other than texts`)
  }
  if (type === 'ARRAY') problems.push(...geminiProblems(items, `${path}[]`))
  return [
    ...problems,
    ...fields.flatMap(([name, one]) => geminiProblems(one, `${path}.${name}`)),
    ...((anyOf ?? []) as unknown[]).flatMap((one, at) => geminiProblems(one, `${path}|${at}`)),
  ]
}
