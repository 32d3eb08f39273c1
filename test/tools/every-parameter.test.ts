import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Structure } from '../../src/contract/result-view.ts'
import { selectTools } from '../../src/core/select/select.ts'
import { createHttpApp } from '../../src/http/app.ts'
import { createMetrics } from '../../src/lib/metrics.ts'
import { errands } from '../../tools/index.ts'
import { type Caller, callWith, TEST_TIME } from '../support/call.ts'
import { CHAIN_START_MAX_MS, type Hex, startChain, type TestChain } from '../support/chain.ts'
import { deployMock, placeEns } from '../support/contracts.ts'
import { type AskTool, connectTools } from '../support/mcp-tools.ts'
import { type PageServer, startPageServer } from '../support/page-server.ts'
import { pdfOf, text } from '../support/pdf.ts'
import { type PriceProviders, startPriceProviders } from '../support/price-providers.ts'
import { WELL } from '../support/price-questions.ts'

type Input = Record<string, unknown>

/** A call; of its further parts, with the answer before it. */
type Call = (before: Input) => Input

const HOLDER: Hex = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

const operations = await errands()
let server: PageServer
let providers: PriceProviders
let chain: TestChain
let caller: Caller
let token: Hex
let sent: Hex
let ask: AskTool
let app: ReturnType<typeof createHttpApp>

beforeAll(async () => {
  const [pages, prices, node] = await Promise.all([
    startPageServer(PAGES),
    startPriceProviders(WELL),
    startChain({ chainId: 1, at: TEST_TIME }),
  ])
  server = pages
  providers = prices
  chain = node
  token = await deployMock(chain, 'Erc20', ['string', 'string', 'uint8'], ['Bell', 'BELL', 2])
  sent = (await chain.send({ to: HOLDER, value: '0x1' })).transactionHash
  const ens = await placeEns(chain)
  await ens.register('bellhop', { address: HOLDER })
  await ens.setText('bellhop.eth', 'url', 'https://bellhop.example/')
  const { priceSources } = providers
  // Two hosts of one node, for a quorum.
  const hosts = [chain.url, chain.url.replace('127.0.0.1', 'localhost')]
  caller = callWith({ onChain: { endpoints: { ethereum: hosts }, priceSources } })
  const { services } = caller
  ask = await connectTools(services, selectTools(operations))
  app = createHttpApp({
    operations,
    services,
    metrics: createMetrics(() => 0),
    mcp: async () => new Response(null, { status: 404 }),
    allowedHosts: [],
    publicUrl: 'http://localhost',
    hostAccess: { strangers: true, key: () => true },
  })
}, CHAIN_START_MAX_MS)
afterAll(async () => {
  await caller.close()
  await Promise.all([server.close(), providers.close(), chain.stop()])
})

const paragraphs = Array.from(
  { length: 12 },
  (_, at) =>
    `<p class="p${at}">Paragraph ${at} tells of <a href="/a${at}">boats</a>, tides and harbours, at some length and with commas. <img src="/${at}.png" alt="Boat ${at}"></p>`,
).join('')
const items = Array.from(
  { length: 5 },
  (_, at) =>
    `<item><title>Item ${at}</title><link>https://site.test/${at}</link><guid>${at}</guid><pubDate>Thu, 0${at + 1} Jan 2026 00:00:00 GMT</pubDate><description>&lt;p&gt;About ${at}&lt;/p&gt;</description></item>`,
).join('')
const pdfPage = (title: string): string =>
  Array.from({ length: 9 }, (_, at) =>
    text(72, 780 - at * 40, `${title} ${at}: the tide turns twice a day in every harbour of ours.`),
  ).join('')

