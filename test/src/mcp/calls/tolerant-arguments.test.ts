import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { OperationError } from '../../../../src/contract/errors.ts'
import type { Services } from '../../../../src/contract/operation.ts'
import { buildServer } from '../../../../src/mcp/server.ts'
import { errands } from '../../../../tools/index.ts'
import { resultText, type ToolAnswer } from '../../../support/clients.ts'
import { slow, testServices } from '../../../support/operations.ts'

type Arguments = Record<string, unknown>

const ADDRESS = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const HASH = `0x${'5c'.repeat(32)}`
const operations = await errands()

/** Every utility operation, as a model without types may call it, and the input that it means. */
const CALLS: Readonly<Record<string, readonly [loose: Arguments, typed: Arguments]>> = {
  read: [
    { url: 'example.com/a', max_chars: '2000', find: null },
    { urls: ['example.com/a'], maxChars: 2_000 },
  ],
  extract: [
    {
      url: 'example.com/a',
      exclude: '.nav',
      include: 'comments',
      max_chars: '2000',
      max_age: '60',
    },
    {
      url: 'https://example.com/a',
      exclude: ['.nav'],
      include: ['comments'],
      maxChars: 2_000,
      maxAge: 60,
    },
  ],
  metadata: [{ url: 'www.example.com' }, { url: 'https://www.example.com' }],
  unfurl: [{ URL: 'example.com?q=a' }, { url: 'https://example.com?q=a' }],
  rss_to_json: [
    { url: 'example.com/feed', limit: '5', content: 'True', since: null },
    { url: 'https://example.com/feed', limit: 5, content: true },
  ],
  pdf_to_markdown: [
    { url: 'example.com/a.pdf', pages: 3, max_pages: '2', page_markers: 'false' },
    { url: 'https://example.com/a.pdf', pages: '3', maxPages: 2, pageMarkers: false },
  ],
  document_to_markdown: [
    { url: 'example.com/a.docx', pages: 3, page_markers: 'false', include: 'hidden' },
    { url: 'https://example.com/a.docx', pages: '3', pageMarkers: false, include: ['hidden'] },
  ],
  screenshot: [
    { url: 'example.com', full_page: 'true', width: '800', wait_for: 500 },
    { url: 'https://example.com', fullPage: true, width: 800, waitFor: '500' },
  ],
  extract_rendered: [
    { url: 'example.com/a', exclude: '.nav', max_chars: '2000', waitFor: '.price > b' },
    {
      url: 'https://example.com/a',
      exclude: ['.nav'],
      maxChars: 2_000,
      waitFor: '.price > b',
    },
  ],
  qr: [
    { text: 12_345, size: '200', error_correction: 'H' },
    { text: '12345', size: 200, errorCorrection: 'H' },
  ],
  convert: [
    { from: 'csv', to: 'json', data: 'a\n1', header: 'false', escape_formulas: 'true' },
    { from: 'csv', to: 'json', data: 'a\n1', header: false, escapeFormulas: true },
  ],
  token_price: [{ Symbol: 'ETH', vs: null }, { symbol: 'ETH' }],
  wallet_balance: [
    { address: ADDRESS, tokens: USDC },
    { address: ADDRESS, tokens: [USDC] },
  ],
  resolve_name: [
    { name: 'vitalik.eth', records: '["avatar"]' },
    { name: 'vitalik.eth', records: ['avatar'] },
  ],
  gas: [{ gas_limit: 50_000 }, { gasLimit: '50000' }],
  token_info: [{ address: USDC, network: null }, { address: USDC }],
  transaction: [{ hash: HASH, network: null }, { hash: HASH }],
  contract_read: [
    { address: USDC, signature: 'symbol() view returns (string)', args: '[]' },
    { address: USDC, signature: 'symbol() view returns (string)' },
  ],
  wallet_status: [{}, {}],
  wallet_history: [{ limit: '5' }, { limit: 5 }],
  price_check: [
    { operation: 'qr', input: '{"text":"a"}' },
    { operation: 'qr', input: { text: 'a' } },
  ],
  pay_fetch: [
    { url: 'example.com/a', method: 'POST', content_type: 'text/plain' },
    { url: 'https://example.com/a', method: 'POST', contentType: 'text/plain' },
  ],
  find_services: [{ QUERY: 'weather' }, { query: 'weather' }],
}

let client: Client
/** Inputs in the order in which operations were to run with them. */
const inputs: unknown[] = []

beforeAll(async () => {
  const services: Services = testServices()
  const recording: Services = {
    ...services,
    place: async (operation, call) => {
      inputs.push(call.input)
      if (operation.toolset === 'text') return services.place(operation, call)
      throw new OperationError('unavailable', 'Only the input matters here.')
    },
  }
  const info = { version: '1.2.3', charged: false, limits: async () => [] }
  const [near, far] = InMemoryTransport.createLinkedPair()
  const offered = [...operations, slow]
  const server = buildServer(
    { services: recording, info },
    { era: 'legacy', caller: undefined, operations: offered, isLocal: true },
  )
  await server.connect(far)
  client = new Client({ name: 'test', version: '1' })
  await client.connect(near)
  // The client checks structured content against the schemas that it has seen.
  await client.listTools()
})
afterAll(async () => client.close())

