import { describe, expect, test } from 'vitest'
import { contentKind } from '../../../src/extract/content-kind.ts'

const kindOf = (
  body: string | readonly number[],
  contentType = '',
  url = 'https://a.test/x',
): string =>
  contentKind({
    url,
    headers: contentType ? { 'content-type': contentType } : {},
    body: typeof body === 'string' ? Buffer.from(body, 'latin1') : Buffer.from(body),
  })

describe('bytes beat the header', () => {
  test.each([
    ['pdf', '%PDF-1.7\n%\xE2\xE3', 'text/html'],
    ['pdf', 'junk\n%PDF-1.4', 'application/octet-stream'],
    ['html', '<!DOCTYPE html><p>%PDF- is how they begin', 'application/pdf'],
    ['html', '\n <!-- hi -->\n<HTML lang=en>', 'application/octet-stream'],
    ['html', '<?xml version="1.0"?><!DOCTYPE html PUBLIC "x"><html xmlns="y">', 'text/xml'],
    ['html', '<!doctype html><title>x</title>', 'text/markdown'],
    ['html', '<html><body>', 'text/plain'],
    ['feed', '<?xml version="1.0"?>\n<!-- x --><rss version="2.0">', 'text/html'],
    ['feed', '<feed xmlns="http://www.w3.org/2005/Atom">', 'application/xml'],
    ['feed', '<?xml version="1.0"?><rdf:RDF xmlns:rdf="x">', 'text/plain'],
    ['feed', '{"version": "https://jsonfeed.org/version/1.1", "items":[]}', 'application/json'],
    ['image', '\x89PNG\r\n\x1A\n\0\0\0', 'text/html'],
    ['image', 'GIF89a\x01\0', 'text/html'],
    ['image', '\xFF\xD8\xFF\xE0', ''],
    ['image', 'RIFF\x10\0\0\0WEBPVP8 ', ''],
    ['image', '<?xml version="1.0"?><svg xmlns="x">', 'text/html'],
    ['image', '\0\0\0\x1CftypavifXXXX', 'text/html'],
    ['media', '\0\0\0\x18ftypmp42\0\0', 'text/html'],
    ['media', 'ID3\x03\0\0', 'text/html'],
    ['media', '\x1A\x45\xDF\xA3\x01', ''],
    ['binary', 'PK\x03\x04\x14\0', 'text/html'],
    ['binary', '\x1F\x8B\x08\0', 'text/plain'],
    ['binary', 'text\0with\x01nul', 'text/plain'],
    ['binary', '\x7FELF\x02', 'text/html'],
    ['empty', '', 'text/html'],
    ['empty', ' \n\t ', 'text/html'],
  ])('%s: %j', (kind, body, contentType) => {
    expect(kindOf(body, contentType)).toBe(kind)
  })
})

describe('the header decides what bytes leave open', () => {
  test.each([
    ['html', '<div>fragment</div>', 'text/html'],
    ['html', '<div>fragment</div>', ''],
    ['html', 'plain words', 'text/html; charset=utf-8'],
    ['text', '<div>source</div>', 'text/plain'],
    ['markdown', '# Title\n', 'text/markdown; charset=utf-8'],
    ['markdown', '<img src=x> badge\n# Title', 'text/x-markdown'],
    ['json', '{"a":1}', 'application/json'],
    ['json', '"x"', 'application/ld+json'],
    ['json', ' [1]', 'application/octet-stream'],
    ['text', '{ braces }', 'text/plain'],
    ['text', 'a,b\n1,2', 'text/csv'],
    ['text', 'words', ''],
    ['xml', '<?xml version="1.0"?><urlset>', 'application/xml'],
    ['feed', '{"items":[]}', 'application/feed+json'],
    ['image', 'unknown\0raw', 'image/x-raw'],
    ['media', 'unknown\0raw', 'video/x-raw'],
  ])('%s: %j as %s', (kind, body, contentType) => {
    expect(kindOf(body, contentType)).toBe(kind)
  })
})

test('a plain text at a .md address is Markdown', () => {
  expect(kindOf('# Read me', 'text/plain', 'https://a.test/README.md?raw=1')).toBe('markdown')
  expect(kindOf('# Read me', 'text/plain', 'https://a.test/README.txt')).toBe('text')
})

test('UTF-16 is text, marked, declared, or by its first character', () => {
  expect(kindOf([0xff, 0xfe, ...Buffer.from('<html>', 'utf16le')], 'text/html')).toBe('html')
  expect(kindOf([...Buffer.from('<html>', 'utf16le')], 'text/html; charset=utf-16le')).toBe('html')
  expect(kindOf([0xef, 0xbb, 0xbf, ...Buffer.from('<html>')], '')).toBe('html')
  expect(kindOf([...Buffer.from('<html>', 'utf16le')], 'text/html')).toBe('html')
  expect(kindOf([...Buffer.from('<rss>', 'utf16le').swap16()], '')).toBe('feed')
})

// Found without bound, a root element would cost a scan of the whole document.
test('looks at the beginning only', () => {
  expect(kindOf(`${' '.repeat(5_000_000)}<html>`, 'text/html')).toBe('html')
  expect(kindOf('<!--'.repeat(1_000_000), 'text/html')).toBe('html')
  expect(kindOf('<?'.repeat(1_000_000), 'text/plain')).toBe('text')
  expect(kindOf(' <!-- --> <?x?>'.repeat(500_000), 'text/plain')).toBe('text')
})

test.each([
  ['text', '[package]\nname = "x"', 'application/octet-stream', 'https://a.test/Cargo.toml'],
  ['text', '{{ template }}: x', '', 'https://a.test/a.yaml?x=1'],
  ['json', '[1]', 'application/octet-stream', 'https://a.test/a.json'],
  ['json', '{"a": 1}', 'application/json', 'https://a.test/a.py'],
])('settings and code that begin like JSON are %s as their name says', (kind, body, type, url) => {
  expect(kindOf(body, type, url)).toBe(kind)
})
