import { z } from 'zod'
import { DATED_FIELDS, NETWORKS, QUORUM_FIELD } from '../../src/contract/onchain.ts'
import { defineOperation } from '../../src/contract/operation.ts'
import { ASK_MAX_MS } from '../../src/core/run/call-times.ts'
import { TOKENS_MAX_COUNT } from '../../src/onchain/limits.ts'
import { requireBalanceQuestion } from '../../src/onchain/require-questions.ts'

const amount = {
  symbol: z.string(),
  decimals: z.int(),
  formatted: z.string(),
}

/** Operation `wallet_balance` (utility spec 4.9): native and token balances of a wallet, all in one block. */
export const walletBalance = defineOperation({
  name: 'wallet_balance',
  title: 'Wallet balance',
  description:
    'Read native and ERC-20 balances of an EVM address, in one block. Token symbols are untrusted.',
  toolset: 'chain',
  http: { method: 'POST', path: '/wallet-balance' },
  price: '0.003',
  takesMaxMs: ASK_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z.object({
    address: z.string().meta({ examples: ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'] }),
    network: z.enum(NETWORKS).default('ethereum'),
    quorum: QUORUM_FIELD,
    tokens: z
      .array(z.string())
      .max(TOKENS_MAX_COUNT)
      .default([])
      .describe('ERC-20 contracts to include.'),
  }),
  output: z.object({
    network: z.string().describe('The chain as eip155:<chain id>.'),
    native: z.object({ ...amount, wei: z.string() }),
    tokens: z.array(
      z.object({
        address: z.string(),
        ...amount,
        raw: z.string().describe('Amount in the smallest unit.'),
        note: z.enum(['duplicate_of_native']).optional(),
      }),
    ),
    errors: z
      .array(
        z.object({
          address: z.string(),
          code: z.string(),
          message: z.string(),
          raw: z.string().optional(),
        }),
      )
      .describe('Tokens whose balance is not known.'),
    sources: z.literal(2).optional().describe('Nodes that agree, where quorum wants them.'),
    ...DATED_FIELDS,
  }),
  example: {
    input: { address: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', network: 'base' },
    output: {
      network: 'eip155:8453',
      native: { symbol: 'ETH', decimals: 18, formatted: '0.5', wei: '500000000000000000' },
      tokens: [],
      errors: [],
      blockNumber: '30000000',
      asOf: '2026-01-31T12:00:00.000Z',
      ageSeconds: 4,
    },
  },
  agent: { seldom: ['quorum'] },
  check: requireBalanceQuestion,
  async run({ input, services, signal }) {
    const onchain = await services.onchain()
    const { tokens, errors, ...rest } = await onchain.balances(input, signal)
    return { ...rest, tokens: [...tokens], errors: [...errors] }
  },
})
