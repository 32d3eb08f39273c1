import { createHash } from 'node:crypto'
import type { ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import { logFailure } from '../../contract/log-failure.ts'
import { openObject } from '../../contract/open-object.ts'
import type { AnyOperation } from '../../contract/operation.ts'
import { type Finder, type FinderTool, isFinderTool } from '../../core/select/finder.ts'
import { nearestName } from '../../lib/nearest-name.ts'
import { once } from '../../lib/once.ts'
import { textUpTo } from '../../lib/text-bounds.ts'
import { cleanLine } from '../../lib/text.ts'
import { errorResult, renameInError } from '../calls/result.ts'
import { handlersOf } from '../request-handlers.ts'
import { toolSchemas } from '../schema.ts'
import { findTool } from '../tool-names.ts'
import type { DescribeTool, Tool, ToolScope } from './tool.ts'

const loadApproval = once(async () => import('../calls/approval.ts'))

/** Tools in one answer; fewer where their schemas are in it. */
const FOUND_MAX_COUNT = 10
const FOUND_WITH_SCHEMAS_MAX_COUNT = 5

/** Tools that are shown where perhaps none fits. */
const NEAREST_MAX_COUNT = 3

const QUERY_MAX_CHARS = 300

/** Longest name that an error repeats. */
const NAME_MAX_CHARS = 60

/** Characters of the arguments that a question to the user shows. */
const SHOWN_ARGUMENTS_MAX_CHARS = 300

/** Characters of what it is about. */
const SHOWN_SUBJECT_MAX_CHARS = 500

const findInput = z.object({
  query: textUpTo(QUERY_MAX_CHARS).describe('What to do, or names of tools.'),
  schema: z.boolean().optional().describe('Add input schemas.'),
})

const findOutput = z.object({
  tools: z
    .array(z.string())
    .describe('A line for each: its name, what it may change, and what it does.'),
  schemas: z.record(z.string(), z.unknown()).optional().describe('Input schemas by name.'),
  more: z.int().describe('How many further tools fit less.'),
  unsure: z.boolean().optional().describe('Perhaps no tool does this; these are the nearest.'),
  names: z.array(z.string()).optional().describe('Names of all tools, where none fits.'),
  ignored: z.array(z.string()).optional().describe('Arguments that nobody knows.'),
})

const callInput = z.object({
  name: z.string().describe('Name of the tool.'),
  arguments: openObject().optional().describe('Arguments, as its schema says.'),
})

/** What `find_tools` takes and answers. */
export const FIND_TOOLS = { input: findInput, output: findOutput }

/** What `call_tool` takes; it answers what the tool answers that it calls. */
export const CALL_TOOL = { input: callInput, output: z.object({}) }

/** The tools by which a client reaches those that its list leaves out; none where its list is all that it gets. */
export function finderTools(scope: ToolScope, describe: DescribeTool): Tool[] {
  const { finder } = scope.client
  if (!finder) return []
  const makers: Record<FinderTool, () => Tool> = {
    find_tools: () => findTools(scope, finder, describe),
    call_tool: () => callTool(scope, finder, describe),
  }
  return finder.names.map((name) => makers[name]())
}

/**
 * Lets calls of tools that this client's list leaves out reach them by their own names, as `call_tool` does: what an operator offers
 * is served whatever list a client sees.
 */
export function registerUnlisted(scope: ToolScope, describe: DescribeTool): void {
  const { server, client, names } = scope
  const { finder, operations } = client
  const handlers = handlersOf(server.server)
  const call = handlers.get('tools/call')
  if (!finder || !call) return
  const listed = new Set([...operations.map(({ name }) => name), ...finder.names].map(names.listed))
  handlers.set('tools/call', async (request, context) => {
    const { name, arguments: args } = request.params ?? {}
    if (typeof name !== 'string' || listed.has(name)) return call(request, context)
    if (!findTool(await finder.tools(), name, names)) return call(request, context)
    const answer = await callTool(scope, finder, describe).serve({ name, arguments: args }, context)
    return renameInError(answer, names)
  })
}

/** Shows what there is. */
function findTools({ deps, names }: ToolScope, finder: Finder, describe: DescribeTool): Tool {
  const lineOf = (operation: AnyOperation): string => {
    const { description, annotations } = describe(operation).config
    const { readOnlyHint, destructiveHint } = annotations
    const effect = destructiveHint ? ' (destructive)' : readOnlyHint ? '' : ' (changes something)'
    return `${names.listed(operation.name)}${effect}: ${cleanLine(names.within(description))}`
  }
  const schemaOf = (operation: AnyOperation) => {
    const { input } = deps.schemas?.[operation.name] ?? toolSchemas(operation)
    return [names.listed(operation.name), input] as const
  }
  return {
    name: 'find_tools',
    config: {
      title: 'Find tools',
      description: 'Search all tools by words; call_tool runs them.',
      ...schemasOf(FIND_TOOLS),
      annotations: {
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    },
    serve: async (args) => {
      try {
        const { readFinderInput } = await import('./finder-input.ts')
        const { given, ignored } = readFinderInput(findInput, args)
        const { query, schema = false } = given
        const tools = await finder.tools()
        const words = query.split(/[\s,;]+/).map((word) => names.meant(word))
        const { searchTools } = await import('../../core/select/search-tools.ts')
        const { tools: found, isSure } = searchTools(
          tools,
          words.join(' '),
          await finder.purposes?.(),
        )
        const maxCount = isSure
          ? schema
            ? FOUND_WITH_SCHEMAS_MAX_COUNT
            : FOUND_MAX_COUNT
          : NEAREST_MAX_COUNT
        const listed = found.slice(0, maxCount)
        const answer = {
          tools: listed.map(lineOf),
          ...(schema ? { schemas: Object.fromEntries(listed.map(schemaOf)) } : {}),
          more: found.length - listed.length,
          ...(isSure || listed.length === 0 ? {} : { unsure: true }),
          ...(listed.length > 0 ? {} : { names: tools.map(({ name }) => names.listed(name)) }),
          ...(ignored.length > 0 ? { ignored } : {}),
        }
        return {
          content: [{ type: 'text', text: findingsText(answer) }],
          structuredContent: answer,
        }
      } catch (thrown) {
        return errorResult(logFailure(deps.services.log, thrown, { operation: 'find_tools' }))
      }
    },
  }
}

function findingsText(answer: z.input<typeof findOutput>): string {
  const { tools, schemas = {}, more, unsure, names, ignored = [] } = answer
  const note = ignored.length === 0 ? '' : `[Ignored arguments: ${ignored.join('; ')}]`
  if (names)
    return [`No tool fits these words. There are: ${names.join(', ')}.`, note].join('\n').trim()
  const written = Object.values(schemas).map((schema) => `\n  ${JSON.stringify(schema)}`)
  const lines = tools.map((line, index) => `${line}${written[index] ?? ''}`)
  const doubt = unsure ? 'Perhaps no tool does this. The nearest:' : ''
  const rest = more > 0 ? `${more} more fit less: search by other words.` : ''
  return [doubt, ...lines, rest, note].filter(Boolean).join('\n')
}

/** Runs any tool of the finder exactly as if it were listed. */
function callTool(scope: ToolScope, finder: Finder, describe: DescribeTool): Tool {
  const { deps } = scope
  const { isReadOnly } = finder
  return {
    name: 'call_tool',
    config: {
      title: 'Call any tool',
      description: 'Run any tool that find_tools names.',
      inputSchema: toolSchemas(CALL_TOOL).input,
      // What it may do is what the tools may do that it calls.
      annotations: {
        readOnlyHint: isReadOnly,
        destructiveHint: !isReadOnly,
        idempotentHint: isReadOnly,
        openWorldHint: true,
      },
    },
    serve: async (args, context) => {
      try {
        const { name, given } = await readCall(args)
        const operation = pickTool(await finder.tools(), name, scope)
        await askFirst(scope, operation, given, context)
        return await describe(operation).serve(given, context)
      } catch (thrown) {
        const { ApprovalPause } = await loadApproval()
        if (thrown instanceof ApprovalPause) return thrown.question
        const { signal } = context.mcpReq
        return errorResult(
          logFailure(deps.services.log, thrown, { operation: 'call_tool' }, signal),
        )
      }
    },
  }
}

/** The tool that is meant. Throws `invalid_input` for one that the client may not reach. */
function pickTool(
  tools: readonly AnyOperation[],
  name: string,
  { names }: ToolScope,
): AnyOperation {
  const operation = findTool(tools, name, names)
  if (operation) return operation
  const meant = names.meant(name)
  if (isFinderTool(meant)) {
    throw new OperationError('invalid_input', `${names.listed(meant)} is called by itself.`, {
      hint: 'Give the name of the tool that is to run.',
    })
  }
  const near = nearestName(
    meant,
    tools.map((tool) => tool.name),
  )
  const written = cleanLine(name, NAME_MAX_CHARS)
  throw new OperationError('invalid_input', `There is no tool "${written}" here.`, {
    hint: `${near === undefined ? '' : `Did you mean ${names.listed(near)}? `}find_tools finds tools by words.`,
  })
}

/** Hosts ask before calls of a destructive tool by its name, which they do not see here: who can be asked is asked here. */
async function askFirst(
  scope: ToolScope,
  { name, title, effects, subject }: AnyOperation,
  given: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<void> {
  if (!effects.destructive) return
  const { server, deps } = scope
  const { caller } = scope.client
  const written = JSON.stringify(given)
  const key = `${name} ${createHash('sha256').update(written).digest('hex')}`
  const question = `Run ${name} (${title}), which cannot be undone, with ${cleanLine(written, SHOWN_ARGUMENTS_MAX_CHARS)}?`
  const message = [question, ...(await subjectsOf(scope, subject, given))].join('\n\n')
  const { askingOf, makeAsker } = await loadApproval()
  const consent = await makeAsker(askingOf(server, context), deps, caller)({ key, message })
  if (consent === 'declined') {
    throw new OperationError('forbidden', 'The user declined this call.', {
      hint: 'Nothing was done. Do not repeat it unless the user asks for it.',
    })
  }
}

/** What a call is about, in the words of those who wrote it. */
async function subjectsOf(
  scope: ToolScope,
  subject: AnyOperation['subject'],
  given: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  if (!subject) return []
  const { loadAnswers } = await import('../calls/call-tool.ts')
  const fields = Object.entries(given).map(([name, value]) => [name, String(value)])
  const found = await loadAnswers(scope, subject, '', Object.fromEntries(fields))
  return found.map((one) => cleanLine(one, SHOWN_SUBJECT_MAX_CHARS))
}

/** The tool that a call of `call_tool` means; undefined where it means none. */
export async function calledBy(
  args: Readonly<Record<string, unknown>>,
  tools: readonly AnyOperation[],
  names: ToolScope['names'],
): Promise<AnyOperation | undefined> {
  try {
    const { name } = await readCall(args)
    return findTool(tools, name, names)
  } catch (thrown) {
    if (thrown instanceof OperationError) return undefined
    throw thrown
  }
}

/** The call that is asked for. Fields beside `arguments` are taken for arguments: models write them there. */
async function readCall(args: Readonly<Record<string, unknown>>) {
  const { readFinderInput } = await import('./finder-input.ts')
  const { given: parsed, others } = readFinderInput(callInput, withoutNull(args))
  const { name, arguments: given = {} } = parsed
  return { name, given: { ...others, ...given } }
}

function withoutNull({ arguments: given, ...own }: Readonly<Record<string, unknown>>) {
  return given === null || given === undefined ? own : { ...own, arguments: given }
}

function schemasOf(published: Parameters<typeof toolSchemas>[0]) {
  const { input, output } = toolSchemas(published)
  return { inputSchema: input, ...(output ? { outputSchema: output } : {}) }
}
