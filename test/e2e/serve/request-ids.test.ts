// @module-tag full
import { request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Served, serveBellhop } from '../../support/bellhop.ts'
import { CLIENTS } from '../../support/clients.ts'

const MADE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

let server: Served
beforeAll(async () => {
  server = await serveBellhop(['--toolsets', 'all', '--log-level', 'debug'])
})
afterAll(async () => server[Symbol.asyncDispose]())

interface Question {
  method?: string
  id?: string
  body?: string
  headers?: Record<string, string>
}

/** What the server answers, and the id that stands in the header. */
async function ask(path: string, { method = 'GET', id, body, headers = {} }: Question = {}) {
  return new Promise<{ status: number; id: unknown; text: string }>((resolve, reject) => {
    const sent = request(
      `${server.url}${path}`,
      { method, headers: { ...headers, ...(id === undefined ? {} : { 'x-request-id': id }) } },
      (response) => {
        const { statusCode: status = 0, headers: answered } = response
        const named = answered['x-request-id']
        readAll(response).then((text) => resolve({ status, id: named, text }), reject)
      },
    )
    sent.on('error', reject).end(body)
  })
}

const json = { 'content-type': 'application/json' }
const call = (name: string, args: object, id = 1) =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })
const initialized = {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'odd', version: '1' },
}

/** Errors of an answer, which is JSON or a stream of events. */
function errorsIn(text: string): { code: number; data?: unknown }[] {
  const pieces =
    text.startsWith('{') || text.startsWith('[') ? [text] : text.match(/(?<=^data: ).+/gm)
  return (pieces ?? []).flatMap((piece) =>
    [JSON.parse(piece) as { error?: { code: number } }].flat().flatMap(({ error }) => error ?? []),
  )
}

const mcp = { ...json, accept: 'application/json, text/event-stream' }

test('every kind of answer has the id of its request, and so has what it says is wrong', async () => {
  const kinds: [path: string, question: Question, status: number, errorNamesIt: boolean][] = [
    ['/healthz', {}, 200, false],
    ['/readyz', {}, 200, false],
    ['/metrics', {}, 200, false],
    ['/openapi.json', {}, 200, false],
    ['/', {}, 200, false],
    ['/qr', { method: 'POST', headers: json, body: '{"text":"a"}' }, 200, false],
    ['/qr', { method: 'POST', headers: json, body: '{"text":7}' }, 400, true],
    ['/qr', { method: 'POST', headers: json, body: '{' }, 400, true],
    ['/qr', { headers: json }, 405, true],
    ['/nothing', {}, 404, true],
    ['/metrics', { headers: { host: 'elsewhere.example' } }, 403, true],
    ['/api/v1/users', {}, 401, true],
    ['/api/v1/nothing', {}, 404, true],
    ['/mcp', { method: 'POST', headers: mcp, body: call('qr', {}) }, 200, true],
    ['/mcp', { method: 'POST', headers: mcp, body: call('no_such_tool', {}) }, 200, true],
    ['/mcp', { method: 'POST', headers: mcp, body: '' }, 400, true],
    ['/mcp', { headers: { ...mcp, 'mcp-session-id': 'gone' } }, 404, true],
  ]
  for (const [n, [path, question, status, isNamed]] of kinds.entries()) {
    const id = `test:kind.${n}`
    const answer = await ask(path, { ...question, id })
    expect([path, answer.status, answer.id]).toEqual([path, status, id])
    expect([path, question.body, answer.text.includes(id)]).toEqual([path, question.body, isNamed])
  }
})

