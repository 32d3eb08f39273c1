import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { spendingOf } from '../../src/contract/spending.ts'

const usd = z.string().describe('Amount in USD, as a decimal.')

/** Operation `wallet_status`: what the wallet of this machine holds, may spend and has spent. */
export const walletStatus = defineOperation({
  name: 'wallet_status',
  title: 'Wallet status',
  description:
    'Get address, balance, spending and limits of the wallet that pays for calls; only its owner changes them.',
  toolset: 'wallet',
  audience: 'owner',
  view: { name: 'wallet' },
  runsHere: true,
  http: { method: 'POST', path: '/wallet/status' },
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.object({}),
  output: z.object({
    address: z.string().nullable().describe('Address of the wallet; null where there is none.'),
    network: z.string().describe('The chain as eip155:<chain id>.'),
    asset: z.string(),
    balance: usd.nullable().describe('Amount in USD; null where the chain cannot be read.'),
    caps: z.object({ perCall: usd, perSession: usd, perDay: usd, approveAbove: usd }),
    spent: z.object({
      session: usd,
      day: usd.describe('USD in the last 24 hours.'),
      open: usd.describe(
        'USD of payments that are signed and not known to be used or expired; the other amounts contain it.',
      ),
    }),
  }),
  run: async ({ services, signal }) => spendingOf(services).status(signal),
})
