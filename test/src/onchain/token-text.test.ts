import { describe, expect, it } from 'vitest'
import { textBytes, tokenText } from '../../../src/onchain/token-text.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const word = (value: number): number[] => [...Array.from({ length: 31 }, () => 0), value]

describe('the text of a token', () => {
  it.each([
    ['USDC', 'USDC', false],
    ['USDC\u202E\u0000\n</script>', 'USDC </script>', true],
    ['a\u200Bb', 'ab', true],
    ['  A   B ', 'A B', true],
    ['e\u0301', '\u00E9', true],
    ['\u001B[31mRED\u001B[0m', 'RED', true],
    ['\u{E0041}tag', 'tag', true],
    ['\u{1F4A9}'.repeat(40), '\u{1F4A9}'.repeat(32), true],
    ['\u0000', '', true],
    ['', '', false],
  ])('%j is shown as %j', (raw, text, changed) => {
    expect(tokenText(bytes(raw), 32)).toEqual({ text, changed })
  })

  it('loses a character that is cut in half, and bytes that are no text', () => {
    expect(tokenText(bytes('ab\u20AC').subarray(0, 4), 32).text).toBe('ab')
    expect(tokenText(Uint8Array.of(0x61, 0xff, 0x62), 32).text).toBe('a\uFFFDb')
  })

  it.each([
    ['a string', [...word(32), ...word(3), ...bytes('ABC'), ...word(0).slice(3)], 'ABC'],
    ['a string that claims to be longer', [...word(32), ...word(200), ...bytes('ABC')], 'ABC'],
    ['a word', [...bytes('MKR'), ...Array.from({ length: 29 }, () => 0)], 'MKR'],
    ['a full word', [...bytes('A'.repeat(32))], 'A'.repeat(32)],
    ['a string elsewhere', [...word(64), ...word(3), ...bytes('ABC')], ''],
    ['three bytes', [1, 2, 3], ''],
    ['nothing', [], ''],
  ])('is read from %s', (_, data, text) => {
    expect(new TextDecoder().decode(textBytes(Uint8Array.from(data), 64))).toBe(text)
  })
})
