import { alternativesOf, type InputSchema, itemsOf, propertyOf } from './input-schema.ts'

/** Choices that a sentence lists. */
const CHOICES_MAX_COUNT = 20

/** Longest pattern that says more than it hides. */
const PATTERN_MAX_CHARS = 60

/** Levels of lists and objects that an example or a sentence goes into. */
const DESCRIBED_MAX_DEPTH = 3

/** What a schema wants, in words: `a whole number from 1 to 200`. */
export function expectationOf(schema: InputSchema, depth = DESCRIBED_MAX_DEPTH): string {
  const [first, ...others] = alternativesOf(schema)
  if (first && others.length > 0) {
    const words = [first, ...others].map((alternative) => expectationOf(alternative, depth))
    return [...new Set(words)].slice(0, CHOICES_MAX_COUNT).join(' or ')
  }
  const { type, enum: choices, const: only } = schema
  if (choices) return `one of ${choices.slice(0, CHOICES_MAX_COUNT).map(written).join(', ')}`
  if (only !== undefined) return written(only)
  if (type === 'integer') return `a whole number${rangeOf(schema)}`
  if (type === 'number') return `a number${rangeOf(schema)}`
  if (type === 'boolean') return 'true or false'
  if (type === 'string') return textOf(schema)
  if (type === 'array') return listOf(schema, depth)
  if (type === 'object') return objectOf(schema)
  return typeof type === 'string' ? type : 'another value'
}

/**
 * A valid value as JSON text, where one is known: the usual one, the default, or one made up from the bounds. Undefined where the
 * words list all values, or bounds are not enough to make one up.
 */
export function exampleFor(schema: InputSchema, usual?: unknown): string | undefined {
  if (alternativesOf(schema).every(isListed)) return undefined
  if (usual !== undefined) return written(usual)
  if (schema.default !== undefined) return written(schema.default)
  const example = exampleOf(schema, DESCRIBED_MAX_DEPTH)
  return example === undefined ? undefined : written(example)
}

/** Whether the words for a schema name all its values. */
function isListed({ type, enum: choices, const: only }: InputSchema): boolean {
  const isShort = choices !== undefined && choices.length <= CHOICES_MAX_COUNT
  return isShort || only !== undefined || type === 'boolean'
}

function written(value: unknown): string {
  return JSON.stringify(value)
}

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: InputSchema): string {
  const least = bound(minimum)
  const most = bound(maximum)
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}`
  if (least !== undefined) return ` of at least ${least}`
  if (most !== undefined) return ` of at most ${most}`
  if (typeof exclusiveMinimum === 'number') return ` above ${exclusiveMinimum}`
  return typeof exclusiveMaximum === 'number' ? ` below ${exclusiveMaximum}` : ''
}

/** A bound that somebody set: not those of numbers that are held exactly. */
function bound(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value
}

/** Text of known formats, with an example of each. */
const FORMATS: Readonly<Record<string, { words: string; example: string }>> = {
  uri: { words: 'the address of a web page', example: 'https://example.com/page' },
  email: { words: 'an e-mail address', example: 'ada@example.com' },
  'date-time': { words: 'a time in ISO 8601', example: '2026-01-31T12:00:00Z' },
  date: { words: 'a date in ISO 8601', example: '2026-01-31' },
}

function textOf({ format = '', pattern, minLength = 0, maxLength }: InputSchema): string {
  const known = FORMATS[format]
  if (known) return known.words
  const like =
    pattern !== undefined && pattern.length <= PATTERN_MAX_CHARS ? ` that matches ${pattern}` : ''
  return `text${like}${lengthOf(minLength, maxLength)}`
}

function lengthOf(least: number, most: number | undefined): string {
  if (most === undefined) return least > 0 ? ` of at least ${least} characters` : ''
  return least > 0 ? ` of ${least} to ${most} characters` : ` of at most ${most} characters`
}

function listOf(schema: InputSchema, depth: number): string {
  const most = schema.maxItems === undefined ? '' : ` of at most ${schema.maxItems}`
  const items = itemsOf(schema)
  return `a list${most}${items && depth > 0 ? `, each ${expectationOf(items, depth - 1)}` : ''}`
}

function objectOf({ required = [] }: InputSchema): string {
  return required.length === 0 ? 'an object' : `an object with ${required.join(', ')}`
}

/** Numbers that examples are made of, the first within the bounds. */
const NUMBERS = [10, 1, 100, 1_000, 10_000]

function exampleOf(schema: InputSchema, depth: number): unknown {
  const [first, ...others] = alternativesOf(schema)
  if (first && others.length > 0) return exampleOf(first, depth)
  const { type, enum: choices, const: only, examples, default: usual } = schema
  if (usual !== undefined) return usual
  if (examples?.length) return examples[0]
  if (choices) return choices[0]
  if (only !== undefined) return only
  if (type === 'integer' || type === 'number') return numberWithin(schema)
  if (type === 'boolean') return true
  if (type === 'string') return textLike(schema)
  if (type === 'array') return listLike(schema, depth)
  return type === 'object' ? objectLike(schema, depth) : undefined
}

function numberWithin({ minimum, maximum }: InputSchema): number | undefined {
  const least = minimum ?? Number.NEGATIVE_INFINITY
  const most = maximum ?? Number.POSITIVE_INFINITY
  return NUMBERS.find((number) => number >= least && number <= most) ?? minimum ?? maximum
}

function textLike(schema: InputSchema): string | undefined {
  const { format = '', pattern, description, maxLength = 4 } = schema
  const known = FORMATS[format]
  if (known) return known.example
  // A description says more than a made-up word.
  const isFree = pattern === undefined && description === undefined
  return isFree ? 'text'.slice(0, maxLength) : undefined
}

function listLike(schema: InputSchema, depth: number): unknown {
  const items = itemsOf(schema)
  const item = items && depth > 0 ? exampleOf(items, depth - 1) : undefined
  return item === undefined ? undefined : [item]
}

function objectLike(schema: InputSchema, depth: number): unknown {
  if (depth === 0) return undefined
  const fields = (schema.required ?? []).map((name) => {
    const property = propertyOf(schema, name)
    return [name, property && exampleOf(property, depth - 1)] as const
  })
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields)
}
