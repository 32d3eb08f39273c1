import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import { openObject } from '../../contract/open-object.ts'
import type { AgentForm, HttpBinding, IncomingFile, Operation } from '../../contract/operation.ts'
import type { ToolResource } from '../../contract/result-view.ts'
import { cleanText } from '../../lib/text.ts'
import type { AnyChatCall } from '../kernel/types.ts'
import { AGENT_MESSAGES_MAX_CHARS } from '../limits.ts'
import { asLines, type Shortened } from './as-lines.ts'
import { messageText, nameOrId, narrowInput, topicName } from './inputs.ts'
import type { Named } from './names.ts'
import {
  acceptBoth,
  layOver,
  readLists,
  sortFields,
  type TwoForms,
  withoutAbsent,
} from './route-fields.ts'
import { type Field, readFields, readWords } from './written-fields.ts'

/** A call of the route by its tool. Fields that its schema asks for may be in the call already. */
export type RouteCall<Input, Output> = (
  input: { [Name in keyof Input]?: Input[Name] | undefined },
  file?: IncomingFile,
) => Promise<Output>

/** What the caller said in the words of the route. */
export interface InRouteWords<Input, Output> {
  /** Fields of the route that the call holds, checked by the route only. They are laid over those of every call of it. */
  given: Readonly<Record<string, unknown>>
  /** Whether the caller wants the answer of the route, whole. */
  isFull: boolean
  /** Calls the route without them. */
  alone: RouteCall<Input, Output>
}

/**
 * How the tool of a chat operation differs from its route. Whatever is absent is as the route has it, but for what every
 * tool changes: see `toolForm`.
 */
export interface ToolDifferences<
  I extends z.ZodObject,
  O extends z.ZodObject,
  Fields extends z.ZodRawShape,
  Output extends z.ZodObject,
> extends Shortened {
  /** Replaces the operation's description. */
  description?: string
  /** Fields that name something, when the field name does not tell its kind. */
  names?: Readonly<Record<string, Named>>
  /** Fields hidden from models, each with its value where the call holds none; undefined for the operation's default. */
  fixed?: Readonly<Record<string, unknown>>
  /** Fields of the route as calls may hold them, where the route would cut what they hold. */
  takes?: z.ZodRawShape
  /** Fields of the tool that may be absent, each where the call holds a field of the route that says the same. */
  replaced?: Readonly<Record<string, string>>
  /** Optional fields that stay top-level when there are too many. */
  keeps?: readonly string[]
  /** The fields of the tool, in place of all of the route: some of the route's, described anew or not, and further ones. */
  input?(route: I['shape']): Fields
  /** Groups the fields of the route that `input` leaves out into one object, which `run` gets with the others. */
  groupsRest?: true
  output?: Output
  /** The text block shown to the model; the JSON of the result when absent. */
  text?(output: z.output<Output>): string
  /** Fields that the short list of tools leaves out of the schema (`AgentFacet.seldom`). */
  seldom?: readonly (keyof Fields & string)[]
  /** Results of the tool that can be read and watched as resources. */
  resources?: readonly ToolResource[]
  /**
   * Translates a call, whose names are ids by now, to one or several calls of the route, and their results back. The fields
   * of a call that is not translated are those of the route. A field of the route that the call holds beside those of the
   * tool wins over a hidden one; it must not contradict what the translation gives.
   */
  run?(
    call: AnyChatCall<z.output<z.ZodObject<Fields>>>,
    route: RouteCall<z.input<I>, z.output<O>>,
    inRouteWords: InRouteWords<z.input<I>, z.output<O>>,
  ): Promise<z.input<Output>>
}

/** Differences of any operation's tool. */
// oxlint-disable-next-line typescript/no-explicit-any -- each operation has schemas of its own.
type AnyDifferences = ToolDifferences<any, any, any, any>

type Definition = Pick<Operation, 'name' | 'description' | 'input' | 'output'> & {
  effects: { readOnly: boolean }
  http: Pick<HttpBinding, 'aliases'>
}

