/** One input of the guard's table. Every one must be refused without a connection to a hidden address. */
export interface Vector {
  url: string
  /** Which layer is meant to see it; `address` vectors must hold without the URL policy too. */
  kind: 'address' | 'policy'
  /** Results of the resolver double for any name, in order; the last one repeats. */
  answers: readonly (readonly string[])[]
  /** What the socket says its other end is; absent: what was dialled. `null`: it says nothing. */
  peer?: string | null
}

/** A public address for names whose answer does not matter. Nothing in a test ever dials it. */
export const PUBLIC_V4 = '93.184.216.34'
const PUBLIC_V6 = '2606:4700::6812:1'
const publicAnswer = [[PUBLIC_V4]] as const

/** Addresses that must never be dialled, one or more of each block. */
export const hiddenV4 = [
  ['loopback', '127.0.0.1'],
  ['metadata', '169.254.169.254'],
  ['private', '10.0.0.1'],
  ['private', '172.16.0.1'],
  ['private', '192.168.1.1'],
  ['this network', '0.0.0.0'],
  ['Alibaba metadata', '100.100.100.200'],
  ['Azure', '168.63.129.16'],
] as const

const moreHiddenV4 = [
  '0.255.255.255',
  '10.255.255.255',
  '100.64.0.0',
  '100.127.255.255',
  '127.255.255.254',
  '169.254.170.2',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.80.8.124',
  '192.88.99.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
]

const circledDigits = '⓪①②③④⑤⑥⑦⑧⑨'
const mapDigits = (text: string, digit: (value: number) => string): string =>
  text.replace(/\d/g, (character) => digit(Number(character)))

/** Every spelling of an IPv4 address that the WHATWG parser reads (or must refuse to read). */
export function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const value = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (part: number): string => `0x${part.toString(16)}`
  const octal = (part: number): string => `0${part.toString(8)}`
  return [
    ...new Set([
      address,
      `${address}.`,
      String(value),
      hex(value),
      hex(value).toUpperCase(),
      octal(value),
      `${value}.`,
      [a, b, c, d].map(hex).join('.'),
      [a, b, c, d].map(octal).join('.'),
      [a, b, c, d].map((part) => `00000${part.toString(8)}`).join('.'),
      `${a}.${(b * 256 + c) * 256 + d}`,
      `${a}.${b}.${c * 256 + d}`,
      `${hex(a)}.${octal(b)}.${c * 256 + d}`,
      mapDigits(address, (digit) => String.fromCodePoint(0xff10 + digit)),
      mapDigits(address, (digit) => circledDigits[digit] ?? ''),
      address.replaceAll('.', '。'),
      address.replaceAll('.', '．'),
      mapDigits(address, (digit) => `%3${digit}`),
      address.replaceAll('.', '%2e'),
      `${address.slice(0, 1)}\u00ad${address.slice(1)}`,
    ]),
  ]
}

const hiddenV6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::2',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::FFFF:10.0.0.1',
  '::ffff:169.254.169.254',
  '::ffff:8.8.8.8',
  '::ffff:0:127.0.0.1',
  '::127.0.0.1',
  '::7f00:1',
  '::10.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::a00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::1',
  '64:ff9b:1:ffff::a9fe:a9fe',
  '100::1',
  '100:0:0:1::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:f5ff:fffe',
  '2001:2::1',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2001:db8:ffff::1',
  '2002:7f00:1::',
  '2002:a00:1::1',
  '2002:a9fe:a9fe::',
  '2002:c0a8:101::1',
  '2620:4f:8000::1',
  '3ffe::1',
  '3fff::1',
  '3fff:fff::1',
  '4000::1',
  '5f00::1',
  '8000::1',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fdff::1',
  'fe80::1',
  'fe80::5efe:7f00:1',
  'febf::1',
  'fec0::1',
  'ff01::1',
  'ff02::1',
  'ff0e::1',
  'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
]

const literal = (host: string, path = '/'): Vector => ({
  url: `http://${host}${path}`,
  kind: 'address',
  answers: publicAnswer,
})
const policy = (url: string): Vector => ({ url, kind: 'policy', answers: publicAnswer })
const resolved = (...answers: readonly (readonly string[])[]): Vector => ({
  url: 'http://www.bellhop-vectors.com/',
  kind: 'address',
  answers,
})

