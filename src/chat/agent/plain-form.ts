import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import type { AgentForm, Operation } from '../../contract/operation.ts'
import { cleanText } from '../../lib/text.ts'
import { nameUpTo, textUpTo } from '../../lib/text-bounds.ts'
import { AGENT_MESSAGES_MAX_CHARS, MESSAGE_MAX_CHARS, TOPIC_MAX_CHARS } from '../limits.ts'
import { nameOrId, narrowInput } from './inputs.ts'
import type { Named } from './names.ts'

/** Differences of one operation's tool from the plain form. */
export interface PlainFacet {
  /** Replaces the operation's description. */
  description?: string
  /** Fields that name something, when the field name does not tell its kind. */
  names?: Readonly<Record<string, Named>>
  /** Fields hidden from models, each with its value; undefined for the operation's default. */
  fixed?: Readonly<Record<string, unknown>>
  /** Fields that models may fill with less than the route takes. */
  schemas?: Readonly<Record<string, z.ZodType>>
  /** Optional fields that stay top-level when there are too many. */
  keeps?: readonly string[]
}

type Definition = Pick<Operation, 'name' | 'description' | 'input' | 'output'> & {
  effects: { readOnly: boolean }
}

/** One field of a tool, and the field of the operation that it fills. */
interface Field {
  as: string
  schema: z.ZodType
  names?: Named
  isList?: boolean
}

/** Naming fields of operations, in the form that models fill. */
const NAMING: Readonly<Record<string, { as: string; names: Named }>> = {
  stream_id: { as: 'channel', names: 'channel' },
  user_id: { as: 'user', names: 'user' },
  user_id_or_email: { as: 'user', names: 'user' },
  muted_user_id: { as: 'user', names: 'account' },
  user_group_id: { as: 'group', names: 'group' },
}

/** Fields with one value for all models: raw text, and no avatar URLs. */
const FIXED: Readonly<Record<string, unknown>> = {
  apply_markdown: false,
  client_extavatar: true,
  allow_empty_topic_name: undefined,
  include_custom_profile_fields: undefined,
  emoji_code: undefined,
  reaction_type: undefined,
  announce: undefined,
  send_new_subscription_messages: undefined,
}

/** Most optional fields of a tool; further ones are grouped into one object. */
const OPTIONAL_MAX_COUNT = 6

/** Names of fields that an error lists. */
const LISTED_MAX_CHARS = 2_000

/**
 * The default tool form of an operation: its own fields, but names in place of ids, raw text, long results in parts, and many
 * optional fields grouped into one object.
 */
export function plainForm(definition: Definition, facet: PlainFacet = {}): AgentForm {
  const { description, input, output, effects } = definition
  const fields = fieldsOf(input, facet)
  const optional = [...fields].filter(([, { schema }]) => schema.safeParse(undefined).success)
  const keeps = new Set(facet.keeps)
  const folded = new Map(
    optional.length > OPTIONAL_MAX_COUNT ? optional.filter(([name]) => !keeps.has(name)) : [],
  )
  const open = [...fields].filter(([name]) => !folded.has(name))
  const list = effects.readOnly ? pageable(output) : undefined
  return {
    description: facet.description ?? description,
    input: z.object({
      ...Object.fromEntries(open.map(([, { as, schema }]) => [as, schema])),
      ...(folded.size > 0 ? { options: optionsOf(definition.name) } : {}),
      ...(list === undefined ? {} : { from: FROM }),
    }),
    output: list === undefined ? output : output.extend({ next: NEXT }),
    text: textOf,
    async run(call, operate) {
      const { from = 0, options = {}, ...given } = call.input as Given
      refuseUnknown(options, folded)
      const filled = new Map<string, unknown>(Object.entries(fixedOf(input, facet)))
      for (const [name, { as, names }] of open) {
        const value = given[as]
        if (value === undefined) continue
        const { idsOf } = await import('./names.ts')
        filled.set(name, names ? await idsOf(call, names, value, input.shape[name]) : value)
      }
      for (const [name, value] of Object.entries(options)) filled.set(name, value)
      const result = (await operate(Object.fromEntries(filled))) as Result
      if (list === undefined) return cleaned(result)
      const { items, next } = partOf(result[list] as readonly unknown[], from)
      return cleaned({ ...result, [list]: items, next })
    },
  }
}

