import type { AnyOperation, Call } from './operation.ts'
import { parseInput } from './run.ts'

const tools = new WeakMap<AnyOperation, AnyOperation>()

/** An operation as models call it: itself, or what its form for them makes of it. */
export function asTool(operation: AnyOperation): AnyOperation {
  const { agentForm: form } = operation
  if (!form) return operation
  const known = tools.get(operation)
  if (known) return known
  const tool: AnyOperation = {
    ...operation,
    description: form.description ?? operation.description,
    // What others wrote is in the results.
    effects: { ...operation.effects, openWorld: true },
    input: form.input,
    output: form.output,
    agent: { text: form.text },
    run: async (call: Call<Record<string, unknown>>) =>
      form.run(call, async (input: unknown) => {
        const inner = { ...call, input: parseInput(operation, input) }
        return operation.output.parse(await operation.run(inner))
      }),
  }
  tools.set(operation, tool)
  return tool
}
