import type { z } from 'zod'
import { jsonTypes, typeOf } from '../../contract/field-types.ts'
import { withScheme } from '../../contract/web-address.ts'
import { isJsonDeeperThan } from '../../lib/json-depth.ts'
import {
  alternativesOf,
  type InputSchema,
  inputSchemaOf,
  itemsOf,
  propertyOf,
} from './input-schema.ts'

/**
 * Arguments of which the values that their fields refuse are what was surely meant: numbers and booleans written as text, JSON
 * text of a list or object, one value for a list and a list of one for a value, a whole number for text, a web address without its scheme. What a
 * field takes as it is stays so, and what no reading makes valid too.
 */
export function coerceArguments(
  input: z.ZodObject,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shape: Readonly<Record<string, z.ZodType>> = input.shape
  const schema = inputSchemaOf(input)
  const read = Object.entries(args).map(([name, value]) => {
    const field = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!field || field.safeParse(value).success) return [name, value]
    const meant = fitProperty(schema, name, value)
    return [name, field.safeParse(meant).success ? meant : value]
  })
  return Object.fromEntries(read) as Record<string, unknown>
}

/** A value as its schema wants it, or as it is where the schema wants something else. */
function fit(schema: InputSchema, value: unknown): unknown {
  if (value === undefined || value === null) return value
  const alternatives = alternativesOf(schema)
  const fitting = alternatives.filter((alternative) => takes(alternative, typeOf(value)))
  const [only, ...others] = fitting
  if (only) return others.length === 0 ? fitWithin(only, value) : value
  if (typeof value === 'string') {
    for (const alternative of alternatives) {
      const meant = readText(alternative, value)
      if (meant !== undefined) return fitWithin(alternative, meant)
    }
  }
  if (isExact(value) && alternatives.some((alternative) => takes(alternative, 'string'))) {
    return String(value)
  }
  if (Array.isArray(value) && value.length === 1) return fit(schema, value[0])
  const list = alternatives.find((alternative) => takes(alternative, 'array'))
  return list ? fitWithin(list, [value]) : value
}

/** A value of the right type, with what it holds as the schema wants it. */
function fitWithin(schema: InputSchema, value: unknown): unknown {
  if (typeof value === 'string') return schema.format === 'uri' ? withScheme(value) : value
  if (Array.isArray(value)) {
    const items = itemsOf(schema)
    return items ? value.map((item) => fit(items, item)) : value
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, fitProperty(schema, name, part)]),
  )
}

function fitProperty(schema: InputSchema, name: string, value: unknown): unknown {
  const property = propertyOf(schema, name)
  return property ? fit(property, value) : value
}

function takes(schema: InputSchema, type: string): boolean {
  return jsonTypes(schema).some((taken) => taken === type || taken === 'any')
}

/** Whether a number is the only one that its digits can mean: larger ones were rounded, and of `1.10` a digit is gone. */
function isExact(value: unknown): value is number {
  return Number.isSafeInteger(value) && !Object.is(value, -0)
}

/** What a text says that stands where another type is wanted. */
function readText(schema: InputSchema, text: string): unknown {
  if (takes(schema, 'number')) return readNumber(text)
  if (takes(schema, 'boolean')) return readBoolean(text)
  if (takes(schema, 'array')) return readJson(text, '[', ']')
  return takes(schema, 'object') ? readJson(text, '{', '}') : undefined
}

/** Plain decimal digits: no exponents, other bases, blanks, leading zeros or signs of plus. */
const DECIMAL = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/

/** Digits that a number holds without rounding. */
const EXACT_MAX_DIGITS = 15

function readNumber(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined
  const value = Number(text)
  const isKept = text.includes('.')
    ? text.replaceAll(/\D/g, '').length <= EXACT_MAX_DIGITS
    : Number.isSafeInteger(value)
  return isKept ? value : undefined
}

function readBoolean(text: string): boolean | undefined {
  return /^(?:true|false)$/i.test(text) ? /^t/i.test(text) : undefined
}

/** Nesting of JSON that stands in a text; as much as that of a request. */
const TEXT_JSON_MAX_DEPTH = 64

function readJson(text: string, opening: string, closing: string): unknown {
  const json = text.trim()
  if (!json.startsWith(opening) || !json.endsWith(closing)) return undefined
  if (isJsonDeeperThan(TEXT_JSON_MAX_DEPTH, json)) return undefined
  try {
    return JSON.parse(json) as unknown
  } catch {
    // No JSON: for a list, the text may be its only item.
    return undefined
  }
}
