import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Payment } from '../../../../src/pay/protocol/messages.ts'
import { newCustomer } from '../../../support/customer.ts'
import { customer, facilitator, openShop, seller, usdc } from '../../../support/open-shop.ts'
import { type SellerAnswer, startSeller } from '../../../support/seller.ts'

const body = { text: 'a' }
let id: string

const { shop, payTo } = openShop()
beforeEach(() => {
  id = `pay_${randomUUID()}`
})

const PRICE = 1_000

/** A new authorization with the id of the test. */
const pay = async (path = '/cheap'): Promise<Payment> => customer.payFor(path, { id })
const call = async (payment: Payment, input: object = body, path = '/cheap') =>
  seller.call(path, input, payment)
/** What came of calls: their statuses, how often work was done, and what was paid. */
async function outcomeOf(run: () => Promise<SellerAnswer[]>) {
  const { result, paid, got } = await customer.charging(run)
  expect(got).toBe(paid)
  return { statuses: result.map(({ status }) => status), runs: shop.runs, paid, answers: result }
}

describe('the id of a payment', () => {
  test('1: a new one is a new call', async () => {
    const outcome = await outcomeOf(async () => [await call(await pay())])
    expect(outcome).toMatchObject({ statuses: [200], runs: 1, paid: PRICE })
  })

  test('2: with the same payment it brings the answer again', async () => {
    const payment = await pay()
    const outcome = await outcomeOf(async () => [await call(payment), await call(payment)])
    expect(outcome).toMatchObject({ statuses: [200, 200], runs: 1, paid: PRICE })
  })

  test('3: with a new authorization for the same call it brings the answer again, for nothing', async () => {
    const outcome = await outcomeOf(async () => [await call(await pay()), await call(await pay())])
    expect(outcome).toMatchObject({ statuses: [200, 200], runs: 1, paid: PRICE })
    const [first, second] = outcome.answers
    expect(second?.text).toBe(first?.text)
    expect(second?.settlement).toEqual(first?.settlement)
    expect(second?.headers.get('idempotent-replayed')).toBe('true')
  })

  test('4: for another body it is a conflict', async () => {
    const other = { text: 'b' }
    const run = async () => [await call(await pay()), await call(await pay(), other)]
    expect(await outcomeOf(run)).toMatchObject({ statuses: [200, 409], runs: 1, paid: PRICE })
  })

  test('5: for another route it is a conflict', async () => {
    const run = async () => [
      await call(await pay()),
      await call(await pay('/middling'), body, '/middling'),
    ]
    expect(await outcomeOf(run)).toMatchObject({ statuses: [200, 409], runs: 1, paid: PRICE })
  })

  test('6: in flight, the same call waits for the answer', async () => {
    shop.delayMs = 150
    const payments = [await pay(), await pay(), await pay()]
    const outcome = await outcomeOf(async () =>
      Promise.all(payments.map(async (payment) => call(payment))),
    )
    expect(outcome).toMatchObject({ statuses: [200, 200, 200], runs: 1, paid: PRICE })
    expect(new Set(outcome.answers.map(({ text }) => text)).size).toBe(1)
  })

  test('7: in flight, another call is a conflict', async () => {
    const begun = Promise.withResolvers<void>()
    const done = Promise.withResolvers<void>()
    shop.meanwhile = async () => {
      begun.resolve()
      await done.promise
    }
    const outcome = await outcomeOf(async () => {
      const first = call(await pay())
      await begun.promise
      const second = await call(await pay(), { text: 'b' })
      done.resolve()
      return [await first, second]
    })
    expect(outcome).toMatchObject({ statuses: [200, 409], runs: 1, paid: PRICE })
  })

  test('8: of another payer it is another call', async () => {
    const other = await newCustomer(usdc, seller, payTo)
    const theirs = await other.payFor('/cheap', { id })
    const before = await usdc.balance(payTo)
    const answers = [await call(await pay()), await call(theirs)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([shop.runs, (await usdc.balance(payTo)) - before]).toEqual([2, 2 * PRICE])
  })

  test('9: without one, every authorization is a call', async () => {
    const plain = async () => customer.payFor('/cheap')
    const run = async () => [await call(await plain()), await call(await plain())]
    expect(await outcomeOf(run)).toMatchObject({ statuses: [200, 200], runs: 2, paid: 2 * PRICE })
  })

  test('10: of a call that failed it is free again', async () => {
    shop.failure = 'typed'
    const outcome = await outcomeOf(async () => {
      const failed = await call(await pay())
      shop.failure = 'none'
      return [failed, await call(await pay())]
    })
    expect(outcome).toMatchObject({ statuses: [502, 200], paid: PRICE })
  })

  test('11: of a payment that came to nothing it is free again', async () => {
    shop.meanwhile = async () => usdc.drain(customer.account)
    const failed = await call(await pay())
    shop.meanwhile = async () => {}
    expect(failed.status).toBe(402)
    await usdc.mint(customer.account.address, 10_000)
    const outcome = await outcomeOf(async () => [await call(await pay())])
    expect(outcome).toMatchObject({ statuses: [200], paid: PRICE })
  })

  test('12: without the signature of its payer it brings nothing', async () => {
    const outcome = await outcomeOf(async () => {
      const first = await call(await pay())
      const forged = await pay()
      forged.payload.signature = `0x${'1'.repeat(130)}`
      return [first, await call(forged)]
    })
    expect(outcome).toMatchObject({ statuses: [200, 402], runs: 1, paid: PRICE })
    expect(outcome.answers[1]?.text).not.toContain('"run"')
  })

  test('13: is free again when the answer is kept no longer', async () => {
    await call(await pay())
    const past = { answer_until_ms: Date.now() - 1 }
    await expect.poll(async () => (await seller.rows()).at(-1)?.state).toBe('settled')
    await seller.store.write(async (tx) =>
      tx.updateTable('seller_payment').set(past).where('answer', 'is not', null).execute(),
    )
    const outcome = await outcomeOf(async () => [await call(await pay())])
    expect(outcome).toMatchObject({ statuses: [200], runs: 2, paid: PRICE })
  })
})

test('processes that share a store share the ids', async () => {
  const { operations } = shop
  await using other = await startSeller({
    usdc,
    payTo,
    facilitator,
    operations,
    store: seller.store,
  })
  shop.delayMs = 100
  const payments = [await pay(), await pay()]
  const outcome = await outcomeOf(async () =>
    Promise.all([call(payments[0] as Payment), other.call('/cheap', body, payments[1] as Payment)]),
  )
  expect(outcome).toMatchObject({ statuses: [200, 200], runs: 1, paid: PRICE })
})

test('what a process left behind is settled, and no second authorization', async () => {
  const [first, second] = [await pay(), await pay()]
  facilitator.faults.settleDown = true
  const broken = call(first)
  await expect.poll(async () => (await customer.rowOf(first))?.state).toBe('settling')
  facilitator.faults.settleDown = false
  const outcome = await outcomeOf(async () => [await call(second), await broken])
  expect(outcome).toMatchObject({ statuses: [200, 200], runs: 1, paid: PRICE })
  const row = await customer.rowOf(second)
  expect(row).toBeUndefined()
})
