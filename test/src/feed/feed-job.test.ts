import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { feedJob, type FeedJobInput } from '../../../src/feed/feed-job.ts'
import { FEED_MAX_BYTES } from '../../../src/feed/limits.ts'
import { ENTITY_EXPANSION_MAX_CHARS } from '../../../src/markup/xml/references.ts'

const read = async (bytes: Uint8Array | string, more: Partial<FeedJobInput> = {}) =>
  feedJob({
    url: 'https://site.test/feed',
    contentType: '',
    bytes: Buffer.from(bytes),
    content: true,
    ...more,
  })
const rss = (inside: string, head = '<?xml version="1.0"?>'): string =>
  `${head}<rss version="2.0"><channel><title>T</title>${inside}</channel></rss>`

describe('feedJob', () => {
  test('reads feeds of both kinds of syntax, whatever they are called', async () => {
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      items: [],
    })
    expect(await read(rss(''), { contentType: 'text/html' })).toMatchObject({
      facts: { feedType: 'rss' },
    })
    expect(await read(`\uFEFF ${json}`, { contentType: 'text/xml' })).toMatchObject({
      facts: { title: 'J' },
    })
  })

  test('selects', async () => {
    const source = rss('<item><title>a</title></item><item><title>b</title></item>')
    expect(await read(source, { limit: 1 })).toMatchObject({
      total: 2,
      items: [{ title: 'a' }],
      next: { offset: 1 },
    })
  })

  test('of a page it gives the feeds that the page names', async () => {
    const page = '<!doctype html><link rel=alternate type=application/atom+xml href=/atom>'
    expect(await read(page)).toMatchObject({ kind: 'page', feeds: ['https://site.test/atom'] })
    expect(await read('plain text')).toMatchObject({ kind: 'page', feeds: [] })
    expect(await read('{"a": 1}')).toMatchObject({ kind: 'page', feeds: [] })
  })

  test('unpacks a gzip file, up to a size', async () => {
    expect(await read(gzipSync(rss('')), { contentType: 'application/gzip' })).toMatchObject({
      facts: { title: 'T' },
    })
    const bomb = gzipSync(Buffer.alloc(FEED_MAX_BYTES + 1, ' '))
    await expect(read(bomb)).rejects.toMatchObject({
      code: 'too_large',
      fields: { maxBytes: FEED_MAX_BYTES },
    })
    await expect(read(gzipSync(rss('')).subarray(0, 30))).rejects.toMatchObject({
      code: 'unparsable',
    })
  })

  test('says that JSON is broken', async () => {
    await expect(read('{"version": "https://jsonfeed.org/version/1", ')).rejects.toMatchObject({
      code: 'unparsable',
    })
  })

  test('decodes by the rules of XML', async () => {
    const declared = Buffer.from(
      rss('<item><title>\xE9</title></item>', '<?xml version="1.0" encoding="iso-8859-1"?>'),
      'latin1',
    )
    expect(await read(declared)).toMatchObject({ items: [{ title: 'é' }] })
    const utf16 = Buffer.from(`\uFEFF${rss('<item><title>é</title></item>')}`, 'utf16le')
    expect(await read(utf16)).toMatchObject({ items: [{ title: 'é' }] })
  })
})

describe('hostile feeds end in bounds, and the rest is read', () => {
  test('billion laughs', async () => {
    const entities = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
    )
    const head = `<!DOCTYPE r [<!ENTITY l0 "lol">${entities.join('')}]>`
    const result = await read(
      rss('<item><title>&l9;</title></item><item><title>next</title></item>', head),
    )
    expect(result).toMatchObject({ items: [{ title: '&l8;'.repeat(10) }, { title: 'next' }] })
  })

  test('quadratic blow-up', async () => {
    const head = `<!DOCTYPE r [<!ENTITY a "${'a'.repeat(50_000)}">]>`
    const result = await read(rss(`<item><content>${'&a;'.repeat(20_000)}</content></item>`, head))
    const [item] = result.kind === 'feed' ? result.items : []
    expect(item?.contentHtml?.replaceAll('&amp;a;', '')).toHaveLength(ENTITY_EXPANSION_MAX_CHARS)
  })

  test('200,000 elements inside each other, inside and outside of content', async () => {
    const deep = (tag: string): string => `<${tag}>`.repeat(200_000) + `</${tag}>`.repeat(200_000)
    const next = '<item><title>next</title></item>'
    const inContent = await read(rss(`<item><description>${deep('b')}</description></item>${next}`))
    expect(inContent).toMatchObject({ items: [{}, { title: 'next' }] })
    expect(await read(rss(deep('x') + next))).toMatchObject({ items: [{ title: 'next' }] })
  })

  test.each([
    ['comments that do not end', '<!--'.repeat(500_000)],
    ['CDATA that does not end', '<![CDATA['.repeat(300_000)],
    ['tags that do not end', '<a b="'.repeat(300_000)],
    ['end tags of nothing', '<x>'.repeat(400) + '</y>'.repeat(500_000)],
    ['references to nothing', `<item><description>${'&'.repeat(1_000_000)}</description></item>`],
    [
      'content that opens and opens',
      `<item><description><![CDATA[${'<b>'.repeat(256)}${'</i>'.repeat(500_000)}]]></description></item>`,
    ],
    ['namespaces', Array.from({ length: 50_000 }, (_, at) => `<x xmlns:p${at}="u">`).join('')],
    ['empty items', '<item/>'.repeat(300_000)],
  ])('%s', async (_, inside) => {
    expect(await read(rss(inside))).toMatchObject({ kind: 'feed', facts: { title: 'T' } })
  })
})
