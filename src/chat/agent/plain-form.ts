import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import { openObject } from '../../contract/open-object.ts'
import type {
  AgentForm,
  Call,
  IncomingFile,
  Operation,
  ToolResource,
} from '../../contract/operation.ts'
import { cleanText } from '../../lib/text.ts'
import { AGENT_MESSAGES_MAX_CHARS } from '../limits.ts'
import { messageText, nameOrId, narrowInput, topicName } from './inputs.ts'
import type { Named } from './names.ts'

/**
 * How the tool of a chat operation differs from its route. Whatever is absent is as the route has it, but for what every
 * tool changes: see `toolForm`.
 */
export interface ToolDifferences<
  I extends z.ZodObject,
  O extends z.ZodObject,
  Fields extends z.ZodRawShape,
  Output extends z.ZodObject,
> {
  /** Replaces the operation's description. */
  description?: string
  /** Fields that name something, when the field name does not tell its kind. */
  names?: Readonly<Record<string, Named>>
  /** Fields hidden from models, each with its value; undefined for the operation's default. */
  fixed?: Readonly<Record<string, unknown>>
  /** Optional fields that stay top-level when there are too many. */
  keeps?: readonly string[]
  /** The fields of the tool, in place of all of the route: some of the route's, described anew or not, and further ones. */
  input?(route: I['shape']): Fields
  /** Groups the fields of the route that `input` leaves out into one object, which `run` gets with the others. */
  groupsRest?: true
  output?: Output
  /** The text block shown to the model; the JSON of the result when absent. */
  text?(output: z.output<Output>): string
  /** See `AgentFacet.seldom`. */
  seldom?: readonly (keyof Fields & string)[]
  /** Results of the tool that can be read and watched as resources. */
  resources?: readonly ToolResource[]
  /**
   * Translates a call, whose names are ids by now, to one or several calls of the route, and their results back. The fields
   * of a call that is not translated are those of the route.
   */
  run?(
    call: Call<z.output<z.ZodObject<Fields>>>,
    route: (input: z.input<I>, file?: IncomingFile) => Promise<z.output<O>>,
  ): Promise<z.input<Output>>
}

/** Differences of any operation's tool. */
// oxlint-disable-next-line typescript/no-explicit-any -- each operation has schemas of its own.
type AnyDifferences = ToolDifferences<any, any, any, any>

type Definition = Pick<Operation, 'name' | 'description' | 'input' | 'output'> & {
  effects: { readOnly: boolean }
}

