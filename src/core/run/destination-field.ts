import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Call } from '../../contract/operation.ts'
import type { Delivered, ResultFile } from '../../contract/result-view.ts'

/** The parameter that says where a result goes instead of into the answer. */
const toField = z
  .string()
  .min(1)
  .optional()
  .describe('`chat`, or a path below --write-roots: it goes there instead.')

const deliveredField = z
  .object({ link: z.object({ uri: z.string(), name: z.string() }).loose(), text: z.string() })
  .optional()

/** A result, or where it went. */
type Output = Record<string, unknown> & { delivered?: Delivered }

/** Whether a result goes elsewhere: that is done in this process, wherever it is made. */
export function goesElsewhere(
  { agent }: AnyOperation,
  { to }: Readonly<Record<string, unknown>>,
): boolean {
  return agent?.file !== undefined && to !== undefined
}

/** The operation with a parameter by which its result, which is a file, is put somewhere; the answer then has a link to it alone. */
export function acceptDestination(
  operation: AnyOperation,
  fileOf: (output: Output) => ResultFile,
): AnyOperation {
  const { agent = {}, listed } = operation
  return {
    ...operation,
    input: operation.input.safeExtend({ to: toField }),
    ...(listed ? { listed: { ...listed, input: listed.input.safeExtend({ to: toField }) } } : {}),
    output: operation.output.extend({ delivered: deliveredField }),
    agent: {
      ...agent,
      text: (output: Output) => output.delivered?.text ?? agent.text?.(output) ?? '',
      image: (output: Output) => (output.delivered ? undefined : agent.image?.(output)),
      links: ({ delivered }: Output) => (delivered ? [delivered.link] : []),
      seldom: [...(agent.seldom ?? []), 'to'],
    },
    async run(call: Call<Record<string, unknown>>) {
      const { to, ...input } = call.input
      if (typeof to !== 'string') return operation.run(call)
      if (!call.deliver) throw nowhere()
      const output = operation.output.parse(
        await call.services.place(operation, { ...call, input }),
      )
      return { ...output, delivered: await call.deliver(fileOf(output), to) }
    },
  }
}

function nowhere(): OperationError {
  return new OperationError('invalid_input', 'to: results come back to this caller only.', {
    hint: 'Leave `to` out.',
  })
}
