import { expect, test } from 'vitest'
import {
  authorizationId,
  hashProof,
  requestHash,
} from '../../../../src/pay/protocol/authorization.ts'
import type { Payment } from '../../../../src/pay/protocol/messages.ts'

const requirements = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '2000',
  asset: '0xAA',
  payTo: '0xBB',
  maxTimeoutSeconds: 60,
  extra: {},
} as const
const payment: Payment = {
  x402Version: 2,
  accepted: requirements,
  payload: {
    signature: '0x11',
    authorization: {
      from: '0xCC',
      to: '0xBB',
      value: '2000',
      validAfter: '0',
      validBefore: '9',
      nonce: '0xDD',
    },
  },
}

test('an authorization is known by what the chain knows it by, in any case', () => {
  expect(authorizationId(requirements, payment)).toBe('eip155:8453|0xaa|0xcc|0xdd')
})

test('a request is its operation and its input, whatever the order of members', () => {
  const hash = requestHash('extract', { url: 'u', options: { b: 1, a: [1, 2] } })
  expect(requestHash('extract', { options: { a: [1, 2], b: 1 }, url: 'u' })).toBe(hash)
  const others = [
    requestHash('unfurl', { url: 'u', options: { b: 1, a: [1, 2] } }),
    requestHash('extract', { url: 'u', options: { b: 1, a: [2, 1] } }),
    requestHash('extract', { url: 'v', options: { b: 1, a: [1, 2] } }),
  ]
  expect(others).not.toContain(hash)
})

test('the answer belongs to whoever has the whole payment and its id', () => {
  const { authorization } = payment.payload
  const id = { 'payment-identifier': { info: { id: 'an_id_of_16_chars' } } }
  const changed: Payment[] = [
    { ...payment, payload: { ...payment.payload, signature: '0x12' } },
    {
      ...payment,
      payload: { ...payment.payload, authorization: { ...authorization, value: '1' } },
    },
    { ...payment, extensions: id },
  ]
  expect(hashProof(structuredClone(payment))).toBe(hashProof(payment))
  expect(changed.map(hashProof)).not.toContain(hashProof(payment))
})
