import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { spendingOf } from '../../src/contract/spending.ts'

const usd = z.string().describe('USD, decimal.')

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
    address: z.string().nullable().describe('null: there is no wallet.'),
    network: z.string().describe('eip155:<chain_id>'),
    asset: z.string(),
    balance: usd.nullable().describe('USD; null when the chain cannot be read.'),
    caps: z.object({ perCall: usd, perSession: usd, perDay: usd, approveAbove: usd }),
    spent: z.object({
      session: usd,
      day: usd.describe('Last 24 hours.'),
      open: usd.describe('Part of the others: signed, and not known to be used or expired.'),
    }),
  }),
  run: async ({ services, signal }) => spendingOf(services).status(signal),
})
