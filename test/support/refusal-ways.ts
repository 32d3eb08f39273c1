import { compose } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/app/config/config.ts'
import { errorTable } from '../../src/contract/errors.ts'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { readArguments } from '../../src/core/run/read-arguments.ts'
import type { Payment } from '../../src/pay/protocol/messages.ts'
import { tempDir } from './bellhop.ts'
import { CLIENTS, type McpClient, type ToolAnswer } from './clients.ts'
import type { Customer } from './customer.ts'
import { type HttpServer, startHttpServer } from './http-server.ts'
import { type InvalidInput, PUBLIC_ORIGIN, SOLD } from './invalid-inputs.ts'
import { callRoute, type SellerAnswer, type TestSeller } from './seller.ts'

/** Ways to send one input: each resolves to what was answered, as `400` or what else came. */
export interface RefusalWays extends AsyncDisposable {
  /**
   * The answers by way: free, unpaid, paid and paid again, over HTTP and over MCP. What the tolerance of tools makes valid is not
   * sent over MCP.
   */
  tryAll(invalid: InvalidInput): Promise<Record<string, string>>
}

/** Opens a free instance beside the seller, and clients of MCP at both. */
export async function openRefusalWays(
  seller: TestSeller,
  customer: Customer,
): Promise<RefusalWays> {
  const dir = tempDir()
  const config = loadConfig({ flags: { 'data-dir': dir.path }, env: {} })
  const composed = compose(config, 'silent', SOLD)
  const free = await startHttpServer({ operations: SOLD, services: composed.services })
  const freeClient = await connect(free.mcpUrl)
  const soldClient = await connect(seller.http.mcpUrl)
  const payments = new Map<string, Payment>()
  for (const { http, name } of SOLD) payments.set(name, await customer.payFor(http.path))

  return {
    async tryAll({ operation, input }) {
      const { name, http } = operation
      const payment = payments.get(name)
      const route = async (origin: string, attached?: Payment) =>
        refusalText(await callRoute(origin + http.path, input, attached))
      const tool = async (client: McpClient, attached?: Payment) => {
        const _meta = attached ? { 'x402/payment': attached } : {}
        const answer = await client.callTool({ name, arguments: input, _meta })
        return toldByTool(answer)
      }
      const isFree = !RENDERING.has(name) || !isForGuard(input)
      const overHttp = {
        ...(isFree ? { 'free route': await route(free.url) } : {}),
        'unpaid route': await route(seller.http.url),
        'paid route': await route(seller.http.url, payment),
        'route paid again': await route(seller.http.url, payment),
      }
      if (await isMended(operation, input)) return overHttp
      return {
        ...overHttp,
        ...(isFree ? { 'free tool': await tool(freeClient) } : {}),
        'unpaid tool': await tool(soldClient),
        'paid tool': await tool(soldClient, payment),
        'tool paid again': await tool(soldClient, payment),
      }
    },
    async [Symbol.asyncDispose]() {
      await freeClient.close()
      await soldClient.close()
      await close(free)
      await composed.close()
      dir[Symbol.dispose]()
    },
  }
}

async function connect(url: string): Promise<McpClient> {
  const [, open] = CLIENTS[0] ?? []
  const client = await open?.({ url })
  if (!client) throw new Error('no client')
  return client
}

async function close(server: HttpServer): Promise<void> {
  await server[Symbol.asyncDispose]()
}

/** The status of a refusal; what was answered in words where it is none. */
function refusalText({ status, body }: SellerAnswer): string {
  return status === 200 || status === 402 ? other(body) : String(status)
}

function toldByTool({ isError, structuredContent = {}, _meta }: ToolAnswer): string {
  const facts = _meta?.['bellhop/error'] as { code?: string } | undefined
  const row = errorTable.find(({ code }) => code === facts?.code)
  return isError && row ? String(row.status) : other(structuredContent)
}

function other(body: Record<string, unknown>): string {
  return 'accepts' in body ? 'challenged' : JSON.stringify(body).slice(0, 100)
}

/** Where nothing is sold, these are for the owner, which is said before an address is looked at. */
const RENDERING: ReadonlySet<string> = new Set(['screenshot', 'extract_rendered'])

/** Whether the address is one that the guard of fetches may refuse, and no schema does. */
function isForGuard({ url }: Record<string, unknown>): boolean {
  return typeof url === 'string' && url.includes(':') && !url.startsWith(PUBLIC_ORIGIN)
}

/** Addresses that only the guard of fetches refuses are not looked at here, and count as they are. */
async function isMended(operation: AnyOperation, input: Record<string, unknown>): Promise<boolean> {
  if (isForGuard(input)) return false
  const defaults = operation.agent?.defaults
  return readArguments(operation, input, { defaults }).then(
    () => true,
    () => false,
  )
}
