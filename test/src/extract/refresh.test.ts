import { expect, test } from 'vitest'
import { immediateRefresh } from '../../../src/extract/refresh.ts'

const PAGE = 'https://a.example/dir/page?x=1'

test.each([
  ['0; url=/b', 'https://a.example/b'],
  ['0;url=b', 'https://a.example/dir/b'],
  ['0 url=b', 'https://a.example/dir/b'],
  ['  00.9 ;  URL = "b c" ; junk', 'https://a.example/dir/b%20c'],
  ["0,'http://b.example/'rest", 'http://b.example/'],
  ['0; https://b.example/;url=c', 'https://b.example/;url=c'],
  ['0; url=https://user:key@b.example/', 'https://b.example/'],
])('%j leads to %s', (content, address) => {
  expect(immediateRefresh(content, PAGE, PAGE)).toBe(address)
})

test.each([
  '',
  '0',
  '0;',
  '0; url=',
  '1; url=/b',
  '300;url=/b',
  '-0; url=/b',
  '; url=/b',
  '0url=/b',
  '0; url=javascript:alert(1)',
  '0; url=data:text/html,x',
  '0; url=file:///etc/passwd',
  '0; url=/dir/page?x=1#part',
  `0; url=/${'b'.repeat(5_000)}`,
])('%j leads nowhere', (content) => {
  expect(immediateRefresh(content, PAGE, PAGE)).toBe('')
})

test('resolves against the base of the page', () => {
  expect(immediateRefresh('0;url=b', 'https://c.example/', PAGE)).toBe('https://c.example/b')
})
