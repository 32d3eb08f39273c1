/** One answer: the id as it is written, and `ok` or the code of an error. */
export type Answer = readonly [id: string, outcome: 'ok' | number]

/** How a client speaks. */
export type Era = '2025' | '2026'

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** A request of a 2026 client has an envelope. */
function paramsOf(era: Era, params: object = {}): object {
  return era === '2026' ? { _meta: ENVELOPE, ...params } : params
}

/** A request of a client; `id` is JSON text. */
export function ask(era: Era, id: string, params: object = {}, method = 'prompts/list'): string {
  const body = JSON.stringify({ jsonrpc: '2.0', method, params: paramsOf(era, params) })
  return `{"id":${id},${body.slice(1)}`
}

/** A call of a tool with arguments of any kind. */
export function callWith(era: Era, args: unknown): string {
  const call = { name: 'convert', arguments: args }
  return ask(era, '1', call, 'tools/call')
}

/** Good arguments of that tool. */
export const CONVERT = { data: 'a,b', from: 'csv', to: 'json' }
const INVALID = -32_600
const PARSE = -32_700

/** A message, and the answers to it; `over` says where one transport or era differs. */
type Row = readonly [
  name: string,
  text: (era: Era) => string,
  answers: readonly Answer[],
  over?: Over,
]

type Over = Partial<Record<'http' | 'http 2026' | 'any 2026', readonly Answer[]>>

const BATCH_REFUSED = { 'http 2026': [['null', INVALID]] } as const

const ROWS: readonly Row[] = [
  ['a request', (era) => ask(era, '1'), [['1', 'ok']]],
  ['a byte order mark', (era) => `\uFEFF${ask(era, '1')}`, [['1', 'ok']]],
  ['a carriage return', (era) => `${ask(era, '1')}\r`, [['1', 'ok']]],
  [
    'two messages without a break',
    (era) => ask(era, '1') + ask(era, '2'),
    [
      ['1', 'ok'],
      ['2', 'ok'],
    ],
    BATCH_REFUSED,
  ],
  [
    'three messages, blanks and marks between',
    (era) => `${ask(era, '1')} \uFEFF${ask(era, '"b"')}\t${ask(era, '3')}`,
    [
      ['1', 'ok'],
      ['"b"', 'ok'],
      ['3', 'ok'],
    ],
    BATCH_REFUSED,
  ],
  [
    'a message and the half of one',
    (era) => `${ask(era, '1')}{"jsonrpc":"2.0","id":2,`,
    [
      ['1', 'ok'],
      ['null', PARSE],
    ],
    { http: [['null', PARSE]] },
  ],
  [
    'a batch',
    (era) => `[${ask(era, '1')},${ask(era, '2')}]`,
    [
      ['1', 'ok'],
      ['2', 'ok'],
    ],
    BATCH_REFUSED,
  ],
  ['a batch of one', (era) => `[${ask(era, '1')}]`, [['1', 'ok']]],
  ['an empty batch', () => '[]', [['null', INVALID]]],
  [
    'a batch with what is no message',
    (era) => `[${ask(era, '1')},7]`,
    [
      ['1', 'ok'],
      ['null', INVALID],
    ],
    { http: [['null', INVALID]] },
  ],
  [
    'a batch of too many',
    (era) => `[${Array.from({ length: 101 }, (_, id) => ask(era, String(id))).join()}]`,
    [['null', INVALID]],
  ],
  ['an id of text', (era) => ask(era, '"a\\"1"'), [['"a\\"1"', 'ok']]],
  ['an empty id', (era) => ask(era, '""'), [['""', 'ok']]],
  ['a negative id', (era) => ask(era, '-1'), [['-1', 'ok']]],
  ['an id that is no whole number', (era) => ask(era, '1.5'), [['1.5', INVALID]]],
  [
    'an id too large to be kept',
    (era) => ask(era, '9007199254740993'),
    [['9007199254740993', INVALID]],
  ],
  ['an id beyond all numbers', (era) => ask(era, '1e400'), [['1e400', INVALID]]],
  ['an id of null', (era) => ask(era, 'null'), [['null', INVALID]]],
  ['an id that is an object', (era) => ask(era, '{"a":1}'), [['null', INVALID]]],
  ['an id that is a switch', (era) => ask(era, 'true'), [['null', INVALID]]],
  ['arguments', (era) => callWith(era, CONVERT), [['1', 'ok']]],
  ['arguments of null', (era) => callWith(era, null), [['1', 'ok']]],
  ['an empty list of arguments', (era) => callWith(era, []), [['1', 'ok']]],
  ['arguments as text of JSON', (era) => callWith(era, JSON.stringify(CONVERT)), [['1', 'ok']]],
  ['arguments that are a list', (era) => callWith(era, ['a']), [['1', INVALID]]],
  ['arguments that are text', (era) => callWith(era, 'a,b'), [['1', INVALID]]],
  ['a cursor of null', (era) => ask(era, '1', { cursor: null }, 'tools/list'), [['1', 'ok']]],
  [
    'a progress token of null',
    (era) => ask(era, '1', { _meta: { ...(era === '2026' ? ENVELOPE : {}), progressToken: null } }),
    [['1', 'ok']],
  ],
  [
    'params of null',
    () => '{"jsonrpc":"2.0","id":1,"method":"prompts/list","params":null}',
    [['1', 'ok']],
    { 'any 2026': [['1', -32_602]] },
  ],
  [
    'params that are a list',
    () => '{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}',
    [['1', INVALID]],
  ],
  ['no version', (era) => ask(era, '1').replace('"jsonrpc":"2.0",', ''), [['1', 'ok']]],
  ['another version', (era) => ask(era, '1').replace('2.0', '1.0'), [['1', INVALID]]],
  ['no method', () => '{"jsonrpc":"2.0","id":1}', [['1', INVALID]]],
  ['an unknown method', (era) => ask(era, '1', {}, 'no/such'), [['1', -32_601]]],
  [
    'an unknown tool',
    (era) => ask(era, '1', { name: 'none', arguments: {} }, 'tools/call'),
    [['1', -32_602]],
  ],
  ['an unknown notification', () => '{"jsonrpc":"2.0","method":"notifications/none"}', []],
  [
    'a notification with an id of null',
    () => '{"jsonrpc":"2.0","method":"notifications/none","id":null}',
    [],
  ],
  ['half a message', () => '{"jsonrpc":"2.0","id":1,', [['null', PARSE]]],
  ['words', () => 'Content-Length: 52', [['null', PARSE]]],
  ['a number', () => '1', [['null', INVALID]]],
  ['null', () => 'null', [['null', INVALID]]],
  ['nothing but nesting', () => '['.repeat(100), [['null', INVALID]]],
  [
    'nesting beside an id',
    () => `{"id":7,"x":${'['.repeat(100)}${']'.repeat(100)}}`,
    [['7', INVALID]],
  ],
]

/** Odd forms of the wire, each with its answers. */
export const WIRE_CASES = ROWS.map(([name, text, answers, over]) => ({ name, text, answers, over }))
