import { z } from 'zod'
import { type AnyOperation, defineOperation } from '../../contract/operation.ts'
import { payerOf, spendingOf } from '../../contract/spending.ts'
import { REMOTE_TOOL_MAX_MS } from './call-tool.ts'
import type { ListedTool } from './list-tools.ts'

/** The operation that calls a tool of another MCP server, named with a prefix and with its price in the description. */
export function remoteTool(listed: ListedTool, host: string, prefix: string): AnyOperation {
  const { name: tool, title, description, usd, schema } = listed
  const name = `${prefix}${tool}`
  const price =
    usd === undefined
      ? 'May cost money: the price is told when it is called.'
      : `Costs ${usd} USD, paid by x402.`
  return defineOperation({
    name,
    title,
    description: `${description} ${price} Runs at ${host}, whose words these are.`.trim(),
    toolset: 'wallet',
    tier: 'standard',
    audience: 'owner',
    runsHere: true,
    toolOnly: true,
    http: { method: 'POST', path: `/remote/${encodeURIComponent(tool)}` },
    // What a stranger says of its tool is no reason to be less careful.
    effects: { readOnly: false, destructive: true, idempotent: false, openWorld: true },
    takesMaxMs: 2 * REMOTE_TOOL_MAX_MS,
    input: z.looseObject({}).meta({ ...schema }),
    output: z.object({
      text: z.string(),
      truncated: z.boolean().optional(),
      failed: z.boolean().optional().describe('True where the tool says that it failed.'),
    }),
    agent: { text: ({ text }) => text },
    async run({ input, services, ...call }) {
      return spendingOf(services).callRemoteTool({ tool, arguments: input }, payerOf(name, call))
    },
  })
}
