import { describe, expect, test } from 'vitest'
import { countedAs, peerOf } from '../../../../src/http/callers/peer.ts'
import { networkOf } from '../../../../src/lib/network-of.ts'

const remoteAddress = '10.0.0.1'

describe('the address of a caller', () => {
  test.each<[string | null, number, string]>([
    ['203.0.113.9', 0, remoteAddress],
    [null, 1, remoteAddress],
    ['203.0.113.9', 1, '203.0.113.9'],
    ['198.51.100.1, 203.0.113.9', 1, '203.0.113.9'],
    ['6.6.6.6, 198.51.100.1 ,203.0.113.9', 2, '198.51.100.1'],
    ['203.0.113.9', 2, '203.0.113.9'],
    ['203.0.113.9:4711', 1, '203.0.113.9'],
    ['[2001:db8::1]:443', 1, '2001:db8::1'],
    ['2001:db8::1', 1, '2001:db8::1'],
    ['unknown', 1, remoteAddress],
    ['', 1, remoteAddress],
    [`${'9.9.9.9,'.repeat(9_999)}203.0.113.9`, 1, '203.0.113.9'],
  ])('behind %j and %i proxies is %s', (forwarded, trustedProxies, expected) => {
    expect(peerOf({ remoteAddress, forwarded }, trustedProxies)).toBe(expected)
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '::1'],
  ['0:0:0:0:0:0:0:2', '0:0:0:0::/64'],
])('%s is counted as %s', (address, expected) => {
  expect(countedAs(address)).toBe(expected)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2ff::9', '2001:db8:1:200::/56'],
  ['2001:db8:1:200::9', '2001:db8:1:200::/56'],
  ['2001:db8:1:300::9', '2001:db8:1:300::/56'],
  ['2001:db8:1:ff::9', '2001:db8:1:0::/56'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['', ''],
])('%s is of the network %s', (address, expected) => {
  expect(networkOf(countedAs(address))).toBe(expected)
})
