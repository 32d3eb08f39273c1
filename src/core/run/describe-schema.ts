import { exampleOf, TEXT_FORMATS } from './example-value.ts'
import { alternativesOf, type InputSchema, itemsOf } from './input-schema.ts'

/** Choices that a sentence lists. */
const CHOICES_MAX_COUNT = 20

/** Longest pattern that says more than it hides. */
const PATTERN_MAX_CHARS = 60

/** Levels of lists that a sentence goes into. */
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
  if (type === 'string') return describeText(schema)
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
  const example = exampleOf(schema)
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

function describeText({ format = '', pattern, minLength = 0, maxLength }: InputSchema): string {
  const known = TEXT_FORMATS[format]
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
