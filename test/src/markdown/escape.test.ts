import MarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { escapeLine } from '../../../src/markdown/escape.ts'

const renderer = new MarkdownIt({ html: true })
renderer.validateLink = () => true

test.each([
  'x](javascript:alert(1))',
  '[x](javascript:alert(1))',
  '![](http://leak.test/)',
  '![x][y]',
  '[r][y]',
  '![r]',
  '`code`',
  '<img src=x onerror=alert(1)>',
  '<https://leak.test/>',
  '&lt;b&gt;',
  '\\[x](y)',
  '\\`a\\`',
  'a\\',
])('%j is read as it stands', (text) => {
  const html = renderer.render(`# ${escapeLine(text)}\n\n[q]: http://leak.test/\n`, {
    references: { R: { href: 'http://leak.test/', title: '' } },
  })
  expect(html).toBe(`<h1>${renderer.utils.escapeHtml(text)}</h1>\n`)
})

test('keeps to one line', () => {
  expect(escapeLine(' a\n# b\r\n\tc ')).toBe('a # b c')
})

test.each([
  '[Draft] 5 * 3 = 15, snake_case & more',
  'C:\\ path',
  'a < b > c',
  'AT&T: what (not) to do!',
])('leaves %j as it is', (text) => {
  expect(escapeLine(text)).toBe(text)
})
