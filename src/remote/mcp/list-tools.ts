import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'
import { isJsonDeeperThan } from '../../lib/json-depth.ts'
import { cleanLine, cleanText } from '../../lib/text.ts'
import { USD_PATTERN } from '../../pay/protocol/money.ts'
import { TERMS_META_KEY } from '../../pay/protocol/names.ts'
import type { McpConnection } from './connection.ts'

/** Tools that are taken from one server. */
export const REMOTE_TOOLS_MAX_COUNT = 64

/** Pages of a list that are asked for. */
const PAGES_MAX_COUNT = 8

/** Longest wait for the whole list: a client waits for its own. */
const LIST_MAX_MS = 5_000

/** Characters of what a server says of a tool. */
const DESCRIPTION_MAX_CHARS = 1_000

/** Size and depth of the schema of a tool. */
const SCHEMA_MAX_CHARS = 16 * 1024
const SCHEMA_MAX_DEPTH = 24

/** A tool as another server lists it. All texts are a stranger's, cleaned. */
export interface ListedTool {
  name: string
  title: string
  description: string
  /** What the server says that a call costs, in USD; undefined where it does not say. */
  usd: string | undefined
  /** JSON Schema of the arguments, of type object. */
  schema: ListedSchema
}

/** The parts of a tool's schema that are shown to models. */
export type ListedSchema = z.output<typeof schemaOfInput>

const record = z.record(z.string(), z.unknown())

/** Schema of a field of which nothing is said. */
const anything = z.boolean().transform(() => ({}))

const schemaOfInput = z.object({
  properties: z.record(z.string(), z.union([record, anything])).optional(),
  required: z.array(z.string()).optional(),
  $defs: z.record(z.string(), record).optional(),
  definitions: z.record(z.string(), record).optional(),
})

const amount = z.union([z.string(), z.number()]).transform((value, context) => {
  const usd = String(value).replace(/^\$/, '')
  if (USD_PATTERN.test(usd)) return usd
  context.addIssue('no amount')
  return z.NEVER
})

/** Where servers say the price: this product, the Agents SDK, and sellers of version 1. */
const PRICES = [
  z
    .object({
      _meta: z.object({ [TERMS_META_KEY]: z.object({ price: z.object({ amount }) }) }),
    })
    .transform(({ _meta }) => _meta[TERMS_META_KEY].price.amount),
  z
    .object({ _meta: z.object({ 'agents-x402/priceUSD': amount }) })
    .transform(({ _meta }) => _meta['agents-x402/priceUSD']),
  z
    .object({ annotations: z.object({ paymentPriceUSD: amount }) })
    .transform(({ annotations }) => annotations.paymentPriceUSD),
]

const toolSchema = z.object({
  name: z.string().regex(/^[\w./-]{1,64}$/),
  title: z.string().nullish(),
  description: z.string().nullish(),
  inputSchema: z.unknown(),
})

/** The tools of a server; those that cannot be read are left out. Throws `upstream_failed`, and what the connection throws. */
export async function listTools(connection: McpConnection): Promise<ListedTool[]> {
  const signal = AbortSignal.timeout(LIST_MAX_MS)
  const tools = new Map<string, ListedTool>()
  let cursor: unknown
  for (let page = 0; page < PAGES_MAX_COUNT && tools.size < REMOTE_TOOLS_MAX_COUNT; page++) {
    const params = cursor === undefined ? {} : { cursor }
    const options = { signal, deadlineMs: LIST_MAX_MS }
    const { status, result } = await connection.request('tools/list', params, options)
    const listed = result?.['tools']
    if (!Array.isArray(listed)) throw noList(status)
    for (const item of listed as unknown[]) {
      const tool = readTool(item)
      if (tool && !tools.has(tool.name) && tools.size < REMOTE_TOOLS_MAX_COUNT) {
        tools.set(tool.name, tool)
      }
    }
    cursor = result?.['nextCursor']
    if (typeof cursor !== 'string' || cursor === '') break
  }
  return [...tools.values()]
}

function readTool(item: unknown): ListedTool | undefined {
  const { data } = toolSchema.safeParse(item)
  const schema = data && readSchema(data.inputSchema)
  if (!schema) return undefined
  const { name, title, description } = data
  return {
    name,
    title: cleanLine(title ?? '', 80) || name,
    description: cleanLine(description ?? '', DESCRIPTION_MAX_CHARS),
    usd: priceIn(item),
    schema,
  }
}

function readSchema(schema: unknown): ListedSchema | undefined {
  const text = JSON.stringify(schema ?? {})
  if (text.length > SCHEMA_MAX_CHARS || isJsonDeeperThan(SCHEMA_MAX_DEPTH, text)) return undefined
  const cleaned: unknown = JSON.parse(text, (_, part: unknown) =>
    typeof part === 'string' ? cleanText(part) : part,
  )
  return schemaOfInput.safeParse(cleaned).data
}

function priceIn(item: unknown): string | undefined {
  for (const price of PRICES) {
    const { data } = price.safeParse(item)
    if (data !== undefined) return data
  }
  return undefined
}

function noList(status: number): OperationError {
  return new OperationError('upstream_failed', 'The other MCP server gave no list of tools.', {
    hint: 'The owner should check the address that --remote-mcp names.',
    fields: { status },
  })
}