/** Literal hosts in every notation. */
export const literalVectors: readonly Vector[] = [
  ...hiddenV4.flatMap(([, address]) => spellings(address).map((host) => literal(host))),
  ...moreHiddenV4.map((host) => literal(host)),
  ...hiddenV6.map((host) => literal(`[${host}]`)),
  literal('0x7f.1'),
  literal('127.0.0.1:80'),
  literal('127.0.0.1:8080'),
  literal('[::1]:8443'),
  literal('127.0.0.1', '/?u=https://example.com'),
  { ...literal('127.0.0.1'), url: 'https://127.0.0.1/' },
  { ...literal('[::1]'), url: 'https://[::1]/' },
  { ...literal('127.0.0.1'), url: 'HTTP://127.0.0.1/' },
  { ...literal('127.0.0.1'), url: '  http://127.0.0.1/  ' },
  // Not addresses to the URL parser: refused as no URL at all.
  ...['[fe80::1%eth0]', '[fe80::1%25eth0]', '[::1%1]', '127.0.0.256', '4294967296'].map((host) =>
    literal(host),
  ),
  ...['0x100000000', '1.2.3.4.5', '08.0.0.1', '[::ffff:127.1]', '[127.0.0.1]'].map((host) =>
    literal(host),
  ),
]

/** Names, ports, schemes, user info and spellings that the URL policy refuses. */
export const policyVectors: readonly Vector[] = [
  ...[
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌocalhost',
    'loc%61lhost',
    'app.localhost',
    'intranet',
    'router',
    'kubernetes',
    'instance-data',
    'rancher-metadata',
    'printer.local',
    'printer.local.',
    'nas.lan',
    'wiki.corp',
    'wiki.home',
    'fritz.home.arpa',
    '1.0.0.127.in-addr.arpa',
    'wiki.intranet',
    'db.private',
    'db.internal',
    'metadata.google.internal',
    'METADATA.google.INTERNAL',
    'metadata.google.internal.',
    'metadata。google。internal',
    'instance-data.ec2.internal',
    'host.docker.internal',
    'kubernetes.default.svc',
    'kubernetes.default.svc.cluster.local',
    'vault.service.consul',
    'host.localdomain',
    'pc.workgroup',
    'pc.domain',
    'a.test',
    'a.example',
    'a.invalid',
    'abcdefgh.onion',
    'abc.alt',
    'metadata.goog',
    'a.metadata.goog',
    'metadata.packet.net',
    'metadata.platformequinix.com',
    'metadata.tencentyun.com',
    'x.metadata.tencentyun.com',
    'example.com..',
    '.example.com',
    'a..example.com',
    'exa!mple.com',
    "exa'mple.com",
    'a$(id).example.com',
    'a,b.example.com',
    `${'a'.repeat(64)}.example.com`,
    `${'a.'.repeat(130)}com`,
  ].map((host) => policy(`http://${host}/`)),
  ...[
    21, 22, 23, 25, 53, 81, 110, 143, 389, 445, 3000, 3306, 5432, 6379, 8000, 9200, 11211, 27017,
  ].map((port) => policy(`http://example.com:${port}/`)),
  policy('https://example.com:22/'),
  policy('https://example.com:1/'),
  policy('http://example.com:65535/'),
  policy('http://example.com:0/'),
  policy('http://example.com:65536/'),
  policy(`http://${PUBLIC_V4}:22/`),
  policy(`http://[${PUBLIC_V6}]:6379/`),
  ...[
    'ftp://example.com/',
    'file:///etc/passwd',
    'file://example.com/etc/passwd',
    'gopher://example.com:70/_x',
    'dict://example.com:2628/x',
    'ldap://example.com/',
    'ws://example.com/',
    'wss://example.com/',
    'data:text/html,hello',
    'javascript:alert(1)',
    'blob:http://example.com/1',
    'about:blank',
    'view-source:http://example.com/',
    'unix:/var/run/docker.sock',
    'http+unix://%2Fvar%2Frun%2Fdocker.sock/info',
    'jar:http://example.com!/',
    'mailto:a@example.com',
    'tftp://example.com/x',
    'netdoc:///etc/passwd',
    'urn:isbn:1',
  ].map(policy),
  ...[
    'http://user@example.com/',
    'http://user:secret@example.com/',
    'http://:secret@example.com/',
    'https://example.com@127.0.0.1/',
    'http://127.0.0.1@example.com/',
    'http://example.com:80@127.0.0.1/',
    'http://example.com%40127.0.0.1@10.0.0.1/',
    'http://a:b@localhost/',
    'http://%61@example.com/',
    'http://@127.0.0.1/',
  ].map(policy),
  ...[
    'http:example.com',
    'http:/example.com',
    'https:example.com/x',
    'http:\\\\example.com\\',
    'http://example.com\\@127.0.0.1/',
    'http://127.0.0.1\\@example.com/',
    'http://example.com/a b',
    'http://example.com/\ta',
    'ht\ntp://example.com/',
    'http://exam\nple.com/',
    'http://example.com/\u0000',
    'http://example.com\u0009/',
    'http:///example.com/',
    'http://',
    'http://?',
    'http://#',
    '//example.com/',
    'example.com',
    '127.0.0.1',
    'localhost:80',
    '/etc/passwd',
    '',
    ' ',
    'http://exa mple.com/',
    'http://[::1/',
    'http://example.com:port/',
    'http://%zz/',
    `http://example.com/${'a'.repeat(9000)}`,
  ].map(policy),
]

