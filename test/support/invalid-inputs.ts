import { z } from 'zod'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { operations } from '../../tools/index.ts'

type Input = Record<string, unknown>

/** An input that a route refuses. */
export interface InvalidInput {
  operation: AnyOperation
  /** Its fault, for the name of a case. */
  fault: string
  input: Input
}

const VITALIK = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const MISTYPED = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046'

/** A public address that needs no lookup, so that what is refused is refused for its fault alone. */
export const PUBLIC_ORIGIN = 'https://93.184.215.14'

/** A valid input for each sold operation. */
const VALID: Readonly<Record<string, Input>> = {
  extract: { url: `${PUBLIC_ORIGIN}/` },
  metadata: { url: `${PUBLIC_ORIGIN}/` },
  unfurl: { url: `${PUBLIC_ORIGIN}/` },
  rss_to_json: { url: `${PUBLIC_ORIGIN}/feed` },
  pdf_to_markdown: { url: `${PUBLIC_ORIGIN}/a.pdf` },
  document_to_markdown: { url: `${PUBLIC_ORIGIN}/a.docx` },
  screenshot: { url: `${PUBLIC_ORIGIN}/` },
  extract_rendered: { url: `${PUBLIC_ORIGIN}/` },
  qr: { text: 'hello' },
  convert: { from: 'json', to: 'csv', data: '[{"a":1}]' },
  token_price: { symbol: 'ETH' },
  wallet_balance: { address: VITALIK },
  resolve_name: { name: 'vitalik.eth' },
  gas: { network: 'base' },
  token_info: { address: VITALIK },
}

/** Everything that is sold, in the order of documents. */
export const SOLD: readonly AnyOperation[] = operations.filter(({ price }) => price !== undefined)

const BAD_URLS = [
  'example.com',
  '/a',
  'ftp://example.com/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,a',
  'http://',
  'https://user@/',
  'http://127.0.0.1/',
  'http://10.1.2.3/',
  'http://[::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://localhost/',
  'http://0x7f000001/',
  'http://2130706433/',
]

const BAD_ADDRESSES = [
  'text',
  '',
  '0x',
  '0x1',
  VITALIK.slice(2),
  `${VITALIK}0`,
  VITALIK.slice(0, -1),
  MISTYPED,
  `0x${'g'.repeat(40)}`,
  `0X${VITALIK.slice(2)}`,
  'vitalik.eth',
]

const BAD_NAMES = ['a..b', '', '.eth', 'a b.eth', 'vit\u0430lik.eth', 'a_b.eth', '\u200b.eth']

const BAD_SELECTORS = ['>>', 'p:', '[', 'a::before(', '{}']

const BAD_WAITS = [-1, 1.5, 1e12, '99999999', '>>', 'p:', '']

/** Faults of an input that asks for an article. */
const ARTICLE = {
  url: BAD_URLS,
  cursor: ['zz', '', 'eyJhIjoxfQ', '-1', '\u0000'],
  selector: BAD_SELECTORS,
  exclude: [['('], ['p', '[']],
  maxChars: [0, 1, 1.5, 1e9],
  maxTokens: [0, -1],
  focus: ['all'],
  waitFor: BAD_WAITS,
}

