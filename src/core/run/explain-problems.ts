import { z } from 'zod'
import { jsonTypes, typeOf } from '../../contract/field-types.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { cleanLine } from '../../lib/text.ts'
import { exampleFor, expectationOf } from './describe-schema.ts'
import { alternativesOf, type InputSchema, inputSchemaOf, schemaAt } from './input-schema.ts'

/** Problems that one error explains; further ones are counted. */
const EXPLAINED_MAX_COUNT = 10

/** Longest path into an input that an error repeats. */
const PATH_MAX_CHARS = 100

/** Longest message of the schema library that an error repeats. */
const MESSAGE_MAX_CHARS = 500

type Issue = z.core.$ZodIssue

/** Explains the problems of an input, one line for each: the fault, and what is expected instead, with an example. */
export function explainProblems(
  operation: Pick<AnyOperation, 'input' | 'agent'>,
  { issues }: z.ZodError,
  rawInput: unknown,
): string {
  const schema = inputSchemaOf(operation.input as z.ZodObject)
  const defaults: Readonly<Record<string, unknown>> = operation.agent?.defaults ?? {}
  const lines = issues.slice(0, EXPLAINED_MAX_COUNT).map((issue) => {
    const { path } = issue
    const place = cleanLine(z.core.toDotPath(path), PATH_MAX_CHARS)
    if (isWordedHere(issue)) return sayOf(place, issue.message)
    const at = schemaAt(schema, path)
    if (!at || issue.code === 'unrecognized_keys') {
      return sayOf(place, cleanLine(issue.message, MESSAGE_MAX_CHARS))
    }
    const usual = path.length === 1 ? defaults[String(path[0])] : undefined
    return sayOf(place, explain(at, valueAt(rawInput, path), usual))
  })
  const more = issues.length - lines.length
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

/** How the messages of the schema library begin. */
const FOREIGN_WORDS = /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/

/** Whether a schema has words of its own for a problem. */
function isWordedHere({ code, message }: Issue): boolean {
  return code === 'custom' || !FOREIGN_WORDS.test(message)
}

function sayOf(place: string, message: string): string {
  if (place === '') return message
  return message.startsWith('is ') ? `${place} ${message}` : `${place}: ${message}`
}

function explain(schema: InputSchema, value: unknown, usual: unknown): string {
  const missing = value === undefined ? 'missing; ' : ''
  const example = exampleFor(schema, usual)
  const given = value === undefined || isOfType(schema, value) ? '' : `, not ${kindOf(value)}`
  const exampleText = example === undefined ? '' : `, for example ${example}`
  const described = schema.description === undefined ? '' : ` (${schema.description})`
  return `${missing}expected ${expectationOf(schema)}${given}${exampleText}${described}`
}

function isOfType(schema: InputSchema, value: unknown): boolean {
  const types = new Set(alternativesOf(schema).flatMap(jsonTypes))
  return types.has('any') || types.has(typeOf(value))
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  array: 'a list',
  object: 'an object',
}

/** A value by its kind only: it may be a secret in the wrong place. */
function kindOf(value: unknown): string {
  return typeof value === 'boolean' ? String(value) : (KINDS[typeOf(value)] ?? typeOf(value))
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (within, step) =>
      typeof within === 'object' && within !== null && Object.hasOwn(within, step)
        ? (within as Record<PropertyKey, unknown>)[step]
        : undefined,
    input,
  )
}
