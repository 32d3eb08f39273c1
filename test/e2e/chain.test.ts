import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bellhop, serveBellhop, SOURCE, type Served } from '../support/bellhop.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../support/chain.ts'
import { CLIENTS } from '../support/clients.ts'
import { deployMock, placeEns } from '../support/contracts.ts'
import { type PriceProviders, recorded, startPriceProviders } from '../support/price-providers.ts'

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
let chain: TestChain
let providers: PriceProviders
let server: Served
let token: Hex
let sent: Hex
let settings: Record<string, string>

beforeAll(async () => {
  chain = await startChain({ chainId: 1 })
  sent = (await chain.send({ to: HOLDER, value: '0x6f05b59d3b20000' })).transactionHash
  await chain.setBalance(HOLDER, 10n ** 18n)
  token = await deployMock(chain, 'Erc20', ['string', 'string', 'uint8'], ['Bell', 'BELL', 2])
  const ens = await placeEns(chain)
  await ens.register('bellhop', { address: HOLDER })
  await ens.claim(HOLDER, 'bellhop.eth')
  const now = Math.floor(Date.now() / 1000).toString()
  providers = await startPriceProviders({
    'coinbase/v2/prices/ETH-USD/spot': recorded('coinbase.eth-usd'),
    'kraken/0/public/Ticker?pair=ETHUSD': recorded('kraken.eth-usd'),
    'bitstamp/api/v2/ticker/ethusd/': recorded('bitstamp.eth-usd').replace('1767323042', now),
  })
  const sources = Object.entries(providers.priceSources).map((entry) => entry.join('='))
  settings = {
    BELLHOP_RPC_ETHEREUM: chain.url,
    BELLHOP_RPC_MINE: chain.url,
    BELLHOP_PRICE_SOURCES: sources.join(','),
  }
  server = await serveBellhop(['--rpc-base', 'http://127.0.0.1:9'], settings)
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await providers.close()
  await chain.stop()
})

// By this machine's clock, the chain is up to date.
beforeEach(async () => chain.mine())

/** Each operation once, with a part of what it must answer. */
const calls = (): readonly (readonly [
  tool: string,
  input: Record<string, unknown>,
  expected: object,
])[] => [
  ['token_price', { symbol: 'ETH' }, { price: '2430.58', source: 'kraken' }],
  [
    'wallet_balance',
    { address: HOLDER, tokens: [token] },
    { native: { formatted: '1' }, tokens: [{ symbol: 'BELL' }] },
  ],
  ['resolve_name', { name: 'bellhop.eth' }, { address: HOLDER, verified: true }],
  ['gas', {}, { symbol: 'ETH', fast: { costUsd: expect.stringMatching(/^0\.\d+$/) as string } }],
  ['token_info', { address: token }, { standard: 'erc20', decimals: 2 }],
  [
    'transaction',
    { hash: sent },
    { status: 'succeeded', value: { formatted: '0.5' }, proved: true },
  ],
  [
    'contract_read',
    { address: token, signature: 'symbol() view returns (string)', network: 'mine' },
    { network: 'eip155:1', values: [{ value: 'BELL' }] },
  ],
]

async function post(
  tool: string,
  input: unknown,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${server.url}/${tool.replaceAll('_', '-')}`, {
    method: 'POST',
    body: JSON.stringify(input),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

describe('the chain tools', () => {
  test('answer over HTTP', { tags: 'full' }, async () => {
    for (const [tool, input, expected] of calls()) {
      const { status, body } = await post(tool, input)
      expect([tool, status]).toEqual([tool, 200])
      expect(body).toMatchObject(expected)
    }
  })

  test('count what each endpoint and provider answers', async () => {
    await post('wallet_balance', { address: HOLDER })
    await post('wallet_balance', { address: HOLDER, network: 'base' })
    const text = await (await fetch(`${server.url}/metrics`)).text()
    for (const [source, outcome] of [
      ['ethereum/0', 'answered'],
      ['base/0', 'failed'],
    ]) {
      const labels = `kind="endpoint",source="${source}",outcome="${outcome}"`
      expect(text).toMatch(new RegExp(`^bellhop_sources_total\\{${labels}\\} [1-9]`, 'm'))
    }
  })

  test.each(CLIENTS)('answer over MCP to the %s', { tags: 'full' }, async (_, connect) => {
    const client = await connect({ url: `${server.url}/mcp` })
    for (const [name, input, expected] of calls()) {
      const answer = await client.callTool({ name, arguments: input })
      expect(answer.isError ?? false, JSON.stringify(answer.content)).toBe(false)
      expect(answer.structuredContent).toMatchObject(expected)
      expect(answer._meta).toMatchObject({ 'bellhop/untrusted': true })
    }
    await client.close()
  })

  test.each([
    ['wallet_balance', { address: '0x12' }, 400, 'not_an_address', false],
    ['wallet_balance', { address: HOLDER.replace('d8dA', 'd8da') }, 400, 'bad_checksum', false],
    ['resolve_name', { name: 'a b.eth' }, 400, 'bad_name', false],
    ['token_price', { symbol: 'ETH', vs: 'QQQ' }, 400, 'unknown_symbol', false],
    ['token_info', { address: `0x${'ab'.repeat(20)}` }, 400, 'not_a_contract', false],
    ['gas', { network: 'solana' }, 400, 'invalid_input', false],
    ['wallet_balance', { address: HOLDER, network: 'base' }, 502, 'upstream_failed', true],
    ['token_price', { symbol: 'BTC' }, 502, 'upstream_failed', true],
  ])(
    '%s of %j fails alike on both surfaces: %i %s',
    async (name, input, status, code, retryable) => {
      const answer = await post(name, input)
      expect(answer.status).toBe(status)
      expect(answer.body).toMatchObject({ error: { code, retryable } })
      const [, connect] = CLIENTS[2] ?? []
      const client = await connect?.({ url: `${server.url}/mcp` })
      const result = await client?.callTool({ name, arguments: input })
      expect(result?.isError).toBe(true)
      expect(result?.content[0]?.text).toMatch(new RegExp(`^${code}: `))
      expect(JSON.stringify([answer.body, result])).not.toContain('127.0.0.1')
      await client?.close()
    },
  )

  test(
    'load their libraries on first use: a server that starts and lists its tools has none',
    { tags: 'full' },
    async () => {
      const preload = join(import.meta.dirname, '../support/loaded-modules.mjs')
      const env = { ...settings, NODE_OPTIONS: `--import=${preload}` }
      const { code, stderr: listed } = await bellhop(['tools'], { env, entry: SOURCE })
      expect(code).toBe(0)
      expect(listed).toContain('loaded zod')
      expect(listed).not.toMatch(/loaded (viem|ox|abitype|@noble|@adraffy|undici)/)
      await using watched = await serveBellhop([], env, SOURCE)
      const [, connect] = CLIENTS[2] ?? []
      const client = await connect?.({ url: `${watched.url}/mcp` })
      expect((await client?.listTools())?.tools.length).toBeGreaterThan(5)
      expect(watched.stderr()).toContain('loaded hono')
      expect(watched.stderr()).not.toMatch(/loaded (viem|ox|abitype|@noble|@adraffy|undici)/)
      await client?.callTool({ name: 'wallet_balance', arguments: { address: HOLDER } })
      expect(watched.stderr()).toContain('loaded viem')
      await client?.close()
    },
  )
})
