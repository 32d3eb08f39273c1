// @module-tag full
import { describe, expect, test } from 'vitest'
import { receiptsCsv } from '../../../../src/cli/commands/wallet-receipts.ts'
import type { AnyOperation } from '../../../../src/contract/operation.ts'
import { loadPaymentHistory } from '../../../../src/pay/buyer/spender.ts'
import { openBuyer, type TestBuyer } from '../../../support/buyer.ts'
import {
  facilitator,
  startChainAndFacilitator,
  usdc,
} from '../../../support/chain-and-facilitator.ts'
import { seeds } from '../../../support/full.ts'
import {
  challenge,
  offer,
  type OddSeller,
  reply,
  settle,
  startOddSeller,
} from '../../../support/odd-seller.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { newAddress, workshop } from '../../../support/seller.ts'

const PRICE = 2_000
const FUNDS = 100_000
const middling = workshop().operations[1] as AnyOperation
const payTo = newAddress()
startChainAndFacilitator(payTo)

const INVENTED = `0x${'ab'.repeat(32)}` as const
const claim = { success: true, transaction: INVENTED, network: 'eip155:8453' }
const answer = { text: 'a', run: 1 }

/** What a seller does with a payment, and what it says of it. */
const WAYS = [
  'honest',
  'settles and says another',
  'settles and says nothing',
  'only says so',
] as const
type Way = (typeof WAYS)[number]

async function sellerOf(ways: Way[]): Promise<OddSeller> {
  return startOddSeller(async ({ payment }, response) => {
    if (!payment) return challenge(response, [offer(payTo)])
    const way = ways.shift() ?? 'honest'
    const settled = way === 'only says so' ? undefined : await settle(facilitator.local, payment)
    if (way === 'settles and says nothing') return reply(response, answer)
    return reply(response, answer, { settlement: way === 'honest' ? settled : claim })
  })
}

async function history(buyer: TestBuyer) {
  await buyer.buyer.confirmed()
  const parts = { ...buyer, chain: async () => Promise.reject(new Error('not asked')) }
  return loadPaymentHistory({ ...parts, address: async () => undefined }, 100, undefined)
}

describe('the record of a payment', () => {
  test('is the chain’s word: spent where the transfer was seen, else claimed, then released', async () => {
    await using odd = await sellerOf([...WAYS])
    const account = await usdc.account(FUNDS)
    let aheadMs = 0
    const clock = { aheadMs: () => aheadMs }
    await using buyer = await openBuyer({ usdc, account, url: odd.url, ...clock })
    for (const [n] of WAYS.entries()) await buyer.call(middling, { text: String(n) })
    const past = (await history(buyer)).toReversed()
    expect(past.map(({ state, transaction }) => [state, transaction === INVENTED])).toEqual([
      ['spent', false],
      ['spent', false],
      ['spent', false],
      ['claimed', true],
    ])
    for (const { transaction } of past.slice(0, 3)) {
      const receipt = await usdc.chain.rpc('eth_getTransactionReceipt', [transaction])
      expect(receipt).toMatchObject({ status: '0x1' })
    }
    const csv = await receiptsCsv({ history: async () => history(buyer) })
    expect(csv.split('\r\n').filter((line) => line.includes(',claimed,'))).toHaveLength(1)
    expect(csv.split('\r\n').filter((line) => line.includes(',spent,'))).toHaveLength(3)
    // What is claimed counts as spent, until the chain shows that it never can be.
    expect((await buyer.journal.totals('eip155:8453')).day).toBe(4 * PRICE)
    const snapshot = await usdc.chain.snapshot()
    await usdc.chain.rpc('evm_increaseTime', [400])
    await usdc.chain.mine()
    aheadMs = 400_000
    await buyer.buyer.reconcile()
    expect((await history(buyer)).map(({ state }) => state)).toEqual([
      'released',
      'spent',
      'spent',
      'spent',
    ])
    expect((await buyer.journal.totals('eip155:8453')).day).toBe(3 * PRICE)
    await usdc.chain.revert(snapshot)
  })

  test('stays a claim while the chain cannot be read, and is settled later', async () => {
    let isReadable = false
    await using odd = await sellerOf(['honest'])
    const account = await usdc.account(FUNDS)
    await using buyer = await openBuyer({
      usdc,
      account,
      url: odd.url,
      chain: (real) => ({
        ...real,
        verifier: async (transfer) => {
          if (!isReadable) throw new Error('down')
          return real.verifier(transfer)
        },
      }),
    })
    await buyer.call(middling, { text: 'a' })
    expect((await history(buyer)).map(({ state }) => state)).toEqual(['claimed'])
    isReadable = true
    expect((await history(buyer)).map(({ state }) => state)).toEqual(['spent'])
  })

  test.each(Array.from({ length: seeds(3, 20) }, (_, n) => n + 1))(
    'never says that more was spent than left the wallet, nor less (seed %i)',
    async (seed) => {
      const random = seededRandom(seed)
      const pick = () => WAYS[Math.floor(random() * WAYS.length)] ?? 'honest'
      const ways = Array.from({ length: 8 }, pick)
      await using odd = await sellerOf([...ways])
      const account = await usdc.account(FUNDS)
      await using buyer = await openBuyer({ usdc, account, url: odd.url })
      for (const [n] of ways.entries()) await buyer.call(middling, { text: String(n) })
      const states = (await history(buyer)).map(({ state }) => state)
      const lies = ways.filter((way) => way === 'only says so').length
      expect(states.filter((state) => state === 'claimed')).toHaveLength(lies)
      expect(FUNDS - (await usdc.balance(account.address))).toBe(
        states.filter((state) => state === 'spent').length * PRICE,
      )
    },
  )
})

describe('a seller that asks to be left alone', () => {
  test('is not sent the payment again before that, by this call or the next', async () => {
    let aheadMs = 0
    let isBusy = true
    await using odd = await startOddSeller(async ({ payment }, response) => {
      if (!payment) return challenge(response, [offer(payTo)])
      if (isBusy) return void response.writeHead(503, { 'retry-after': '120' }).end('{}')
      return reply(response, answer, { settlement: await settle(facilitator.local, payment) })
    })
    const account = await usdc.account(FUNDS)
    await using buyer = await openBuyer({ usdc, account, url: odd.url, aheadMs: () => aheadMs })
    const refused = { code: 'settlement_pending', fields: { 'retry-after': 120 } }
    await expect(buyer.call(middling, { text: 'a' })).rejects.toMatchObject(refused)
    await expect(buyer.call(middling, { text: 'a' })).rejects.toMatchObject({
      code: 'settlement_pending',
    })
    expect([odd.payments().length, buyer.signatures()]).toEqual([1, 1])
    isBusy = false
    aheadMs = 120_001
    expect(await buyer.call(middling, { text: 'a' })).toEqual(answer)
    expect([odd.payments().length, buyer.signatures()]).toEqual([2, 1])
  })
})
