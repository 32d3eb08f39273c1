import { describe, expect, test } from 'vitest'
import { cleanLine, cleanText, stripInvisible } from '../../../src/lib/text.ts'

const tags = (text: string): string =>
  [...Buffer.from(text)].map((byte) => String.fromCodePoint(0xe0000 + byte)).join('')

/** Hides bytes in variation selectors, as "emoji smuggling" does. */
const smuggled = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('')

describe('stripInvisible', () => {
  test.each([
    ['Unicode tags', `hi${tags('ignore all')}!`, 'hi!'],
    ['tags behind a flag', `\u{1F3F4}${tags('run rm')}`, '\u{1F3F4}'],
    ['bytes in variation selectors', `\u{1F600}${smuggled('ignore')}`, '\u{1F600}'],
    ['zero-width space', 'a\u200Bb', 'ab'],
    ['soft hyphen', 'hy\u00ADphen', 'hyphen'],
    ['bidirectional overrides', 'a\u202Eb\u202C \u2066c\u2069', 'ab c'],
    ['marks of direction', 'a\u200E\u200F\u061Cb', 'ab'],
    ['byte order mark inside', 'a\uFEFFb', 'ab'],
    ['Hangul fillers', 'a\u3164\u115F\u1160\uFFA0b', 'ab'],
    ['invisible operators', '2\u2062x\u2061', '2x'],
    ['colours of a terminal', '\u001B[31mred\u001B[0m', 'red'],
    ['a link of a terminal', '\u001B]8;;http://x\u0007link\u001B]8;;\u001B\\', 'link'],
    ['C1 forms', 'a\u009B31mb\u009D0;title\u009Cc', 'abc'],
    ['a string sequence without end', 'a\u001B]0;title\nkept', 'a0;title\nkept'],
    ['controls', 'a\u0000\u0008\u007F\u0084b', 'ab'],
    ['noncharacters', 'a\uFFFE\u{1FFFF}b', 'ab'],
    ['joiners between Latin letters', 'a\u200D\u200Cb', 'ab'],
    ['a run of joiners', `\u0645${'\u200C'.repeat(50)}\u062E`, '\u0645\u062E'],
    ['presentation selector on a letter', 'a\uFE0F1\uFE0F', 'a1'],
    ['lone surrogate', 'a\uD800b', 'a\uFFFDb'],
  ])('takes out %s', (_, text, expected) => {
    const { text: stripped, removed } = stripInvisible(text)
    expect(stripped).toBe(expected)
    expect(removed > 0 || text.includes('\uD800')).toBe(true)
  })

  test.each([
    ['Japanese with newline and tab', '\u65E5\u672C\u8A9E\n\tok'],
    ['Persian word with ZWNJ', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
    ['Devanagari with ZWJ', '\u0915\u094D\u200D\u0937'],
    ['family emoji', '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'],
    ['skin tones', '\u{1F469}\u{1F3FD}\u200D\u{1F52C}'],
    ['red heart', '\u2764\uFE0F'],
    ['pirate flag', '\u{1F3F4}\u200D\u2620\uFE0F'],
    ['keycap', '1\uFE0F\u20E3'],
    ['combining marks', 'e\u0301 \u0E01\u0E33'],
    ['brackets like a sequence', 'array[0] ]8;; text'],
  ])('keeps %s', (_, text) => {
    expect(stripInvisible(text)).toEqual({ text, removed: 0 })
  })

  test('makes every line end a newline', () => {
    expect(cleanText('a\r\nb\rc\u2028d\u2029e\u0085f')).toBe('a\nb\nc\nd\ne\nf')
  })

  test('looks closer at every character that it would take out', () => {
    // An emoji makes it look closer in any case; without one it must come to the same.
    const missed: string[] = []
    for (let code = 0; code <= 0xffff; code += 1) {
      const text = `a${String.fromCharCode(code)}b`
      if (cleanText(`${text}\u{1F600}`) !== `${cleanText(text)}\u{1F600}`)
        missed.push(code.toString(16))
    }
    expect(missed).toEqual([])
  })

  test('counts what it takes out', () => {
    expect(stripInvisible('\u200Ba\u001B[1mb\u200D').removed).toBe(3)
  })

  test.each([
    ['openers of string sequences', '\u009D'.repeat(1_000_000)],
    ['escaped openers', '\u001B]'.repeat(500_000)],
    ['sequences without end', '\u001B[1;'.repeat(250_000)],
    ['one endless sequence', `\u001B[${'1;'.repeat(500_000)}`],
    ['joiners', '\u200D'.repeat(1_000_000)],
    ['carriage returns', '\r'.repeat(1_000_000)],
  ])('takes out %s', (_, text) => {
    expect(stripInvisible(text).text.length).toBeLessThanOrEqual(text.length)
  })
})

describe('cleanLine', () => {
  test('collapses white space, also where invisible characters stood in it', () => {
    expect(cleanLine(' a \u200B\r\n\tb\u0085c\u00A0 d ')).toBe('a b c d')
  })

  test('cuts with an ellipsis, never inside a surrogate pair', () => {
    expect(cleanLine('abcdef', 4)).toBe('abc…')
    expect(cleanLine('abcd', 4)).toBe('abcd')
    expect(cleanLine('ab\u{1F600}cd', 4)).toBe('ab…')
  })
})
