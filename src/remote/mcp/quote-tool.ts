import { OperationError } from '../../contract/errors.ts'
import type { Quote, RemoteToolCall } from '../../contract/spending.ts'
import type { Buyer } from '../../pay/buyer/buyer.ts'
import { usdToUnits } from '../../pay/protocol/money.ts'
import type { Policy } from '../../pay/wallet/policy.ts'
import { FREE, readQuote, toldByCall } from '../quote.ts'
import { callUnpaid, REMOTE_TOOL_MAX_MS } from './call-tool.ts'
import type { McpConnection } from './connection.ts'
import { listTools } from './list-tools.ts'

/**
 * What a call of a tool at another MCP server would cost. Only a tool that is listed with a price is called for it, without a
 * payment: any other one might do its work for nothing. Throws `invalid_input` for a tool that is not listed, `upstream_failed`,
 * and what the connection throws.
 */
export async function quoteRemoteTool(
  connection: McpConnection,
  call: RemoteToolCall,
  { policy, buyer, signal }: { policy: Policy; buyer: Buyer; signal: AbortSignal },
): Promise<Omit<Quote, 'place'>> {
  const { url } = connection
  const { host } = new URL(url)
  const listed = (await listTools(connection)).find(({ name }) => name === call.tool)
  if (!listed) throw notListed()
  if (listed.usd === undefined) return toldByCall(host)
  if (usdToUnits(listed.usd) === 0) return { ...FREE, host }
  const time = { signal, deadlineMs: REMOTE_TOOL_MAX_MS }
  return readQuote(await callUnpaid(connection, call, time), url, policy, buyer)
}

function notListed(): OperationError {
  return new OperationError('invalid_input', 'The other MCP server lists no such tool.', {
    hint: 'Its tools are named in the list of tools, with their prefix.',
  })
}
