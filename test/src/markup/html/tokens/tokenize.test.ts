import { describe, expect, test } from 'vitest'
import { tokenize } from '../../../../../src/markup/html/tokens/tokenize.ts'

/** The tokens of a document, written one behind the other; `foreign` is what the sink says of its surroundings. */
function tokens(source: string, foreign = false, wantsAttributes = true): string {
  let out = ''
  tokenize(source, {
    wantsAttributes: () => wantsAttributes,
    wantsAttribute: (name) => name !== 'unwanted',
    isInForeignContext: () => foreign,
    text(text) {
      out += `[${text}]`
    },
    start(name, attributes, isSelfClosing) {
      out += `<${[name, ...Object.entries(attributes).map((pair) => pair.join('='))].join(' ')}${isSelfClosing ? '/' : ''}>`
    },
    end(name) {
      out += `</${name}>`
    },
  })
  return out
}

describe('takes a document apart as browsers do', () => {
  test.each([
    ['a<b>c</B>d', '[a]<b>[c]</b>[d]'],
    ['1 < 2 <3 &lt; &amp &notit;', '[1 < 2 <3 < & ¬it;]'],
    ['<a HREF="x?a=1&amp;b&copy=2" b=c d e=\'f\' href=y>', '<a href=x?a=1&b&copy=2 b=c d= e=f>'],
    ['<a\n\tb = "c" / d=/e>', '<a b=c d=/e>'],
    ['<a unwanted="c>" b=c unwanted unwanted=x>d', '<a b=c>[d]'],
    ['<br/><br / ><br a=b/>', '<br/><br><br a=b/>'],
    ['<a =b=c "d>', '<a =b=c "d=>'],
    ['<a __proto__=b constructor=c>', '<a>'],
    ['</a b="c>">d</>e</ f>', '</a>[d][e]'],
    ['<!doctype html>a<?php b > c<! d >e', '[a][ c][e]'],
    ['a<!-- > -- <b> -->c<!-->d<!--->e<!-- --!>f', '[a][c][d][e][f]'],
    ['a<![CDATA[b]]>c', '[a][c]'],
    ['a<!-- b', '[a]'],
    ['a<b c="d', '[a]'],
    ['a<b c', '[a]'],
    ['a</b', '[a]'],
    ['a<', '[a<]'],
    ['a</', '[a</]'],
    ['', ''],
  ])('%s', (source, expected) => {
    expect(tokens(source)).toBe(expected)
  })
})

describe('elements whose inside is no markup', () => {
  test.each([
    ['<script>a<b>&amp;</scripts></SCRIPT >c', '<script>[a<b>&amp;</scripts>]</script>[c]'],
    ['<style><!-- </style>a', '<style>[<!-- ]</style>[a]'],
    ['<title>a<b>&amp;</title>', '<title>[a<b>&]</title>'],
    ['<textarea><p></textarea>', '<textarea>[<p>]</textarea>'],
    ['<script>a', '<script>[a]'],
    ['<script></script>', '<script></script>'],
    ['<script><!-- a </script>b', '<script>[<!-- a ]</script>[b]'],
    [
      '<script><!-- <script> a </script> --></script>b',
      '<script>[<!-- <script> a </script> -->]</script>[b]',
    ],
  ])('%s', (source, expected) => {
    expect(tokens(source)).toBe(expected)
  })
})

test('in drawings and formulas other rules hold', () => {
  expect(tokens('<title>a<b></title><![CDATA[<i>&amp;]]>c', true)).toBe(
    '<title>[a]<b></title>[<i>&amp;][c]',
  )
})

test('attributes that nobody wants are passed over, not misread', () => {
  expect(tokens('<path d="M 1>2" x=\'>\' y="z"/><g a=b>c', false, false)).toBe('<path/><g>[c]')
})

test('names that share a slot of the table are told apart', () => {
  // A slot is 12 bits of the names: among so many of one length there are hundreds of each.
  const names = Array.from({ length: 20_000 }, (_, n) => `a${(n + 50_000).toString(36)}`)
  const source = names.map((name) => `<${name}>`).join('')
  expect(tokens(source)).toBe(source)
})
