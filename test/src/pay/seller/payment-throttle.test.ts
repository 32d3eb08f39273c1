import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  PAYER_MAX_CALLS,
  PAYER_REJECTED_BURST_PAYMENTS,
  REJECTED_BURST_PAYMENTS,
  UNPAID_BURST_CALLS,
  VERIFY_MAX_CALLS,
  VERIFY_PER_NETWORK_MAX_CALLS,
} from '../../../../src/pay/limits.ts'
import { PaymentThrottle } from '../../../../src/pay/seller/payment-throttle.ts'
import { stopClock } from '../../../support/stopped-clock.ts'

let clock: Disposable
beforeEach(() => {
  clock = stopClock()
})
afterEach(() => clock[Symbol.dispose]())

const limited = expect.objectContaining({ code: 'rate_limited' })
const times = (count: number, act: () => void) => {
  for (let n = 0; n < count; n++) act()
}

test('unpaid calls are limited for each address by itself', () => {
  const throttle = new PaymentThrottle()
  times(UNPAID_BURST_CALLS, () => throttle.unpaid('a'))
  expect(() => throttle.unpaid('a')).toThrow(limited)
  throttle.unpaid('b')
  times(UNPAID_BURST_CALLS + 1, () => throttle.unpaid(undefined))
})

test('payments that nobody has signed are limited for each address by itself', () => {
  const throttle = new PaymentThrottle()
  times(REJECTED_BURST_PAYMENTS, () => {
    throttle.admit('a')
    throttle.rejected('a')
  })
  expect(() => throttle.admit('a')).toThrow(limited)
  throttle.admit('b')
})

test('signed payments that fail their check are limited for each payer by itself', () => {
  const throttle = new PaymentThrottle()
  times(PAYER_REJECTED_BURST_PAYMENTS, () => {
    throttle.admitPayer('a')
    throttle.payerRejected('a')
  })
  expect(() => throttle.admitPayer('a')).toThrow(limited)
  throttle.admitPayer('b')
  throttle.admit('a')
})

test('good payments are never limited by address', () => {
  const throttle = new PaymentThrottle()
  times(10 * REJECTED_BURST_PAYMENTS, () => throttle.admit('a'))
  expect(() => throttle.admit('a')).not.toThrow()
})

test('a payer has so many calls under way at most, and a place is free again after one', async () => {
  const throttle = new PaymentThrottle()
  const gate = Promise.withResolvers<void>()
  const running = Array.from({ length: PAYER_MAX_CALLS }, async () =>
    throttle.forPayer('a', async () => gate.promise),
  )
  await expect(throttle.forPayer('a', async () => {})).rejects.toEqual(limited)
  expect(await throttle.forPayer('b', async () => 'served')).toBe('served')
  gate.resolve()
  await Promise.all(running)
  expect(await throttle.forPayer('a', async () => 'served')).toBe('served')
})

test('so many payments are checked at once at most', async () => {
  const throttle = new PaymentThrottle()
  const gate = Promise.withResolvers<void>()
  const running = Array.from({ length: VERIFY_MAX_CALLS }, async (_, n) =>
    throttle.verifying(`a ${n % 2}`, async () => gate.promise),
  )
  const refused = expect.objectContaining({ code: 'unavailable' })
  await expect(throttle.verifying('b', async () => {})).rejects.toEqual(refused)
  gate.resolve()
  await Promise.all(running)
  expect(await throttle.verifying('b', async () => 'checked')).toBe('checked')
})

test('one network leaves places for payments of others', async () => {
  const throttle = new PaymentThrottle()
  const gate = Promise.withResolvers<void>()
  const running = Array.from({ length: VERIFY_PER_NETWORK_MAX_CALLS }, async (_, n) =>
    throttle.verifying(`2001:db8:1:${n.toString(16)}::/64`, async () => gate.promise),
  )
  await expect(throttle.verifying('2001:db8:1:ff::/64', async () => {})).rejects.toEqual(limited)
  expect(await throttle.verifying('2001:db8:1:100::/64', async () => 'checked')).toBe('checked')
  gate.resolve()
  await Promise.all(running)
})
