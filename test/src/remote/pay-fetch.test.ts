import { describe, expect, test } from 'vitest'
import type { Consent } from '../../../src/contract/spending.ts'
import { payFetch } from '../../../src/remote/pay-fetch.ts'
import { facilitator } from '../../support/chain-and-facilitator.ts'
import { testHostileServices } from '../../support/hostile-suite.ts'
import { createLocalFetch } from '../../support/local-fetch.ts'
import {
  challenge,
  type OddSeller,
  offer,
  reply,
  settle,
  startOddSeller,
  startV1Seller,
} from '../../support/odd-seller.ts'
import { PATIENCE_MS } from '../../support/patience.ts'
import { openPurse } from '../../support/purse.ts'
import { newAddress } from '../../support/seller.ts'
import { startStockSeller } from '../../support/stock-seller.ts'
import { quietLog } from '../../support/store-backend.ts'

const payTo = newAddress()
const purse = openPurse(payTo)
const { buyerAt, spent } = purse

/** A seller that is paid first and answers then. */
async function honest(accepts: readonly object[] = [offer(payTo)]): Promise<OddSeller> {
  return startOddSeller(async ({ payment, body }, response) => {
    if (!payment) return challenge(response, accepts)
    const settlement = await settle(facilitator.local, payment)
    return reply(response, { echo: body }, { settlement })
  })
}

describe('a service on a host that the owner has named', () => {
  test('is paid once and answers: the stock seller', async () => {
    await using seller = await startStockSeller(facilitator, payTo)
    const { buyer, ask } = await buyerAt(seller.url)
    await using _ = buyer
    expect(await ask()).toMatchObject({
      status: 200,
      contentType: 'application/json',
      text: '{"echo":"{\\"x\\":1}","query":"c"}',
    })
    expect([await spent(), buyer.signatures()]).toEqual([2_000, 1])
    expect(await buyer.rows()).toMatchObject([{ operation: 'pay_fetch', state: 'spent' }])
  })

  test('is paid once and answers: a seller of version 1', async () => {
    await using seller = await startV1Seller(payTo, facilitator.local)
    const { buyer, ask } = await buyerAt(seller.url)
    await using _ = buyer
    expect(await ask()).toMatchObject({ status: 200 })
    expect([await spent(), buyer.signatures()]).toEqual([2_000, 1])
  })

  test('is not paid for what is free, or for what is not there', async () => {
    await using seller = await startOddSeller(({ path }, response) =>
      reply(response, { path }, { status: path === '/free' ? 200 : 404 }),
    )
    const { buyer, ask } = await buyerAt(seller.url)
    await using _ = buyer
    expect(await ask({ url: `${seller.url}/free`, method: 'GET', body: undefined })).toMatchObject({
      status: 200,
      text: '{"path":"/free"}',
    })
    expect(await ask()).toMatchObject({ status: 404 })
    expect(buyer.signatures()).toBe(0)
  })

  test('gives as much of an answer as is read', async () => {
    await using seller = await startOddSeller((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end('x'.repeat(3_000_000))
    })
    const { buyer, ask } = await buyerAt(seller.url)
    await using _ = buyer
    const { text, truncated } = await ask()
    expect([text.length >= 1_048_576, text.length < 1_500_000, truncated]).toEqual([
      true,
      true,
      true,
    ])
  })
})

const refused = (reason: string) => ({ code: 'payment_refused', fields: { reason } })