const PAGES = {
  '/page': {
    body: `<html lang="en"><head><title>Harbours</title><meta name="author" content="Ada"></head><body><nav>Menu</nav><article><h1>Harbours</h1>${paragraphs}<p class="ad">Buy</p></article></body></html>`,
  },
  '/feed': {
    headers: { 'content-type': 'application/rss+xml' },
    body: `<?xml version="1.0"?><rss version="2.0"><channel><title>Harbour</title><link>https://site.test/</link>${items}</channel></rss>`,
  },
  '/list.opml': {
    body: `<opml version="2.0"><body>${'<outline text="Ebb and flood"/>'.repeat(100)}</body></opml>`,
  },
  '/doc.pdf': {
    headers: { 'content-type': 'application/pdf' },
    body: pdfOf(['One', 'Two', 'Three'].map(pdfPage)),
  },
}

const at = (path: string): string => `${server.origin}${path}`
const onward = ({ nextCursor }: Input): Input => ({ cursor: nextCursor })

/** Calls of the routes that hold together every parameter, refused ones among them. */
const CALLS: Readonly<Record<string, readonly Call[]>> = {
  extract: [
    () => extracted(),
    (before) => ({ ...extracted(), ...onward(before) }),
    () => ({ ...extracted(), selector: 'article', exclude: ['.ad', '.p1'] }),
    () => ({ ...extracted(), cursor: 'wrong' }),
    () => ({ ...extracted(), head: false }),
    () => ({ ...extracted(), url: at('/gone') }),
  ],
  metadata: [() => ({ url: at('/page') }), () => ({ url: 'ftp://example.com/' })],
  unfurl: [() => ({ url: at('/page') }), () => ({ url: 'http://10.0.0.1/' })],
  rss_to_json: [
    () => feed(),
    (before) => ({ ...feed(), ...onward(before) }),
    () => ({ ...feed(), since: 'whenever' }),
  ],
  pdf_to_markdown: [
    () => pdf(),
    (before) => ({ ...pdf(), ...onward(before) }),
    () => ({ ...pdf(), pages: 'all' }),
  ],
  document_to_markdown: [
    () => document(),
    (before) => ({ ...document(), ...onward(before) }),
    () => ({ ...document(), pages: 'all' }),
  ],
  qr: [
    () => ({ text: 'tide', url: 'tide', format: 'svg', ...QR }),
    () => ({ url: 'tide', format: 'png', ...QR }),
    () => ({ text: 'one', url: 'another' }),
  ],
  convert: [
    () => ({
      from: 'csv',
      to: 'json',
      data: 'a;b\n1;=2',
      delimiter: ';',
      header: true,
      types: true,
    }),
    () => ({ from: 'json', to: 'csv', data: '[{"a":"=1"}]', escapeFormulas: true }),
    () => ({ from: 'markdown', to: 'html', data: '<b onclick="x">a</b>', sanitize: true }),
    () => ({ from: 'markdown', to: 'html', data: '~~a~~', commonmark: true }),
    () => ({ from: 'json', to: 'csv', data: '{"a":1}\n{"a":2}', lines: true }),
    () => ({ from: 'json', to: 'csv', data: '{' }),
  ],
  token_price: [
    () => ({ symbol: 'ETH', vs: 'USD' }),
    () => ({ symbol: 'no such asset', vs: 'USD' }),
  ],
  wallet_balance: [
    () => ({ address: HOLDER, network: 'ethereum', tokens: [token], quorum: 2 }),
    () => ({ address: '0x12', network: 'ethereum' }),
  ],
  resolve_name: [
    () => ({ name: 'bellhop.eth', network: 'ethereum', records: ['url', 'avatar'], quorum: 1 }),
    () => ({ address: HOLDER, network: 'ethereum' }),
    () => ({ name: 'no name' }),
  ],
  gas: [
    () => ({ network: 'ethereum', gasLimit: '50000', data: '0x12' }),
    () => ({ gasLimit: '0' }),
  ],
  token_info: [
    () => ({ address: token, network: 'ethereum' }),
    () => ({ address: HOLDER, network: 'ethereum' }),
  ],
  transaction: [
    () => ({ hash: sent, signature: 'transfer(address to, uint256 amount)', network: 'ethereum' }),
    () => ({ hash: sent, network: 'nowhere' }),
  ],
  contract_read: [
    () => ({
      address: token,
      signature: 'balanceOf(address owner) view returns (uint256)',
      args: [HOLDER],
      network: 'ethereum',
    }),
    () => ({ address: HOLDER, signature: 'symbol() view returns (string)' }),
  ],
}

