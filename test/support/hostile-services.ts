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
  'a huge price': [offer(payTo, { amount: '9'.repeat(40) })],
  'a negative price': [offer(payTo, { amount: '-1' })],
  'a price with a point': [offer(payTo, { amount: '0.1' })],
  'a price as a number': [offer(payTo, { amount: 2_000 })],
  'a price in words': [offer(payTo, { amount: 'all' })],
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