const call = async (name: string, args: Arguments): Promise<ToolAnswer> =>
  (await client.callTool({ name, arguments: args })) as ToolAnswer

/** The input with which an operation runs, or was to. */
async function inputOf(name: string, args: Arguments): Promise<unknown> {
  inputs.length = 0
  const answer = await call(name, args)
  expect(inputs, resultText(answer)).toHaveLength(1)
  return inputs[0]
}

test('the table has every operation', () => {
  const names = operations.map(({ name }) => name)
  const missing = names.filter((name) => CALLS[name] === undefined)
  expect(missing, 'add a loose call of it, and what that means, to CALLS above').toEqual([])
  expect(Object.keys(CALLS).filter((name) => !names.includes(name))).toEqual([])
})

describe.each(Object.entries(CALLS))('%s', (name, [loose, typed]) => {
  const operation = operations.find((one) => one.name === name)
  const shape: Readonly<Record<string, ZodType>> = operation?.input.shape ?? {}

  test('takes loose arguments for what they mean', { tags: 'full' }, async () => {
    const meant = await inputOf(name, typed)
    expect(meant).toMatchObject(typed)
    expect(await inputOf(name, loose)).toEqual(meant)
  })

  test('is not run for an argument of no meaning, and says what is right', async () => {
    inputs.length = 0
    const nonsense = { no: ['sense'] }
    // Arguments of a contract mean what its signature says of them.
    const fields = Object.keys(shape).filter(
      (field) => field !== 'args' && !shape[field]?.safeParse(nonsense).success,
    )
    for (const field of fields) {
      const answer = await call(name, { ...typed, [field]: nonsense })
      expect(answer.isError).toBe(true)
      expect(resultText(answer)).toMatch(
        new RegExp(`^invalid_input: ${field}: expected .*not an object`),
      )
      expect(resultText(answer)).toMatch(/for example|one of|true or false|\(.+\)|that matches/)
      expect(resultText(answer)).not.toContain('input schema')
    }
    expect(inputs).toEqual([])
  })

  test('runs without an argument that it does not know, unless it does something', async () => {
    const odd = { ...typed, colour_of_hair: 1 }
    if (operation?.effects.readOnly === false) return expectRefusal(name, odd)
    expect(await inputOf(name, odd)).toEqual(await inputOf(name, typed))
  })
})

async function expectRefusal(name: string, args: Arguments): Promise<void> {
  inputs.length = 0
  expect(resultText(await call(name, args))).toContain('Nothing was done.')
  expect(inputs).toEqual([])
}

test('an answer names what was ignored, in its text and beside its fields', async () => {
  const converted = await call('convert', {
    from: 'csv',
    to: 'json',
    data: 'a\n1',
    heder: true,
    colour: 1,
  })
  expect(converted.isError).toBeFalsy()
  expect(converted.structuredContent).toMatchObject({
    to: 'json',
    ignored: ['heder: did you mean header?', 'colour: unknown'],
  })
  expect(resultText(converted)).toMatch(
    /\n\n\[Ignored arguments: heder: did you mean header\?; colour: unknown\]$/,
  )
  const plain = await call('convert', { from: 'csv', to: 'json', data: 'a\n1' })
  expect(plain.structuredContent).not.toHaveProperty('ignored')
  expect(resultText(plain)).not.toContain('gnored')
})

test('a write with an argument that it does not know is refused', async () => {
  inputs.length = 0
  const refused = await call('slow', { steps: 1, stepMs: 0, step_s: 1 })
  expect(refused.isError).toBe(true)
  expect(resultText(refused)).toMatch(
    /^invalid_input: Unknown argument step_s; did you mean steps\?\nNothing was done\./,
  )
  expect(inputs).toEqual([])
})

test('an address that was completed is judged like any other', async () => {
  const services = testServices()
  const info = { version: '1.2.3', charged: false, limits: async () => [] }
  const [near, far] = InMemoryTransport.createLinkedPair()
  const server = buildServer({ services, info }, { era: 'legacy', caller: undefined, operations })
  await server.connect(far)
  const guarded = new Client({ name: 'test', version: '1' })
  await guarded.connect(near)
  const read = async (url: string) =>
    resultText((await guarded.callTool({ name: 'extract', arguments: { url } })) as ToolAnswer)
  expect(await read('router.local/admin')).toMatch(/^url_not_allowed/)
  expect(await read('metadata.google.internal/a')).toMatch(/^url_not_allowed/)
  expect(await read('example.com/\\@localhost')).toMatch(/^url_not_allowed/)
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'C:\\a.txt', 'a@example.com']) {
    expect(await read(url)).toMatch(/^invalid_input: url: expected the address of a web page/)
  }
  await guarded.close()
})
