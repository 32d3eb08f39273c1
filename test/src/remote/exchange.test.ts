import { describe, expect, test } from 'vitest'
import { createOperatorFetch } from '../../../src/net/operator/operator-fetch.ts'
import { encodeHeader } from '../../../src/pay/protocol/codec.ts'
import { exchange } from '../../../src/remote/exchange.ts'
import { type Page, startPageServer } from '../../support/page-server.ts'
import { PATIENCE_MS } from '../../support/patience.ts'

const fetch = createOperatorFetch({ userAgent: 'Bellhop/test' })
const payment = { name: 'PAYMENT-SIGNATURE', value: 'e30=', message: {} }
const ours = (code: string) => JSON.stringify({ error: { code, message: 'x', retryable: false } })

/** What comes of a call that is answered so, unpaid and paid. */
async function exchanged(page: Page) {
  await using server = await startPageServer({ '/a': page })
  const request = { url: `${server.origin}/a`, headers: {}, body: '{}' }
  const send = async (sent: typeof payment | undefined) =>
    exchange(fetch, request, sent, AbortSignal.timeout(PATIENCE_MS))
  return [await send(undefined), await send(payment)] as const
}

describe('what an answer means', () => {
  test.each<[string, Page, string, string]>([
    ['200 with an object', { body: '{"a":1}' }, 'answered', 'answered'],
    ['200 with a list', { body: '[1]' }, 'failed', 'lost'],
    ['200 in no JSON', { body: 'hello' }, 'failed', 'lost'],
    ['400', { status: 400, body: ours('invalid_input') }, 'failed', 'failed'],
    ['402 in no known form', { status: 402, body: 'pay' }, 'challenged', 'challenged'],
    ['409', { status: 409, body: ours('payment_conflict') }, 'failed', 'failed'],
    ['422 in other words', { status: 422, body: 'no' }, 'failed', 'failed'],
    ['429', { status: 429, body: ours('rate_limited') }, 'failed', 'failed'],
    ['500 in other words', { status: 500, body: 'oops' }, 'failed', 'lost'],
    [
      '502 of a failed upstream',
      { status: 502, body: ours('upstream_failed') },
      'failed',
      'failed',
    ],
    ['502 of a proxy', { status: 502, body: '<html>' }, 'failed', 'lost'],
    ['503 unavailable', { status: 503, body: ours('unavailable') }, 'failed', 'lost'],
    ['503 pending', { status: 503, body: ours('settlement_pending') }, 'failed', 'lost'],
    ['504 of a slow page', { status: 504, body: ours('upstream_timeout') }, 'failed', 'failed'],
  ])('%s', async (_, page, unpaid, paid) => {
    expect((await exchanged(page)).map(({ kind }) => kind)).toEqual([unpaid, paid])
  })

  test('a 402 that says that the settlement is pending is no new challenge', async () => {
    const settlement = { success: false, transaction: '', network: 'eip155:8453' }
    const header = encodeHeader({ ...settlement, errorReason: 'settlement_pending' })
    const [unpaid, paid] = await exchanged({
      status: 402,
      headers: { 'PAYMENT-RESPONSE': header },
      body: '{}',
    })
    expect([unpaid.kind, paid.kind]).toEqual(['challenged', 'lost'])
  })

  test('Retry-After is heard', async () => {
    const [, paid] = await exchanged({ status: 503, headers: { 'retry-after': '2' }, body: '' })
    expect(paid).toMatchObject({ kind: 'lost', retryAfterMs: 2_000 })
  })

  test('a connection that breaks loses a paid call, and fails an unpaid one', async () => {
    await using server = await startPageServer({
      '/a': { body: (request) => void request.socket.destroy() },
    })
    const request = { url: `${server.origin}/a`, headers: {}, body: '{}' }
    const signal = AbortSignal.timeout(PATIENCE_MS)
    await expect(exchange(fetch, request, undefined, signal)).rejects.toMatchObject({
      code: 'upstream_failed',
    })
    expect(await exchange(fetch, request, payment, signal)).toMatchObject({ kind: 'lost' })
  })

  test.each([
    ['unauthorized', 401],
    ['not_found', 404],
    ['internal', 500],
  ])('%s is the owner’s affair', async (code, status) => {
    const [unpaid] = await exchanged({ status, body: ours(code) })
    expect(unpaid).toMatchObject({
      kind: 'failed',
      error: { code: 'upstream_failed', hint: expect.stringMatching(/owner/) as string },
    })
  })

  test('deep nesting is no way to bring this process down', async () => {
    const body = `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`
    const [unpaid] = await exchanged({ body })
    expect(['answered', 'failed']).toContain(unpaid.kind)
  })
})
