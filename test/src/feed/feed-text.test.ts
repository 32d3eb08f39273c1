import { expect, test } from 'vitest'
import { readFeedText, type ListedItem } from '../../../src/feed/feed-text.ts'

const item: ListedItem = {
  title: 'I',
  link: 'https://a.test/',
  published: '',
  summary: '',
  id: '1',
}
const feed = {
  feedType: 'rss',
  version: '2.0',
  feedUrl: 'https://a.test/feed',
  title: 'T',
  itemCount: 1,
  totalItems: 3,
  items: [item],
}

test('shows what there is', () => {
  expect(readFeedText(feed)).toBe(
    '# T\n\nrss 2.0 · https://a.test/feed · 1 of 3 items\n\n## I\nhttps://a.test/',
  )
  const full: ListedItem = {
    ...item,
    title: '',
    link: '',
    published: '2004-01-01T19:48:21.000Z',
    author: 'Ann',
    summary: 'S',
    enclosures: [{ url: 'https://a.test/a.mp3', type: 'audio/mpeg' }, { url: 'https://a.test/b' }],
  }
  expect(
    readFeedText({ ...feed, title: '', description: 'D', items: [full], nextCursor: 'C' }),
  ).toBe(
    '# https://a.test/feed\n\nrss 2.0 · https://a.test/feed · 1 of 3 items\n\nD\n\n## (no title)\n2004-01-01T19:48Z · Ann · 1\naudio/mpeg: https://a.test/a.mp3\nfile: https://a.test/b\nS\n\n[More items follow. For the next ones pass cursor "C".]',
  )
})

test('says how many items are left, where that is known', () => {
  const end = (more: object) =>
    readFeedText({ ...feed, nextCursor: 'C', ...more })
      .split('\n')
      .at(-1)
  expect(end({ itemsLeft: 2 })).toBe('[2 items follow. For the next ones pass cursor "C".]')
  expect(end({})).toBe('[More items follow. For the next ones pass cursor "C".]')
})

test('nothing of the feed acts as Markdown', () => {
  const evil = '![x](https://evil.test/?q) [y](https://evil.test) <img src=x> `c`'
  const text = readFeedText({
    ...feed,
    title: evil,
    description: evil,
    items: [
      {
        ...item,
        title: evil,
        summary: evil,
        author: evil,
        link: evil,
        enclosures: [{ url: evil, type: evil }],
      },
    ],
  })
  expect(text).not.toMatch(/(?<!\\)!\[|(?<!\\)\]\(|(?<!\\)<img|(?<!\\)`/)
  const html = '<p>```</p>\n````\n![x](https://evil.test)'
  expect(readFeedText({ ...feed, items: [{ ...item, contentHtml: html }] })).toContain(
    `\n\`\`\`\`\`html\n${html}\n\`\`\`\`\``,
  )
})
