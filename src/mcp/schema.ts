import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { type AnyOperation, listedOf } from '../contract/operation.ts'
import { isRecord } from '../lib/is-record.ts'

/** A JSON Schema as a plain object. */
export type JsonSchema = Record<string, unknown>

/** Both published schemas of an operation, in the short form that models read. */
export interface ToolSchemas {
  input: JsonSchema
  /** Absent where results have no structured content. */
  output?: JsonSchema
}

/** What a tool is published of. */
type Published = Pick<AnyOperation, 'input' | 'output' | 'listed' | 'agent'>

const cache = new WeakMap<Published, ToolSchemas>()

/** The schemas of an operation as its MCP tool publishes them; computed once per process. */
export function toolSchemas(operation: Published): ToolSchemas {
  const known = cache.get(operation)
  if (known) return known
  const { input } = listedOf(operation)
  const output = structureOf(operation)
  const schemas = {
    input: withDefaults(
      compact(z.toJSONSchema(input, { io: 'input', reused: 'inline' })),
      operation.agent?.defaults ?? {},
    ),
    ...(output
      ? { output: compact(z.toJSONSchema(output, { io: 'output', reused: 'inline' })) }
      : {}),
  }
  cache.set(operation, schemas)
  return schemas
}

/** The schema of a tool's structured content; undefined where it has none. */
export function structureOf(operation: Published): z.ZodObject | undefined {
  const structure = operation.agent?.structure
  if (structure === 'none') return undefined
  return structure?.schema ?? listedOf(operation).output
}

/** An input schema without fields that are seldom needed. */
export function withoutSeldom(
  input: JsonSchema,
  { agent }: Pick<AnyOperation, 'agent'>,
): JsonSchema {
  const { seldom = [] } = agent ?? {}
  const properties = input['properties']
  if (seldom.length === 0 || !isRecord(properties)) return input
  const kept = Object.entries(properties).filter(([name]) => !seldom.includes(name))
  return { ...input, properties: Object.fromEntries(kept) }
}

/**
 * Wraps a finished JSON Schema for `registerTool`. It accepts every value, since `runOperation`
 * validates with the operation's own schema and words the error for the model.
 */
export function wrapSchema(schema: JsonSchema): StandardSchemaWithJSON<Record<string, unknown>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'bellhop',
      validate: (value) => ({ value: isRecord(value) ? value : {} }),
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}

/** Whether a numeric bound is useless to a model, being far beyond usual values. */
function isSilentBound(key: string, value: unknown): boolean {
  if (key === 'minimum' || key === 'minItems') return typeof value === 'number' && value <= 500
  return key === 'maximum' && typeof value === 'number' && value >= 200
}

/** Whether a default is what a model expects of a field that it leaves out. */
function isObvious(value: unknown): boolean {
  return value === false || (Array.isArray(value) && value.length === 0)
}

/** Whether `additionalProperties` is false or an empty schema, which a model need not know. */
function isOpenOrClosed(value: unknown): boolean {
  return value === false || (isRecord(value) && Object.keys(value).length === 0)
}

/** Bounds that a model cannot check itself, or would not exceed; a violating call gets an error message. */
const TOLD_LATER = new Set(['pattern', 'minLength', 'maxLength', 'maxItems'])

/**
 * A list with a schema for each place, written as a list of items that fit any of them: hosts refuse the `items: false` of the former,
 * and the operation's own schema validates what is sent anyway.
 */
function withoutPlaces(value: unknown): unknown {
  if (!isRecord(value) || !Array.isArray(value['prefixItems'])) return value
  const { prefixItems, ...rest } = value
  const places = prefixItems as unknown[]
  return { ...rest, items: places.length === 1 ? places[0] : { anyOf: places } }
}

/** Drops what is useless to a model, or is told when it is needed: `$schema`, examples, closed objects, patterns, and bounds far beyond usual values. */
function compact(schema: unknown): JsonSchema {
  const text = JSON.stringify(schema, (key, value: unknown) => {
    if (key === '$schema' || key === 'examples') return undefined
    if (key === 'additionalProperties' && isOpenOrClosed(value)) return undefined
    if (key === 'propertyNames') return undefined
    // Fields for addresses say so in words.
    if (key === 'format' && value === 'uri') return undefined
    if (TOLD_LATER.has(key) && typeof value !== 'object') return undefined
    if (key === 'default' && isObvious(value)) return undefined
    return isSilentBound(key, value) ? undefined : withoutPlaces(value)
  })
  return JSON.parse(text) as JsonSchema
}

function withDefaults(schema: JsonSchema, defaults: Readonly<Record<string, unknown>>): JsonSchema {
  const properties = schema['properties']
  if (!isRecord(properties)) return schema
  for (const [name, value] of Object.entries(defaults)) {
    const property = properties[name]
    if (isRecord(property)) property['default'] = value
  }
  return schema
}
