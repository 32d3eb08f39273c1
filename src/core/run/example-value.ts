import { alternativesOf, type InputSchema, itemsOf, propertyOf } from './input-schema.ts'

/** Levels of lists and objects that an example goes into. */
const EXAMPLE_MAX_DEPTH = 3

/** Text of known formats, in words and by an example. */
export const TEXT_FORMATS: Readonly<Record<string, { words: string; example: string }>> = {
  uri: { words: 'the address of a web page', example: 'https://example.com/page' },
  email: { words: 'an e-mail address', example: 'ada@example.com' },
  'date-time': { words: 'a time in ISO 8601', example: '2026-01-31T12:00:00Z' },
  date: { words: 'a date in ISO 8601', example: '2026-01-31' },
}

/** What an example is made with. */
export interface ExampleOptions {
  /** Values for fields of a name, of which their type would not say enough. */
  byName?: Readonly<Record<string, unknown>>
  /** Whether text of which nothing is known is the name of its field in words. */
  namesText?: boolean
}

/**
 * A value that fits a schema: its default or first choice, or one made up from the bounds. Undefined where these are not enough
 * to make one up.
 */
export function exampleOf(schema: InputSchema, options: ExampleOptions = {}): unknown {
  return valueOf(schema, { ...options, name: '', depth: EXAMPLE_MAX_DEPTH })
}

/** Where a value stands: in a field of that name, so many levels above the last one. */
interface Place extends ExampleOptions {
  name: string
  depth: number
}

function valueOf(schema: InputSchema, place: Place): unknown {
  const [first, ...others] = alternativesOf(schema)
  if (first && others.length > 0) return valueOf(first, place)
  const { type, enum: choices, const: only, examples, default: usual } = schema
  if (usual !== undefined) return usual
  if (examples?.length) return examples[0]
  if (choices) return choices[0]
  if (only !== undefined) return only
  if (type === 'integer' || type === 'number') return numberWithin(schema)
  if (type === 'boolean') return true
  if (type === 'string') return textLike(schema, place)
  if (type === 'array') return listLike(schema, place)
  if (type === 'object') return objectLike(schema, place)
  return place.namesText ? wordsOf(place.name) : undefined
}

/** Numbers that examples are made of, the first within the bounds. */
const NUMBERS = [10, 1, 100, 1_000, 10_000]

function numberWithin({ minimum, maximum }: InputSchema): number | undefined {
  const least = minimum ?? Number.NEGATIVE_INFINITY
  const most = maximum ?? Number.POSITIVE_INFINITY
  return NUMBERS.find((number) => number >= least && number <= most) ?? minimum ?? maximum
}

function textLike(schema: InputSchema, { name, byName = {}, namesText }: Place) {
  const { format = '', pattern, description, maxLength = 4 } = schema
  const known = TEXT_FORMATS[format]
  if (known) return known.example
  const named = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (typeof named === 'string') return named
  if (namesText) return wordsOf(name)
  // A description says more than a made-up word.
  const isFree = pattern === undefined && description === undefined
  return isFree ? 'text'.slice(0, maxLength) : undefined
}

function wordsOf(name: string): string {
  return name.replaceAll('_', ' ')
}

function listLike(schema: InputSchema, place: Place): unknown {
  const items = itemsOf(schema)
  const item =
    items && place.depth > 0 ? valueOf(items, { ...place, depth: place.depth - 1 }) : undefined
  return item === undefined ? undefined : [item]
}

function objectLike(schema: InputSchema, place: Place): unknown {
  if (place.depth === 0) return undefined
  const { byName = {} } = place
  const fields = (schema.required ?? []).map((name) => {
    if (Object.hasOwn(byName, name)) return [name, byName[name]] as const
    const property = propertyOf(schema, name)
    const within = { ...place, name, depth: place.depth - 1 }
    return [name, property && valueOf(property, within)] as const
  })
  return fields.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(fields)
}