function extracted(): Input {
  const size = { maxChars: 600, maxTokens: 200 }
  const parts = {
    focus: 'recall',
    include: ['comments'],
    links: 'reference',
    images: 'keep',
    head: true,
    render: 'never',
    waitFor: '100',
    open: true,
  }
  return { url: at('/page'), ...size, ...parts, maxAge: 0 }
}

function feed(): Input {
  return { url: at('/feed'), limit: 2, since: '2026-01-01', content: true }
}

function pdf(): Input {
  const form = { pageMarkers: true, headersFooters: true, include: ['hidden'] }
  return { url: at('/doc.pdf'), pages: '1-3', maxPages: 3, maxChars: 500, ...form }
}

function document(): Input {
  return {
    url: at('/list.opml'),
    pages: '1-3',
    pageMarkers: true,
    include: ['hidden'],
    maxChars: 500,
  }
}

const QR = { errorCorrection: 'H', margin: 1, size: 200, dark: '#034', light: '#FFE' }

/** What a tool fills in where a call leaves it out, so that an answer fits a model. */
const DEFAULTS: Readonly<Record<string, Input>> = {
  extract: { maxChars: 20_000, images: 'alt', head: true },
  rss_to_json: { limit: 20 },
  pdf_to_markdown: { maxChars: 20_000 },
  document_to_markdown: { maxChars: 20_000 },
}

const routes = operations.filter(({ name }) => CALLS[name])

async function callRoute(path: string, input: Input): Promise<{ status: number; body: Input }> {
  const response = await app.request(path, {
    method: 'POST',
    headers: { host: 'localhost', 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  return { status: response.status, body: (await response.json()) as Input }
}

/** What stands beside the text of a result. */
function shownOf(structure: Structure<Input> | undefined, body: Input): Input {
  if (structure === 'none') return {}
  return structure ? structure.of(body) : body
}

/** What a refusal tells beside its words. */
function factsOf({ code, fields, retryable }: Input): Input {
  return { code, fields, retryable }
}

test('every route is called, and differs in its defaults only', () => {
  expect(Object.keys(CALLS)).toHaveLength(15)
  expect(routes).toHaveLength(15)
  const defaults = routes.map(({ name, agent }) => [name, agent?.defaults] as const)
  expect(Object.fromEntries(defaults.filter(([, values]) => values))).toEqual(DEFAULTS)
})

test.each(routes.map((route) => [route.name, route] as const))(
  '%s takes every parameter of its route, to the same effect',
  { tags: 'full' },
  async (name, { input, http, agent }) => {
    const used = new Set<string>()
    let routeBefore: Input = {}
    let toolBefore: Input = {}
    for (const call of CALLS[name]!) {
      const pending = call(routeBefore)
      for (const field of Object.keys(pending)) used.add(field)
      const { status, body } = await callRoute(http.path, pending)
      const answer = await ask(name, call(toolBefore))
      const seen = JSON.stringify(pending)
      expect(answer.isError, `${seen}: ${answer.text}, ${JSON.stringify(body)}`).toBe(
        status !== 200,
      )
      expect(answer.isError ? factsOf(answer.error) : answer.result, seen).toEqual(
        status === 200 ? shownOf(agent?.structure, body) : factsOf(body['error'] as Input),
      )
      routeBefore = body
      toolBefore = answer.result
    }
    const shape = input.shape as Record<string, unknown>
    expect(Object.keys(shape).filter((field) => !used.has(field))).toEqual([])
  },
)
