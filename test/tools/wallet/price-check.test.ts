import { expect, test } from 'vitest'
import { priceCheck } from '../../../tools/wallet/price-check.ts'
import { challenge, offer, reply, startOddSeller } from '../../support/odd-seller.ts'
import { newAddress } from '../../support/seller.ts'
import { instanceWith } from '../../support/wallet-services.ts'

const payTo = newAddress()
const extract = { operation: 'extract', input: { url: 'https://a.example/' } }

test('tells the price of another instance without paying, and whether the limits allow it', async () => {
  await using seller = await startOddSeller((_call, response) =>
    challenge(response, [offer(payTo, { amount: '20000' })]),
  )
  const flags = { remote: seller.url, place: 'web=there' }
  const price = { place: 'there', usd: '0.02', host: seller.host, payTo, network: 'eip155:8453' }
  await using capped = instanceWith(flags)
  expect(await capped.call(priceCheck, extract)).toEqual({
    ...price,
    allowed: false,
    reason: 'over_call_cap',
  })
  await using generous = instanceWith({ ...flags, 'spend-per-call': '0.02' })
  expect(await generous.call(priceCheck, extract)).toEqual({
    ...price,
    allowed: true,
    reason: null,
  })
  await using spent = instanceWith({ ...flags, 'spend-per-call': '1', 'spend-per-day': '0.01' })
  expect(await spent.call(priceCheck, extract)).toMatchObject({
    allowed: false,
    reason: 'over_day_budget',
  })
  expect(seller.payments()).toEqual([])
})

test('what cannot be paid from here has no price', async () => {
  await using seller = await startOddSeller((_call, response) =>
    challenge(response, [offer(payTo, { network: 'solana:mainnet' })]),
  )
  await using instance = instanceWith({ remote: seller.url })
  expect(await instance.call(priceCheck, extract)).toMatchObject({
    place: 'here-then-there',
    usd: null,
    allowed: false,
    reason: 'network_not_allowed',
  })
})

test('a call that runs here, or is free there, costs nothing', async () => {
  await using free = await startOddSeller((_call, response) => reply(response, {}))
  await using instance = instanceWith({ remote: free.url, place: 'extract=here,unfurl=there' })
  expect(await instance.call(priceCheck, extract)).toMatchObject({ place: 'here', usd: '0' })
  expect(free.requests).toEqual([])
  const unfurl = { ...extract, operation: 'unfurl' }
  expect(await instance.call(priceCheck, unfurl)).toMatchObject({
    place: 'there',
    usd: '0',
    host: free.host,
    allowed: true,
  })
})

test.each([
  [{ operation: 'nothing', input: {} }, 'invalid_input'],
  [{ operation: 'extract', input: { url: 'no url' } }, 'invalid_input'],
])('%j is refused', async (input, code) => {
  await using instance = instanceWith({ remote: 'http://127.0.0.1:9', place: 'web=there' })
  await expect(instance.call(priceCheck, input)).rejects.toMatchObject({ code })
})

test('no other instance is asked what reading a file of the chat would cost', async () => {
  await using free = await startOddSeller((_call, response) => reply(response, {}))
  await using instance = instanceWith({ remote: free.url, place: 'web=there' })
  for (const url of ['/user_uploads/2/a.pdf', 'http://127.0.0.1:8402/user_uploads/2/a.pdf']) {
    const asking = instance.call(priceCheck, { operation: 'pdf_to_markdown', input: { url } })
    await expect(asking).rejects.toMatchObject({ code: 'invalid_input' })
  }
  expect(free.requests).toEqual([])
})
