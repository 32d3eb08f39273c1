import type { PrivateKeyAccount } from 'viem/accounts'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Place } from '../../../../src/contract/operation.ts'
import { parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import type { PaymentRequired, PaymentRequirements } from '../../../../src/pay/protocol/messages.ts'
import { openBuyer, type TestBuyer } from '../../../support/buyer.ts'
import type { TestFacilitator } from '../../../support/chain-facilitator.ts'
import type { UsdcChain } from '../../../support/chain-usdc.ts'
import { CLIENTS } from '../../../support/clients.ts'
import { type HttpServer, startHttpServer } from '../../../support/http-server.ts'
import { openMarket } from '../../../support/market.ts'
import { testServices } from '../../../support/operations.ts'
import { signPayment } from '../../../support/payments.ts'
import { newAddress, startSeller, type TestSeller } from '../../../support/seller.ts'

const PRICE = 2_000
const FUNDS = 100_000
let usdc: UsdcChain
let facilitator: TestFacilitator
let seller: TestSeller
let account: PrivateKeyAccount
let buyer: TestBuyer
/** The product's MCP endpoint, whose calls go to the seller. */
let proxy: HttpServer
/** A second MCP endpoint of the product, for callers with a key. */
let keyed: HttpServer
let laterMs = 0
const KEYS = { alice: 'a'.repeat(32), bob: 'b'.repeat(32) }

const { shop, payTo } = openMarket((market) => ({ usdc, facilitator, seller } = market))
const [cheap, middling] = shop.operations
beforeEach(async () => {
  account = await usdc.account(FUNDS)
  const policy = { approveAboveUnits: PRICE - 1 }
  buyer = await openBuyer({ usdc, account, url: seller.http.url, policy })
  const place: Place = async (operation, call) => buyer.remote.there(operation, call)
  laterMs = 0
  const now = () => new Date(Date.now() + laterMs)
  const services = { ...testServices(), place, now }
  const { operations } = shop
  proxy = await startHttpServer({ operations, services })
  const keys = parseKeyFile(
    Object.entries(KEYS)
      .map((pair) => pair.join(' '))
      .join('\n'),
  )
  keyed = await startHttpServer({ operations, services, http: { keys } })
  return async () => {
    await keyed[Symbol.asyncDispose]()
    await proxy[Symbol.asyncDispose]()
    await buyer[Symbol.asyncDispose]()
  }
})

const paid = async (): Promise<number> => FUNDS - (await usdc.balance(account.address))

describe.each(CLIENTS)('[30] %s, whose calls cost this instance money', (_, connect) => {
  test(
    'is asked above the threshold: accepted is paid, declined and unable are not',
    { tags: 'full' },
    async () => {
      const questions: string[] = []
      let action: 'accept' | 'decline' = 'accept'
      const client = await connect({ url: proxy.mcpUrl }, (message) => {
        questions.push(message)
        return action
      })
      await client.listTools()
      const call = { name: 'middling', arguments: { text: 'a' } }
      const bought = await client.callTool(call)
      expect(bought.structuredContent).toMatchObject({ text: 'a' })
      expect(questions).toEqual([
        `Pay 0.002 USDC on Base to ${payTo} (${new URL(seller.http.url).host}) for one call of middling with text: (1 character)? Spent today: 0 USDC.`,
      ])
      const [row] = await buyer.rows()
      expect(bought._meta?.['bellhop/paid']).toMatchObject([
        { usd: '0.002', transaction: row?.transaction_hash, payTo: payTo.toLowerCase() },
      ])
      expect(await paid()).toBe(PRICE)
      action = 'decline'
      const declined = await client.callTool(call)
      expect(declined).toMatchObject({ isError: true })
      expect(declined.content[0]?.text).toMatch(/^payment_refused: The user declined/)
      // Each payment is asked about anew, and a small one is not.
      await client.callTool({ name: 'cheap', arguments: { text: 'a' } })
      expect([questions.length, await paid(), buyer.signatures()]).toEqual([2, PRICE + 1_000, 2])
      await client.close()

      const headers = { 'x-mcp-tools': 'call_tool' }
      const finder = await connect({ url: proxy.mcpUrl, headers }, () => 'decline')
      await finder.listTools()
      const indirect = await finder.callTool({ name: 'call_tool', arguments: call })
      expect(indirect.content[0]?.text).toMatch(/^payment_refused: The user declined/)
      await finder.close()

      const mute = await connect({ url: proxy.mcpUrl })
      await mute.listTools()
      const refused = await mute.callTool(call)
      expect(refused).toMatchObject({ isError: true })
      expect(refused.content[0]?.text).toMatch(/^payment_refused: .*consent/)
      expect([questions.length, await paid(), buyer.signatures()]).toEqual([2, PRICE + 1_000, 2])
      await mute.close()
    },
  )
})

/** One request of the 2026-07-28 revision, written by hand. */
async function post(
  params: object,
  extra: object = {},
  url = proxy.mcpUrl,
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const meta = {
    ...extra,
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': (params as { name: string }).name,
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { ...params, _meta: meta },
    }),
  })
  const text = (await response.text()).replace(/^[\s\S]*?data: /, '')
  return (JSON.parse(text) as { result: Record<string, unknown> }).result
}

