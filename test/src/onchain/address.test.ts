import { getAddress, hexToBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import { parseAddress, toAddress } from '../../../src/onchain/address.ts'

const MIXED = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

/** Test vectors of EIP-55. */
const EIP_55 = [
  '0x52908400098527886E0F7030069857D2E4169EE7',
  '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  '0xde709f2102306220921060314715629080e2fb77',
  '0x27b1fdb04752bbc536007a920d24acb045561c26',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
]

function outcome(text: string): string {
  try {
    return parseAddress(text, 'address')
  } catch (thrown) {
    return (thrown as { code: string }).code
  }
}

describe('an address from a caller', () => {
  it.each([
    ['with its checksum', MIXED, MIXED],
    ['in small letters', MIXED.toLowerCase(), MIXED],
    ['in capitals', `0x${MIXED.slice(2).toUpperCase()}`, MIXED],
    ['with a mistyped last digit', `${MIXED.slice(0, -1)}6`, 'bad_checksum'],
    ['with one letter in the wrong case', MIXED.replace('D37', 'd37'), 'bad_checksum'],
    ['without 0x', MIXED.slice(2), 'not_an_address'],
    ['with 0X', `0X${MIXED.slice(2)}`, 'not_an_address'],
    ['too short', MIXED.slice(0, -1), 'not_an_address'],
    ['too long', `${MIXED}0`, 'not_an_address'],
    ['with a digit that is none', `${MIXED.slice(0, -1)}g`, 'not_an_address'],
    ['with a blank before it', ` ${MIXED}`, 'not_an_address'],
    ['as ICAP', 'XE7338O073KYGTWWZN0F2WZ0R8PX5ZPPZS', 'not_an_address'],
    ['as a name', 'vitalik.eth', 'not_an_address'],
    ['as nothing', '', 'not_an_address'],
  ])('%s', (_, text, expected) => {
    expect(outcome(text)).toBe(expected)
  })

  it('is refused with 400', () => {
    expect(() => parseAddress('0x12', 'address')).toThrow(expect.objectContaining({ status: 400 }))
  })

  it('is sent to resolve_name when it is a name', () => {
    expect(() => parseAddress('vitalik.eth', 'address')).toThrow(
      expect.objectContaining({ hint: expect.stringContaining('resolve_name') as string }),
    )
  })

  it('has the checksum of EIP-55', () => {
    for (const address of EIP_55) {
      expect(parseAddress(address.toLowerCase(), 'address')).toBe(address)
      expect(parseAddress(address, 'address')).toBe(address)
    }
    for (let index = 0; index < 1000; index += 1) {
      const bytes = crypto.getRandomValues(new Uint8Array(20))
      const address = toAddress(bytes)
      expect(address).toBe(getAddress(address.toLowerCase()))
      expect(hexToBytes(address)).toEqual(bytes)
    }
  })
})
