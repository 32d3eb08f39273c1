import { expect, test } from 'vitest'
import { readDocument } from './read-document.ts'

const outline = (body: string): string =>
  `<?xml version="1.0"?><opml version="2.0"><head><title>Feeds</title><ownerName>A. Heron</ownerName></head><body>${body}</body></opml>`

test('an outline is its entries within each other, each with its address', async () => {
  const entry = '<outline text="Tides &amp; winds" xmlUrl="https://example.com/feed"/>'
  expect(await readDocument(outline(`<outline text="News">${entry}</outline>`))).toMatchObject({
    format: 'opml',
    title: 'Feeds',
    author: 'A. Heron',
    markdown: '- News\n  - [Tides & winds](https://example.com/feed)',
  })
})

test('entries without end are read as deep as elements are', async () => {
  const { markdown } = await readDocument(outline('<outline text="a">'.repeat(100_000)))
  expect(markdown.split('\n').length).toBeLessThan(600)
})

test('an address that runs code is no link', async () => {
  const { markdown } = await readDocument(outline('<outline text="x" url="javascript:alert(1)"/>'))
  expect(markdown).toBe('- x')
})

test('entities that grow stand for nothing once their room is used up', async () => {
  const text = `<!DOCTYPE opml [<!ENTITY a "${'x'.repeat(90_000)}">]>${outline('<outline text="&a;&a;&a;"/>')}`
  expect((await readDocument(text)).markdown.length).toBeLessThan(100_000)
})