describe('what a caller says', () => {
  test('reaches no host that nobody has named', async () => {
    await using seller = await honest()
    const { buyer, ask } = await buyerAt(seller.url, { hosts: ['api.example.com'] })
    await using _ = buyer
    await expect(ask()).rejects.toMatchObject(refused('host_not_allowed'))
    const { host } = new URL(seller.url)
    for (const url of [
      `http://api.example.com@${host}/a`,
      `http://${host}/?api.example.com`,
      `http://${host}#api.example.com`,
    ]) {
      await expect(ask({ url })).rejects.toMatchObject({ code: 'payment_refused' })
    }
    expect([seller.requests, buyer.signatures()]).toEqual([[], 0])
  })

  test('lowers the limit, and never raises it', async () => {
    await using seller = await honest()
    const { buyer, ask } = await buyerAt(seller.url, { policy: { perCallUnits: 2_000 } })
    await using _ = buyer
    await expect(ask({ maxUsd: '0.001' })).rejects.toMatchObject(refused('over_call_cap'))
    await using dear = await honest([offer(payTo, { amount: '2001' })])
    const other = await buyerAt(dear.url, { policy: { perCallUnits: 2_000 } })
    await using __ = other.buyer
    await expect(other.ask({ maxUsd: '999999' })).rejects.toMatchObject(refused('over_call_cap'))
    expect([buyer.signatures(), other.buyer.signatures()]).toEqual([0, 0])
    expect(await ask({ maxUsd: '0.002' })).toMatchObject({ status: 200 })
  })

  test('dials nothing private, though the owner has named it', async () => {
    await using seller = await honest()
    const { host } = new URL(seller.url)
    const { buyer } = await buyerAt(seller.url)
    await using _ = buyer
    const strict = createLocalFetch({ userAgent: 'test', log: quietLog, allowHosts: [] })
    const pending = payFetch(
      { buyer: buyer.buyer, hosts: new Set([host]), isListed: () => false },
      { url: `${seller.url}/a`, method: 'GET', contentType: 'text/plain' },
      { operation: 'pay_fetch', signal: AbortSignal.timeout(PATIENCE_MS), fetch: strict },
    )
    await expect(pending).rejects.toMatchObject({ code: 'url_not_allowed' })
    expect([seller.requests, buyer.signatures()]).toEqual([[], 0])
  })
})

describe('a host of a directory', () => {
  test.each<[Consent, number]>([
    ['accepted', 1],
    ['declined', 0],
    ['unable', 0],
  ])('is paid as the user says, whatever the price: %s', async (consent, payments) => {
    await using seller = await honest([offer(payTo, { amount: '1' })])
    const { host } = new URL(seller.url)
    const questions: string[] = []
    const approve = async () => {
      questions.push('asked')
      return consent
    }
    const { buyer, ask } = await buyerAt(seller.url, { hosts: [], listed: [host], approve })
    await using _ = buyer
    await ask().catch(() => undefined)
    expect([questions.length, buyer.signatures(), seller.payments().length]).toEqual([
      1,
      payments,
      payments,
    ])
  })
})

describe('a question to the user', () => {
  const asking = (answer: Consent, counts: { questions: number }) => async () => {
    counts.questions += 1
    return answer
  }

  test('that was declined is not asked again at that price or a higher one', async () => {
    let amount = '2000'
    await using seller = await startOddSeller((_, response) =>
      challenge(response, [offer(payTo, { amount })]),
    )
    const counts = { questions: 0 }
    const approve = asking('declined', counts)
    const { buyer, ask } = await buyerAt(seller.url, { policy: { approveAboveUnits: 0 }, approve })
    await using _ = buyer
    const no = refused('declined')
    await expect(ask()).rejects.toMatchObject(no)
    await expect(ask({ body: '{"pretty":"please"}' })).rejects.toMatchObject(no)
    amount = '3000'
    await expect(ask()).rejects.toMatchObject(no)
    expect(counts.questions).toBe(1)
    amount = '1999'
    await expect(ask()).rejects.toMatchObject(no)
    expect([counts.questions, buyer.signatures()]).toEqual([2, 0])
  })

  test('is asked once for calls at once, if the answer is no', async () => {
    await using seller = await honest()
    const counts = { questions: 0 }
    const answer = asking('declined', counts)
    const approve = async () => {
      // Until every call has been told the price.
      await expect.poll(() => seller.requests.length).toBe(5)
      return answer()
    }
    const { buyer, ask } = await buyerAt(seller.url, { policy: { approveAboveUnits: 0 }, approve })
    await using _ = buyer
    const calls = await Promise.allSettled(Array.from({ length: 5 }, async () => ask()))
    expect(new Set(calls.map(({ status }) => status))).toEqual(new Set(['rejected']))
    expect([counts.questions, buyer.signatures()]).toEqual([1, 0])
  })
})

// All of them are in test/long/pay.
testHostileServices(purse, 5)
