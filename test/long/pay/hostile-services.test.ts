import type { PrivateKeyAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import { startChainAndFacilitator, usdc } from '../../support/chain-and-facilitator.ts'
import { BAD_TERMS, TRICKS } from '../../support/hostile-services.ts'
import { challenge, offer, reply, startOddSeller } from '../../support/odd-seller.ts'
import { buyerAt as requestsAt } from '../../support/paid-requests.ts'
import { newAddress } from '../../support/seller.ts'

const payTo = newAddress()
const FUNDS = 100_000
let account: PrivateKeyAccount

startChainAndFacilitator(payTo)
beforeEach(async () => {
  account = await usdc.account(FUNDS)
})

const spent = async () => FUNDS - (await usdc.balance(account.address))
const buyerAt = async (url: string) => requestsAt({ usdc, account, url })
const honest = async (accepts: readonly object[]) =>
  startOddSeller((_, response) => challenge(response, accepts))

test('there are 35 of them at least', () => {
  expect(Object.keys({ ...BAD_TERMS, ...TRICKS }).length).toBeGreaterThanOrEqual(35)
})

describe('a hostile service', () => {
  test.each(Object.entries(BAD_TERMS))('with %s is not paid', async (_, accepts) => {
    await using seller = await honest(accepts as object[])
    const { buyer, ask } = await buyerAt(seller.url)
    await using __ = buyer
    await expect(ask()).rejects.toMatchObject({
      code: expect.stringMatching(/^(payment_refused|upstream_failed)$/) as string,
    })
    expect([buyer.signatures(), seller.payments(), await spent()]).toEqual([0, [], 0])
  })

  test.each(Object.entries(TRICKS))(
    'that %s, once it is paid, gets one signature',
    async (_, trick) => {
      await using other = await startOddSeller((__, response) => reply(response, {}))
      await using seller = await startOddSeller(({ payment }, response) =>
        payment ? trick(response, other) : challenge(response, [offer(payTo)]),
      )
      const { buyer, ask } = await buyerAt(seller.url)
      await using __ = buyer
      await ask().catch(() => undefined)
      await ask().catch(() => undefined)
      const nonces = new Set(seller.payments().map((payment) => JSON.stringify(payment['payload'])))
      // Where it has answered, the second call is another purchase.
      const answered = (await buyer.rows()).filter(({ delivered }) => delivered === 1).length
      expect(nonces.size).toBe(Math.max(1, answered))
      expect(buyer.signatures()).toBe(nonces.size)
      expect([other.requests, await spent()]).toEqual([[], 0])
    },
  )
})
