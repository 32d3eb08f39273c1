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

/** Keywords that strict mode of OpenAI's functions has; those of `MOVED` are told in words, those of `DROPPED` tell a model nothing. */
const KEPT = new Set(
  'type description enum const properties required items anyOf additionalProperties minItems maxItems pattern multipleOf minimum maximum exclusiveMinimum exclusiveMaximum format'.split(
    ' ',
  ),
)
const MOVED = ['default', 'maxLength', 'minLength']
const DROPPED = ['title', 'examples']
const KNOWN = new Set([...KEPT, ...MOVED, ...DROPPED])

const FORMATS = new Set('date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '))

/** Published bounds of one schema. */
const DEPTH_MAX = 10
const PROPERTIES_MAX = 5_000
const ENUM_MAX = 1_000

/**
 * The schema as OpenAI's strict mode takes it: every field required, optional ones nullable, no further fields. An object of
 * unlisted fields becomes its JSON as text. Throws Unconvertible for anything that the mode has no words for.
 */
export function toOpenAiStrict(schema: Schema): Schema {
  const count = { properties: 0 }
  const converted = convert(schema, 'schema', 1, count, true)
  if (count.properties > PROPERTIES_MAX) throw new Unconvertible(`${count.properties} properties`)
  if (converted['type'] !== 'object') throw new Unconvertible('schema: the root is no object')
  return converted
}

interface Count {
  properties: number
}

function convert(
  schema: Schema,
  path: string,
  depth: number,
  count: Count,
  isRoot = false,
): Schema {
  requireOnlyKnown(schema, KNOWN, path)
  if (depth > DEPTH_MAX) throw new Unconvertible(`${path}: nested deeper than ${DEPTH_MAX}`)
  const alternatives = alternativesOf(schema, path)
  if (alternatives) {
    const { description } = schema
    return {
      ...(description === undefined ? {} : { description }),
      anyOf: alternatives.map((one, at) => convert(one, `${path}|${at}`, depth, count)),
    }
  }
  const { enum: values, type } = schema
  if (Array.isArray(values) && values.length > ENUM_MAX) throw new Unconvertible(`${path}: enum`)
  switch (type) {
    case 'object':
      return isOpen(schema, path) && !isRoot
        ? { type: 'string', description: describedAs(schema, AS_TEXT) }
        : closed(schema, path, depth, count)
    case 'array': {
      const items = convert(schemaAt(schema['items'], `${path}[]`), `${path}[]`, depth + 1, count)
      return { ...plain(schema), items }
    }
    case 'string':
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return plain(schema)
    default:
      throw new Unconvertible(`${path}: type ${JSON.stringify(type)}`)
  }
}

function closed(schema: Schema, path: string, depth: number, count: Count): Schema {
  const { required = [] } = schema as { required?: readonly string[] }
  const fields = Object.entries(propertiesOf(schema, path)).map(([name, field]) => {
    const converted = convert(field, `${path}.${name}`, depth + 1, count)
    return [name, required.includes(name) ? converted : nullable(converted)] as const
  })
  count.properties += fields.length
  return {
    ...plain(schema),
    properties: Object.fromEntries(fields),
    required: fields.map(([name]) => name),
    additionalProperties: false,
  }
}

/** Strict mode knows no optional fields: null stands for one that is left out. */
function nullable(schema: Schema): Schema {
  const alternatives = schema['anyOf']
  const all = Array.isArray(alternatives) ? (alternatives as Schema[]) : [schema]
  return all.some(({ type }) => type === 'null') ? schema : { anyOf: [...all, { type: 'null' }] }
}

/** The keywords that stay, and what the others say in words. */
function plain(schema: Schema): Schema {
  const said = MOVED.filter((keyword) => keyword in schema).map(
    (keyword) => `${keyword}: ${JSON.stringify(schema[keyword])}.`,
  )
  const { format } = schema
  if (typeof format === 'string' && !FORMATS.has(format)) said.push(`format: ${format}.`)
  const kept = Object.entries(schema).filter(
    ([keyword]) =>
      KEPT.has(keyword) && (keyword !== 'format' || FORMATS.has(String(schema['format']))),
  )
  const description = said.length > 0 ? { description: describedAs(schema, said.join(' ')) } : {}
  return { ...Object.fromEntries(kept), ...description }
}

/** Faults of a schema by the published rules of strict mode, judged without the conversion. */
export function strictProblems(schema: unknown, path = 'schema'): string[] {
  if (typeof schema !== 'object' || schema === null) return [`${path}: no schema`]
  const { type, properties, required, items, anyOf, additionalProperties, ...rest } =
    schema as Record<string, unknown>
  const problems = Object.keys(rest)
    .filter((keyword) => !KEPT.has(keyword))
    .map((keyword) => `${path}: ${keyword}`)
  if (typeof type !== 'string' && !Array.isArray(anyOf)) problems.push(`${path}: no type`)
  if (type === 'object') {
    const names = Object.keys(properties ?? {})
    if (additionalProperties !== false) problems.push(`${path}: additionalProperties`)
    if (JSON.stringify(required) !== JSON.stringify(names)) problems.push(`${path}: required`)
  }
  if (type === 'array') problems.push(...strictProblems(items, `${path}[]`))
  return [
    ...problems,
    ...Object.entries(properties ?? {}).flatMap(([name, one]) =>
      strictProblems(one, `${path}.${name}`),
    ),
    ...((anyOf ?? []) as unknown[]).flatMap((one, at) => strictProblems(one, `${path}|${at}`)),
  ]
}
