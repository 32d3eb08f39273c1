import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { extractJob } from '../../../../src/extract/extract-job.ts'
import { pageInfoJob } from '../../../../src/extract/page-info-job.ts'
import { feedJob } from '../../../../src/feed/feed-job.ts'
import { encodeLegacy } from '../../../support/encode-legacy.ts'
import { KNOWN_TEXTS } from '../../../support/legacy-texts.ts'

const url = 'https://harbour.test/a'
const plain = (text: string): string => text.replaceAll('\\', '')

/** Every kind of document that is fetched, without a word of what it is written in. */
describe.each(KNOWN_TEXTS)('$encoding: $title', ({ encoding, title, text }) => {
  const html = encodeLegacy(
    `<html><head><title>${title}</title><meta name="description" content="${text}"></head><body><h1>${title}</h1><p>${text}</p></body></html>`,
    encoding,
  )

  test('page', async () => {
    const article = await extractJob({
      url,
      status: 200,
      kind: 'html',
      contentType: 'text/html',
      bytes: html,
      links: 'inline',
      images: 'alt',
    })
    expect(article.title).toBe(title)
    expect(plain(article.markdown)).toContain(text)
  })

  test('what a page says of itself', async () => {
    const info = await pageInfoJob({
      url,
      status: 200,
      complete: true,
      contentType: 'text/html; charset=utf-8',
      bytes: html,
    })
    expect(info).toMatchObject({ title, cardDescription: text })
  })

  test.each(['text', 'markdown', 'xml', 'json'] as const)('%s', async (kind) => {
    const source = {
      text,
      markdown: `# ${title}\n\n${text}`,
      xml: `<a>${text}</a>`,
      json: `{"a":"${text}"}`,
    }
    const { markdown } = await extractJob({
      url,
      status: 200,
      kind,
      contentType: '',
      bytes: encodeLegacy(source[kind], encoding),
      links: 'inline',
      images: 'alt',
    })
    expect(plain(markdown)).toContain(text)
  })

  test('feed', async () => {
    const rss = `<rss version="2.0"><channel><title>${title}</title><item><title>${title}</title><description>${text}</description></item></channel></rss>`
    const feed = await feedJob({
      url,
      contentType: 'application/rss+xml',
      bytes: encodeLegacy(rss, encoding),
      content: false,
    })
    expect(feed).toMatchObject({ facts: { title } })
  })
})

test('an XML document is read as it declares', async () => {
  const { markdown } = await extractJob({
    url,
    status: 200,
    kind: 'xml',
    contentType: 'application/xml',
    bytes: Buffer.from('<?xml version="1.0" encoding="macintosh"?><a>caf\x8e</a>', 'latin1'),
    links: 'inline',
    images: 'alt',
  })
  expect(markdown).toContain('café')
})

/** Decode what is no document: a table, base64 inside of a feed. */
const OTHERS = ['extract/content-kind.ts', 'feed/xml/captured.ts']

test('documents are decoded in one place', () => {
  const root = join(import.meta.dirname, '../../../../src')
  const found = ['extract', 'feed', 'core'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`)
      .filter((name) =>
        /new TextDecoder|\.toString\('(?:utf-?8|latin1)'|\blatin1\(/.test(
          readFileSync(join(root, name), 'utf8'),
        ),
      ),
  )
  expect(found.sort()).toEqual(OTHERS)
})
