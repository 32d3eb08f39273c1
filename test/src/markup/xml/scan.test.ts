import { describe, expect, test } from 'vitest'
import { readAttributes, scanMarkup } from '../../../../src/markup/xml/scan.ts'

/** Everything a scan reports, one line each. */
function scan(source: string): string[] {
  const seen: string[] = []
  scanMarkup(source, {
    open: (name, attributes, isEmpty) => seen.push(`<${name}|${attributes}${isEmpty ? '|/' : ''}`),
    close: (name) => seen.push(`/${name}`),
    text: (raw) => seen.push(`"${raw}`),
    cdata: (text) => seen.push(`[${text}`),
    doctype: (text) => seen.push(`!${text}`),
  })
  return seen
}

describe('XML', () => {
  test.each([
    [
      'elements, text, empty elements',
      '<a x="1">t<b/>u</a>',
      ['<a| x="1"', '"t', '<b||/', '"u', '/a'],
    ],
    ['a > in a value', '<a x="1>2" y=\'>\'>t', ['<a| x="1>2" y=\'>\'', '"t']],
    ['an apostrophe in a value', `<a x="it's">t</a>`, [`<a| x="it's"`, '"t', '/a']],
    ['CDATA with markup', '<a><![CDATA[<b>&amp;]]]]></a>', ['<a|', '[<b>&amp;]]', '/a']],
    ['comments and instructions', '<?xml version="1.0"?><!-- <a> --><b>', ['<b|']],
    ['a doctype', '<!DOCTYPE rss SYSTEM "x"><a>', ['<a|']],
    [
      'an internal subset',
      '<!DOCTYPE a [<!ENTITY e "]>"><!-- ] -->]><a>',
      ['!<!ENTITY e "]>"><!-- ] -->', '<a|'],
    ],
    ['a < that starts nothing', 'a < b <3 <- &lt;', ['"a < b <3 <- &lt;']],
    ['names with prefix and beyond ASCII', '<a:b><é>', ['<a:b|', '<é|']],
    ['an end tag with space', '</a >', ['/a']],
    ['a comment that does not end', 'a<!-- b', ['"a']],
    ['CDATA that does not end', '<![CDATA[ b', ['[ b']],
    ['a tag that does not end', 'a<b c="', ['"a']],
    ['nothing', '', []],
  ])('%s', (_, source, seen) => {
    expect(scan(source)).toEqual(seen)
  })
})

test('an unquoted address keeps its last slash', () => {
  expect(scan('<a href=http://x.test/>t')).toEqual(['<a| href=http://x.test/', '"t'])
})

test('stops when the handler has enough', () => {
  const seen: string[] = []
  scanMarkup('<a><b><c>text', {
    get done() {
      return seen.length > 1
    },
    open: (name) => seen.push(name),
    close: () => {},
    text: (raw) => seen.push(raw),
    cdata: () => {},
  })
  expect(seen).toEqual(['a', 'b'])
})

test('attributes come in every quotation, the first of a name counts', () => {
  const read = readAttributes(` a="1" b='2' c=3 d e = "5" a="9" f="x=y"`)
  expect(Object.fromEntries(read)).toEqual({ a: '1', b: '2', c: '3', d: '', e: '5', f: 'x=y' })
})