test('whatever is wrong with a message, its refusal names the request in its data', async () => {
  const methods = ['initialize', 'tools/list', 'tools/call', 'ping', 'server/discover', 'no/such']
  const whole = fc.record({
    jsonrpc: fc.constant('2.0'),
    id: fc.nat(),
    method: fc.constantFrom(...methods),
    params: fc.constantFrom<object>({}, { name: 'qr' }, { cursor: 'x' }, initialized),
  })
  const odd = fc.record(
    {
      jsonrpc: fc.constantFrom('2.0', '1.0', 2),
      id: fc.constantFrom<unknown>(1, 'a', null, 1.5, {}, 2 ** 60),
      method: fc.constantFrom<unknown>(...methods, 7),
      params: fc.constantFrom<unknown>({}, [], 7, { name: 'qr' }, { cursor: 7 }, initialized),
    },
    { requiredKeys: [] },
  )
  const message = fc.oneof(whole, odd)
  const body = fc.oneof(
    whole.map((one) => JSON.stringify(one)),
    message.map((one) => JSON.stringify(one)),
    fc.array(message, { maxLength: 3 }).map((some) => JSON.stringify(some)),
    message.map((one) => JSON.stringify(one).slice(0, -1)),
    fc.json(),
    fc.constantFrom('', ' ', '{}', 'null', '['.repeat(2_000)),
  )
  const anyHeaders = fc.record(
    {
      accept: fc.constantFrom('application/json, text/event-stream', 'text/html', '*/*', ''),
      'content-type': fc.constantFrom('application/json', 'text/plain', 'application/xml'),
      'mcp-protocol-version': fc.constantFrom('2025-06-18', '2026-07-28', '1999-01-01', 'x'),
      'mcp-session-id': fc.constantFrom('gone', 'x'.repeat(300)),
      'mcp-method': fc.constantFrom(...methods),
      'mcp-name': fc.constantFrom('qr', 'no_such_tool'),
      'x-mcp-readonly': fc.constantFrom('maybe', '1'),
    },
    { requiredKeys: [] },
  )
  const headers = fc.oneof(fc.constant<Record<string, string>>(mcp), anyHeaders)
  const kinds = new Map<string, number>()
  let n = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('POST', 'POST', 'POST', 'GET', 'DELETE'),
      body,
      headers,
      async (method, sent, own) => {
        const id = `test:odd.${(n += 1)}`
        const question = { method, id, headers: own, ...(method === 'POST' ? { body: sent } : {}) }
        const answer = await ask('/mcp', question)
        expect(answer.id).toBe(id)
        for (const error of errorsIn(answer.text)) {
          kinds.set(
            `${answer.status} ${error.code}`,
            (kinds.get(`${answer.status} ${error.code}`) ?? 0) + 1,
          )
          expect(error.data, JSON.stringify([question, error])).toMatchObject({ requestId: id })
        }
        expect(answer.status < 400 || answer.text.includes(id), answer.text).toBe(true)
      },
    ),
    { numRuns: 1_000 },
  )
  expect(kinds.size, [...kinds].join(' ')).toBeGreaterThanOrEqual(8)
})

test('an id that could do harm where it is written is replaced, any other is kept', async () => {
  const kept = fc.stringMatching(/^[\w.:-]{1,64}$/)
  const sendable = fc
    .string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) })
    .filter((text) => text.trim() === text)
  const long = fc.stringMatching(/^[\w.:-]{65,300}$/)
  await fc.assert(
    fc.asyncProperty(fc.oneof(kept, sendable, long), async (id) => {
      const answer = await ask('/nothing', { id })
      const isSafe = /^[\w.:-]{1,64}$/.test(id)
      expect(isSafe ? answer.id === id : MADE.test(String(answer.id)), id).toBe(true)
      const { error } = JSON.parse(answer.text) as { error: { requestId: string } }
      expect(error.requestId).toBe(answer.id)
    }),
    { numRuns: 80 },
  )
})

test('lines of the log name the request, also where many run at once, and the start has none', async () => {
  const ids = Array.from({ length: 40 }, (_, n) => `line-${n}-${'x'.repeat(n)}`)
  await Promise.all(
    ids.map(async (id, n) =>
      ask('/qr', { method: 'POST', headers: json, id, body: `{"text":${n},"n":"${id}"}` }),
    ),
  )
  const lines = () =>
    server
      .stderr()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; requestId?: string })
  await vi.waitFor(() =>
    expect(lines().map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(ids)),
  )
  expect(lines().find(({ msg }) => msg === 'listening')).not.toHaveProperty('requestId')
  expect(lines().filter(({ requestId }) => ids.includes(requestId ?? ''))).toHaveLength(ids.length)
})

test.each(CLIENTS)('%s reads the id in what a call failed by', async (_, connect) => {
  const client = await connect({ url: `${server.url}/mcp` })
  const facts = { requestId: expect.stringMatching(MADE) }
  const failed = await client.callTool({ name: 'qr', arguments: {} })
  expect(failed._meta?.['bellhop/error']).toMatchObject(facts)
  await expect(client.readResource({ uri: 'bellhop://nothing' })).rejects.toMatchObject({
    data: facts,
  })
  await client.close()
})
