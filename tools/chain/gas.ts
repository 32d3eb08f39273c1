import { z } from 'zod'
import { DATED_FIELDS, NETWORKS } from '../../src/contract/onchain.ts'
import { defineOperation } from '../../src/contract/operation.ts'
import { ASK_MAX_MS } from '../../src/core/run/call-times.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { CALL_DATA_MAX_BYTES, GAS_LIMIT_MAX } from '../../src/onchain/limits.ts'

/** Gas of a plain transfer. */
const TRANSFER_GAS = '21000'

/** A tier as an example shows it. */
const exampleTier = {
  maxPriorityFeePerGas: '1000000',
  maxFeePerGas: '12000000',
  costWei: '252000000000',
  costFormatted: '0.000000252',
  costUsd: '0.0006',
}

const tier = z.object({
  maxPriorityFeePerGas: z.string(),
  maxFeePerGas: z.string(),
  costWei: z.string(),
  costFormatted: z.string(),
  costUsd: z.string().nullable(),
})

/** Operation `gas`: what the next block of a network charges, in three tiers and in dollars. */
export const gas = defineOperation({
  name: 'gas',
  title: 'Gas fees',
  description: 'Get gas fees in three tiers, and the cost of gasLimit, also in USD.',
  toolset: 'chain',
  http: { method: 'POST', path: '/gas' },
  price: '0.001',
  takesMaxMs: ASK_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z.object({
    network: z.enum(NETWORKS).default('ethereum'),
    gasLimit: z
      .string()
      .regex(/^[1-9]\d{0,7}$/, { abort: true })
      .refine((text) => BigInt(text) <= GAS_LIMIT_MAX, { error: `At most ${GAS_LIMIT_MAX}.` })
      .default(TRANSFER_GAS)
      .describe('Gas that a transaction uses.'),
    data: textUpTo(2 + 2 * CALL_DATA_MAX_BYTES)
      .refine((text) => /^0x(?:[0-9a-fA-F]{2})*$/.test(text), '0x and bytes in hexadecimal')
      .optional()
      .describe('Call data (0x…), for the L1 fee.'),
  }),
  output: z.object({
    network: z.string().describe('The chain as eip155:<chain id>.'),
    baseFeePerGas: z.string(),
    nextBaseFeePerGas: z.string(),
    slow: tier,
    standard: tier,
    fast: tier,
    l1DataFeeWei: z.string().nullable().describe('L1 fee in wei, part of each cost.'),
    symbol: z.string(),
    ...DATED_FIELDS,
    source: z.string(),
  }),
  example: {
    input: { network: 'base' },
    output: {
      network: 'eip155:8453',
      blockNumber: '30000000',
      baseFeePerGas: '5500000',
      nextBaseFeePerGas: '5500000',
      slow: exampleTier,
      standard: exampleTier,
      fast: exampleTier,
      l1DataFeeWei: null,
      symbol: 'ETH',
      asOf: '2026-01-31T12:00:00.000Z',
      ageSeconds: 4,
      source: 'eth_feeHistory',
    },
  },
  agent: { seldom: ['data'] },
  async run({ input: { network, gasLimit, data }, services, signal }) {
    const onchain = await services.onchain()
    return onchain.gas({ network, gasLimit, ...(data === undefined ? {} : { data }) }, signal)
  },
})
