import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../../src/pay/chain/settlement-verifier.ts'
import type { Settlement } from '../../../../src/pay/protocol/messages.ts'
import { Breaker } from '../../../../src/pay/seller/breaker.ts'
import { settleUntilKnown } from '../../../../src/pay/seller/settle.ts'
import { quietLog } from '../../../support/store-backend.ts'

const TX = `0x${'1'.repeat(64)}` as const
const open: Verdict = { outcome: 'open' }
const paid: Verdict = { outcome: 'paid', transaction: TX }
const refusal = (errorReason: string): Settlement => ({
  success: false,
  transaction: '',
  network: 'eip155:8453',
  errorReason,
})
const address = `0x${'1'.repeat(40)}`
const payment = JSON.stringify({
  accepted: { asset: address, payTo: address, amount: '1' },
  payload: { authorization: { from: address, nonce: '0x', validBefore: '2000000000' } },
})

/** Lets the facilitator and the chain answer in turn; the last answer stays. Undefined is no answer. */
async function settle(
  answers: readonly (Settlement | undefined)[],
  verdicts: readonly (Verdict | undefined)[],
  { doubtful = 0, clockAheadMs = 0, waitMs = 250 } = {},
) {
  let attempt = 0
  let calls = 0
  const doubts: string[] = []
  const take = <T>(list: readonly (T | undefined)[], index: number): T => {
    const value = list[Math.min(index, list.length - 1)]
    if (value === undefined) throw new Error('no answer')
    return value
  }
  const now = Date.now()
  const outcome = await settleUntilKnown(
    {
      id: 'a',
      payment,
      doubtful,
      created_ms: now,
    },
    {
      facilitator: {
        verify: async () => ({ isValid: true }),
        settle: async () => take(answers, attempt++),
      },
      breaker: new Breaker(Date.now, () => {}),
      verifier: async () => take(verdicts, calls++),
      log: quietLog,
      now: () => Date.now() + clockAheadMs,
      onDoubt: async (id) => void doubts.push(id),
    },
    waitMs,
  )
  return { outcome, attempts: attempt, doubts }
}

describe.concurrent('settling until the outcome is known', () => {
  const success: Settlement = { success: true, transaction: TX, network: 'eip155:8453' }
  const settled = { state: 'settled', transaction: TX }

  test('a success is believed without asking the chain', async () => {
    expect(await settle([success], [undefined])).toMatchObject({ outcome: settled, attempts: 1 })
  })

  test('a clear refusal of the first attempt is believed', async () => {
    const { outcome, doubts } = await settle([refusal('insufficient_balance')], [open])
    expect(outcome).toEqual({ state: 'refused', reason: 'insufficient_balance' })
    expect(doubts).toEqual([])
  })

  test(
    'after an attempt without answer a refusal proves nothing; the chain does',
    { tags: 'full' },
    async () => {
      const late = await settle([undefined, refusal('insufficient_balance')], [open, open, paid], {
        waitMs: 900,
      })
      expect(late).toMatchObject({ outcome: settled, attempts: 3, doubts: ['a'] })
      const never = await settle([undefined, refusal('insufficient_balance')], [open])
      expect(never.outcome).toEqual({ state: 'unknown' })
      const resumed = await settle([refusal('insufficient_balance')], [open], { doubtful: 1 })
      expect(resumed.outcome).toEqual({ state: 'unknown' })
    },
  )

  test.each(['settlement_pending', 'invalid_exact_evm_transaction_failed', 'nonce_already_used'])(
    '%s is not the end: the chain says that it was paid',
    async (reason) => {
      expect((await settle([refusal(reason)], [open, paid])).outcome).toEqual(settled)
    },
  )

  test('a used nonce that the chain does not show yet stays open', async () => {
    const { outcome } = await settle([refusal('nonce_already_used')], [open])
    expect(outcome).toEqual({ state: 'unknown' })
  })

  test('what the chain calls void is over, whatever the facilitator says', async () => {
    const { outcome } = await settle([undefined], [{ outcome: 'void' }])
    expect(outcome).toEqual({ state: 'refused', reason: 'authorization_void' })
  })

  test('an unused authorization is dead once the chain says so, never by our clock alone', async () => {
    const dead = await settle([undefined], [{ outcome: 'expired' }])
    expect(dead.outcome).toEqual({ state: 'refused', reason: 'authorization_expired' })
    for (const verdict of [open, undefined]) {
      const waiting = await settle([undefined], [verdict], { clockAheadMs: 3_600_000, waitMs: 30 })
      expect(waiting.outcome).toEqual({ state: 'unknown' })
    }
  })

  test.each(['', '0x12'])('a success that names no transaction (%j) is no proof', async (hash) => {
    const word: Settlement = { ...success, transaction: hash }
    expect((await settle([word], [open])).outcome).toEqual({ state: 'unknown' })
    expect((await settle([word], [paid])).outcome).toEqual(settled)
  })

  test('a refusal that nobody knows is believed the third time', { tags: 'full' }, async () => {
    const { outcome, attempts } = await settle([refusal('blocked_by_policy')], [open], {
      waitMs: 900,
    })
    expect(outcome).toEqual({ state: 'refused', reason: 'blocked_by_policy' })
    expect(attempts).toBe(3)
  })
})
