import type { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import { describeIgnored, settleNames } from '../../core/run/argument-names.ts'
import { coerceArguments } from '../../core/run/coerce-arguments.ts'
import { explainProblems } from '../../core/run/explain-problems.ts'

/** What a call of one of the finder's tools gives. */
export interface FinderInput<T> {
  given: T
  /** Arguments that its schema does not know, and a text for each. */
  others: Readonly<Record<string, unknown>>
  ignored: string[]
}

/** Reads the arguments of a call of one of the finder's tools with tolerance. Throws `invalid_input`. */
export function readFinderInput<T extends z.ZodObject>(
  schema: T,
  args: Readonly<Record<string, unknown>>,
): FinderInput<z.output<T>> {
  const known = Object.keys(schema.shape)
  const { args: own, others } = settleNames(known, args)
  return { given: parse(schema, own), others, ignored: describeIgnored(known, others) }
}

function parse<T extends z.ZodObject>(
  schema: T,
  args: Readonly<Record<string, unknown>>,
): z.output<T> {
  const parsed = schema.safeParse(args)
  if (parsed.success) return parsed.data
  const meant = schema.safeParse(coerceArguments(schema, args))
  if (meant.success) return meant.data
  throw new OperationError('invalid_input', explainProblems({ input: schema }, meant.error, args), {
    hint: `Fields: ${Object.keys(schema.shape).join(', ')}.`,
    cause: meant.error,
  })
}
