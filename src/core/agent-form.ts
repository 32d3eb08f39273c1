import type { AnyOperation, Call, IncomingFile } from '../contract/operation.ts'
import { readInput } from './run.ts'

const tools = new WeakMap<AnyOperation, AnyOperation>()
const routes = new WeakMap<AnyOperation, AnyOperation>()

/** The operation behind a tool, with the input and output of its route. */
export function routeOf(tool: AnyOperation): AnyOperation {
  return routes.get(tool) ?? tool
}

/** An operation as models call it: itself, or what its form for them makes of it. */
export function asTool(operation: AnyOperation): AnyOperation {
  if (!operation.agentForm) return operation
  const known = tools.get(operation)
  if (known) return known
  const form = operation.agentForm()
  const { check: _ofRoute, ...rest } = operation
  const tool: AnyOperation = {
    ...rest,
    description: form.description ?? operation.description,
    // Results contain text of others.
    effects: { ...operation.effects, openWorld: true },
    input: form.input,
    output: form.output,
    agent: { text: form.text },
    ...(form.resources ? { resources: form.resources } : {}),
    run: async (call: Call<Record<string, unknown>>) =>
      form.run(call, async (input: unknown, file?: IncomingFile) => {
        const inner = { ...call, input: await readInput(operation, input), file }
        return operation.output.parse(await operation.run(inner))
      }),
  }
  tools.set(operation, tool)
  routes.set(tool, operation)
  return tool
}