/** One field of a tool, and the field of the operation that it fills. */
interface Field {
  as: string
  schema: z.ZodType
  names?: Named
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
 * The form of an operation that models see: its own fields, but names in place of ids, raw text, texts that are refused where the
 * route cuts them, long results in parts, and many optional fields grouped into one object; and then its differences.
 */
export function toolForm(definition: Definition, differences: AnyDifferences = {}): AgentForm {
  const { input, effects } = definition
  const { description = definition.description, output = definition.output } = differences
  const { text = textOf, seldom, resources, run } = differences
  const fields = fieldsOf(input, differences)
  const folded = differences.input
    ? restOf(input, fields, differences)
    : foldedOf(fields, differences)
  const open = [...fields].filter(([name]) => !folded.has(name))
  const isWhole = differences.text !== undefined || run !== undefined || !effects.readOnly
  const list = isWhole ? undefined : findListField(output)
  return {
    description,
    input: z.object({
      ...Object.fromEntries(open.map(([, { as, schema }]) => [as, schema])),
      ...(folded.size > 0 ? { options: optionsOf(definition.name) } : {}),
      ...(list === undefined ? {} : { from: FROM }),
    }),
    output: list === undefined ? output : output.extend({ next: NEXT }),
    text,
    ...(seldom ? { seldom } : {}),
    ...(resources ? { resources } : {}),
    async run(call, route) {
      const { from = 0, options = {}, ...given } = call.input as Given
      refuseUnknown(options, folded)
      const named: Record<string, unknown> = {}
      for (const [name, { as, names }] of open) {
        const value = given[as]
        if (value === undefined) continue
        const { resolveIds } = await import('./names.ts')
        named[name] = names
          ? await resolveIds(call, names, value, input.shape[name])
          : await readWritten(call, name, value)
      }
      if (run) return run({ ...call, input: { ...named, ...options } }, route)
      const result = (await route({
        ...fixedOf(input, differences),
        ...named,
        ...options,
      })) as Result
      if (list === undefined) return withoutInvisible(result)
      const { items, next } = takePart(result[list] as readonly unknown[], from)
      return withoutInvisible({ ...result, [list]: items, next })
    },
  }
}

/** What a field holds, as its operation takes it: models write names in narrows, and emoji as themselves. */
async function readWritten(
  call: Pick<Call<unknown>, 'services' | 'actor'>,
  name: string,
  value: unknown,
): Promise<unknown> {
  if (name === 'narrow' && Array.isArray(value)) {
    const { lookupFor } = await import('./names.ts')
    const { resolveNarrow } = await import('./narrow-terms.ts')
    return resolveNarrow(async () => lookupFor(call), value)
  }
  if (name === 'emoji_name' && typeof value === 'string') {
    const { readEmojiName } = await import('./emoji-name.ts')
    return readEmojiName(value)
  }
  return value
}

/** Optional fields that are grouped: all but those to keep, where there are too many. */
function foldedOf(fields: ReadonlyMap<string, Field>, { keeps = [] }: AnyDifferences) {
  const optional = [...fields].filter(([, { schema }]) => schema.safeParse(undefined).success)
  return new Map(
    optional.length > OPTIONAL_MAX_COUNT ? optional.filter(([name]) => !keeps.includes(name)) : [],
  )
}

/** Fields of the route that a tool leaves out, where it groups them. */
function restOf(
  { shape }: z.ZodObject,
  fields: ReadonlyMap<string, Field>,
  { groupsRest, fixed = {} }: AnyDifferences,
): Map<string, Field> {
  if (!groupsRest) return new Map()
  const rest = Object.entries(shape as Readonly<Record<string, z.ZodType>>).filter(
    ([name]) => !fields.has(name) && !(name in fixed) && !(name in FIXED),
  )
  return new Map(rest.map(([name, schema]) => [name, { as: name, schema }]))
}

interface Given extends Record<string, unknown> {
  from?: number
  options?: Record<string, unknown>
}

const FROM = z.int().min(0).optional().describe('`next` of the answer before.')
const NEXT = z.int().optional()

function optionsOf(name: string) {
  return openObject().optional().describe(`More fields: bellhop://operation/${name}.`)
}

/** The fields of a tool, by the name of the route's field that each fills. */
function fieldsOf(input: z.ZodObject, differences: AnyDifferences): Map<string, Field> {
  const shape = input.shape as Readonly<Record<string, z.ZodType>>
  const ofRoute = new Map(
    Object.entries(shape).map(([name, schema]) => [name, fieldOf(name, schema, differences)]),
  )
  if (!differences.input) {
    const { fixed = {} } = differences
    return new Map([...ofRoute].filter(([name]) => !(name in fixed || name in FIXED)))
  }
  const schemas = [...ofRoute].map(([name, { schema }]) => [name, schema])
  const chosen: Record<string, z.ZodType> = differences.input(Object.fromEntries(schemas))
  return new Map(
    Object.entries(chosen).map(([name, schema]) => [
      name,
      { ...(ofRoute.get(name) ?? { as: name }), schema },
    ]),
  )
}

/** A field of a route as models fill it. */
function fieldOf(name: string, schema: z.ZodType, { names = {} }: AnyDifferences): Field {
  const kind = names[name] ?? NAMING[name]?.names
  if (kind === undefined) return { as: name, schema: asked(name, schema) }
  const isList = schema.safeParse([]).success
  const plain = isList ? z.array(nameOrId) : nameOrId
  const named = schema.safeParse(undefined).success ? plain.optional() : plain
  const as = NAMING[name]?.as ?? name
  return { as, schema: named.describe(isList ? 'Names or ids.' : 'Name or id.'), names: kind }
}

/** Texts that routes cut at their limit, as their clients expect; a model would never learn of the cut. */
const CUT: Readonly<Record<string, z.ZodType>> = {
  content: messageText,
  topic: topicName,
  topic_name: topicName,
}

/** The schema of a field as models see it. Describing a narrow takes many tokens, and `get_messages` already does. */
function asked(name: string, schema: z.ZodType): z.ZodType {
  const bounded = name === 'narrow' ? narrowInput : CUT[name]
  if (!bounded) return schema
  const field = schema.safeParse(undefined).success ? bounded.optional() : bounded
  return field.describe(name === 'narrow' ? 'Terms.' : descriptionOf(schema))
}

/** What stands at a schema, or at the one that it makes optional. */
function descriptionOf(schema: z.ZodType): string {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : undefined
  return schema.description ?? inner?.description ?? ''
}

function fixedOf(input: z.ZodObject, { fixed = {} }: AnyDifferences): Record<string, unknown> {
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
export function findListField(output: z.ZodObject): string | undefined {
  const lists = Object.entries(output.shape).filter(([, schema]) => schema instanceof z.ZodArray)
  return lists.length === 1 ? lists[0]?.[0] : undefined
}

/** The items from an offset that fit one response, at least one, and the offset of the next part. */
export function takePart<T>(list: readonly T[], from: number): { items: T[]; next?: number } {
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
export function withoutInvisible<T>(result: T): T {
  const text = JSON.stringify(result, (_, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  )
  return JSON.parse(text) as T
}