/** What else is wrong with the fields of one route: each value in place of the valid one. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
  extract: { ...ARTICLE, maxAge: [-1, 1e12], render: ['maybe', 'ALWAYS'] },
  extract_rendered: ARTICLE,
  screenshot: {
    url: BAD_URLS,
    selector: BAD_SELECTORS,
    width: [0, 99, 2_001, 1.5],
    height: [0, -1, 4_001],
    format: ['jpeg', 'PNG'],
    waitFor: BAD_WAITS,
  },
  metadata: { url: BAD_URLS },
  unfurl: { url: BAD_URLS },
  rss_to_json: { url: BAD_URLS, cursor: ['zz', '-1', '{}'] },
  pdf_to_markdown: { url: BAD_URLS, cursor: ['zz', '1;2'], pages: ['a', '0', '3-1', '0-0,2-1'] },
  document_to_markdown: { url: BAD_URLS, cursor: ['zz', '1;2'], pages: ['a', '0', '3-1'] },
  qr: {
    text: ['', 'x'.repeat(5_000), '\ud800'],
    format: ['gif', 'PNG'],
    size: [0, -1, 1e9],
    margin: [-1, 1.5],
    dark: ['red', '#12', '#ffffff'],
    errorCorrection: ['X'],
  },
  convert: {
    from: ['yaml', '', 'csv '],
    to: ['xml', 'JSON'],
    data: ['{bad', '', '[1,', '{"a":1}}', 'nul', '"'],
    delimiter: ['', ';;', '"', '\n'],
  },
  token_price: {
    symbol: ['', ' ', '!!', 'a'.repeat(300), 'eip155:1/erc20:0x1', `eip155:1/erc20:${MISTYPED}`],
    vs: ['XXQ', ''],
  },
  wallet_balance: {
    address: BAD_ADDRESSES,
    network: ['solana', 'BASE', 'eip155:1'],
    tokens: [['zz'], [MISTYPED], [VITALIK, ''], Array(201).fill(VITALIK), [null]],
  },
  resolve_name: { name: BAD_NAMES, network: ['bitcoin'], records: [['x'.repeat(101)], 'avatar'] },
  gas: {
    network: ['goerli'],
    gasLimit: ['0', '-1', '1.5', '99999999', 'many', 21_000],
    data: ['zz', '0x1', `0x${'00'.repeat(9_000)}`],
  },
  token_info: { address: BAD_ADDRESSES, network: ['sepolia'] },
}

/** Whole inputs that are wrong in what they combine. */
const WHOLE: readonly (readonly [string, Input])[] = [
  ['qr', {}],
  ['qr', { text: 'a', url: 'b' }],
  ['convert', { from: 'csv', to: 'markdown', data: '"a' }],
  ['convert', { from: 'json', to: 'csv', data: '[{"a":1}' }],
  ['token_price', { symbol: 'USD', vs: 'USD' }],
  ['token_price', { symbol: 'ETH', vs: 'ETH' }],
  ['resolve_name', {}],
  ['resolve_name', { name: 'vitalik.eth', address: VITALIK }],
  ['resolve_name', { address: MISTYPED }],
]

/** Values of a wrong type for any field. */
const WRONG_TYPES: readonly unknown[] = [null, 7, true, {}, [[]]]

/** Values taken all the same, though the schema names another type. */
const TAKEN: ReadonlySet<string> = new Set(['waitFor: 7'])

/** Every input of the table: over 200 over all sold routes, each refused by the contract (utility spec 3). */
export function invalidInputs(): InvalidInput[] {
  return SOLD.flatMap((operation) => [...madeFor(operation)])
}

/** Every nth of them, of all kinds. */
export function someInvalidInputs(nth: number): InvalidInput[] {
  return invalidInputs().filter((_, index) => index % nth === 0)
}

function* madeFor(operation: AnyOperation): Generator<InvalidInput> {
  const { name } = operation
  const valid = VALID[name] ?? {}
  const make = (fault: string, input: Input): InvalidInput => ({ operation, fault, input })
  const { required = [], properties = {} } = z.toJSONSchema(operation.input, { io: 'input' })
  for (const field of required) {
    const { [field]: _, ...rest } = valid
    yield make(`no ${field}`, rest)
  }
  for (const [field, schema] of Object.entries(properties)) {
    for (const value of WRONG_TYPES) {
      const isRight = typeof schema === 'object' && schema.type === typeof value
      const isText = typeof value === 'string'
      const isNumber = typeof value === 'number' && typeof schema === 'object'
      const isInteger = isNumber && schema.type === 'integer'
      const fault = `${field}: ${JSON.stringify(value)}`
      if (!isRight && !isText && !isInteger && !TAKEN.has(fault)) {
        yield make(fault, { ...valid, [field]: value })
      }
    }
  }
  for (const [field, values] of Object.entries(FIELDS[name] ?? {})) {
    for (const value of values) {
      const valueText = JSON.stringify(value).slice(0, 40)
      yield make(`${field}: ${valueText}`, { ...valid, [field]: value })
    }
  }
  for (const [of, input] of WHOLE) {
    if (of === name) yield make(JSON.stringify(input), input)
  }
}
