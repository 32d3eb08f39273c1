import { assert, bigInt, oneof, property, string, webUrl } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OperationError } from '../../../../src/contract/errors.ts'
import { isPublicAddress } from '../../../../src/net/guard/address.ts'
import { parseAllowHosts } from '../../../../src/net/guard/allow-hosts.ts'
import { Refusal, type RefusalReason } from '../../../../src/net/guard/refusal.ts'
import { parseAddress, requireAllowedUrl } from '../../../../src/net/guard/url-policy.ts'
import { seeds } from '../../../support/full.ts'
import { numberToAddress } from '../../../support/net-iana-blocks.ts'
import { spellings } from '../../../support/net-vectors.ts'

const nothing = parseAllowHosts([])
const check = (address: string): string => requireAllowedUrl(parseAddress(address), nothing).href

/** The reason of a refusal, `invalid_input`, or the address that would be requested. */
function verdict(address: string): string {
  try {
    return check(address)
  } catch (thrown) {
    if (thrown instanceof Refusal) return thrown.reason
    if (thrown instanceof OperationError) return thrown.code
    throw thrown
  }
}

describe('the operator is told', () => {
  const rows: readonly (readonly [string, RefusalReason | 'invalid_input'])[] = [
    ['http://example.com/\\', 'syntax'],
    ['http:example.com', 'syntax'],
    ['http:///example.com', 'syntax'],
    ['mailto:a@example.com', 'syntax'],
    ['ftp://example.com', 'scheme'],
    ['http://a@example.com', 'userinfo'],
    ['http://:a@example.com', 'userinfo'],
    ['http://example.com:22', 'port'],
    ['http://example.com:0', 'port'],
    ['http://localhost', 'name'],
    ['http://x.internal', 'name'],
    ['http://metadata.goog', 'name'],
    ['http://127.1', 'literal_address'],
    ['http://[::1]', 'literal_address'],
    ['http://168.63.129.16', 'literal_address'],
    ['example.com', 'invalid_input'],
    ['', 'invalid_input'],
    [`http://example.com/${'a'.repeat(8193)}`, 'invalid_input'],
  ]
  it.each(rows)('%s: %s', (address, reason) => {
    expect(verdict(address)).toBe(reason)
  })

  it('a redirect that grew too long is refused as well', () => {
    const long = new URL(`http://example.com/${'a'.repeat(8193)}`)
    expect(() => requireAllowedUrl(long, nothing)).toThrow(Refusal)
  })
})

describe('requireAllowedUrl', () => {
  it.each([
    ['HTTP://EXAMPLE.com:80/A?b#c', 'http://example.com/A?b'],
    ['https://example.com.:443/', 'https://example.com/'],
    ['https://bücher.example.com', 'https://xn--bcher-kva.example.com/'],
    [' https://example.com ', 'https://example.com/'],
    ['http://0x08080808/', 'http://8.8.8.8/'],
  ])('%s is requested as %s', (given, expected) => {
    expect(check(given)).toBe(expected)
  })

  it('does not change the URL it is given', () => {
    const hop = new URL('https://example.com./#x')
    requireAllowedUrl(hop, nothing)
    expect(hop.href).toBe('https://example.com./#x')
  })

  it('judges every spelling of an IPv4 address as the address', () => {
    assert(
      property(bigInt({ min: 0n, max: 2n ** 32n - 1n }), (value) => {
        const address = numberToAddress(4, value)
        for (const host of spellings(address)) {
          const expected = isPublicAddress(address) ? `http://${address}/` : 'literal_address'
          expect([host, verdict(`http://${host}/`)]).toEqual([host, expected])
        }
      }),
      { numRuns: seeds(30, 300) },
    )
  })

  it(
    'lets nothing through but http(s) URLs that it would let through again',
    { tags: 'full' },
    () => {
      assert(
        property(oneof(webUrl(), string({ unit: 'binary' }), webUrlLike), (text) => {
          const first = verdict(text)
          if (!/^https?:\/\//.test(first)) return
          expect(verdict(first)).toBe(first)
          expect(new URL(first)).toMatchObject({ username: '', password: '', hash: '' })
        }),
        { numRuns: seeds(30, 500) },
      )
    },
  )
})

/** Strings with the look of an address, full of what parsers disagree on. */
const webUrlLike = string({ maxLength: 12, unit: 'grapheme' }).map(
  (middle) => `http://${middle}.example.com/${middle}`,
)
