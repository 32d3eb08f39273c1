import { z } from 'zod'
import { FILE_LINK } from '../../contract/chat.ts'
import type { AnyOperation, Call, CallSchemas, IncomingFile } from '../../contract/operation.ts'
import { isLocalAddress } from '../../contract/web-address.ts'
import { findField, foundField, looksForWords } from './find-field.ts'
import { readInput } from './run.ts'

const tools = new WeakMap<AnyOperation, AnyOperation>()
const routes = new WeakMap<AnyOperation, AnyOperation>()

/** The operation behind a tool, with the input and output of its route. */
export function routeOf(tool: AnyOperation): AnyOperation {
  return routes.get(tool) ?? tool
}

/** An operation as models call it: itself, or what its form for them makes of it. */
export function asTool(operation: AnyOperation): AnyOperation {
  const known = tools.get(operation)
  if (known) return known
  if (operation.agent?.fileField !== undefined) {
    return remember(operation, acceptFileLinks(operation, operation.agent.fileField))
  }
  if (!operation.agentForm) return operation
  const form = operation.agentForm()
  const { check: _ofRoute, input: _input, output: _output, ...rest } = operation
  let built: CallSchemas | undefined
  const whole = () => (built ??= form.whole?.() ?? { input: form.input, output: form.output })
  const tool: AnyOperation = {
    ...rest,
    description: form.description ?? operation.description,
    // Results contain text of others.
    effects: { ...operation.effects, openWorld: true },
    get input() {
      return whole().input
    },
    get output() {
      return whole().output
    },
    get listed() {
      return { input: form.input, output: form.output }
    },
    agent: {
      text: form.text,
      ...(form.structure ? { structure: form.structure } : {}),
      ...(form.seldom ? { seldom: form.seldom } : {}),
    },
    ...(form.resources ? { resources: form.resources } : {}),
    run: async (call: Call<Record<string, unknown>>) =>
      form.run(call, async (input: unknown, file?: IncomingFile) => {
        const inner = { ...call, input: await readInput(operation, input), file }
        return operation.output.parse(await operation.run(inner))
      }),
  }
  return remember(operation, tool)
}

const fileReaders = new WeakMap<AnyOperation, AnyOperation>()

/** An operation that reads files of the chat as well, within another one, where its own tool does not. */
export function asFileReader(operation: AnyOperation, field = 'url'): AnyOperation {
  const known = fileReaders.get(operation)
  if (known) return known
  const reader = acceptFileLinks(operation, field)
  fileReaders.set(operation, reader)
  routes.set(reader, operation)
  return reader
}

function remember(operation: AnyOperation, tool: AnyOperation): AnyOperation {
  tools.set(operation, tool)
  routes.set(tool, operation)
  return tool
}

/**
 * The operation with a field that takes links of files of the chat besides what its route takes, and one with words to look for where
 * it reads documents.
 */
function acceptFileLinks(operation: AnyOperation, fileField: string): AnyOperation {
  const ofRoute: z.ZodType = operation.input.shape[fileField]
  const address = z
    .string()
    .refine(
      (text) => FILE_LINK.test(text) || isLocalAddress(text) || ofRoute.safeParse(text).success,
      'An address such as https://example.com/page, or the link of a file as a chat message has it.',
    )
    .describe('Address, or a /user_uploads/ link.')
  const input: z.ZodObject = operation.input.extend({ [fileField]: address })
  if (!operation.agent?.search) return { ...operation, fileField, input }
  const tool: AnyOperation = {
    ...operation,
    fileField,
    input: input.extend({ find: findField }),
    output: operation.output.extend({ found: foundField }),
    async run(call: Call<Record<string, unknown>>) {
      if (!looksForWords(tool, call.input)) return operation.run(call)
      const { findWords } = await import('./find-words.ts')
      return findWords(tool, operation, call)
    },
  }
  return tool
}
