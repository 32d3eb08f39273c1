import { z } from 'zod'
import type { LocalAccount } from '../../contract/chat.ts'
import { OperationError } from '../../contract/errors.ts'
import { type AnyOperation, here, type Services } from '../../contract/operation.ts'
import { routeOf } from '../../core/run/agent-form.ts'
import { principalOfUser } from '../../core/run/principals.ts'
import { readArguments } from '../../core/run/read-arguments.ts'
import { observeRun, runInput } from '../../core/run/run.ts'

/** Longest time of one call, in milliseconds. */
const RUN_MAX_MS = 120_000

/** Names of fields that hold a key in the result of some operation. */
const KEY_FIELDS: ReadonlySet<string> = new Set(['api_key', 'token', 'service_key'])

/** Whether the owner may try a tool on a page: not where it pays, or shows a key. */
export function mayTry(tool: AnyOperation): boolean {
  const pays = tool.audience === 'owner' && !tool.effects.readOnly
  const showsKey = [tool, routeOf(tool)].some(({ output }) =>
    Object.keys(output.shape).some((name) => KEY_FIELDS.has(name)),
  )
  return !pays && !showsKey
}

/** A tool as the page describes it, with the schemas that models see. */
export function describeTool(tool: AnyOperation) {
  const { name, title, description, toolset, tier = 'core', effects, price } = tool
  return {
    name,
    title,
    description,
    toolset,
    tier,
    read_only: effects.readOnly,
    destructive: effects.destructive,
    price: price ?? null,
    may_try: mayTry(tool),
  }
}

/** The schemas of a tool as JSON Schema. */
export function schemasOf({ input, output, listed }: AnyOperation) {
  const schemas = listed ?? { input, output }
  return {
    input_schema: z.toJSONSchema(schemas.input, { io: 'input' }),
    output_schema: z.toJSONSchema(schemas.output, { io: 'output' }),
  }
}

/** What a tool answered: as data, and as models read it. */
export interface Tried {
  output: Record<string, unknown>
  text: string
  ignored: readonly string[]
}

/** Runs a tool in the name of the owner, here and without anything being paid. Throws what the tool throws. */
export async function tryTool(
  tool: AnyOperation,
  args: Readonly<Record<string, unknown>>,
  { services, actor, signal }: { services: Services; actor: LocalAccount; signal: AbortSignal },
): Promise<Tried> {
  if (!mayTry(tool)) {
    throw new OperationError('forbidden', `${tool.name} cannot be tried here.`, {
      hint: 'Tools that pay or show a key are called by agents and on the command line.',
    })
  }
  return observeRun(services, { surface: 'page', signal }, tool, async (_, course) => {
    course.account = actor.user.id
    const { input, ignored } = await readArguments(tool, args, { defaults: tool.agent?.defaults })
    const output = await runInput(tool, input, {
      services: { ...services, place: here, spending: undefined },
      caller: undefined,
      actor,
      principal: principalOfUser(actor.user.id),
      signal: AbortSignal.any([signal, AbortSignal.timeout(RUN_MAX_MS)]),
      progress: () => {},
    })
    return { output, text: tool.agent?.text?.(output) ?? JSON.stringify(output, null, 2), ignored }
  })
}
