import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBuyer, type TestBuyer } from '../../support/buyer.ts'
import { startUsdcChain, type UsdcChain } from '../../support/chain-usdc.ts'
import { CHAIN_START_MAX_MS } from '../../support/chain.ts'
import {
  challenge,
  offer,
  type OddSeller,
  reply,
  startOddSeller,
} from '../../support/odd-seller.ts'
import { newAddress, workshop } from '../../support/seller.ts'

const [cheap] = workshop().operations
const { signal } = new AbortController()
let usdc: UsdcChain
let odd: OddSeller
let buyer: TestBuyer

beforeAll(async () => {
  usdc = await startUsdcChain()
  // Free, where a whole call comes: whoever asks for the price would get the work.
  odd = await startOddSeller(({ body }, response) =>
    body === ''
      ? challenge(response, [offer(newAddress())])
      : reply(response, { text: 'done', run: 1 }),
  )
  const account = await usdc.account(10_000)
  buyer = await openBuyer({ usdc, account, url: odd.url })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await buyer[Symbol.asyncDispose]()
  await odd[Symbol.asyncDispose]()
  await usdc[Symbol.asyncDispose]()
})

test('the price of what only reads is asked by the call itself', async () => {
  if (!cheap) throw new Error('no operation')
  const quote = await buyer.remote.requestQuote(cheap, { text: 'a' }, signal)
  expect(quote).toMatchObject({ kind: 'answered' })
  expect(odd.requests.at(-1)).toMatchObject({ body: '{"text":"a"}', payment: undefined })
})

test('the price of what changes something is asked by a probe, which does nothing', async () => {
  if (!cheap) throw new Error('no operation')
  const effects = { ...cheap.effects, readOnly: false }
  const quote = await buyer.remote.requestQuote({ ...cheap, effects }, { text: 'a' }, signal)
  expect(quote).toMatchObject({ kind: 'challenged' })
  expect(odd.requests.at(-1)).toMatchObject({ body: '', payment: undefined })
  expect(buyer.signatures()).toBe(0)
})
