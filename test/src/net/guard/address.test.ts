import { assert, bigInt, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPublicAddress, unmapAddress } from '../../../../src/net/guard/address.ts'
import { seeds } from '../../../support/full.ts'
import {
  addressToNumber,
  deniedOnPurpose,
  ianaBlocks,
  isDeniedOnPurpose,
  isGlobalByIana,
  numberToAddress,
  numericBlock,
} from '../../../support/net-iana-blocks.ts'

const expected = (family: 4 | 6, value: bigint): boolean =>
  isGlobalByIana(family, value) && !isDeniedOnPurpose(family, value)

const v4 = bigInt({ min: 0n, max: 2n ** 32n - 1n })
const v6 = bigInt({ min: 0n, max: 2n ** 128n - 1n })
const unicastV6 = bigInt({ min: 0x2n << 124n, max: (0x4n << 124n) - 1n })

describe('isPublicAddress', () => {
  const blocks = [...ianaBlocks, ...deniedOnPurpose].map(([block]) => block)

  it.each(blocks)('agrees with the registries at both ends of %s', (block) => {
    const { family, first, last } = numericBlock(block)
    const top = family === 4 ? 2n ** 32n - 1n : 2n ** 128n - 1n
    for (const value of [first - 1n, first, first + 1n, last - 1n, last, last + 1n]) {
      if (value < 0n || value > top) continue
      const address = numberToAddress(family, value)
      expect([address, isPublicAddress(address)]).toEqual([address, expected(family, value)])
    }
  })

  it('agrees with the registries everywhere', () => {
    const check = (family: 4 | 6) => (value: bigint) => {
      const address = numberToAddress(family, value)
      expect([address, isPublicAddress(address)]).toEqual([address, expected(family, value)])
    }
    assert(property(v4, check(4)), { numRuns: seeds(100, 2_000) })
    assert(property(v6, check(6)), { numRuns: seeds(30, 500) })
    assert(property(unicastV6, check(6)), { numRuns: seeds(100, 2_000) })
  })

  it('refuses every IPv6 form that carries an IPv4 address', () => {
    assert(
      property(v4, (value) => {
        const hex = numberToAddress(6, value).split(':').slice(6).join(':')
        const dotted = numberToAddress(4, value)
        for (const address of [
          `::ffff:${dotted}`,
          `::ffff:${hex}`,
          `::ffff:0:${hex}`,
          `::${dotted}`,
          `64:ff9b::${dotted}`,
          `64:ff9b:1::${hex}`,
          `2002:${hex}::`,
          `2001:0:${hex}::1`,
        ]) {
          expect([address, isPublicAddress(address)]).toEqual([address, false])
        }
      }),
      { numRuns: seeds(30, 300) },
    )
  })

  it.each([
    '',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '010.8.8.8',
    '8.8.8.8 ',
    '8.8.8.8.',
    '[2606:4700::1111]',
    '2606:4700::1111%eth0',
    '8.8.8.8%1',
    'fe80::1%25eth0',
  ])('refuses %j, which is no canonical literal', (text) => {
    expect(isPublicAddress(text)).toBe(false)
  })

  it.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '2606:4700::1111', '2A00:1450::200E'])(
    'lets %s pass',
    (address) => {
      expect(isPublicAddress(address)).toBe(true)
    },
  )

  it('knows the public addresses that clouds use inside', () => {
    for (const address of ['168.63.129.16', '192.80.8.124']) {
      expect(isGlobalByIana(4, addressToNumber(address))).toBe(true)
      expect(isPublicAddress(address)).toBe(false)
    }
  })
})

describe('unmapAddress', () => {
  it.each([
    ['::ffff:10.0.0.1', '10.0.0.1'],
    ['::FFFF:8.8.8.8', '8.8.8.8'],
    ['::ffff:a00:1', '::ffff:a00:1'],
    ['::ffff:10.0.0.256', '::ffff:10.0.0.256'],
    ['8.8.8.8', '8.8.8.8'],
    ['::1', '::1'],
  ])('%s is %s', (given, verdict) => {
    expect(unmapAddress(given)).toBe(verdict)
  })
})