describe('an answer to a question', () => {
  const accepted = { inputResponses: { payment: { action: 'accept', content: {} } } }
  const call = { name: middling?.name ?? '', arguments: { text: 'a' } }

  test('that nobody asked is a reason to ask, not to pay', async () => {
    for (const forged of [accepted, { ...accepted, requestState: 'made-up' }]) {
      expect(await post({ ...call, ...forged })).toMatchObject({ resultType: 'input_required' })
    }
    expect(buyer.signatures()).toBe(0)
  })

  test('is good for one payment, of one call', async () => {
    const { requestState } = await post(call)
    const other = { ...call, arguments: { text: 'other' } }
    expect(await post({ ...other, ...accepted, requestState })).toMatchObject({
      resultType: 'input_required',
    })
    // The question says itself what it is about, and stays open for that.
    const bought = await post({ ...call, ...accepted, requestState })
    expect(bought).toMatchObject({ structuredContent: { text: 'a' } })
    expect(await post({ ...call, ...accepted, requestState })).toMatchObject({
      resultType: 'input_required',
    })
    expect([await paid(), buyer.signatures()]).toEqual([PRICE, 1])
  })

  test('is good for ten minutes, and for the caller who was asked', async () => {
    const { requestState } = await post(call)
    laterMs = 11 * 60_000
    const late = await post({ ...call, ...accepted, requestState })
    expect(late).toMatchObject({ resultType: 'input_required' })
    const alice = { authorization: `Bearer ${KEYS.alice}` }
    const bob = { authorization: `Bearer ${KEYS.bob}` }
    const response = await post(call, {}, keyed.mcpUrl, alice)
    const answer = { ...call, ...accepted, requestState: response['requestState'] }
    expect(await post(answer, {}, keyed.mcpUrl, bob)).toMatchObject({
      resultType: 'input_required',
    })
    expect(buyer.signatures()).toBe(0)
  })

  test('counts only while the price is what was asked about', async () => {
    const { requestState } = await post(call)
    const dearer = await startSeller({
      usdc,
      payTo: newAddress(),
      facilitator,
      operations: shop.operations,
    })
    buyer = await openBuyer({
      usdc,
      account,
      url: dearer.http.url,
      policy: { approveAboveUnits: PRICE - 1 },
    })
    expect(await post({ ...call, ...accepted, requestState })).toMatchObject({
      resultType: 'input_required',
    })
    expect(buyer.signatures()).toBe(0)
    await dearer[Symbol.asyncDispose]()
  })
})

test('a stranger who buys from this instance has no say in what its wallet spends', async () => {
  const name = cheap?.name ?? ''
  const questions: unknown[] = []
  const place: Place = async (operation, call) => {
    questions.push(call.approve)
    return operation.run(call)
  }
  const services = { ...testServices(), place }
  const { operations } = shop
  const { gate } = seller.seller
  await using shopfront = await startHttpServer({ operations, gate, services })
  const call = { name, arguments: { text: 'a' } }
  const unpaid = await post(call, {}, shopfront.mcpUrl)
  const [requirements] = (unpaid['structuredContent'] as PaymentRequired).accepts
  const payment = await signPayment(account, requirements as PaymentRequirements)
  const bought = await post(call, { 'x402/payment': payment }, shopfront.mcpUrl)
  expect(bought).toMatchObject({ structuredContent: { text: 'a' } })
  expect(questions).toEqual([undefined])
})
