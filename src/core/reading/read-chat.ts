import { OperationError } from '../../contract/errors.ts'
import type { AnyOperation, Call } from '../../contract/operation.ts'
import { findParts } from '../../markdown/parts/find-parts.ts'
import { pageAt } from '../../markdown/parts/paging.ts'
import { quote } from '../../markdown/quote.ts'
import type { Reading, ReadRequest } from './reading.ts'
import { runOther } from './run-other.ts'

/** Whether an address is one of the chat, such as `chat://inbox`. */
export function isChatAddress(address: string): boolean {
  return /^chat:\/\//i.test(address)
}

/** Reads what a tool shows at an address of the chat, as the resource of that address does: it marks nothing as read. */
export async function readChat(
  call: Call<unknown>,
  address: string,
  { maxChars, find }: ReadRequest,
  tools: readonly AnyOperation[],
): Promise<Reading> {
  const found = findResource(tools, address)
  if (!found) throw unknownAddress(tools)
  const { tool, input, title } = found
  const { output } = await runOther(call, tool, input)
  const whole = matching(tool.agent?.text?.(output) ?? JSON.stringify(output), find)
  const { markdown, end } = pageAt(whole, 0, maxChars)
  const left = whole.length - end
  const more = left > 0 ? `\n\n[${left} more characters: call ${tool.name}.]` : ''
  return { kind: 'chat', url: address, title, text: markdown + more }
}

function matching(text: string, find: string | undefined): string {
  if (find === undefined) return text
  const { total, parts } = findParts(text, find)
  return [`[${total} matching]`, ...parts.map(({ excerpt }) => quote(excerpt))].join('\n\n')
}

interface FoundResource {
  tool: AnyOperation
  input: Record<string, unknown>
  title: string
}

function findResource(tools: readonly AnyOperation[], address: string): FoundResource | undefined {
  for (const tool of tools) {
    for (const { uri, title, input } of tool.resources ?? []) {
      const variables = matchTemplate(uri, address)
      if (variables) return { tool, title, input: input(variables) }
    }
  }
  return undefined
}

/** The variables of an RFC 6570 template as resources have them: `{name}` within a segment, `{names*}` for several. */
function matchTemplate(template: string, address: string): Record<string, string> | undefined {
  const pattern = template
    .replaceAll(/[.?+^$()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/\{(\w+)\*?\}/g, '(?<$1>[^/]+)')
  const groups = new RegExp(`^${pattern}/?$`, 'i').exec(address)?.groups
  if (!groups) return address.replace(/\/$/, '') === template ? {} : undefined
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, plain(value)]))
}

function plain(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

function unknownAddress(tools: readonly AnyOperation[]): OperationError {
  const known = tools.flatMap(({ resources = [] }) => resources.map(({ uri }) => uri))
  return new OperationError('invalid_input', 'There is no such address in the chat.', {
    hint: `Known: ${known.join(', ')}, chat://file/<path>.`,
  })
}
