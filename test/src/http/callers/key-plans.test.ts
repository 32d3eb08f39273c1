import { expect, test } from 'vitest'
import { z } from 'zod'
import { defineOperation } from '../../../../src/contract/operation.ts'
import { KeyPlans } from '../../../../src/core/plans/key-plans.ts'
import { parseKeyFile } from '../../../../src/http/callers/bearer.ts'
import { openStore } from '../../../../src/store/open.ts'
import { CLIENTS } from '../../../support/clients.ts'
import { startHttpServer } from '../../../support/http-server.ts'
import { testServices } from '../../../support/operations.ts'
import { quietLog } from '../../../support/store-backend.ts'

const KEY = 'a-key-of-a-test-that-is-long-enough'
const make = (name: string) =>
  defineOperation({
    name,
    title: name,
    description: 'Say hello.',
    toolset: 'text',
    http: { method: 'POST', path: `/${name}` },
    effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    input: z.object({}),
    output: z.object({ said: z.string() }),
    run: async () => ({ said: 'hello' }),
  })

test('a key is told what is left of its plan, by route and at /mcp, and 429 when that is nothing', async () => {
  const store = await openStore({ location: ':memory:', log: quietLog })
  const keys = parseKeyFile(`ci ${KEY} tools=hello calls-per-day=2 # of the tests`)
  const keyPlans = new KeyPlans(
    keys.plans,
    async () => store,
    () => Date.now(),
  )
  const services = testServices()
  await using server = await startHttpServer({
    operations: [make('hello'), make('other')],
    services: { ...services, place: keyPlans.before(services.place) },
    http: { keys, keyPlans },
  })
  const post = async (path: string, body: object) => {
    const {
      status,
      headers,
      body: sent,
    } = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    })
    await sent?.cancel()
    const left = ['ratelimit-limit', 'ratelimit-remaining'].map((name) => headers.get(name))
    return { status, left, retryAfter: Number(headers.get('retry-after')) }
  }
  expect(await post('/other', {})).toMatchObject({ status: 403, left: ['2', '2'] })
  expect(await post('/hello', {})).toMatchObject({ status: 200, left: ['2', '1'] })
  const [, connect] = CLIENTS[1] ?? []
  const authorization = `Bearer ${KEY}`
  const client = await connect?.({ url: server.mcpUrl, headers: { authorization } })
  const hello = { name: 'hello', arguments: {} }
  expect((await client?.callTool(hello))?.structuredContent).toEqual({ said: 'hello' })
  const over = await client?.callTool(hello)
  expect([over?.isError, over?.content[0]?.text]).toEqual([
    true,
    expect.stringMatching(/^rate_limited: The calls of your key for today are used up/),
  ])
  await client?.close()
  const refused = await post('/hello', {})
  expect(refused).toMatchObject({ status: 429, left: ['2', '0'] })
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect(refused.retryAfter).toBeLessThanOrEqual(86_400)
  await store.close()
})

test.each([
  'ci a-key-of-a-test-that-is-long-enough calls-per-day=many',
  'ci a-key-of-a-test-that-is-long-enough tools=',
  'ci a-key-of-a-test-that-is-long-enough usd-per-day=1.0000001',
  'ci a-key-of-a-test-that-is-long-enough hosts=*.example.com',
  'ci a-key-of-a-test-that-is-long-enough euros-per-day=1',
])('a limit that cannot be read is refused, and not left out: %s', (line) => {
  expect(() => parseKeyFile(line)).toThrow(/^Key file, line 1: expected/)
})
