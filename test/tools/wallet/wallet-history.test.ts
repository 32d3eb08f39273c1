import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import type { BuyerAuthorizationTable } from '../../../src/store/tables/schema.ts'
import { walletHistory } from '../../../tools/wallet/wallet-history.ts'
import { instanceWith } from '../../support/wallet-services.ts'

const START = Date.parse('2026-01-02T03:04:05.000Z')

function row(n: number): BuyerAuthorizationTable {
  return {
    id: `eip155:8453|0xasset|0xpayer|0x${n}`,
    request_hash: `${n}`,
    operation: 'extract',
    host: 'a.example',
    url: 'https://a.example/extract',
    x402_version: 2,
    network: 'eip155:8453',
    asset: '0xasset',
    payer: '0xpayer',
    pay_to: '0xpayee',
    units: 1_000 * (n + 1),
    method: null,
    account_id: null,
    consent: null,
    state: n === 0 ? 'released' : 'spent',
    payment: '{"secret":"signature"}',
    session: 's',
    signed_ms: START + n * 1_000,
    valid_before_ms: START + 60_000,
    delivered: n === 0 ? 0 : 1,
    transaction_hash: n === 0 ? null : `0x${n}`,
    reason: n === 0 ? 'expired' : null,
    closed_ms: START + 61_000,
  }
}

test('lists payments, newest first, page by page, without what was signed', async () => {
  await using instance = instanceWith({}, generatePrivateKey())
  const store = await instance.composed.store()
  const rows = [row(0), row(1), row(2)]
  await store.write(async (tx) => tx.insertInto('buyer_authorization').values(rows).execute())
  const { payments } = (await instance.call(walletHistory, { limit: 2 })) as {
    payments: { signedAt: string; usd: string }[]
  }
  expect(payments.map(({ usd }) => usd)).toEqual(['0.003', '0.002'])
  const rest = await instance.call(walletHistory, { limit: 2, before: payments[1]?.signedAt })
  expect(rest).toEqual({
    payments: [
      {
        signedAt: '2026-01-02T03:04:05.000Z',
        operation: 'extract',
        host: 'a.example',
        payTo: '0xpayee',
        usd: '0.001',
        network: 'eip155:8453',
        state: 'released',
        answered: false,
        transaction: null,
        reason: 'expired',
      },
    ],
  })
  expect(JSON.stringify(rest)).not.toContain('signature')
})

test.each([{ limit: 0 }, { limit: 201 }, { before: 'yesterday' }])(
  '%j is refused',
  async (input) => {
    await using instance = instanceWith({}, generatePrivateKey())
    await expect(instance.call(walletHistory, input)).rejects.toMatchObject({
      code: 'invalid_input',
    })
  },
)
