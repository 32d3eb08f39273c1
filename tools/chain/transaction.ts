import { z } from 'zod'
import { ANY_NETWORK_FIELD, CALL_VALUES_FIELD, DATED_FIELDS } from '../../src/contract/onchain.ts'
import { defineOperation } from '../../src/contract/operation.ts'
import { ASK_MAX_MS } from '../../src/core/run/call-times.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { SIGNATURE_MAX_CHARS } from '../../src/onchain/limits.ts'
import { readTransactionQuestion } from '../../src/onchain/require-questions.ts'

const money = z
  .object({ wei: z.string(), formatted: z.string(), symbol: z.string().nullable() })
  .nullable()

/** Operation `transaction`: what became of a transaction, what it moved and what it called. */
export const transaction = defineOperation({
  name: 'transaction',
  title: 'Transaction',
  description:
    'Look a transaction up by its hash: status, confirmations, transfers, fee, decoded call. Token symbols are untrusted.',
  toolset: 'chain',
  tier: 'more',
  http: { method: 'POST', path: '/transaction' },
  price: '0',
  takesMaxMs: ASK_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z.object({
    hash: z
      .string()
      .regex(/^0x[0-9a-fA-F]{64}$/, '0x and 64 hexadecimal digits')
      .describe('Hash of the transaction: 0x and 64 hexadecimal digits.')
      .meta({ examples: ['0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060'] }),
    signature: textUpTo(SIGNATURE_MAX_CHARS)
      .optional()
      .describe('Function that it calls, as Solidity writes it, if you know it.'),
    network: ANY_NETWORK_FIELD,
  }),
  output: z.object({
    network: z.string().describe('The chain as eip155:<chain id>.'),
    hash: z.string(),
    status: z.enum(['succeeded', 'failed', 'mined', 'pending', 'unknown']),
    confirmations: z.string().describe('Blocks up to the latest one.'),
    block: z
      .object({ number: z.string(), time: z.string() })
      .nullable()
      .describe('Block that it is in.'),
    from: z.string().nullable(),
    to: z.string().nullable(),
    created: z.string().nullable().describe('Address of the contract that it made.'),
    nonce: z.string().nullable(),
    value: money,
    fee: money,
    transfers: z
      .array(
        z.object({
          standard: z.enum(['native', 'erc20', 'erc721', 'erc1155']),
          token: z.string().nullable(),
          from: z.string(),
          to: z.string(),
          raw: z.string().nullable().describe('Amount in the smallest unit.'),
          tokenId: z.string().optional(),
          symbol: z.string().nullable(),
          decimals: z.int().nullable(),
          formatted: z.string().nullable(),
          listed: z
            .boolean()
            .describe('Whether the token is a known one: any other can claim any transfer.'),
        }),
      )
      .describe(
        'Transfers of the transaction itself and of its logs, not those of native coins within it.',
      ),
    transfersOmitted: z.int(),
    call: z
      .object({
        selector: z.string(),
        function: z.string().nullable(),
        values: CALL_VALUES_FIELD,
      })
      .nullable(),
    proved: z
      .boolean()
      .describe('Whether its fields give its hash, so that no node invented them.'),
    ...DATED_FIELDS,
  }),
  example: {
    input: {
      hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
      network: 'base',
    },
    output: {
      network: 'eip155:8453',
      hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060',
      status: 'succeeded',
      confirmations: '12',
      block: { number: '29999989', time: '2026-01-31T11:59:38.000Z' },
      from: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      created: null,
      nonce: '7',
      value: { wei: '0', formatted: '0', symbol: 'ETH' },
      fee: { wei: '252000000000', formatted: '0.000000252', symbol: 'ETH' },
      transfers: [],
      transfersOmitted: 0,
      call: { selector: '0xd0e30db0', function: 'deposit()', values: [] },
      proved: true,
      blockNumber: '30000000',
      asOf: '2026-01-31T12:00:00.000Z',
      ageSeconds: 4,
    },
  },
  check: async (question) => void (await readTransactionQuestion(question)),
  async run({ input, services, signal }) {
    const onchain = await services.onchain()
    const { transfers, call, ...answer } = await onchain.transaction(input, signal)
    return {
      ...answer,
      transfers: [...transfers],
      call: call && { ...call, values: [...call.values] },
    }
  },
})
