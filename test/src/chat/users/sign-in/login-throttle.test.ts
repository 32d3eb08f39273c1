import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { wrongPassword } from '../../../../../src/chat/kernel/failures.ts'
import type { LoginThrottle } from '../../../../../src/chat/kernel/types.ts'
import { createLoginThrottle } from '../../../../../src/chat/users/sign-in/login-throttle.ts'
import type { Store } from '../../../../../src/store/port.ts'
import { onBothDatabases } from '../../../../support/both-databases.ts'
import { quietLog } from '../../../../support/store-backend.ts'

await onBothDatabases((backend) => {
  describe('tries of secrets at two processes on one store', () => {
    let stores: Store[]
    let one: LoginThrottle
    let other: LoginThrottle
    let nowMs: number
    let pauses: number[]

    beforeEach(async () => {
      const location = backend.newLocation()
      stores = [await backend.open(location), await backend.open(location)]
      nowMs = Date.parse('2026-01-02T03:04:05Z')
      pauses = []
      const pause = async (ms: number) => pauses.push(ms)
      const parts = { now: () => new Date(nowMs), log: quietLog, pause }
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

    test('that are right pass where the caller has none left, but not for an account that it attacks', async () => {
      for (let n = 0; n < 5; n += 1) await guess(one, 'mo@x.com')
      for (let n = 0; n < 45; n += 1) await guess(n % 2 ? one : other, `user ${n}`)
      for (const at of [one, other]) {
        expect(await guess(at, 'ada@x.com')).toBe('rate_limited')
        expect(await guess(at, 'nobody@x.com')).toBe('rate_limited')
        expect(await fits(at, 'ada@x.com')).toBe('in')
        expect(await at.tried(undefined, 'a', right)).toBe('in')
        expect(await fits(at, 'mo@x.com')).toBe('rate_limited')
        expect(await fits(at, 'mo@x.com', 'b')).toBe('in')
      }
      expect(pauses).toEqual([])
    })

    test('at an account that many callers attack wait, and pass when they are right', async () => {
      for (let n = 0; n < 50; n += 1) {
        expect(await guess(n % 2 ? one : other, 'ada@x.com', `from ${n}`)).toBe('unauthorized')
      }
      expect(pauses).toEqual([])
      expect(await fits(one, 'ada@x.com', 'home')).toBe('in')
      expect(pauses).toEqual([2_000])
      expect(await guess(other, 'ada@x.com', 'one more')).toBe('unauthorized')
      expect(pauses).toHaveLength(2)
      expect(await fits(one, 'mo@x.com', 'home')).toBe('in')
      expect(pauses).toHaveLength(2)
      nowMs += 1_800_000
      expect(await fits(one, 'ada@x.com', 'home')).toBe('in')
      expect(pauses).toHaveLength(2)
    })

    test('of one caller run one by one, and only so many wait', async () => {
      let running = 0
      let most = 0
      const outcomes = await Promise.all(
        Array.from({ length: 40 }, async (_, n) =>
          one
            .tried(`user ${n}`, 'a', async () => {
              most = Math.max(most, (running += 1))
              await Promise.resolve()
              running -= 1
              return 'in'
            })
            .catch((error: { code: string }) => error.code),
        ),
      )
      expect(most).toBe(1)
      expect(outcomes.filter((outcome) => outcome === 'in')).toHaveLength(33)
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
      expect((await kept())?.length).toBe(3)
    })
  })
})
