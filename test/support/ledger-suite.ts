import { afterEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../src/lib/durations.ts'
import { readEarnings } from '../../src/pay/seller/earnings.ts'
import { Ledger, LEASE_MS, type NewPayment } from '../../src/pay/seller/ledger.ts'
import type { Store } from '../../src/store/port.ts'
import type { StoreBackend } from './store-backend.ts'

const START_MS = Date.UTC(2026, 0, 2, 12)

/** A payment that a stranger has sent. */
export const payment = (id: string, changes: Partial<NewPayment> = {}): NewPayment => ({
  id,
  operation: 'extract',
  network: 'eip155:8453',
  asset: '0xa',
  payer: '0xb',
  pay_to: '0xc',
  units: 2_000,
  request_hash: 'r',
  proof_hash: 'p',
  payment: '{}',
  has_id: 0,
  payment_key: null,
  valid_before_ms: START_MS + 60_000,
  ...changes,
})

/** What the seller's ledger promises, whichever database is behind it. */
export function ledgerSuite(backend: StoreBackend): void {
  const stores: Store[] = []
  afterEach(async () => {
    await Promise.all(stores.splice(0).map(async (store) => store.close()))
  })

  /** Two processes that share a store and a clock. */
  async function book() {
    const store = await backend.open(backend.newLocation())
    stores.push(store)
    const clock = { ms: START_MS }
    const as = (owner: string) =>
      new Ledger(
        async () => store,
        owner,
        () => clock.ms,
      )
    return { store, clock, one: as('one'), two: as('two') }
  }

  describe('the seller’s ledger', () => {
    test('of many claims at once for one payment, one is the first', async () => {
      const { one, two } = await book()
      const claims = await Promise.all(
        Array.from({ length: 20 }, async (_, n) => (n % 2 ? one : two).claim(payment('a'))),
      )
      expect(claims.filter(Boolean)).toHaveLength(1)
    })

    test('a row is taken over from an owner that is gone, never from one that is alive', async () => {
      const { one, two, clock } = await book()
      await one.claim(payment('a'))
      expect(await two.takeOver('a')).toBe(false)
      expect(await one.takeOver('a')).toBe(true)
      clock.ms += LEASE_MS - 1
      await one.renew(['a'])
      clock.ms += LEASE_MS
      expect(await two.takeOver('a')).toBe(false)
      clock.ms += 1
      expect(await two.abandoned(10)).toMatchObject([{ id: 'a', owner: 'one' }])
      const taken = await Promise.all([two.takeOver('a'), two.takeOver('a')])
      expect(taken).toContain(true)
      expect(await one.takeOver('a')).toBe(false)
      expect(await two.find('a')).toMatchObject({ owner: 'two', doubtful: 1 })
      expect(await two.abandoned(10)).toEqual([])
    })

    test('a closed payment keeps its answer for a time, and never its signature', async () => {
      const { one, clock } = await book()
      await one.claim(payment('a', { payment: '{"signature":"0x1"}' }))
      await one.record('a', '{"b":1}')
      expect(await one.find('a')).toMatchObject({ state: 'settling', answer: '{"b":1}' })
      const answerUntilMs = clock.ms + 1_000
      await one.close('a', {
        state: 'settled',
        transaction: '0x9',
        answer: '{"b":1}',
        answerUntilMs,
      })
      await one.forgetAnswers()
      expect(await one.find('a')).toMatchObject({
        state: 'settled',
        payment: '',
        transaction_hash: '0x9',
        answer: '{"b":1}',
      })
      clock.ms += 1_001
      await one.forgetAnswers()
      expect(await one.find('a')).toMatchObject({ state: 'settled', answer: null })
      expect(await one.abandoned(10)).toEqual([])
    })

    test('failed work leaves no trace, a refused settlement counts against its payer', async () => {
      const { one, clock } = await book()
      await one.claim(payment('a'))
      await one.release('a')
      expect(await one.find('a')).toBeUndefined()
      await one.claim(payment('b'))
      await one.record('b', '{}')
      await one.close('b', { state: 'refused', reason: 'insufficient' })
      expect(await one.find('b')).toMatchObject({ answer: null, reason: 'insufficient' })
      expect(await one.refusals('0xb', clock.ms - 1)).toBe(1)
      expect(await one.refusals('0xb', clock.ms)).toBe(0)
      expect(await one.refusals('0xd', 0)).toBe(0)
    })

    test('earnings are added up per operation, day and network', async () => {
      const { one, clock, store } = await book()
      const settle = async (id: string, changes: Partial<NewPayment>) => {
        await one.claim(payment(id, changes))
        const kept = { answer: null, answerUntilMs: 0 }
        await one.close(id, { state: 'settled', transaction: '0x1', ...kept })
      }
      await settle('a', {})
      await settle('b', { operation: 'unfurl', units: 1_000 })
      clock.ms += DAY_MS
      await settle('c', {})
      await settle('d', { network: 'eip155:84532', units: 9_000_000 })
      await one.claim(payment('e'))
      await one.claim(payment('f'))
      await one.close('f', { state: 'refused', reason: 'x' })
      const base = { network: 'eip155:8453' }
      expect(await readEarnings(store)).toEqual({
        operations: [
          { ...base, operation: 'extract', calls: 2, units: 4_000 },
          { ...base, operation: 'unfurl', calls: 1, units: 1_000 },
          { network: 'eip155:84532', operation: 'extract', calls: 1, units: 9_000_000 },
        ],
        days: expect.arrayContaining([
          { ...base, day: '2026-01-03', calls: 1, units: 2_000 },
          { network: 'eip155:84532', day: '2026-01-03', calls: 1, units: 9_000_000 },
          { ...base, day: '2026-01-02', calls: 2, units: 3_000 },
        ]),
        open: [{ ...base, operation: 'extract', calls: 1, units: 2_000 }],
        refused: [{ ...base, calls: 1, units: 2_000 }],
      })
    })
  })
}
