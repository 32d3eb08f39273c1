import type { McpServer } from '@modelcontextprotocol/server'
import type { Spending } from '../../contract/spending.ts'
import type { Gate } from '../../pay/seller/port.ts'

/** URI of the resource with the price list and the spending of this instance. */
export const PAYMENTS_URI = 'bellhop://payments'

/** Registers `bellhop://payments`. Earnings are not in it: they are private to the operator. */
export function registerPayments(
  server: McpServer,
  gate: Gate | undefined,
  spending: Spending | undefined,
): void {
  server.registerResource(
    'payments',
    PAYMENTS_URI,
    {
      title: 'Payments',
      description: 'What calls of this instance cost, and what its wallet has spent.',
      mimeType: 'application/json',
    },
    async (uri, { mcpReq }) => {
      const spends = spending && (await spendsOf(spending, mcpReq.signal))
      const text = JSON.stringify({ sells: gate ? sells(gate) : [], spends }, null, 2)
      return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] }
    },
  )
}

/** Payments of the journal that are shown. */
const HISTORY_MAX_COUNT = 50

async function spendsOf(spending: Spending, signal: AbortSignal): Promise<object> {
  const wallet = await spending.status(signal)
  return { wallet, payments: await spending.history({ limit: HISTORY_MAX_COUNT }) }
}

function sells({ prices }: Gate): object[] {
  return [...prices.values()].map(({ offer: { name }, terms }) => ({ operation: name, ...terms }))
}
