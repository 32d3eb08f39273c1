import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import { LazyList } from '../../lib/lazy-list.ts'
import { AGENT_ROUTE_ANSWER_MAX_CHARS } from '../limits.ts'

/** The fields that models see, and those of the route, of which a call may hold any. */
export interface TwoForms {
  listed: z.ZodObject
  route: z.ZodObject
  /** Listed fields that may be absent where the call holds this field of the route. */
  replaced: ReadonlyMap<string, string>
  /** Other names of fields of the route. */
  aliases: Readonly<Record<string, string>>
}

/** What a call of a tool holds. */
export interface SortedCall {
  /** Fields that models see. */
  own: Record<string, unknown>
  /** Further fields of the route. */
  given: Record<string, unknown>
  /** Whether the answer of the route is asked for too. */
  isFull: boolean
}

/** Input of a tool: the fields of both forms. */
export function acceptBoth(forms: TwoForms): z.ZodObject {
  const { listed, route } = forms
  const replaceable = Object.entries(shapeOf(listed))
    .map(([name, schema]) => [name, schema, otherNames(name, forms)] as const)
    .filter(([, schema, others]) => others.length > 0 && !isOptional(schema))
  const ofRoute = Object.entries(shapeOf(route)).filter(([name]) => !(name in listed.shape))
  const renamed = [...aliasesOf(forms)].map(
    ([alias, name]) => [alias, shapeOf(listed)[name] ?? shapeOf(route)[name]!] as const,
  )
  return z
    .object({
      ...listed.shape,
      ...Object.fromEntries(replaceable.map(([name, schema]) => [name, schema.optional()])),
      // A default would look like a value that the call holds.
      ...Object.fromEntries(
        [...ofRoute, ...renamed].map(([name, schema]) => [name, withoutDefault(schema).optional()]),
      ),
      full: z.boolean().optional(),
    })
    .superRefine(
      (call: Readonly<Record<string, unknown>>, context) => {
        for (const [name, schema, others] of replaceable) {
          if ([name, ...others].some((one) => call[one] !== undefined)) continue
          for (const issue of schema.safeParse(undefined).error?.issues ?? []) {
            context.addIssue({ ...issue, path: [name] })
          }
        }
      },
      // Beside what else is wrong.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    )
}

/** Sorts the fields of a call by the form that they belong to; a field of the route wins over an alias of it. */
export function sortFields(call: Readonly<Record<string, unknown>>, forms: TwoForms): SortedCall {
  const { full, ...fields } = call
  const aliases = aliasesOf(forms)
  const sorted: SortedCall = { own: {}, given: {}, isFull: full === true }
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue
    const meant = aliases.get(name)
    if (Object.hasOwn(forms.listed.shape, name)) sorted.own[name] = value
    else if (Object.hasOwn(forms.route.shape, name)) sorted.given[name] = withoutNull(name, value)
    else if (meant !== undefined && fields[meant] === undefined) {
      sorted.given[meant] = withoutNull(meant, value)
    }
  }
  return sorted
}

/**
 * Lays the fields of the route that a call holds over those that its other fields mean. Throws `invalid_input` where they
 * contradict each other.
 */
export function layOver(
  meant: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const present = withoutAbsent(meant)
  const refuted = Object.keys(given).find(
    (name) => name in present && !isSame(name, present[name], given[name]),
  )
  if (refuted !== undefined) {
    throw new OperationError('invalid_input', `${refuted} contradicts the other arguments.`, {
      hint: `Leave out ${refuted}, or the arguments that say the same in other words.`,
    })
  }
  return { ...present, ...given }
}

/** Fields that have a value. */
export function withoutAbsent(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** A result of a route whose lists are in memory. Throws `too_large` where they are too long for one answer. */
export async function readLists(
  result: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(result)) {
    read[name] = value instanceof LazyList ? await readBounded(value) : value
  }
  return read
}

async function readBounded(list: LazyList<unknown>): Promise<unknown[]> {
  const items: unknown[] = []
  let chars = 0
  for await (const part of list.parts()) {
    items.push(...part)
    chars += JSON.stringify(part).length
    if (chars <= AGENT_ROUTE_ANSWER_MAX_CHARS) continue
    throw new OperationError('too_large', 'The result is too large for one MCP answer.', {
      hint: 'Ask for less at a time.',
    })
  }
  return items
}

function shapeOf(schema: z.ZodObject): Readonly<Record<string, z.ZodType>> {
  return schema.shape
}

/** Other names under which a call may hold a listed field. */
function otherNames(name: string, forms: TwoForms): string[] {
  const meanings = [name, forms.replaced.get(name)]
  const aliases = [...aliasesOf(forms)].filter(([, meant]) => meanings.includes(meant))
  return [...meanings.slice(1), ...aliases.map(([alias]) => alias)].filter(
    (other) => other !== undefined,
  )
}

/** Other names of fields of the route, as far as no field has that name. */
function aliasesOf({ listed, route, aliases }: TwoForms): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(aliases).filter(
      ([alias, name]) => !(alias in route.shape) && !(alias in listed.shape) && name in route.shape,
    ),
  )
}

function isOptional(schema: z.ZodType): boolean {
  return schema.safeParse(undefined).success
}

function withoutDefault(schema: z.ZodType): z.ZodType {
  return schema instanceof z.ZodDefault ? (schema.unwrap() as z.ZodType) : schema
}

/** Not every database can keep null bytes: HTTP refuses them in every field. */
function withoutNull(name: string, value: unknown): unknown {
  if (!holdsNull(value)) return value
  throw new OperationError('invalid_input', `Argument "${name}" must not contain null bytes.`, {
    fields: { var_name: name },
  })
}

function holdsNull(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0')
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([name, inner]) => holdsNull(name) || holdsNull(inner))
}

/** Kinds of destinations that have an older name. */
const MODERN_TYPES: ReadonlyMap<unknown, string> = new Map([
  ['stream', 'channel'],
  ['private', 'direct'],
])

function isSame(name: string, one: unknown, other: unknown): boolean {
  if (name !== 'type') return isDeepStrictEqual(one, other)
  return (MODERN_TYPES.get(one) ?? one) === (MODERN_TYPES.get(other) ?? other)
}
