import { z } from 'zod'
import { defineOperation } from '../../src/contract/operation.ts'
import { spendingOf } from '../../src/contract/spending.ts'

const LIMIT_DEFAULT = 20
const LIMIT_MAX = 200

/** Operation `wallet_history`: the payments that the wallet of this machine has made. */
export const walletHistory = defineOperation({
  name: 'wallet_history',
  title: 'Wallet history',
  description: 'List payments of the wallet for calls, newest first.',
  toolset: 'wallet',
  tier: 'more',
  audience: 'owner',
  view: { name: 'wallet' },
  runsHere: true,
  http: { method: 'POST', path: '/wallet/history' },
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  input: z.object({
    limit: z.int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT),
    before: z
      .string()
      // The pattern of a date in the schema would be longer than all the rest of it.
      .refine((time) => z.iso.datetime().safeParse(time).success, 'not an ISO 8601 time in UTC')
      .optional()
      .describe('Only payments before this signedAt.'),
  }),
  output: z.object({
    payments: z.array(
      z.object({
        signedAt: z.string().describe('Time in ISO 8601 UTC.'),
        operation: z.string(),
        host: z.string(),
        payTo: z.string(),
        usd: z.string(),
        network: z.string(),
        state: z
          .enum(['open', 'claimed', 'spent', 'released'])
          .describe(
            'Spent: the transfer was seen on the chain; claimed: so far only the seller says so; open: may still be used, and counts as spent; released: can never be used.',
          ),
        answered: z.boolean(),
        transaction: z.string().nullable(),
        reason: z.string().nullable(),
      }),
    ),
  }),
  run: async ({ services, input: { limit, before } }) => ({
    payments: await spendingOf(services).history({ limit, before }),
  }),
})
