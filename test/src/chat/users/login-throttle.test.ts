import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wrongPassword } from '../../../../src/chat/kernel/failures.ts'
import type { LoginThrottle } from '../../../../src/chat/kernel/types.ts'
import { createLoginThrottle } from '../../../../src/chat/users/login-throttle.ts'
import type { Store } from '../../../../src/store/port.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { quietLog } from '../../../support/store-backend.ts'

await onBothDatabases((backend) => {
  describe('tries of secrets at two processes on one store', () => {
    let stores: Store[]
    let one: LoginThrottle
    let other: LoginThrottle
    let nowMs: number

    beforeEach(async () => {
      const location = backend.newLocation()
      stores = [await backend.open(location), await backend.open(location)]
      nowMs = Date.parse('2026-01-02T03:04:05Z')
      const parts = { now: () => new Date(nowMs), log: quietLog }
      ;[one, other] = stores.map((store) => createLoginThrottle({ ...parts, store })) as [
        LoginThrottle,
        LoginThrottle,
      ]
    })
    afterEach(async () => {
      for (const store of stores) await store.close()
    })

    const wrong = async () => {
      throw wrongPassword()
    }
    const right = async () => 'in'
    const guess = async (at: LoginThrottle, account: string | undefined, from = 'a', run = wrong) =>
      at.tried(account, from, run).catch((error: { code: string }) => error.code)
    const fits = async (at: LoginThrottle, account: string, from = 'a') =>
      at.tried(account, from, right).catch((error: { code: string }) => error.code)

    test('are five for an account, wherever they are made, and come back with time', async () => {
      for (const at of [one, other, one, other, one]) {
        expect(await guess(at, ' Ada@x.com')).toBe('unauthorized')
      }
      expect(await fits(other, 'ada@x.com ')).toBe('rate_limited')
      expect(await fits(one, 'ada@x.com')).toBe('rate_limited')
      expect(await fits(other, 'ada@x.com', 'b')).toBe('in')
      expect(await fits(other, 'mo@x.com')).toBe('in')
      await expect(one.tried('ada@x.com', 'a', right)).rejects.toMatchObject({
        fields: { 'retry-after': 360 },
      })
      nowMs += 359_999
      expect(await fits(one, 'ada@x.com')).toBe('rate_limited')
      nowMs += 1
      expect(await fits(one, 'ada@x.com')).toBe('in')
      expect(await guess(other, 'ada@x.com')).toBe('unauthorized')
      expect(await guess(one, 'ada@x.com')).toBe('rate_limited')
    })

    test('cost nothing when they were right, or failed for another reason', async () => {
      const broken = async () => {
        throw new Error('no store')
      }
      for (let count = 0; count < 12; count += 1) {
        expect(await fits(count % 2 ? one : other, 'ada@x.com')).toBe('in')
        expect(await guess(one, 'ada@x.com', 'a', broken)).toBeUndefined()
      }
      expect(await guess(one, 'ada@x.com')).toBe('unauthorized')
    })

    test('are no more than five when they come all at once', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, async (_, n) => guess(n % 2 ? one : other, 'ada@x.com')),
      )
      expect(outcomes.filter((outcome) => outcome === 'unauthorized')).toHaveLength(5)
      expect(outcomes.filter((outcome) => outcome === 'rate_limited')).toHaveLength(7)
    })

    test('of one caller are fifty for all accounts, and nothing is kept for longer than it counts', async () => {
      for (let n = 0; n < 50; n += 1) {
        expect(await guess(n % 2 ? one : other, `user ${n}`)).toBe('unauthorized')
      }
      expect(await guess(other, 'somebody else')).toBe('rate_limited')
      expect(await guess(one, undefined)).toBe('rate_limited')
      expect(await guess(one, 'somebody else', 'b')).toBe('unauthorized')
      const [first] = stores
      const kept = async () => first?.db.selectFrom('chat_attempt').select('name').execute()
      expect(JSON.stringify(await kept())).not.toMatch(/user|somebody/)
      nowMs += 1_800_000
      expect(await fits(one, 'somebody else')).toBe('in')
      expect((await kept())?.length).toBe(2)
    })
  })
})
