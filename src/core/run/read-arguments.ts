import { z } from 'zod'
import { jsonTypes } from '../../contract/field-types.ts'
import { type AnyOperation, type BeforePayment, listedOf } from '../../contract/operation.ts'
import { routeOf } from './agent-form.ts'
import { describeIgnored, settleNames, unknownArguments } from './argument-names.ts'
import { findSynonym } from './argument-synonyms.ts'
import { coerceArguments } from './coerce-arguments.ts'
import { inputSchemaOf, propertyOf } from './input-schema.ts'
import { readInput } from './run.ts'

type Arguments = Readonly<Record<string, unknown>>

/** The input of a call by somebody who may write it loosely, and what is to be told of it. */
export interface ReadArguments {
  input: Record<string, unknown>
  /** Arguments that the operation does not know, one text for each. */
  ignored: readonly string[]
}

/** How arguments are read. */
export interface ReadOptions {
  /** Values of arguments that are left out. */
  defaults?: Arguments | undefined
  /** Where a payment comes next. */
  beforePayment?: BeforePayment
}

/**
 * The input of a call over MCP or on the command line, read with tolerance: see `settleNames` and `coerceArguments`. What is
 * valid stays as it is. An argument that the operation does not know is refused where it changes something, else told.
 * Throws what `readInput` throws.
 */
export async function readArguments(
  operation: AnyOperation,
  given: Arguments,
  { defaults, beforePayment }: ReadOptions = {},
): Promise<ReadArguments> {
  const schema = strictSchemaOf(operation)
  const named = nameArguments(operation, given)
  const { args, over } = withinLimits(schema, named.args)
  const ignored = [...named.ignored, ...over]
  const nonNull = operation.effects.readOnly ? withoutNulls(schema, args) : args
  const mend = (written: Arguments): Arguments => coerceArguments(schema, written)
  const input = await readInput(operation, { ...defaults, ...nonNull }, beforePayment, mend)
  return { input, ignored }
}

const strictSchemas = new WeakMap<AnyOperation, z.ZodObject>()

/** What arguments are mended to: for a field that takes links of files too, what the route takes. */
function strictSchemaOf(operation: AnyOperation): z.ZodObject {
  const { fileField } = operation
  const input = operation.input as z.ZodObject
  if (fileField === undefined) return input
  const known = strictSchemas.get(operation)
  if (known) return known
  const strict = input.extend({ [fileField]: routeOf(operation).input.shape[fileField] })
  strictSchemas.set(operation, strict)
  return strict
}

function nameArguments(operation: AnyOperation, given: Arguments) {
  const { shape } = operation.input
  if (Object.keys(given).every((name) => Object.hasOwn(shape, name))) {
    return { args: given, ignored: [] }
  }
  const known = Object.keys(shape)
  const listed = Object.keys(listedOf(operation).input.shape)
  const { args, others } = settleNames(known, given, {
    lists: listsOf(operation),
    findSynonym,
    // Words of the route besides are never guessed at.
    listed: operation.usesAccount ? listed : known,
  })
  if (Object.keys(others).length === 0) return { args, ignored: [] }
  if (takesAny(operation)) return { args: { ...args, ...others }, ignored: [] }
  if (!operation.effects.readOnly) {
    throw unknownArguments(known, others, listed)
  }
  return { args, ignored: describeIgnored(known, others) }
}

/** Fields that say how much somebody wants at most: whoever asks for more than there may be gets as much as there may be. */
const AMOUNTS = ['limit', 'seconds', 'maxChars', 'maxPages', 'maxTokens']

/** Arguments with amounts that are not over what their fields take, and a text for each that was. */
function withinLimits(input: z.ZodObject, args: Arguments): { args: Arguments; over: string[] } {
  const over: string[] = []
  const taken = { ...args }
  for (const name of AMOUNTS.filter((field) => Object.hasOwn(args, field))) {
    const { maximum } = propertyOf(inputSchemaOf(input), name) ?? {}
    const written = Number(args[name])
    if (maximum === undefined || !(written > maximum) || !Number.isSafeInteger(written)) continue
    taken[name] = maximum
    over.push(`${name}: ${maximum} at most, which was taken`)
  }
  return { args: taken, over }
}

/** The fields that take lists. */
function listsOf({ input }: AnyOperation): string[] {
  const { shape } = input as z.ZodObject
  const schema = inputSchemaOf(input as z.ZodObject)
  return Object.keys(shape).filter((name) => {
    const field = propertyOf(schema, name)
    return field !== undefined && jsonTypes(field).includes('array')
  })
}

function takesAny(operation: AnyOperation): boolean {
  const { catchall } = (operation.input as z.ZodObject).def
  return catchall !== undefined && !(catchall instanceof z.ZodNever)
}

/**
 * Arguments without null where a field may be left out and takes no null: hosts with strict schemas send it for what the model left
 * out. Only for reads: in a write, null may mean that something is to be cleared.
 */
function withoutNulls({ shape }: z.ZodObject, args: Arguments): Arguments {
  const fields: Readonly<Record<string, z.ZodType>> = shape
  const isLeftOut = (name: string): boolean => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    return field !== undefined && takesOnly(field, undefined, null)
  }
  const names = Object.keys(args).filter((name) => args[name] === null && isLeftOut(name))
  if (names.length === 0) return args
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)))
}

function takesOnly(field: z.ZodType, taken: unknown, refused: unknown): boolean {
  return field.safeParse(taken).success && !field.safeParse(refused).success
}
