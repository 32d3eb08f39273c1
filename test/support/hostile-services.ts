import { encodeHeader } from '../../src/pay/protocol/codec.ts'
import { challenge, offer, type OddSeller, reply } from './odd-seller.ts'
import { newAddress } from './seller.ts'

const payTo = newAddress()

/** Terms that are never signed. */
export const BAD_TERMS: Readonly<Record<string, readonly unknown[]>> = {
  'another scheme': [offer(payTo, { scheme: 'upto' })],
  permit2: [offer(payTo, { extra: { assetTransferMethod: 'permit2' } })],
  'paid first': [offer(payTo, { extra: { paymentFlow: 'upfront' } })],
  'another network': [offer(payTo, { network: 'eip155:1' })],
  'no network': [offer(payTo, { network: '' })],
  'another token': [offer(payTo, { asset: newAddress() })],
  'ten years': [offer(payTo, { maxTimeoutSeconds: 315_360_000 })],
  'a second': [offer(payTo, { maxTimeoutSeconds: 1 })],
  'no time': [offer(payTo, { maxTimeoutSeconds: 0 })],
  'too dear': [offer(payTo, { amount: '1000001' })],
  'a price of nothing': [offer(payTo, { amount: '0' })],
  'a huge price': [offer(payTo, { amount: '9'.repeat(40) })],
  'a negative price': [offer(payTo, { amount: '-1' })],
  'a price with a point': [offer(payTo, { amount: '0.1' })],
  'a price as a number': [offer(payTo, { amount: 2_000 })],
  'a price in words': [offer(payTo, { amount: 'all' })],
  'a price with a zero before it': [offer(payTo, { amount: '02000' })],
  'a price with a blank': [offer(payTo, { amount: ' 2000' })],
  'a price with an exponent': [offer(payTo, { amount: '2e3' })],
  'a price in another base': [offer(payTo, { amount: '0x7d0' })],
  'a price in wide digits': [offer(payTo, { amount: '\uFF12\uFF10\uFF10\uFF10' })],
  'a network in capitals': [offer(payTo, { network: 'EIP155:8453' })],
  'a network in wide digits': [offer(payTo, { network: 'eip155:\uFF18\uFF14\uFF15\uFF13' })],
  'a network with a zero before it': [offer(payTo, { network: 'eip155:08453' })],
  'a network of version 1': [offer(payTo, { network: 'base' })],
  'a time in words': [offer(payTo, { maxTimeoutSeconds: '60' })],
  'half a second': [offer(payTo, { maxTimeoutSeconds: 60.5 })],
  'a payee that was mistyped': [offer('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96046')],
  'a payee with a capital X': [offer(`0X${payTo.slice(2)}` as `0x${string}`)],
  'nobody as payee': [offer(`0x${'0'.repeat(40)}`)],
  'the token as payee': [offer('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')],
  'permit2 that the owner has not allowed': [
    offer(payTo, { scheme: 'upto', extra: { facilitatorAddress: payTo } }),
  ],
  'no payee': [offer(payTo, { payTo: '' })],
  'a payee that is a name': [offer(payTo, { payTo: 'vitalik.eth' })],
  'too much to repeat': [offer(payTo, { extra: { note: 'x'.repeat(20_000) } })],
  'no offer': [],
  nonsense: [null, 1, 'a', {}],
}

/** What a seller does with a payment. */
export type Trick = (
  response: Parameters<typeof reply>[0],
  other: OddSeller,
) => Promise<void> | void
/** What hostile sellers do once they are paid. */
export const TRICKS: Readonly<Record<string, Trick>> = {
  'redirects elsewhere': (response, other) =>
    void response.writeHead(307, { location: `${other.url}/steal` }).end(),
  'asks again': (response) => challenge(response, [offer(payTo)]),
  'asks for more': (response) => challenge(response, [offer(payTo, { amount: '900000' })]),
  'asks for another payee': (response) => challenge(response, [offer(newAddress())]),
  'asks for less': (response) => challenge(response, [offer(payTo, { amount: '1' })]),
  'asks on another network': (response) =>
    challenge(response, [offer(payTo, { network: 'eip155:137' })]),
  'asks again, and says that it was paid': (response) => {
    const settlement = { success: true, transaction: `0x${'1'.repeat(64)}`, network: 'x' }
    response.setHeader('PAYMENT-RESPONSE', encodeHeader(settlement))
    challenge(response, [offer(payTo)])
  },
  'sends more headers than are read': (response) => {
    response.writeHead(200, { 'payment-response': 'A'.repeat(100_000) }).end('{}')
  },
  'breaks off': (response) => void response.destroy(),
  fails: (response) => void response.writeHead(500).end('no'),
  'is forbidden': (response) => void response.writeHead(403).end('no'),
  'says that it is too late': (response) => void response.writeHead(504).end(),
  'answers nothing': (response) => void response.writeHead(200).end(),
  'lies about the settlement': (response) =>
    reply(response, {}, { settlement: { success: true, transaction: '0x', network: 'x' } }),
  'sends a settlement that is none': (response) => {
    response.writeHead(200, { 'payment-response': '%%%' }).end('{}')
  },
  'sends a refusal as a settlement': (response) =>
    reply(response, {}, { settlement: { success: false, transaction: '', network: 'x' } }),
  'sends half a body': (response) => {
    response.writeHead(200, { 'content-length': '1000' }).write('half')
    response.destroy()
  },
  'sends nothing but headers of its own': (response) =>
    void response.writeHead(200, { 'set-cookie': 'a=b', location: 'http://127.0.0.1/' }).end('{}'),
  'compresses a bomb': (response) =>
    void response.writeHead(200, { 'content-encoding': 'gzip' }).end('not gzip'),
}
