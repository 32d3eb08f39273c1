import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Composed, compose } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/app/config/config.ts'
import { errorTable } from '../../src/contract/errors.ts'
import type { Gate } from '../../src/pay/seller/port.ts'
import { operations } from '../../tools/index.ts'
import { verifies } from '../requirements/verifies.ts'
import { tempDir } from '../support/bellhop.ts'
import { CLIENTS, type McpClient } from '../support/clients.ts'
import { type HttpServer, startHttpServer } from '../support/http-server.ts'
import { signPayment } from '../support/payments.ts'
import { callRoute } from '../support/seller.ts'
import { withoutIds } from '../support/without-ids.ts'

const PAY_TO = `0x${'1'.repeat(40)}`
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const MISTYPED = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96054'
const PAGE = 'https://site.test/'
const NESTED = '['.repeat(2_000) + ']'.repeat(2_000)

/** What can be refused without any work, by route: what the error is, and inputs that have it. */
const INVALID: Record<string, Record<string, readonly unknown[]>> = {
  extract: {
    invalid_input: [
      {},
      { url: '' },
      { url: 'no address' },
      { url: 'ftp://site.test/' },
      { url: PAGE, cursor: 'zz' },
      { url: PAGE, selector: 'a >' },
      { url: PAGE, exclude: ['p:hover'] },
      { url: PAGE, selector: '.a'.repeat(151) },
      { url: PAGE, maxChars: 1 },
      { url: 'http://10.0.0.1/', cursor: 'zz' },
    ],
    url_not_allowed: [{ url: 'http://127.0.0.1/' }, { url: 'http://169.254.169.254/' }],
  },
  extract_rendered: {
    invalid_input: [
      {},
      { url: 'no address' },
      { url: PAGE, cursor: 'zz' },
      { url: PAGE, waitFor: '8001' },
    ],
  },
  screenshot: {
    invalid_input: [
      {},
      { url: 'ftp://site.test/' },
      { url: PAGE, selector: 'a >' },
      { url: PAGE, width: 2_001 },
    ],
  },
  metadata: {
    invalid_input: [{}, { url: 7 }],
    url_not_allowed: [{ url: 'http://[::1]/' }],
  },
  unfurl: {
    invalid_input: [{}, { url: 'javascript:alert(1)' }],
    url_not_allowed: [{ url: 'http://192.168.0.1/' }],
  },
  rss_to_json: {
    invalid_input: [
      {},
      { url: PAGE, cursor: 'zz' },
      { url: PAGE, since: 'yesterday' },
      { url: PAGE, limit: 0 },
    ],
  },
  pdf_to_markdown: {
    invalid_input: [
      {},
      { url: PAGE, cursor: 'zz' },
      { url: PAGE, pages: '5-x' },
      { url: PAGE, pages: `1${',1'.repeat(250)}` },
      { url: PAGE, maxPages: 0 },
    ],
  },
  document_to_markdown: {
    invalid_input: [{}, { url: PAGE, cursor: 'zz' }, { url: PAGE, pages: '5-x' }],
  },
  qr: {
    invalid_input: [
      {},
      { text: '' },
      { text: 'a', url: 'b' },
      { text: 'a', format: 'gif' },
      { text: 'a', dark: 'red' },
      { text: 'a', dark: '#fff', light: '#fff' },
      { text: 'x'.repeat(2_332) },
      { text: '1'.repeat(7_090) },
    ],
  },
  convert: {
    invalid_input: [
      {},
      { from: 'json', to: 'csv' },
      { from: 'yaml', to: 'csv', data: 'a' },
      { from: 'json', to: 'csv', data: '{bad' },
      // Too long to be checked but in the sandbox.
      { from: 'json', to: 'csv', data: `[${'1,'.repeat(100_000)}bad` },
      { from: 'json', to: 'csv', data: '' },
      { from: 'json', to: 'html', data: '7' },
      { from: 'json', to: 'markdown', data: '{"a":1}\n{"a":' },
      { from: 'json', to: 'csv', data: NESTED },
      { from: 'csv', to: 'json', data: 'a,b\n1,"2' },
      { from: 'csv', to: 'json', data: 'a', delimiter: ';;' },
    ],
    unsupported_conversion: [
      { from: 'html', to: 'csv', data: 'a' },
      { from: 'html', to: 'json', data: 'a' },
    ],
  },
  token_price: {
    invalid_input: [{}, { symbol: 'USDC', vs: 'usdc' }, { symbol: 'coingecko:bitcoin', vs: 'BTC' }],
    unknown_symbol: [
      { symbol: 'ETH', vs: 'XXQ' },
      { symbol: 'ETH', vs: '' },
      { symbol: '' },
      { symbol: 'not a symbol' },
      { symbol: 'eip155:999/erc20:0x1' },
    ],
  },
  wallet_balance: {
    invalid_input: [
      {},
      { address: WALLET, network: 'bitcoin' },
      { address: WALLET, tokens: Array.from({ length: 201 }, () => WALLET) },
    ],
    not_an_address: [
      { address: 'text' },
      { address: 'vitalik.eth' },
      { address: '0x1' },
      { address: WALLET, tokens: ['zz'] },
    ],
    bad_checksum: [{ address: MISTYPED }, { address: WALLET, tokens: [WALLET, MISTYPED] }],
  },
  resolve_name: {
    invalid_input: [
      {},
      { name: 'a.eth', address: WALLET },
      { name: 'a.eth', records: ['x'.repeat(101)] },
    ],
    bad_name: [{ name: 'a..b' }, { name: 'eth' }, { name: 'a b.eth' }, { name: 'x'.repeat(300) }],
    not_an_address: [{ address: '0x' }],
    bad_checksum: [{ address: MISTYPED }],
  },
  gas: {
    invalid_input: [
      { network: 'bitcoin' },
      { gasLimit: '0' },
      { gasLimit: '60000001' },
      { data: '0x1' },
      { data: `0x${'00'.repeat(8_193)}` },
    ],
  },
  token_info: {
    invalid_input: [{}],
    not_an_address: [{ address: '0x1' }, { address: 'USDC' }],
    bad_checksum: [{ address: MISTYPED }],
  },
}

