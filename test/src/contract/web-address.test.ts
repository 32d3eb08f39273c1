import { assert, property, string, webUrl } from 'fast-check'
import { expect, test } from 'vitest'
import { webAddress, withScheme } from '../../../src/contract/web-address.ts'
import { seeds } from '../../support/full.ts'

test.each([
  ['example.com', 'https://example.com'],
  ['example.com/path?a=b#c', 'https://example.com/path?a=b#c'],
  ['www.example.co.uk:8080/a', 'https://www.example.co.uk:8080/a'],
  ['EXAMPLE.com.', 'https://EXAMPLE.com.'],
  ['example.com/@ada', 'https://example.com/@ada'],
  ['bücher.example.com/ü', 'https://bücher.example.com/ü'],
  ['xn--bcher-kva.xn--p1ai', 'https://xn--bcher-kva.xn--p1ai'],
])('%s is %s', (written, meant) => {
  expect(withScheme(written)).toBe(meant)
  expect(webAddress.safeParse(meant).success).toBe(true)
})

test.each([
  'https://example.com',
  'javascript:alert(1)',
  'javascript:example.com/a',
  'file:///etc/passwd',
  'file:example.com',
  'data:text/html,a.b/c',
  'mailto:ada@example.com',
  'ada@example.com',
  'ada.porter@example.com/a',
  'example.com:80@evil.com',
  'example.com:pass@evil.com',
  'C:\\notes.txt',
  'C:/notes.txt/a',
  '\\\\server.name\\share',
  '/notes.txt/a',
  './notes.txt',
  '../a.b/c',
  '//example.com/a',
  'vitalik.eth',
  'vitalik.ETH/a',
  'localhost',
  'localhost:3000/a',
  '127.0.0.1/a',
  '0x7f.1',
  '[::1]/a',
  'example',
  'example..com',
  '.example.com',
  '-a.example.com',
  'two words.com',
  ' example.com',
  'example.com/two words',
  'example.com\n',
  '',
])('%j stays', (written) => {
  expect(withScheme(written)).toBe(written)
})

test('what is too long stays', () => {
  for (const part of ['a', 'a.', 'a-', '\u0301.']) {
    const long = `${part.repeat(5_000)}com`
    expect(withScheme(long)).toBe(long)
  }
})

test('an address stays, and any text stays or gets a scheme', () => {
  assert(
    property(webUrl(), (url) => {
      expect(withScheme(url)).toBe(url)
    }),
    { numRuns: seeds(10, 100) },
  )
  assert(
    property(string(), (text) => {
      expect([text, `https://${text}`]).toContain(withScheme(text))
    }),
  )
})

test('the host is the one that was written, whatever follows', () => {
  for (const rest of ['/@evil.com', '?@evil.com', '#@evil.com', '/\\evil.com', '/..//evil.com']) {
    expect(new URL(withScheme(`example.com${rest}`)).host).toBe('example.com')
  }
})
