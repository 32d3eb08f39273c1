import { describe, expect, test } from 'vitest'
import { readJsonFeed } from '../../../src/feed/json-feed.ts'
import { FEED_ITEMS_MAX_COUNT } from '../../../src/feed/limits.ts'

const url = 'https://site.test/feed.json'
const version = 'https://jsonfeed.org/version/1.1'

describe('readJsonFeed', () => {
  test('reads version 1.1 whole', () => {
    const feed = readJsonFeed(
      {
        version,
        title: 'T',
        home_page_url: 'https://site.test/',
        description: 'D',
        language: 'en',
        icon: '/icon.png',
        authors: [{ name: 'Ann' }, { name: 'Bob' }],
        items: [
          {
            id: 7,
            url: '/7',
            title: 'I',
            content_html: '<p onclick=x>h <img src="i.png"></p>',
            summary: 'S',
            date_published: '2004-01-01T00:00:00+01:00',
            date_modified: '2004-01-02T00:00:00Z',
            tags: ['a', 'b', 3, null],
            authors: [{ name: 'Cid' }],
            attachments: [
              { url: '/a.mp3', mime_type: 'audio/mpeg', size_in_bytes: 9 },
              { url: 'javascript:x' },
              null,
            ],
          },
        ],
      },
      url,
    )
    expect(feed?.facts).toEqual({
      feedType: 'json',
      version: '1.1',
      title: 'T',
      link: 'https://site.test/',
      description: 'D',
      language: 'en',
      updated: '',
      author: 'Ann, Bob',
      image: 'https://site.test/icon.png',
      categories: [],
    })
    expect(feed?.items.map((item) => item.read(true))).toEqual([
      {
        title: 'I',
        link: 'https://site.test/7',
        published: '2003-12-31T23:00:00.000Z',
        summary: 'S',
        id: '7',
        updated: '2004-01-02T00:00:00.000Z',
        author: 'Cid',
        image: 'https://site.test/i.png',
        categories: ['a', 'b', '3'],
        enclosures: [{ url: 'https://site.test/a.mp3', type: 'audio/mpeg', length: 9 }],
        contentHtml: '<p>h <img src="https://site.test/i.png"></p>',
      },
    ])
  })

  test('reads version 1.0, and items with as good as nothing', () => {
    const feed = readJsonFeed(
      {
        version: 'https://jsonfeed.org/version/1',
        author: { name: 'Ann' },
        items: [
          { content_text: '1 < 2', external_url: 'https://x.test/' },
          { content_html: '<b>x</b>' },
          'no',
          {},
        ],
      },
      url,
    )
    expect(feed?.facts).toMatchObject({ version: '1', author: 'Ann', title: '' })
    const empty = { title: '', link: '', published: '', summary: '', id: '' }
    expect(feed?.items.map((item) => item.read(false))).toEqual([
      { ...empty, link: 'https://x.test/', id: 'https://x.test/', summary: '1 < 2' },
      { ...empty, summary: 'x' },
      empty,
    ])
    expect(feed?.items[0]?.read(true).contentHtml).toBe('1 &lt; 2')
  })

  test('reads ten thousand items', () => {
    const items = Array.from({ length: FEED_ITEMS_MAX_COUNT + 5 }, () => ({}))
    expect(readJsonFeed({ version, items }, url)?.items).toHaveLength(FEED_ITEMS_MAX_COUNT)
  })

  test.each([
    null,
    [],
    {},
    { items: [] },
    { version, items: {} },
    { version: '2.0', items: [] },
    'x',
  ])('is no feed: %j', (value) => {
    expect(readJsonFeed(value, url)).toBeUndefined()
  })
})