interface Given extends Record<string, unknown> {
  from?: number
  options?: Record<string, unknown>
}

const FROM = z.int().min(0).optional().describe('`next` of the answer before.')
const NEXT = z.int().optional()

function optionsOf(name: string) {
  return z
    .record(z.string(), z.unknown())
    .optional()
    .describe(`More fields by name: see bellhop://operation/${name}.`)
}

function fieldsOf(
  input: z.ZodObject,
  { names = {}, fixed = {}, schemas = {} }: PlainFacet,
): Map<string, Field> {
  const shape = input.shape as Readonly<Record<string, z.ZodType>>
  const fields = Object.entries(shape).flatMap(([name, schema]): [string, Field][] => {
    if (name in fixed || name in FIXED) return []
    const kind = names[name] ?? NAMING[name]?.names
    if (kind === undefined)
      return [[name, { as: name, schema: schemas[name] ?? asked(name, schema) }]]
    const isList = schema.safeParse([]).success
    const plain = isList ? z.array(nameOrId) : nameOrId
    const named = schema.safeParse(undefined).success ? plain.optional() : plain
    const as = NAMING[name]?.as ?? name
    return [
      [name, { as, schema: named.describe(isList ? 'Names or ids.' : 'Name or id.'), names: kind }],
    ]
  })
  return new Map(fields)
}

/** Texts that routes cut at their limit, as their clients expect; a model would never learn of the cut. */
const CUT: Readonly<Record<string, z.ZodType>> = {
  content: textUpTo(MESSAGE_MAX_CHARS),
  topic: nameUpTo(TOPIC_MAX_CHARS),
  topic_name: nameUpTo(TOPIC_MAX_CHARS),
}

/** The schema of a field as models see it. Describing a narrow takes many tokens, and `get_messages` already does. */
function asked(name: string, schema: z.ZodType): z.ZodType {
  const bounded = name === 'narrow' ? narrowInput : CUT[name]
  if (!bounded) return schema
  const field = schema.safeParse(undefined).success ? bounded.optional() : bounded
  return field.describe(
    name === 'narrow' ? 'Terms {operator, operand, negated}.' : descriptionOf(schema),
  )
}

/** What stands at a schema, or at the one that it makes optional. */
function descriptionOf(schema: z.ZodType): string {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : undefined
  return schema.description ?? inner?.description ?? ''
}

function fixedOf(input: z.ZodObject, { fixed = {} }: PlainFacet): Record<string, unknown> {
  const all = { ...FIXED, ...fixed }
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => name in input.shape && value !== undefined),
  )
}

function refuseUnknown(options: object, folded: ReadonlyMap<string, Field>): void {
  const unknown = Object.keys(options).filter((name) => !folded.has(name))
  if (unknown.length === 0) return
  throw new OperationError('invalid_input', 'There is no option of that name.', {
    hint: `Options: ${[...folded.keys()].join(', ').slice(0, LISTED_MAX_CHARS)}.`,
  })
}

function textOf(output: Record<string, unknown>): string {
  return Object.keys(output).length === 0 ? 'Done.' : JSON.stringify(output)
}

/** The parts of a result used here. */
export type Result = Record<string, unknown>

/** The field of a result that holds a list which may be long; undefined where there is none, or several. */
export function pageable(output: z.ZodObject): string | undefined {
  const lists = Object.entries(output.shape).filter(([, schema]) => schema instanceof z.ZodArray)
  return lists.length === 1 ? lists[0]?.[0] : undefined
}

/** The items from an offset that fit one response, at least one, and the offset of the next part. */
export function partOf<T>(list: readonly T[], from: number): { items: T[]; next?: number } {
  let chars = 0
  let end = from
  while (end < list.length) {
    chars += JSON.stringify(list[end]).length
    if (end > from && chars > AGENT_MESSAGES_MAX_CHARS) break
    end += 1
  }
  return { items: list.slice(from, end), ...(end < list.length ? { next: end } : {}) }
}

/** A result without invisible characters, which could carry instructions to models. */
export function cleaned<T>(result: T): T {
  const text = JSON.stringify(result, (_, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  )
  return JSON.parse(text) as T
}
