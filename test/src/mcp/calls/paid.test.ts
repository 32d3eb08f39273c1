import { beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '../../../../src/contract/operation.ts'
import { NO_KEYS, parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import { decodeSettlement, encodeHeader } from '../../../../src/pay/protocol/codec.ts'
import type { PaymentRequired } from '../../../../src/pay/protocol/messages.ts'
import type { TestFacilitator } from '../../../support/chain-facilitator.ts'
import type { UsdcChain } from '../../../support/chain-usdc.ts'
import { CLIENTS, type McpClient, type ToolAnswer } from '../../../support/clients.ts'
import { startHttpServer } from '../../../support/http-server.ts'
import { openMarket } from '../../../support/market.ts'
import { echo, testServices } from '../../../support/operations.ts'
import { type PaymentChanges, signPayment } from '../../../support/payments.ts'
import type { TestSeller } from '../../../support/seller.ts'

let usdc: UsdcChain
let facilitator: TestFacilitator
let seller: TestSeller
let buyer: Awaited<ReturnType<UsdcChain['account']>>

const { shop, payTo } = openMarket((market) => ({ usdc, facilitator, seller } = market), {
  operations: [echo],
  settleWaitMs: 400,
})
beforeEach(async () => {
  buyer = await usdc.account(20_000)
})

const call = { name: 'middling', arguments: { text: 'a' } }
const spent = async () => 20_000 - (await usdc.balance(buyer.address))

async function payFor(unpaid: ToolAnswer, changes: PaymentChanges = {}) {
  const { accepts } = unpaid.structuredContent as unknown as PaymentRequired
  const [requirements] = accepts
  if (!requirements) throw new Error('no challenge')
  return signPayment(buyer, requirements, changes)
}

describe.each(CLIENTS)('[29] %s over streamable HTTP', (_, connect) => {
  let client: McpClient
  beforeEach(async () => {
    client = await connect({ url: seller.http.mcpUrl })
    // Clients check structured content against the schemas that they have seen.
    await client.listTools()
    return async () => client.close()
  })

  test('is challenged, pays, and gets the answer again for the same payment', async () => {
    const unpaid = await client.callTool(call)
    expect(unpaid.isError).toBe(true)
    expect(unpaid.structuredContent).toMatchObject({
      x402Version: 2,
      resource: { url: seller.http.mcpUrl },
      accepts: [{ amount: '2000', payTo }],
    })
    expect(JSON.parse(unpaid.content[0]?.text ?? '')).toEqual(unpaid.structuredContent)
    expect([shop.runs, await spent()]).toEqual([0, 0])

    const _meta = { 'x402/payment': await payFor(unpaid) }
    const paid = await client.callTool({ ...call, _meta })
    expect(paid.isError).toBeFalsy()
    expect(paid.structuredContent).toEqual({ text: 'a', run: 1 })
    expect(paid._meta?.['x402/payment-response']).toMatchObject({
      success: true,
      network: 'eip155:8453',
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    expect(await spent()).toBe(2_000)

    const again = await client.callTool({ ...call, _meta })
    expect(again.structuredContent).toEqual(paid.structuredContent)
    expect(again.content).toEqual(paid.content)
    expect(again._meta?.['bellhop/replayed']).toBe(true)
    const other = await client.callTool({ ...call, arguments: { text: 'b' }, _meta })
    expect(other.content[0]?.text).toMatch(/^payment_conflict/)
    expect(other.structuredContent).toBeUndefined()
    expect([shop.runs, await spent()]).toEqual([1, 2_000])
  })

  test('is challenged and pays through call_tool as by the name of the tool', async () => {
    const headers = { 'x-mcp-tools': 'call_tool' }
    const finder = await connect({ url: seller.http.mcpUrl, headers })
    await finder.listTools()
    const indirect = { name: 'call_tool', arguments: call }
    const unpaid = await finder.callTool(indirect)
    expect(unpaid.isError).toBe(true)
    expect(unpaid.structuredContent).toMatchObject({
      x402Version: 2,
      resource: { url: seller.http.mcpUrl },
      accepts: [{ amount: '2000', payTo }],
    })
    expect([shop.runs, await spent()]).toEqual([0, 0])
    const _meta = { 'x402/payment': await payFor(unpaid) }
    const paid = await finder.callTool({ ...indirect, _meta })
    expect(paid.structuredContent).toEqual({ text: 'a', run: 1 })
    expect(paid._meta?.['x402/payment-response']).toMatchObject({ success: true })
    // It is one call, by whichever name.
    const again = await client.callTool({ ...call, _meta })
    expect(again._meta?.['bellhop/replayed']).toBe(true)
    expect([shop.runs, await spent()]).toEqual([1, 2_000])
    await finder.close()
  })

  test('pays for loose arguments as for what they mean, and is told what was ignored', async () => {
    const loose = { name: 'middling', arguments: { Text: 7, txet: 'b' } }
    const unpaid = await client.callTool(loose)
    expect(JSON.parse(unpaid.content[0]?.text ?? '')).toEqual(unpaid.structuredContent)
    const _meta = { 'x402/payment': await payFor(unpaid) }
    const paid = await client.callTool({ ...loose, _meta })
    const ignored = ['txet: did you mean text?']
    expect(paid.structuredContent).toEqual({ text: '7', run: 1, ignored })
    expect(JSON.parse(paid.content[0]?.text ?? '')).toEqual(paid.structuredContent)
    const typed = await client.callTool({ ...call, arguments: { text: '7' }, _meta })
    expect(typed.structuredContent).toEqual({ text: '7', run: 1 })
    expect([shop.runs, await spent()]).toEqual([1, 2_000])
  })

  test('pays wrongly, for nothing', async () => {
    const unpaid = await client.callTool(call)
    const cheap = { 'x402/payment': await payFor(unpaid, { signed: { value: '1' } }) }
    const refused = await client.callTool({ ...call, _meta: cheap })
    expect(refused.structuredContent).toMatchObject({ error: expect.stringContaining('mismatch') })
    const broken = await client.callTool({ ...call, _meta: { 'x402/payment': { a: 1 } } })
    expect(broken.content[0]?.text).toMatch(/^invalid_input: The payment is malformed/)
    expect(broken.structuredContent).toBeUndefined()
    const invalid = await client.callTool({ ...call, arguments: { text: [] } })
    expect(invalid.content[0]?.text).toMatch(/^invalid_input/)
    const secret = { name: 'middling', arguments: { text: 'a', url: 'http://10.0.0.1/' } }
    expect((await client.callTool(secret)).content[0]?.text).toMatch(/^url_not_allowed/)
    shop.failure = 'typed'
    const _meta = { 'x402/payment': await payFor(unpaid) }
    const failed = await client.callTool({ ...call, _meta })
    expect(failed.content[0]?.text).toMatch(/^upstream_failed/)
    expect(failed.structuredContent).toBeUndefined()
    expect([facilitator.calls.settle, await spent()]).toEqual([0, 0])
  })

  test(
    'waits for a settlement that takes its time: told so in text, charged once',
    { tags: 'full' },
    async () => {
      const _meta = { 'x402/payment': await payFor(await client.callTool(call)) }
      facilitator.faults.settleDown = true
      const pending = await client.callTool({ ...call, _meta })
      facilitator.faults.settleDown = false
      expect(pending.isError).toBe(true)
      expect(pending.structuredContent).toBeUndefined()
      expect(pending.content[0]?.text).toMatch(/^settlement_pending/)
      const reason = { success: false, errorReason: 'settlement_pending' }
      expect(pending._meta?.['x402/payment-response']).toMatchObject(reason)
      await expect
        .poll(async () => (await client.callTool({ ...call, _meta })).structuredContent)
        .toEqual({ text: 'a', run: 1 })
      expect([shop.runs, await spent()]).toEqual([1, 2_000])
    },
  )

  test('sees prices in the tool list and in bellhop://payments', async () => {
    const { tools } = await client.listTools()
    const middling = tools.find(({ name }) => name === 'middling')
    expect(middling?.description).toContain('Costs 0.002 USD')
    const terms = {
      protocols: ['x402'],
      price: { mode: 'fixed', currency: 'USD', amount: '0.002' },
      network: 'eip155:8453',
      asset: 'USDC',
      payTo,
    }
    expect(middling).toMatchObject({ _meta: { 'x402/payment-terms': terms } })
    const [content] = (await client.readResource({ uri: 'bellhop://payments' })).contents
    const { sells } = JSON.parse(content?.text ?? '') as { sells: object[] }
    expect(sells).toContainEqual({ operation: 'middling', ...terms })
    expect((await client.callTool({ name: 'echo', arguments: { text: 'a' } })).isError).toBeFalsy()
  })
})

test('a stranger at an instance with keys may pay, and is given nothing else', async () => {
  const { gate } = seller.seller
  const keys = parseKeyFile(`alice ${'k'.repeat(32)}`)
  const operations = [...shop.operations, echo]
  await using server = await startHttpServer({ operations, gate, http: { keys } })
  const [, connect] = CLIENTS[0] ?? []
  const client = await connect?.({ url: server.mcpUrl })
  expect((await client?.callTool(call))?.structuredContent).toMatchObject({ x402Version: 2 })
  const free = await client?.callTool({ name: 'echo', arguments: { text: 'a' } })
  expect(free?.content[0]?.text).toMatch(/^unauthorized/)
  await client?.close()
})

test('where people may sign in, a stranger is asked to for what is not sold, and pays for the rest', async () => {
  const { gate } = seller.seller
  const operations = [...shop.operations, echo]
  const issuer = 'https://bellhop.example.com'
  const oauth = { issuer, resource: `${issuer}/mcp`, accessOf: async () => undefined }
  await using server = await startHttpServer({
    operations,
    gate,
    http: { keys: NO_KEYS, oauth },
    asksToSignIn: () => true,
  })
  const send = async (method: string, params: object) =>
    fetch(server.mcpUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
  const listed = await send('tools/list', {})
  expect([listed.status, await listed.text()]).toEqual([200, expect.stringContaining('"echo"')])
  const sold = await send('tools/call', call)
  expect([sold.status, await sold.text()]).toEqual([200, expect.stringContaining('x402Version')])
  const echoes = { name: 'echo', arguments: { text: 'a' } }
  for (const unsold of [echoes, { name: 'call_tool', arguments: echoes }]) {
    const response = await send('tools/call', unsold)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringMatching(/^Bearer scope="mcp chat:write", resource_metadata="https:/),
    ])
  }
})

test('what is measured is a sale only where something was sold', async () => {
  const outcomes: string[] = []
  const observeCall: Services['observeCall'] = (_surface, _operation, outcome) =>
    void outcomes.push(outcome)
  const { gate } = seller.seller
  const services = { ...testServices(), observeCall }
  await using server = await startHttpServer({ operations: shop.operations, gate, services })
  const [, connect] = CLIENTS[0] ?? []
  const client = await connect?.({ url: server.mcpUrl })
  if (!client) throw new Error('no client')
  const unpaid = await client.callTool(call)
  await client.callTool({ ...call, _meta: { 'x402/payment': await payFor(unpaid) } })
  facilitator.faults.settleDown = true
  const _meta = { 'x402/payment': await payFor(unpaid) }
  await client.callTool({ ...call, _meta })
  expect(outcomes).toEqual(['payment_required', 'ok', 'settlement_pending'])
  // Until it is settled, nothing else is sold.
  facilitator.faults.settleDown = false
  await expect.poll(async () => (await client.callTool({ ...call, _meta })).isError).toBeFalsy()
  await client.close()
})

describe('a payment header on the POST of one tool call', () => {
  const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })
  const send = async (message: object, paying: string, headers: Record<string, string> = {}) =>
    fetch(seller.http.mcpUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'payment-signature': paying,
        ...headers,
      },
      body: JSON.stringify(message),
    })

  const header = async (changes: PaymentChanges = {}) => {
    const tag = seller.seller.gate.prices.get('middling')
    if (!tag) throw new Error('not for sale')
    return encodeHeader(await signPayment(buyer, tag.requirements, changes))
  }
  const receiptOf = ({ headers }: Response) =>
    decodeSettlement(headers.get('payment-response') ?? '')

  test('pays for it, and the receipt is in a header as well', async () => {
    const paying = await header()
    const response = await send(rpc('tools/call', call), paying)
    const text = await response.text()
    expect(text).toContain('"run":1')
    expect(receiptOf(response)).toMatchObject({ success: true, amount: '2000' })
    expect(text).toContain(receiptOf(response)?.transaction)
    expect(await spent()).toBe(2_000)
    const listed = await send(rpc('tools/list', {}), paying)
    expect(await listed.text()).toContain('middling')
    expect(receiptOf(listed)).toBeUndefined()
  })

  test('in the 2026-07-28 revision the same', async () => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const revision = {
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': call.name,
    }
    const response = await send(rpc('tools/call', { ...call, _meta }), await header(), revision)
    expect(await response.text()).toContain('"run":1')
    expect(receiptOf(response)).toMatchObject({ success: true })
  })

  test('that was not taken, or is pending, has a receipt that says so', async () => {
    await usdc.drain(buyer)
    const unpaid = await send(rpc('tools/call', call), await header())
    expect(receiptOf(unpaid)).toBeUndefined()
    await usdc.mint(buyer.address, 20_000)
    facilitator.faults.settleDown = true
    const paying = await header()
    const pending = await send(rpc('tools/call', call), paying)
    const reason = { success: false, errorReason: 'settlement_pending' }
    expect(receiptOf(pending)).toMatchObject(reason)
    facilitator.faults.settleDown = false
    await expect
      .poll(async () => receiptOf(await send(rpc('tools/call', call), paying)))
      .toMatchObject({ success: true })
  })

  test('does not hold up a stream that never ends', async () => {
    const stop = new AbortController()
    const response = await fetch(seller.http.mcpUrl, {
      headers: { accept: 'text/event-stream', 'payment-signature': await header() },
      signal: stop.signal,
    })
    expect(response.status).toBe(405)
    stop.abort()
  })

  test('is refused if it is none', async () => {
    const response = await send(rpc('tools/call', call), 'nonsense!')
    expect(response.status).toBe(400)
    expect([shop.runs, await spent()]).toEqual([0, 0])
  })
})
