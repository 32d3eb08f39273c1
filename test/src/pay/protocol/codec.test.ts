import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { OperationError, toOperationError } from '../../../../src/contract/errors.ts'
import {
  CHALLENGE_MAX_CHARS,
  decodeChallenge,
  decodePayment,
  decodeSettlement,
  encodeHeader,
  PAYMENT_MAX_CHARS,
  readChallenge,
  readPayment,
} from '../../../../src/pay/protocol/codec.ts'
import { seeds } from '../../../support/full.ts'

const address = `0x${'aB'.repeat(20)}`
const requirements = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '2000',
  asset: address,
  payTo: address,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
const payment = {
  x402Version: 2,
  accepted: requirements,
  payload: {
    signature: `0x${'11'.repeat(65)}`,
    authorization: {
      from: address,
      to: address,
      value: '2000',
      validAfter: '0',
      validBefore: '1767323045',
      nonce: `0x${'22'.repeat(32)}`,
    },
  },
}
const challenge = { x402Version: 2, resource: { url: 'https://a.dev/' }, accepts: [requirements] }

describe('a payment', () => {
  test('comes back as it was sent, with the words for the facilitator as they are', () => {
    expect(decodePayment(encodeHeader(payment))).toEqual(payment)
    const resource = { url: 'x', zeta: [1, { b: null, a: '\u00e9' }], alpha: 2 }
    const extensions = { other: { info: {} }, bazaar: { schema: {}, info: { z: 1, a: 2 } } }
    const read = readPayment({ ...payment, resource, extensions, more: 1 })
    expect(read).toEqual({ ...payment, resource, extensions })
    expect(JSON.stringify(read.resource)).toBe(JSON.stringify(resource))
    expect(JSON.stringify(read.extensions)).toBe(JSON.stringify(extensions))
  })

  test('has an id of the right form, or none', () => {
    const malformed = { 'payment-identifier': { info: { id: 'short' } } }
    expect(() => readPayment({ ...payment, extensions: malformed })).toThrow('malformed')
    const extensions = { 'payment-identifier': { info: { id: 'an_id_of_16_chars' } } }
    expect(readPayment({ ...payment, extensions }).extensions).toEqual(extensions)
  })

  test.each<[string, unknown]>([
    ['of version 1', { ...payment, x402Version: 1 }],
    ['without a payload', { ...payment, payload: undefined }],
    ['with a payload of another kind', { ...payment, payload: { permit2Authorization: {} } }],
    ['with a short nonce', withAuthorization({ nonce: '0x22' })],
    ['with a payer that is no address', withAuthorization({ from: 'alice' })],
    ['of a negative amount', withAuthorization({ value: '-1' })],
    ['of a fraction', withAuthorization({ value: '1.5' })],
    ['of an amount above 2^53', withAuthorization({ value: '9007199254740993' })],
    ['of an amount with zeros before it', withAuthorization({ value: '02000' })],
    ['with a time that is none', withAuthorization({ validBefore: 'soon' })],
    ['without a signature', { ...payment, payload: { ...payment.payload, signature: '0x' } }],
    ['with an id that is too short', withId('short')],
    ['with an id of other characters', withId('an id of 16 chars')],
    ['that is too long', { ...payment, more: 'x'.repeat(PAYMENT_MAX_CHARS) }],
    ['that is a list', [payment]],
    ['that is nothing', undefined],
  ])('%s is refused', (_, value) => {
    expect(() => readPayment(value)).toThrow(OperationError)
  })

  test.each(['', 'e30', '!!!!', btoa('{'), btoa('null'), '='.repeat(3), 'a'.repeat(20_000)])(
    'header %# is refused as invalid input',
    (header) => {
      expect(() => decodePayment(header)).toThrow('The payment is malformed.')
    },
  )

  test('that is not standard base64 is refused, even if it could be guessed', () => {
    const header = encodeHeader(payment)
    const broken = [` ${header}`, header.replace(/^.{8}/, '$&\n'), `${header}!`]
    for (const text of broken) expect(() => decodePayment(text)).toThrow('malformed')
  })

  test('whatever comes, the only error is the documented one', () => {
    const codeOf = (header: string) => {
      try {
        return decodePayment(header).x402Version
      } catch (thrown) {
        return toOperationError(thrown).code
      }
    }
    const anything = fc.oneof(fc.string(), fc.base64String(), fc.json().map(btoa8))
    fc.assert(
      fc.property(anything, (header) => {
        expect(codeOf(header)).toBe('invalid_input')
        expect(decodeSettlement(header)).toBeUndefined()
        expect(decodeChallenge(header)).toBeUndefined()
      }),
      { numRuns: seeds(30, 300) },
    )
  })

  test('nesting as deep as fits is refused, not followed', () => {
    const deep = `{"x402Version":2,"a":${'['.repeat(6_000)}${']'.repeat(6_000)}}`
    expect(() => decodePayment(btoa(deep))).toThrow('The payment is malformed.')
  })
})

