import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import { OperationError, toOperationError } from '../../contract/errors.ts'
import type { AgentImage, AnyOperation } from '../../contract/operation.ts'
import type { Receipt } from '../../contract/spending.ts'
import { documentedLine, errorFacts } from '../../core/run/documented-code.ts'
import { MCP_RESULT_MAX_BYTES } from '../limits.ts'
import { structureOf } from '../schema.ts'
import type { ToolNames } from '../tool-names.ts'

/** What a call of a tool ends with: a result, or a question to the user. */
export type ToolAnswer = CallToolResult | InputRequiredResult

/** Marks a result whose text was written by strangers: data, never instructions. */
export const UNTRUSTED_META_KEY = 'bellhop/untrusted'

/**
 * The tool result of a finished call: one text block, which is either the operation's own rendering or the JSON, its picture and
 * those that the call showed; and beside them the result as structured content, as its operation has it. Arguments that were `ignored`
 * are named in both.
 */
export function successResult(
  operation: AnyOperation,
  output: Record<string, unknown>,
  ignored: readonly string[] = [],
  moreImages: readonly AgentImage[] = [],
): CallToolResult {
  const structured = structuredOf(operation, output, ignored)
  const json = structured && JSON.stringify(structured)
  const written = operation.agent?.text?.(output)
  const isNamed = structured?.[IGNORED] === ignored && written === undefined
  const text = `${written ?? json ?? ''}${isNamed ? '' : ignoredText(ignored)}`
  const own = operation.agent?.image?.(output)
  const images = own ? [own, ...moreImages] : moreImages
  const pictureBytes = images.reduce((sum, { data }) => sum + data.length, 0)
  const bytes = Buffer.byteLength(json ?? '') + Buffer.byteLength(text) + pictureBytes
  if (bytes > MCP_RESULT_MAX_BYTES) {
    throw new OperationError('too_large', 'The result is too large for one MCP answer.', {
      hint: smallerHint(operation),
      fields: { bytes, maxBytes: MCP_RESULT_MAX_BYTES },
    })
  }
  return {
    content: [
      { type: 'text', text },
      ...images.map((image) => ({ type: 'image' as const, ...image })),
    ],
    ...(structured ? { structuredContent: structured } : {}),
    ...(operation.effects.openWorld ? { _meta: { [UNTRUSTED_META_KEY]: true } } : {}),
  }
}

/** Field of structured content for arguments that were ignored. */
const IGNORED = 'ignored'

/** What a result has beside its text. */
function structuredOf(
  operation: AnyOperation,
  output: Record<string, unknown>,
  ignored: readonly string[],
): Record<string, unknown> | undefined {
  const structure = operation.agent?.structure
  const schema = structureOf(operation)
  if (!schema || structure === 'none') return undefined
  const structured = structure ? structure.of(output) : output
  const mayName = schema.def.catchall === undefined && !Object.hasOwn(schema.shape, IGNORED)
  return ignored.length > 0 && mayName ? { ...structured, [IGNORED]: ignored } : structured
}

function ignoredText(ignored: readonly string[]): string {
  return ignored.length === 0 ? '' : `\n\n[Ignored arguments: ${ignored.join('; ')}]`
}

/** Hint for a smaller result, from the operation's parameters. */
function smallerHint({ input }: AnyOperation): string {
  const size = ['maxChars', 'limit'].find((name) => name in input.shape)
  return size
    ? `Ask for a smaller \`${size}\` and continue with the cursor.`
    : 'Ask for less at a time.'
}

/** Names the payments that this instance made for a call, each with its transaction. */
const RECEIPTS_META_KEY = 'bellhop/paid'

/** Adds the receipts of a call's payments, so that its user sees the cost. */
export function withReceipts(result: CallToolResult, receipts: readonly Receipt[]): CallToolResult {
  if (receipts.length === 0) return result
  return { ...result, _meta: { ...result._meta, [RECEIPTS_META_KEY]: receipts } }
}

/** Holds the facts of a failed call for programs (`ErrorFacts`); its words are the text. */
const ERROR_META_KEY = 'bellhop/error'

/**
 * The tool result of a failed call: text, and facts beside it. They are no structured content, since clients check that against the
 * output schema even when `isError` is set.
 */
export function errorResult(
  thrown: unknown,
  operation?: AnyOperation,
): CallToolResult & { _meta: Record<string, unknown> } {
  const error = toOperationError(thrown)
  const { code, message, hint, retryable, isQuoting } = error
  const again = retryable ? 'The same call may succeed later.' : ''
  const lines = [`${code}: ${message}`, hint, documentedLine(error), again]
  return {
    isError: true,
    content: [{ type: 'text', text: lines.filter(Boolean).join('\n') }],
    _meta: {
      [ERROR_META_KEY]: errorFacts(error, operation),
      ...(isQuoting ? { [UNTRUSTED_META_KEY]: true } : {}),
    },
  }
}

/** An error with the names of tools as lists have them, where all of its words are ours. */
export function renameInError(answer: ToolAnswer, { within }: ToolNames): ToolAnswer {
  const isOurs = 'isError' in answer && !answer._meta?.[UNTRUSTED_META_KEY]
  if (!isOurs || !Array.isArray(answer.content)) return answer
  const content = (answer as CallToolResult).content.map((part) =>
    part.type === 'text' ? { ...part, text: within(part.text) } : part,
  )
  return { ...answer, content }
}
