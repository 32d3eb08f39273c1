import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOperatorFetch } from '../../../../src/net/operator/operator-fetch.ts'
import { encodeHeader } from '../../../../src/pay/protocol/codec.ts'
import type { Payment } from '../../../../src/pay/protocol/messages.ts'
import { makeCdpAuth } from '../../../../src/pay/seller/cdp-auth.ts'
import {
  type ListingOutcome,
  openHostedFacilitator,
} from '../../../../src/pay/seller/facilitator.ts'
import { type PageServer, startPageServer } from '../../../support/page-server.ts'

const pages: Record<string, { status?: number; headers?: Record<string, string>; body: string }> =
  {}
let server: PageServer

beforeAll(async () => {
  server = await startPageServer(pages)
})
afterAll(async () => server.close())

const payment = { x402Version: 2, accepted: {} } as unknown as Payment
const hosted = (authHeaders?: (method: 'GET' | 'POST', url: string) => Record<string, string>) =>
  openHostedFacilitator({
    url: `${server.origin}/x402/`,
    fetch: createOperatorFetch({ userAgent: 'test' }),
    authHeaders,
  })

describe('a hosted facilitator', () => {
  test('is asked at its address, with the headers it knows the seller by', async () => {
    pages['/x402/verify'] = { body: '{"isValid":true,"payer":"0x1"}' }
    const facilitator = hosted((method, url) => ({ authorization: `${method} ${url}` }))
    expect(await facilitator.verify(payment, payment.accepted)).toEqual({ isValid: true })
    expect(server.requests.at(-1)).toMatchObject({
      method: 'POST',
      path: '/x402/verify',
      headers: {
        'content-type': 'application/json',
        authorization: `POST ${server.origin}/x402/verify`,
      },
    })
  })

  test('tells a refusal in the body, under whatever status', async () => {
    const body = { success: false, transaction: '', network: 'base', errorReason: 'no_funds' }
    pages['/x402/settle'] = { status: 400, body: JSON.stringify(body) }
    expect(await hosted().settle(payment, payment.accepted)).toEqual(body)
    pages['/x402/verify'] = { status: 400, body: '{"isValid":false,"invalidReason":"no"}' }
    const refused = { isValid: false, invalidReason: 'no' }
    expect(await hosted().verify(payment, payment.accepted)).toEqual(refused)
  })

  test('says nothing by null', async () => {
    const nothing = { payer: null, amount: null, errorReason: null, errorMessage: null }
    const hash = `0x${'ab'.repeat(32)}`
    const paid = { success: true, transaction: hash, network: 'eip155:8453' }
    pages['/x402/settle'] = { body: JSON.stringify({ ...paid, ...nothing }) }
    expect(await hosted().settle(payment, payment.accepted)).toEqual(paid)
    const refused = { success: false, transaction: null, network: null }
    pages['/x402/settle'] = { status: 400, body: JSON.stringify({ ...refused, ...nothing }) }
    const settlement = { success: false, transaction: '', network: '' }
    expect(await hosted().settle(payment, payment.accepted)).toEqual(settlement)
    pages['/x402/verify'] = { body: '{"isValid":false,"invalidReason":null,"payer":null}' }
    expect(await hosted().verify(payment, payment.accepted)).toEqual({ isValid: false })
  })

  test('tells what became of the listing, in a header', async () => {
    const heard: ListingOutcome[] = []
    const facilitator = openHostedFacilitator({
      url: `${server.origin}/x402/`,
      fetch: createOperatorFetch({ userAgent: 'test' }),
      onListing: (outcome) => void heard.push(outcome),
    })
    const readHeader = async (header: unknown) => {
      const value = typeof header === 'string' ? header : encodeHeader(header as object)
      const headers = { 'extension-responses': value }
      pages['/x402/verify'] = { headers, body: '{"isValid":true}' }
      await facilitator.verify(payment, payment.accepted)
    }
    await readHeader({ bazaar: { status: 'processing' } })
    await readHeader({ bazaar: { status: 'rejected', rejectedReason: `no\n${'x'.repeat(500)}` } })
    for (const odd of ['', '%%', { bazaar: { status: 'odd' } }, { other: 1 }]) await readHeader(odd)
    expect(heard).toEqual([
      { status: 'processing' },
      { status: 'rejected', reason: `no ${'x'.repeat(196)}…` },
    ])
  })

  test('says what it supports, also without a word on extensions', async () => {
    const kinds = [{ x402Version: 2, scheme: 'exact', network: 'eip155:8453' }]
    pages['/x402/supported'] = { body: JSON.stringify({ kinds, extensions: ['bazaar'] }) }
    expect(await hosted().supported?.()).toEqual({ kinds, extensions: ['bazaar'] })
    pages['/x402/supported'] = { body: JSON.stringify({ kinds, signers: {} }) }
    expect(await hosted().supported?.()).toEqual({ kinds, extensions: [] })
    pages['/x402/supported'] = { status: 404, body: '' }
    await expect(hosted().supported?.()).rejects.toThrow('404')
  })

  test.each([
    ['an error page', { status: 502, body: '<html>' }],
    ['an empty answer', { body: '' }],
    ['another shape', { body: '{"ok":true}' }],
    [
      'a settlement with an odd transaction',
      { body: '{"success":true,"transaction":"paid!","network":"base"}' },
    ],
    ['a redirect', { status: 302, headers: { location: '/x402/elsewhere' }, body: '' }],
    ['too much', { body: `{"success":true,"transaction":"","network":"${'x'.repeat(70_000)}"}` }],
  ])('that answers with %s has not answered', async (_, page) => {
    pages['/x402/settle'] = page
    await expect(hosted().settle(payment, payment.accepted)).rejects.toThrow(Error)
  })
})

describe('the token for Coinbase’s facilitator', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const seed = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32)
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)

  test.each([
    ['seed and public key', Buffer.concat([seed, raw])],
    ['seed alone', seed],
  ])('is good for one method and address, signed with the %s', (_, key) => {
    const auth = makeCdpAuth(JSON.stringify({ id: 'key-1', privateKey: key.toString('base64') }))
    const { authorization = '' } = auth(
      'POST',
      'https://api.cdp.coinbase.com/platform/v2/x402/settle',
    )
    const [header = '', claims = '', signature = ''] = authorization
      .replace('Bearer ', '')
      .split('.')
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as object
    expect(read(header)).toMatchObject({ alg: 'EdDSA', kid: 'key-1', typ: 'JWT' })
    expect(read(claims)).toMatchObject({
      sub: 'key-1',
      iss: 'cdp',
      uris: ['POST api.cdp.coinbase.com/platform/v2/x402/settle'],
    })
    const signed = Buffer.from(`${header}.${claims}`)
    const spki = createPublicKey(publicKey.export({ format: 'pem', type: 'spki' }))
    expect(verify(null, signed, spki, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  test.each(['', '{}', '{"id":"a"}', '{"id":"a","privateKey":"short"}'])(
    'is not made of %s',
    (key) => {
      expect(() => makeCdpAuth(key)).toThrow()
    },
  )
})