/** Naming fields of operations, in the form that models fill. */
const NAMING: Readonly<Record<string, { as: string; names: Named }>> = {
  stream_id: { as: 'channel', names: 'channel' },
  to_stream_id: { as: 'to_channel', names: 'channel' },
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
 * route cuts them, long results in parts, and many optional fields grouped into one object; and then its differences. A call
 * may hold any field of the route too, and `full` asks for the answer of the route.
 */
export function toolForm(definition: Definition, differences: AnyDifferences = {}): AgentForm {
  const { input } = definition
  const { description = definition.description } = differences
  const { text = resultText, lines, seldom, resources, run } = differences
  let known: Shape | undefined
  // Lists are read from a file: most tools of a session are never called.
  const shape = () => (known ??= shapeOf(definition, differences))
  let both: TwoForms | undefined
  const forms = () => (both ??= twoForms(definition, shape().listed, shape().open, differences))
  return {
    description,
    get input() {
      return shape().listed
    },
    get output() {
      return shape().agentOutput
    },
    whole: () => ({ input: acceptBoth(forms()), output: shape().agentOutput.extend(FULL) }),
    text: (result) => textOrFull(result, text),
    ...(lines ? { structure: asLines(() => shape().agentOutput, differences) } : {}),
    ...(seldom ? { seldom } : {}),
    ...(resources ? { resources } : {}),
    async run(call: AnyChatCall<Result>, route) {
      const { fields, folded, open, list } = shape()
      const { own, given: said, isFull } = sortFields(call.input, forms())
      const given = await readWords(call, said)
      const { from = 0, options = {}, ...ownValues } = own as Given
      const fixed = fixedOf(input, differences)
      requireKnown(options, folded)
      const inFields = Object.entries(given).filter(
        ([name]) => fields.has(name) || folded.has(name),
      )
      const resolved = await readFields(call, ownValues, open, input)
      const named = layOver({ ...resolved, ...options }, Object.fromEntries(inFields))
      let answer: Result | undefined
      const callRoute = async (meant: Result, file?: IncomingFile) =>
        readLists((await route({ ...fixed, ...meant }, file)) as Result)
      const asGiven = async (meant: Result, file?: IncomingFile) => {
        answer = await callRoute(layOver(meant, given), file)
        return answer
      }
      const alone = async (meant: Result, file?: IncomingFile) =>
        callRoute(withoutAbsent(meant), file)
      const result: Result = run
        ? await run({ ...call, input: named }, asGiven, { given, isFull, alone })
        : partOf(await asGiven(named), list, from)
      return isFull && answer ? { ...result, full: withoutInvisible(answer) } : result
    },
  }
}

/** What a tool takes and gives, and which fields of the route its own stand for. */
interface Shape {
  fields: ReadonlyMap<string, Field>
  /** Fields that are grouped into one object. */
  folded: ReadonlyMap<string, Field>
  open: readonly (readonly [string, Field])[]
  /** The field of the result that comes in parts. */
  list: string | undefined
  listed: z.ZodObject
  agentOutput: z.ZodObject
}

function shapeOf(definition: Definition, differences: AnyDifferences): Shape {
  const { input, effects } = definition
  const output: z.ZodObject = differences.output ?? definition.output
  const fields = fieldsOf(input, differences)
  const folded = differences.input
    ? restOf(input, fields, differences)
    : foldedOf(fields, differences)
  const open = [...fields].filter(([name]) => !folded.has(name))
  const isWhole =
    differences.text !== undefined || differences.run !== undefined || !effects.readOnly
  const list = isWhole ? undefined : findListField(output)
  const listed = z.object({
    ...Object.fromEntries(open.map(([, { as, schema }]) => [as, schema])),
    ...(folded.size > 0 ? { options: optionsOf(definition.name) } : {}),
    ...(list === undefined ? {} : { from: FROM }),
  })
  const agentOutput = list === undefined ? output : output.extend({ next: NEXT, left: LEFT })
  return { fields, folded, open, list, listed, agentOutput }
}

/** Both forms of a call: that of lists, and that of the route. */
function twoForms(
  { input, http }: Definition,
  listed: z.ZodObject,
  open: readonly (readonly [string, Field])[],
  { replaced = {}, takes = {} }: AnyDifferences,
): TwoForms {
  const renamed = open.filter(([name, { as }]) => as !== name).map(([name, { as }]) => [as, name])
  return {
    listed,
    route: z.object({ ...input.shape, ...takes }),
    replaced: new Map([...Object.entries(replaced), ...(renamed as [string, string][])]),
    aliases: http.aliases ?? {},
  }
}

/** A result, of which a list that may be long comes in parts. */
function partOf(result: Result, list: string | undefined, from: number): Result {
  if (list === undefined) return withoutInvisible(result)
  const { items, ...rest } = takePart(result[list] as readonly unknown[], from)
  return withoutInvisible({ ...result, [list]: items, ...rest })
}

/** What a model reads of a result: the answer of the route where it asked for that. */
function textOrFull(
  { full, ...result }: Readonly<Record<string, unknown>>,
  text: (result: Record<string, unknown>) => string,
): string {
  return full === undefined ? text(result) : JSON.stringify(full)
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

const FROM = z.int().min(0).optional().describe('`next` of the last answer.')
const NEXT = z.int().optional().describe('Pass as `from` to go on.')
const LEFT = z.int().optional().describe('How many items follow this answer.')
const FULL = { full: z.unknown().optional() }

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
  if (kind === undefined) return { as: name, schema: agentSchema(name, schema) }
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
function agentSchema(name: string, schema: z.ZodType): z.ZodType {
  const bounded = name === 'narrow' ? narrowInput : CUT[name]
  if (!bounded) return schema
  const field = schema.safeParse(undefined).success ? bounded.optional() : bounded
  const words = name === 'narrow' ? 'Terms, as in get_messages.' : descriptionOf(schema)
  return words === undefined ? field : field.describe(words)
}

/** What stands at a schema, or at the one that it makes optional. */
function descriptionOf(schema: z.ZodType): string | undefined {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : undefined
  return schema.description ?? inner?.description
}

function fixedOf(input: z.ZodObject, { fixed = {} }: AnyDifferences): Record<string, unknown> {
  const all = { ...FIXED, ...fixed }
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => name in input.shape && value !== undefined),
  )
}

