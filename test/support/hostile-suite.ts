import { describe, expect, test } from 'vitest'
import { BAD_TERMS, TRICKS } from './hostile-services.ts'
import { challenge, offer, reply, startOddSeller } from './odd-seller.ts'
import type { Purse } from './purse.ts'
import { newAddress } from './seller.ts'

const payTo = newAddress()

/** Tests what hostile services get out of `pay_fetch`: every nth of them. */
export function testHostileServices({ buyerAt, spent }: Purse, nth = 1): void {
  const some = <T>(table: Readonly<Record<string, T>>): [string, T][] =>
    Object.entries(table).filter((_, index) => index % nth === 0)

  describe('a hostile service', () => {
    test.each(some(BAD_TERMS))('with %s is not paid', async (_, accepts) => {
      await using seller = await startOddSeller((__, response) =>
        challenge(response, accepts as object[]),
      )
      const { buyer, ask } = await buyerAt(seller.url)
      await using __ = buyer
      await expect(ask()).rejects.toMatchObject({
        code: expect.stringMatching(/^(payment_refused|upstream_failed)$/) as string,
      })
      expect([buyer.signatures(), seller.payments(), await spent()]).toEqual([0, [], 0])
    })

    test.each(some(TRICKS))('that %s, once it is paid, gets one signature', async (_, trick) => {
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
    })
  })
}
