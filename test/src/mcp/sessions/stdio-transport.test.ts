import { PassThrough } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { STDIO_MESSAGE_MAX_BYTES } from '../../../../src/mcp/limits.ts'
import { LineReader } from '../../../../src/mcp/sessions/line-reader.ts'
import { RequestIdScan } from '../../../../src/mcp/sessions/request-id-scan.ts'
import { StdioTransport } from '../../../../src/mcp/sessions/stdio-transport.ts'

function readLines(maxBytes: number, pieces: Iterable<Buffer>) {
  const lines: string[] = []
  let skippedBytes = 0
  let heldBytes = 0
  const reader = new LineReader(maxBytes, {
    line: (bytes) => lines.push(bytes.toString()),
    skipped(bytes) {
      skippedBytes += bytes.length
      heldBytes = Math.max(heldBytes, bytes.length)
    },
    skippedLine: () => lines.push(`skipped ${skippedBytes}`),
  })
  for (const piece of pieces) reader.push(piece)
  reader.end()
  return { lines, heldBytes }
}

test.each([1, 2, 3, 7, 1_000])('lines in pieces of %i bytes', (size) => {
  const bytes = Buffer.from('one\n\ntwelve bytes\r\n12345678\n123456789\nlast\nunended')
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  )
  expect(readLines(8, pieces).lines).toEqual([
    'one',
    '',
    'skipped 13',
    '12345678',
    'skipped 22',
    'last',
    'unended',
  ])
})

test('a line of any length takes no more memory than the limit', () => {
  function* endless() {
    for (let n = 0; n < 10_000; n += 1) yield Buffer.alloc(1_000, 'x')
    yield Buffer.from('\nnext\n')
  }
  const { lines, heldBytes } = readLines(100_000, endless())
  expect(lines).toEqual(['skipped 10000000', 'next'])
  expect(heldBytes).toBeLessThanOrEqual(100_000)
})

/** How many bytes `Buffer.copy` and `Buffer.concat` moved meanwhile. */
function countCopied(work: () => void): number {
  const copy = vi.spyOn(Buffer.prototype, 'copy')
  const concat = vi.spyOn(Buffer, 'concat')
  work()
  const copied = copy.mock.results.reduce((sum, { value }) => sum + Number(value), 0)
  const joined = concat.mock.results.reduce((sum, { value }) => sum + (value as Buffer).length, 0)
  vi.restoreAllMocks()
  return copied + joined
}

test.each([64 * 1024, 100])(
  'a long line in pieces of %i bytes is copied a few times at most',
  (size) => {
    const bytes = 4_000_000
    const piece = Buffer.alloc(size, 'x')
    const moved = countCopied(() => {
      const reader = new LineReader(bytes, { line() {}, skipped() {}, skippedLine() {} })
      for (let n = 0; n < Math.floor(bytes / size); n += 1) reader.push(piece)
    })
    expect(moved).toBeLessThan(4 * bytes)
  },
)

test.each([
  ['{"id":7,"method":"x"}', '7'],
  ['{"id": 12345678901234567890 }', '12345678901234567890'],
  [
    '{"jsonrpc":"2.0","params":{"id":1,"a":[{"id":2}],"b":"\\"id\\":3"},"id" : "a,}\\"b"}',
    String.raw`"a,}\"b"`,
  ],
  ['{"method":"id","params":{"id":1}}', undefined],
  ['{"id":null}', undefined],
  ['{"id":{"id":1}}', undefined],
  [`{"id":"${'x'.repeat(1_000)}"}`, undefined],
  ['"id":4', undefined],
  [']}{"id":5}', undefined],
])('the id of %s', (text, id) => {
  for (const size of [1, 5, text.length]) {
    const scan = new RequestIdScan()
    for (let at = 0; at < text.length; at += size) scan.push(Buffer.from(text.slice(at, at + size)))
    expect(scan.id).toBe(id)
  }
})

function connect() {
  const stdin = new PassThrough()
  const stdout = new PassThrough()
  const transport = new StdioTransport(stdin, stdout)
  const received: unknown[] = []
  const written: string[] = []
  stdout.on('data', (bytes: Buffer) => written.push(bytes.toString()))
  transport.onmessage = (message) => void received.push(message)
  return { stdin, stdout, transport, received, written }
}

test('a message that cannot be taken is answered, and the next one is served', async () => {
  const { stdin, transport, received, written } = connect()
  await transport.start()
  const ping = { jsonrpc: '2.0', id: 9, method: 'ping' }
  stdin.write(`{"id":"large","x":"${'x'.repeat(STDIO_MESSAGE_MAX_BYTES)}"}\n`)
  stdin.write(`{"x":${'['.repeat(1_000)}${']'.repeat(1_000)},"id":8}\n`)
  stdin.write(`no JSON\n{}\n${JSON.stringify(ping)}\n`)
  await vi.waitFor(() => expect(received).toEqual([ping]))
  expect(written.map((line) => JSON.parse(line) as object)).toMatchObject([
    { jsonrpc: '2.0', id: 'large', error: { code: -32_600 } },
    { jsonrpc: '2.0', id: 8, error: { code: -32_600 } },
    { jsonrpc: '2.0', id: null, error: { code: -32_700 } },
    { jsonrpc: '2.0', id: null, error: { code: -32_600 } },
  ])
})

test('it closes once when stdin ends, and when stdout breaks', async () => {
  for (const end of ['stdin', 'stdout'] as const) {
    const { stdin, stdout, transport } = connect()
    let closed = 0
    transport.onclose = () => {
      closed += 1
    }
    await transport.start()
    if (end === 'stdin') stdin.end()
    else stdout.destroy(new Error('EPIPE'))
    await vi.waitFor(() => expect(closed).toBe(1))
    await transport.close()
    expect(closed).toBe(1)
    await expect(transport.send({ jsonrpc: '2.0', method: 'x' })).rejects.toThrow('closed')
  }
})

test('what was asked before the end of stdin is answered before it closes', async () => {
  const { stdin, transport, received, written } = connect()
  await transport.start()
  stdin.end('{"jsonrpc":"2.0","id":1,"method":"ping"}\n{"jsonrpc":"2.0","id":2,"method":"ping"}')
  await vi.waitFor(() => expect(received).toHaveLength(2))
  let isClosed = false
  const closed = transport.closed.then(() => (isClosed = true))
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} })
  expect(isClosed).toBe(false)
  await transport.send({ jsonrpc: '2.0', id: 2, result: {} })
  await closed
  expect(written.join('').trim().split('\n')).toHaveLength(2)
})

test('a cancelled request, and one to listen, is waited for no longer', async () => {
  const { stdin, transport } = connect()
  await transport.start()
  stdin.write('{"jsonrpc":"2.0","id":1,"method":"subscriptions/listen"}\n')
  stdin.write('{"jsonrpc":"2.0","id":2,"method":"tools/call"}\n')
  stdin.end('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}')
  await expect(transport.closed).resolves.toBeUndefined()
})
