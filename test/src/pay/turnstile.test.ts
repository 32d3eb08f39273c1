import { expect, test } from 'vitest'
import {
  PAYER_MAX_CALLS,
  REJECTED_BURST_PAYMENTS,
  UNPAID_BURST_CALLS,
  VERIFY_MAX_CALLS,
} from '../../../src/pay/limits.ts'
import { Turnstile } from '../../../src/pay/turnstile.ts'

const limited = expect.objectContaining({ code: 'rate_limited' })
const times = (count: number, act: () => void) => {
  for (let n = 0; n < count; n++) act()
}

test('unpaid calls are limited for each address by itself', () => {
  const turnstile = new Turnstile()
  times(UNPAID_BURST_CALLS, () => turnstile.unpaid('a'))
  expect(() => turnstile.unpaid('a')).toThrow(limited)
  turnstile.unpaid('b')
  times(UNPAID_BURST_CALLS + 1, () => turnstile.unpaid(undefined))
})

test('payments that fail their check are limited for each address by itself', () => {
  const turnstile = new Turnstile()
  times(REJECTED_BURST_PAYMENTS, () => {
    turnstile.admit('a')
    turnstile.rejected('a')
  })
  expect(() => turnstile.admit('a')).toThrow(limited)
  turnstile.admit('b')
})

test('good payments are never limited by address', () => {
  const turnstile = new Turnstile()
  times(10 * REJECTED_BURST_PAYMENTS, () => turnstile.admit('a'))
  expect(() => turnstile.admit('a')).not.toThrow()
})

test('a payer has so many calls under way at most, and a place is free again after one', async () => {
  const turnstile = new Turnstile()
  const gate = Promise.withResolvers<void>()
  const running = Array.from({ length: PAYER_MAX_CALLS }, async () =>
    turnstile.forPayer('a', async () => gate.promise),
  )
  await expect(turnstile.forPayer('a', async () => {})).rejects.toEqual(limited)
  expect(await turnstile.forPayer('b', async () => 'served')).toBe('served')
  gate.resolve()
  await Promise.all(running)
  expect(await turnstile.forPayer('a', async () => 'served')).toBe('served')
})

test('so many payments are checked at once at most', async () => {
  const turnstile = new Turnstile()
  const gate = Promise.withResolvers<void>()
  const running = Array.from({ length: VERIFY_MAX_CALLS }, async () =>
    turnstile.verifying(async () => gate.promise),
  )
  const refused = expect.objectContaining({ code: 'unavailable' })
  await expect(turnstile.verifying(async () => {})).rejects.toEqual(refused)
  gate.resolve()
  await Promise.all(running)
  expect(await turnstile.verifying(async () => 'checked')).toBe('checked')
})
