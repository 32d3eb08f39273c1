import { expect, test } from 'vitest'
import { priceCheck } from '../../../tools/wallet/price-check.ts'
import { canaries } from '../../support/canaries.ts'
import { startOddMcpSeller, toolChallenge, toolText } from '../../support/odd-mcp-seller.ts'
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

const NOBODY = { usd: null, payTo: null, network: null, allowed: false }

test('tells what a tool of the other MCP server asks for, and calls none that may be free', async () => {
  const calls: string[] = []
  const said = (usd: string) => ({ _meta: { 'agents-x402/priceUSD': usd } })
  const inputSchema = { type: 'object' }
  await using odd = await startOddMcpSeller({
    tools: [
      // A listed price is not believed: the call asks for more.
      { name: 'weather', inputSchema, ...said('0.001') },
      { name: 'gift', inputSchema, ...said('0') },
      { name: 'silent', inputSchema },
    ],
    answer({ name, meta }) {
      calls.push(`${name} ${JSON.stringify(meta)}`)
      return name === 'weather' ? toolChallenge([offer(payTo)]) : toolText('done')
    },
  })
  await using instance = instanceWith({ 'remote-mcp': odd.url })
  const ask = async (operation: string) => instance.call(priceCheck, { operation, input: {} })
  const { host } = odd
  expect(await ask('remote:weather')).toEqual({
    place: 'there',
    usd: '0.002',
    host,
    payTo,
    network: 'eip155:8453',
    allowed: true,
    reason: null,
  })
  expect(await ask('remote:gift')).toMatchObject({ usd: '0', host, allowed: true })
  expect(await ask('remote:silent')).toMatchObject({ ...NOBODY, host, reason: 'told_by_call' })
  await expect(ask('remote:missing')).rejects.toMatchObject({ code: 'invalid_input' })
  expect(calls).toEqual(['weather {}'])
})

test('tells what a paid request would cost, on hosts that the owner has named', async () => {
  await using seller = await startOddSeller(({ path }, response) =>
    path === '/free' ? reply(response, {}) : challenge(response, [offer(payTo)]),
  )
  const flags = { 'pay-hosts': seller.host, 'allow-hosts': '127.0.0.1' }
  await using instance = instanceWith(flags, canaries().key)
  const ask = async (input: object) =>
    instance.call(priceCheck, { operation: 'pay_fetch', input: { url: seller.url, ...input } })
  const price = { place: 'there', usd: '0.002', host: seller.host, payTo, allowed: true }
  expect(await ask({})).toMatchObject(price)
  expect(await ask({ maxPrice: '0.001' })).toMatchObject({
    ...price,
    allowed: false,
    reason: 'over_call_cap',
  })
  expect(await ask({ url: `${seller.url}/free` })).toMatchObject({ usd: '0', allowed: true })
  const requestsBefore = seller.requests.length
  expect(await ask({ method: 'POST' })).toMatchObject({ ...NOBODY, reason: 'told_by_call' })
  const elsewhere = ask({ url: 'http://127.0.0.1:1/' })
  await expect(elsewhere).rejects.toMatchObject({ fields: { reason: 'host_not_allowed' } })
  await expect(ask({ method: 'TRACE' })).rejects.toMatchObject({ code: 'invalid_input' })
  expect([seller.requests.length, seller.payments()]).toEqual([requestsBefore, []])
})
