import { array, assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HEAD_MAX_BYTES, HeadScanner } from '../../../../src/extract/page-info/head-scan.ts'
import { seeds } from '../../../support/full.ts'

/** How many bytes the scanner lets by before it says stop; -1 when it never does. */
function stopAt(html: string | Uint8Array, chunkBytes = 1): number {
  const bytes = typeof html === 'string' ? new TextEncoder().encode(html) : html
  const scanner = new HeadScanner()
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    if (scanner.add(bytes.subarray(at, at + chunkBytes))) return at + 1
  }
  return -1
}

/** The text up to and including the byte that ends the head. */
function headOf(html: string): string {
  const end = stopAt(html)
  return end === -1
    ? 'no end'
    : new TextDecoder().decode(new TextEncoder().encode(html).subarray(0, end))
}

describe('HeadScanner', () => {
  it.each([
    ['the end tag', '<html><head><title>t</title></head>', '<html><head><title>t</title></head>'],
    ['the end tag with a space', '<head></head ><p>', '<head></head '],
    ['capitals', '<HEAD><META A=B></HEAD><p>', '<HEAD><META A=B></HEAD>'],
    ['the body tag', '<title>t</title><body class=x>', '<title>t</title><body '],
    ['an unannounced body', '<title>t</title>\n<p>x', '<title>t</title>\n<p>'],
    ['stray text', '<meta name=a>\n hello', '<meta name=a>\n h'],
    ['the end of the document', '<title>t</title></html>', '<title>t</title></html>'],
    ['an end tag in a comment', '<!-- </head> --><meta></head>x', '<!-- </head> --><meta></head>'],
    ['an empty comment', '<!--><meta><!---></head>x', '<!--><meta><!---></head>'],
    ['a comment ended with a bang', '<!-- a --!></head>x', '<!-- a --!></head>'],
    [
      'an end tag in a script',
      '<script>"</head>"</script></head>x',
      '<script>"</head>"</script></head>',
    ],
    [
      'a longer end tag in a script',
      '<script></scripty></head></script></head>x',
      '<script></scripty></head></script></head>',
    ],
    [
      'a less-than before the end of a script',
      '<script>a<</script></head>x',
      '<script>a<</script></head>',
    ],
    [
      'tags in a title',
      '<title><body></head></title></head>x',
      '<title><body></head></title></head>',
    ],
    ['tags in a style', '<style></head></style ></head>x', '<style></head></style ></head>'],
    [
      'an image in a noscript',
      '<noscript><img></noscript></head>x',
      '<noscript><img></noscript></head>',
    ],
    [
      'tags in attribute values',
      `<meta a="</head>" b='<p>' c=</head></head>x`,
      `<meta a="</head>" b='<p>' c=</head></head>`,
    ],
    ['an apostrophe in a value', `<meta a="it's"></head>x`, `<meta a="it's"></head>`],
    ['an unknown end tag', '<meta></link></headline></head>x', '<meta></link></headline></head>'],
    [
      'doctype, XML declaration, CDATA',
      '<?xml a?><!doctype html><![CDATA[x></head>x',
      '<?xml a?><!doctype html><![CDATA[x></head>',
    ],
    ['nothing', '<html><head><meta>', 'no end'],
    ['an open comment', '<!-- </head><body>', 'no end'],
    ['JSON', '{"a":1}', '{'],
    ['a feed', '<?xml version="1.0"?><rss version="2.0">', '<?xml version="1.0"?><rss '],
  ])('stops at %s', (_name, html, head) => {
    expect(headOf(html)).toBe(head)
  })

  it('passes over a byte order mark', () => {
    expect(stopAt('\uFEFF<title>t</title></head>')).toBe('\uFEFF<title>t</title></head>'.length + 2)
  })

  it('stops after half a megabyte at the latest, in UTF-16 too', () => {
    expect(stopAt(`<script>${'a'.repeat(HEAD_MAX_BYTES)}`, 1024)).toBe(HEAD_MAX_BYTES - 1023)
    const utf16 = Buffer.from(`\uFEFF<p>${'a'.repeat(HEAD_MAX_BYTES)}`, 'utf16le')
    expect(stopAt(utf16, 1024)).toBe(HEAD_MAX_BYTES - 1023)
  })

  it('stops at the same place however the bytes are cut', () => {
    const piece = constantFrom(
      '<',
      '>',
      '/',
      '!',
      '-',
      '--',
      '="',
      "'",
      ' ',
      'a',
      '<!--',
      '-->',
      '<script>',
      '</script',
      '</head>',
      '<p',
      '<meta ',
      '<title>',
      '</title>',
      '?',
    )
    assert(
      property(array(piece, { maxLength: 40 }), integer({ min: 2, max: 9 }), (pieces, size) => {
        const html = pieces.join('')
        const one = stopAt(html)
        const many = stopAt(html, size)
        expect(many).toBe(one === -1 ? -1 : one - ((one - 1) % size))
      }),
      { numRuns: seeds(30, 500) },
    )
  })
})