function requireKnown(options: object, folded: ReadonlyMap<string, Field>): void {
  const unknown = Object.keys(options).filter((name) => !folded.has(name))
  if (unknown.length === 0) return
  throw new OperationError('invalid_input', 'There is no option of that name.', {
    hint: `Options: ${[...folded.keys()].join(', ').slice(0, LISTED_MAX_CHARS)}.`,
  })
}

function resultText(output: Record<string, unknown>): string {
  return Object.keys(output).length === 0 ? 'Done.' : JSON.stringify(output)
}

/** The parts of a result used here. */
export type Result = Record<string, unknown>

/** The field of a result that holds a list which may be long; undefined where there is none, or several. */
export function findListField(output: z.ZodObject): string | undefined {
  const lists = Object.entries(output.shape).filter(([, schema]) => schema instanceof z.ZodArray)
  return lists.length === 1 ? lists[0]?.[0] : undefined
}

/** Some of a list; of what follows, where it begins and how many there are. */
interface ListPart<T> {
  items: T[]
  next?: number
  left?: number
}

/** The items from an offset that fit one response, at least one. */
export function takePart<T>(list: readonly T[], from: number): ListPart<T> {
  let chars = 0
  let end = from
  while (end < list.length) {
    chars += JSON.stringify(list[end]).length
    if (end > from && chars > AGENT_MESSAGES_MAX_CHARS) break
    end += 1
  }
  const left = list.length - end
  return { items: list.slice(from, end), ...(left > 0 ? { next: end, left } : {}) }
}

/** A result without invisible characters, which could carry instructions to models. */
export function withoutInvisible<T>(result: T): T {
  const text = JSON.stringify(result, (_, value: unknown) =>
    typeof value === 'string' ? cleanText(value) : value,
  )
  return JSON.parse(text) as T
}
