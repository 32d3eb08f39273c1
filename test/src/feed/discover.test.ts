import { expect, test } from 'vitest'
import { discoverFeeds } from '../../../src/feed/discover.ts'

const url = 'https://site.test/blog/'
const link = (href: string, type = 'application/rss+xml', rel = 'alternate'): string =>
  `<link rel="${rel}" type="${type}" href="${href}">`

test.each([
  ['RSS', link('/rss.xml'), ['https://site.test/rss.xml']],
  [
    'Atom',
    link('atom.xml', 'application/atom+xml; charset=utf-8'),
    ['https://site.test/blog/atom.xml'],
  ],
  ['JSON Feed', link('/feed.json', 'application/feed+json'), ['https://site.test/feed.json']],
  [
    'capitals and no quotes',
    '<LINK REL=Alternate TYPE=application/RSS+XML HREF=/f>',
    ['https://site.test/f'],
  ],
  ['references in the address', link('/f?a=1&amp;b=2'), ['https://site.test/f?a=1&b=2']],
  ['with a base', `<base href="https://cdn.test/x/">${link('f')}`, ['https://cdn.test/x/f']],
  [
    'several, comments last',
    link('/comments/feed') + link('/1') + link('/2') + link('/1'),
    ['https://site.test/1', 'https://site.test/2', 'https://site.test/comments/feed'],
  ],
  ['rel=feed', link('/f', '', 'feed'), ['https://site.test/f']],
  [
    'a link of the page',
    '<a href="/about">x</a><a href="/feed/">Feed</a>',
    ['https://site.test/feed/'],
  ],
  [
    'named ones before links of the page',
    `<a href="/index.rss">x</a>${link('/f')}`,
    ['https://site.test/f'],
  ],
])('finds %s', (_, html, feeds) => {
  expect(discoverFeeds(html, url)).toEqual(feeds)
})

test.each([
  ['another type', link('/de/', 'text/html')],
  ['a style sheet', link('/f', 'application/rss+xml', 'stylesheet')],
  ['another style sheet', link('/rss.xml', 'text/xml', 'alternate stylesheet')],
  ['an API', link('/wp-json/posts/1', 'application/json')],
  ['a comment', `<!-- ${link('/f')} -->`],
  ['a script', `<script>document.write('${link('/f')}')</script>`],
  ['code', link('javascript:x')],
  ['no address', link('')],
  [
    'ordinary links',
    '<a href="/feedback">a</a><a href="/index.html">b</a><a href="/index.xml">c</a>',
  ],
])('takes no feed from %s', (_, html) => {
  expect(discoverFeeds(html, url)).toEqual([])
})

test('ends after twenty', () => {
  const html = Array.from({ length: 50 }, (_, at) => link(`/${at}`)).join('')
  expect(discoverFeeds(html, url)).toHaveLength(20)
})

test.each([
  ['<https://site.test/f>; rel=alternate; type="application/rss+xml"', ['https://site.test/f']],
  [
    '</a>; rel="alternate"; type="application/atom+xml", </b>; rel=alternate; type=text/html',
    ['https://site.test/a'],
  ],
  ['</s.css>; rel=preload; as=style', []],
  ['<javascript:x>; rel=alternate; type="application/rss+xml"', []],
  ['<'.repeat(100_000), []],
])('of the Link header %j', (header, feeds) => {
  expect(discoverFeeds('<p>x</p>', url, header)).toEqual(feeds)
})

test.each([
  [
    'a feed scheme before an address',
    '<a href="feed:https://other.test/rss">x</a>',
    'https://other.test/rss',
  ],
  [
    'a feed scheme instead of one',
    '<a href="feed://other.test/rss">x</a>',
    'https://other.test/rss',
  ],
])('a link with %s', (_, html, address) => {
  expect(discoverFeeds(html, url)).toEqual([address])
})