describe('a challenge', () => {
  test('of version 2 is read from header and body, unknown members of a choice kept', () => {
    const offered = { ...requirements, news: true, extra: { ...requirements.extra, fee: '1' } }
    const sent = { ...challenge, accepts: [offered] }
    expect(decodeChallenge(encodeHeader(sent))).toEqual(sent)
    expect(readChallenge(sent)).toEqual(sent)
  })

  test('of version 1 is read from the body', () => {
    const { amount: maxAmountRequired, ...rest } = requirements
    const v1 = {
      x402Version: 1,
      error: 'pay',
      accepts: [{ ...rest, network: 'base', maxAmountRequired }],
    }
    expect(readChallenge(v1)).toEqual(v1)
    expect(decodeChallenge(encodeHeader(v1))).toBeUndefined()
  })

  test('nested deeper than can be repeated is none', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const nest = (message: string) => message.replace('"USD Coin"', deep)
    const json = nest(JSON.stringify(challenge))
    expect(json.length).toBeLessThan(CHALLENGE_MAX_CHARS)
    expect(decodeChallenge(Buffer.from(json).toString('base64'))).toBeUndefined()
    expect(readChallenge(JSON.parse(json))).toBeUndefined()
    const info = { info: JSON.parse(deep) as unknown, schema: {} }
    expect(
      readChallenge({ ...challenge, extensions: { 'payment-identifier': info } }),
    ).toBeUndefined()
  })

  test('loses the ways to pay that cannot be read, and only those', () => {
    const other = { scheme: 'of tomorrow' }
    const { misread, ...read } = readChallenge({ ...challenge, accepts: [other, requirements] })!
    expect(read).toEqual(challenge)
    expect(misread).toMatchObject([{ scheme: 'of tomorrow', network: undefined }])
    expect(readChallenge({ ...challenge, accepts: [other] })?.accepts).toEqual([])
  })

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['an error', { error: 'no' }],
    ['a challenge without choices', { ...challenge, accepts: [] }],
    [
      'one with too many',
      { ...challenge, accepts: Array.from({ length: 33 }, () => requirements) },
    ],
    ['one of version 3', { ...challenge, x402Version: 3 }],
  ])('is not seen in %s', (_, value) => {
    expect(readChallenge(value)).toBeUndefined()
  })

  test('is not read from a header over the cap', () => {
    const long = { ...challenge, extensions: { a: 'x'.repeat(CHALLENGE_MAX_CHARS) } }
    expect(decodeChallenge(encodeHeader(long))).toBeUndefined()
  })
})

test('a settlement is read, and its transaction must look like one', () => {
  const settlement = { success: true, transaction: `0x${'3'.repeat(64)}`, network: 'base' }
  expect(decodeSettlement(encodeHeader(settlement))).toEqual(settlement)
  const odd = { ...settlement, transaction: '<script>' }
  expect(decodeSettlement(encodeHeader(odd))).toBeUndefined()
})

function withAuthorization(changes: object) {
  const { authorization, ...payload } = payment.payload
  return { ...payment, payload: { ...payload, authorization: { ...authorization, ...changes } } }
}

function withId(id: string) {
  return { ...payment, extensions: { 'payment-identifier': { info: { id } } } }
}

function btoa8(text: string): string {
  return Buffer.from(text).toString('base64')
}