const VALID: Record<string, unknown> = {
  extract: { url: 'https://93.184.215.14/', selector: `.${'a'.repeat(298)}😀` },
  pdf_to_markdown: { url: 'https://93.184.215.14/', pages: '1-5,9' },
  document_to_markdown: { url: 'https://93.184.215.14/', pages: '1-5,9' },
  rss_to_json: { url: 'https://93.184.215.14/', since: '7d' },
  qr: { text: '1'.repeat(5_596) },
  convert: { from: 'json', to: 'csv', data: '\uFEFF{"a":1}\n\n{"a":"\\u0041"}\n' },
  token_price: { symbol: 'eth', vs: 'eur' },
  wallet_balance: { address: WALLET.toLowerCase(), tokens: [WALLET] },
  resolve_name: { name: 'Vitalik.eth', records: ['😀'.repeat(100)] },
  gas: { gasLimit: '60000000', data: `0x${'00'.repeat(8_192)}` },
  token_info: { address: WALLET },
}

const cases = Object.entries(INVALID).flatMap(([name, kinds]) =>
  Object.entries(kinds).flatMap(([code, inputs]) =>
    inputs.map((input) => [name, code, JSON.stringify(input).slice(0, 70), input] as const),
  ),
)

const statusOf = (code: string) => errorTable.find((row) => row.code === code)?.status

const folder = tempDir()
const buyer = privateKeyToAccount(generatePrivateKey())
let free: Composed
let paid: Composed
let gate: Gate
let house: HttpServer
let shop: HttpServer
let guests: readonly McpClient[]

beforeAll(async () => {
  const start = (name: string, flags: Record<string, string | boolean>) => {
    const own = { 'data-dir': join(folder.path, name), chat: 'off' }
    return compose(loadConfig({ flags: { ...own, ...flags }, env: {} }), 'silent')
  }
  free = start('free', {})
  const selling = { 'pay-to': PAY_TO, facilitator: 'https://facilitator.test' }
  paid = start('paid', { paid: true, ...selling })
  const seller = await paid.sell(operations)
  if (!seller) throw new Error('nothing is for sale')
  gate = seller.gate
  house = await startHttpServer({ operations, services: free.services })
  shop = await startHttpServer({ operations, services: paid.services, gate })
  const [, connect] = CLIENTS[2] ?? []
  if (!connect) throw new Error('no client')
  guests = [await connect({ url: house.mcpUrl }), await connect({ url: shop.mcpUrl })]
})
afterAll(async () => {
  for (const guest of guests) await guest.close()
  await house[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
  await free.close()
  await paid.close()
  folder[Symbol.dispose]()
})

async function payFor(name: string) {
  const tag = gate.prices.get(name)
  if (!tag) throw new Error(`${name} is not for sale`)
  return signPayment(buyer, tag.requirements)
}

async function charged(): Promise<number> {
  const { db } = await paid.store()
  return (await db.selectFrom('seller_payment').selectAll().execute()).length
}

describe('what can be refused without the work', () => {
  test('is looked for on every route that is sold', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60)
    const untold = [...gate.prices.keys()].filter((name) => INVALID[name] === undefined)
    expect(untold, 'has a price: add inputs that it refuses to INVALID above').toEqual([])
    expect(Object.keys(INVALID).filter((name) => !gate.prices.has(name))).toEqual([])
  })

  test.each(cases)('%s: %s %s', { tags: 'full' }, async (name, code, _, input) => {
    verifies('utility:3:invalid', 'utility:4:2:400', 'utility:7:400')
    const path = operations.find((operation) => operation.name === name)?.http.path ?? ''
    const answer = await callRoute(`${house.url}${path}`, input)
    expect([answer.status, answer.body]).toMatchObject([400, { error: { code } }])
    expect(statusOf(code)).toBe(400)
    for (const payment of [undefined, await payFor(name)]) {
      const sold = await callRoute(`${shop.url}${path}`, input, payment)
      expect([sold.status, withoutIds(sold.body)]).toEqual([answer.status, withoutIds(answer.body)])
      expect([sold.challenge, sold.settlement]).toEqual([undefined, undefined])
    }
    const call = { name, arguments: input as Record<string, unknown> }
    const [plain, offered] = await Promise.all(guests.map(async (guest) => guest.callTool(call)))
    const loose = 'over MCP it is taken, as a loose value is (7 for a text): choose another input'
    expect(plain?.isError, loose).toBe(true)
    expect(plain?.content[0]?.text).toContain(code)
    expect(withoutIds(offered)).toEqual(withoutIds(plain))
    expect(await charged()).toBe(0)
  })

  test('and what cannot is charged for: the same calls, made right, are challenged', async () => {
    for (const [name, input] of Object.entries(VALID)) {
      const path = operations.find((operation) => operation.name === name)?.http.path ?? ''
      expect([name, (await callRoute(`${shop.url}${path}`, input)).status]).toEqual([name, 402])
    }
  })
})
