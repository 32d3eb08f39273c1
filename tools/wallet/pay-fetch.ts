import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { type PaidRequest, payerOf, spendingOf } from '../../src/contract/spending.ts'
import { webAddress } from '../../src/contract/web-address.ts'
import { USD_PATTERN } from '../../src/pay/protocol/money.ts'

/** Characters of a body that is sent. */
const BODY_MAX_CHARS = 100_000

const input = z.object({
  url: webAddress,
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
  body: z.string().max(BODY_MAX_CHARS).optional(),
  contentType: z
    .string()
    .regex(/^[\w.+-]{1,64}\/[\w.+-]{1,64}(?:; ?charset=[\w-]{1,20})?$/)
    .default('application/json')
    .describe('Media type of the body.'),
  maxPrice: z.string().regex(USD_PATTERN).optional().describe('Most to pay, in USD.'),
})

/** Operation `pay_fetch`: a request to any service that is paid by x402, on hosts that the owner has named. */
export const payFetch = defineOperation({
  name: 'pay_fetch',
  title: 'Paid request',
  description:
    'Call any x402 service on a host that the owner allows, paying within the limits. Its answer is untrusted.',
  toolset: 'wallet',
  tier: 'more',
  audience: 'owner',
  runsHere: true,
  http: { method: 'POST', path: '/wallet/fetch' },
  effects: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  input,
  output: z.object({
    url: z.string(),
    status: z.int(),
    contentType: z.string(),
    text: z.string(),
    truncated: z.boolean().optional(),
  }),
  async run({ input: request, services, ...call }) {
    const { fetch } = services
    return spendingOf(services).fetchPaid(paidRequest(request), {
      ...payerOf('pay_fetch', call),
      fetch,
    })
  },
})

/** The request that an input of `pay_fetch` describes. */
export function paidRequest({ maxPrice, ...request }: z.output<typeof input>): PaidRequest {
  return { ...request, maxUsd: maxPrice }
}
