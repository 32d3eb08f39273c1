import { z } from 'zod'
import { DATED_FIELDS, NETWORKS, QUORUM_FIELD } from '../../src/contract/onchain.ts'
import { defineOperation } from '../../src/contract/operation.ts'
import { ASK_MAX_MS } from '../../src/core/run/call-times.ts'
import { textUpTo } from '../../src/lib/text-bounds.ts'
import { RECORDS_MAX_COUNT } from '../../src/onchain/limits.ts'
import { requireSubject } from '../../src/onchain/require-questions.ts'

/** Characters of the key of a text record. */
const KEY_MAX_CHARS = 100

/** Operation `resolve_name`: an ENS name to its address and back, confirmed in both directions. */
export const resolveName = defineOperation({
  name: 'resolve_name',
  title: 'Resolve ENS name',
  description: 'Resolve an ENS name to an address, or back. Records are untrusted.',
  toolset: 'chain',
  http: { method: 'POST', path: '/resolve-name' },
  price: '0.002',
  takesMaxMs: ASK_MAX_MS,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: true },
  input: z
    .object({
      name: z.string().optional().describe('Name like vitalik.eth.'),
      address: z.string().optional().describe('Address to look up instead.'),
      network: z.enum(NETWORKS).default('ethereum'),
      quorum: QUORUM_FIELD,
      records: z
        .array(textUpTo(KEY_MAX_CHARS))
        .max(RECORDS_MAX_COUNT)
        .default([])
        .describe('Text records wanted, e.g. avatar.'),
    })
    .refine(({ name, address }) => (name === undefined) !== (address === undefined), {
      error: 'Give exactly one of name and address.',
    }),
  output: z.object({
    name: z.string().nullable(),
    address: z.string().nullable(),
    network: z.string().describe('The chain as eip155:<chain id>.'),
    verified: z.boolean().describe('Whether name and address point at each other.'),
    primaryName: z.string().nullable().describe('Name that the address claims.'),
    records: z.record(z.string(), z.string().nullable()),
    source: z.literal('ens'),
    offchain: z.boolean().describe('Whether a gateway outside the chain took part.'),
    expires: z
      .string()
      .nullable()
      .describe('When the registration of a name under .eth ends, in ISO 8601.'),
    expired: z.literal(true).optional().describe('Present where that time has passed.'),
    sources: z.literal(2).optional().describe('Nodes that agree, where quorum wants them.'),
    ...DATED_FIELDS,
  }),
  example: {
    input: { name: 'vitalik.eth' },
    output: {
      name: 'vitalik.eth',
      address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      network: 'eip155:1',
      verified: true,
      primaryName: 'vitalik.eth',
      records: {},
      source: 'ens',
      offchain: false,
      expires: '2032-05-06T06:58:35.000Z',
      blockNumber: '24000000',
      asOf: '2026-01-31T12:00:00.000Z',
      ageSeconds: 4,
    },
  },
  agent: { seldom: ['records', 'quorum'] },
  check: requireSubject,
  async run({ input: { name, address, network, records, quorum }, services, signal, principal }) {
    const onchain = await services.onchain()
    const subject = name === undefined ? { address: address ?? '' } : { name }
    return onchain.resolveName({ ...subject, network, records, quorum }, signal, principal)
  },
})
