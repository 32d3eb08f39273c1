import { PUBLIC_V4, type Vector } from './net-vectors.ts'

/** One input that must be fetched, and the addresses that may be dialled for it, in order of hops. */
export interface AllowedVector extends Omit<Vector, 'kind'> {
  dials: readonly string[]
}

const V6 = '2606:4700::6812:1'
const byName = (url: string): AllowedVector => ({ url, answers: [[PUBLIC_V4]], dials: [PUBLIC_V4] })
const byAnswer = (...addresses: string[]): AllowedVector => ({
  url: 'http://www.bellhop-vectors.com/',
  answers: [addresses],
  dials: addresses,
})
const byLiteral = (host: string, dialled = host.replace(/[[\]]/g, '')): AllowedVector => ({
  url: `http://${host}/`,
  answers: [],
  dials: [dialled],
})
const redirected = (status: number, to: string): AllowedVector => ({
  url: `http://www.bellhop-vectors.com/redirect/${status}?to=${encodeURIComponent(to)}`,
  answers: [[PUBLIC_V4]],
  dials: [PUBLIC_V4, PUBLIC_V4],
})

/** Inputs that a careless guard refuses. */
export const allowedVectors: readonly AllowedVector[] = [
  ...[
    'http://example.com/',
    'HTTP://EXAMPLE.COM/',
    '  http://example.com/  ',
    'http://example.com',
    'http://example.com./',
    'http://example.com:80/',
    'http://example.com:8080/',
    'http://example.com:8443/',
    'http://example.com:443/',
    'http://ex%61mple.com/',
    'http://bücher.example.com/',
    'http://xn--bcher-kva.example.com/',
    'http://例え.jp/',
    'http://a_b.example.com/',
    'http://blog-.example.com/',
    'http://-blog.example.com/',
    'http://localhost.example.com/',
    'http://internal.example.com/',
    'http://metadata.example.com/',
    'http://notmetadata.goog/',
    'http://127.0.0.1.example.com/',
    'http://10.example.com/',
    'http://0x7f.example.com/',
    'http://my.host/',
    'http://a.dev/',
    'http://t.co/',
    'http://example.com/?u=http://127.0.0.1/',
    'http://example.com/@localhost',
    'http://example.com/#http://localhost',
    'http://example.com/a%20b%00',
    'http://example.com/ä',
    `http://${'a'.repeat(63)}.example.com/`,
    `http://example.com/${'a'.repeat(8000)}`,
  ].map(byName),
  ...[
    '1.1.1.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.1',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.1',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '168.63.129.17',
  ].map((address) => byLiteral(address)),
  byLiteral('134744072', '8.8.8.8'),
  byLiteral('0x08080808', '8.8.8.8'),
  byLiteral('8.526344', '8.8.8.8'),
  byLiteral('[2606:4700:4700::1111]'),
  byLiteral('[2001:4860:4860::8888]'),
  byLiteral('[2A00:1450:4001::200E]', '2a00:1450:4001::200e'),
  byLiteral('[2400:cb00::1]:8080', '2400:cb00::1'),
  byAnswer(PUBLIC_V4),
  byAnswer(V6),
  byAnswer(V6, PUBLIC_V4),
  byAnswer(PUBLIC_V4, '8.8.8.8', '1.1.1.1'),
  { ...byAnswer(PUBLIC_V4), peer: `::ffff:${PUBLIC_V4}` },
  { ...byAnswer(V6), peer: V6 },
  // One lookup per connection: what a second one would answer must not matter.
  { ...byAnswer(PUBLIC_V4), answers: [[PUBLIC_V4], ['127.0.0.1']] },
  ...[301, 302, 303, 307, 308].flatMap((status) => [
    redirected(status, '/elsewhere'),
    redirected(status, 'http://other.bellhop-vectors.com/'),
    redirected(status, '//other.bellhop-vectors.com/x y'),
    redirected(status, '/ä?q=ü'),
  ]),
]