/** Redirects to something hidden, from a public page, over every status; some over two hops. */
export const redirectVectors: readonly Vector[] = [301, 302, 303, 307, 308].flatMap((status) =>
  [
    'http://127.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    '//10.0.0.1/',
    'http://[::1]:8080/',
    `http://two.bellhop-vectors.com/redirect/302?to=${encodeURIComponent('http://0x7f.1/')}`,
  ]
    .map((to): Vector => ({
      url: `http://www.bellhop-vectors.com/redirect/${status}?to=${encodeURIComponent(to)}`,
      kind: 'address',
      answers: publicAnswer,
    }))
    .concat(
      [
        'http://localhost/',
        'http://metadata.google.internal/',
        'http://example.com:22/',
        'http://user:secret@example.com/',
        'file:///etc/passwd',
        'ftp://example.com/',
        'javascript:alert(1)',
        'http:\\\\localhost\\',
      ].map((to): Vector => ({
        url: `http://www.bellhop-vectors.com/redirect/${status}?to=${encodeURIComponent(to)}`,
        kind: 'policy',
        answers: publicAnswer,
      })),
    ),
)

/** Names that resolve to something hidden: alone, among public answers, or at the second look. */
export const resolverVectors: readonly Vector[] = [
  ...hiddenV4.map(([, address]) => resolved([address])),
  ...moreHiddenV4.map((address) => resolved([address])),
  ...['::1', '::', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1', '2002:7f00:1::'].map(
    (address) => resolved([address]),
  ),
  ...['fe80::1%eth0', 'fd00:ec2::254', '2001:db8::1', 'ff02::1', '', '127.1', 'localhost'].map(
    (address) => resolved([address]),
  ),
  ...hiddenV4.map(([, address]) => resolved([PUBLIC_V4, address])),
  ...hiddenV4.map(([, address]) => resolved([address, PUBLIC_V4])),
  resolved(['::1', PUBLIC_V4]),
  resolved([PUBLIC_V4, '::1']),
  resolved([PUBLIC_V6, '10.0.0.1']),
  resolved([PUBLIC_V6, PUBLIC_V4, 'fe80::1']),
  resolved(['fd00:ec2::254', PUBLIC_V6]),
  resolved([PUBLIC_V6, '::ffff:169.254.169.254']),
  resolved([]),
  { ...resolved(['127.0.0.1']), url: 'http://127.0.0.1.nip.io/' },
  { ...resolved(['10.0.0.1']), url: 'https://www.bellhop-vectors.com/' },
  // Rebinding: public when the page is asked for, hidden when its redirect is.
  ...['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:10.0.0.1'].map((address) => ({
    ...resolved([PUBLIC_V4], [address]),
    url: 'http://www.bellhop-vectors.com/redirect/302?to=%2Fagain',
  })),
  {
    ...resolved([PUBLIC_V4], [PUBLIC_V4, '127.0.0.1']),
    url: 'http://www.bellhop-vectors.com/redirect/307?to=http%3A%2F%2Fother.bellhop-vectors.com',
  },
]

/** Connections that end somewhere else than was dialled (a transparent proxy, a NAT rule). */
export const peerVectors: readonly Vector[] = [
  '127.0.0.1',
  '10.0.0.1',
  '169.254.169.254',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:7f00:1',
  'fe80::1%eth0',
  '64:ff9b::a00:1',
  null,
].flatMap((peer) => [
  { ...resolved([PUBLIC_V4]), peer },
  { ...literal(PUBLIC_V4), peer },
])

/** The whole table. */
export const deniedVectors: readonly Vector[] = [
  ...literalVectors,
  ...policyVectors,
  ...redirectVectors,
  ...resolverVectors,
  ...peerVectors,
]
