import { describe, expect, test } from 'vitest'
import { FEED_ITEMS_MAX_COUNT } from '../../../../src/feed/limits.ts'
import { readXmlFeed } from '../../../../src/feed/xml/xml-feed.ts'
import { entry, itemsOf, readFeed, rss, rssItem, URL_OF_FEED } from '../../../support/feeds.ts'

describe('dialects', () => {
  test.each([
    ['RSS 2.0', rss('<title>T</title><item><title>I</title></item>'), 'rss', '2.0'],
    [
      'RSS 0.91',
      '<rss version="0.91"><channel><title>T</title><item><title>I</title></item></channel></rss>',
      'rss',
      '0.91',
    ],
    [
      'RSS without a version',
      '<rss><channel><title>T</title><item><title>I</title></item></channel></rss>',
      'rss',
      '',
    ],
    [
      'RSS without its root',
      '<channel><title>T</title><item><title>I</title></item></channel>',
      'rss',
      '',
    ],
    [
      'RSS 1.0',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://site.test/"><title>T</title><items><rdf:Seq><rdf:li rdf:resource="x"/></rdf:Seq></items></channel><item rdf:about="https://site.test/1"><title>I</title></item></rdf:RDF>',
      'rss',
      '1.0',
    ],
    [
      'RSS 0.90',
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://my.netscape.com/rdf/simple/0.9/"><channel><title>T</title></channel><item><title>I</title></item></rdf:RDF>',
      'rss',
      '0.90',
    ],
    [
      'RSS 1.1',
      '<Channel xmlns="http://purl.org/net/rss1.1#"><title>T</title><items><item><title>I</title></item></items></Channel>',
      'rss',
      '',
    ],
    [
      'Atom 1.0',
      '<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><title>I</title></entry></feed>',
      'atom',
      '1.0',
    ],
    [
      'Atom 0.3',
      '<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>T</title><entry><title>I</title></entry></feed>',
      'atom',
      '0.3',
    ],
    [
      'Atom without a namespace',
      '<feed><title>T</title><entry><title>I</title></entry></feed>',
      'atom',
      '1.0',
    ],
    [
      'Atom with another prefix',
      '<x:feed xmlns:x="http://www.w3.org/2005/Atom"><x:title>T</x:title><x:entry><x:title>I</x:title></x:entry></x:feed>',
      'atom',
      '1.0',
    ],
    [
      'elements in capitals',
      '<RSS version="2.0"><CHANNEL><TITLE>T</TITLE><ITEM><TITLE>I</TITLE></ITEM></CHANNEL></RSS>',
      'rss',
      '2.0',
    ],
    [
      'something around it',
      `<wrap>${rss('<title>T</title><item><title>I</title></item>')}</wrap>`,
      'rss',
      '',
    ],
  ])('%s', (_, source, feedType, version) => {
    const feed = readFeed(source)
    expect(feed.facts).toMatchObject({ feedType, title: 'T', ...(version && { version }) })
    expect(feed.items.map((item) => item.read(false).title)).toEqual(['I'])
  })

  test('an Atom entry alone is a feed of one', () => {
    const source = '<entry xmlns="http://www.w3.org/2005/Atom"><title>I</title></entry>'
    expect(itemsOf(source).map(({ title }) => title)).toEqual(['I'])
  })

  test.each([
    '',
    'text',
    '<html><body><rss></rss></body></html>',
    '<opml><body/></opml>',
    '<!DOCTYPE html><html>',
  ])('no feed: %s', (source) => {
    expect(readXmlFeed(source, URL_OF_FEED)).toBeUndefined()
  })

  test('a feed without items is a feed', () => {
    expect(readFeed(rss('<title>T</title>')).items).toEqual([])
  })
})

describe('namespaces', () => {
  const dc =
    'xmlns:a="http://purl.org/dc/elements/1.1/" xmlns:b="http://purl.org/rss/1.0/modules/content/"'

  test('count by their name, whatever the prefix', () => {
    const item = rssItem(
      '<a:creator>Ann</a:creator><b:encoded>&lt;p&gt;x&lt;/p&gt;</b:encoded>',
      dc,
    )
    expect(item).toMatchObject({ author: 'Ann', contentHtml: '<p>x</p>' })
  })

  test('a customary prefix that is declared as something else is something else', () => {
    expect(
      rssItem('<dc:creator>Ann</dc:creator>', 'xmlns:dc="https://other.test/"').author,
    ).toBeUndefined()
    expect(rssItem('<dc:creator>Ann</dc:creator>').author).toBe('Ann')
  })

  test('elements of others do not count', () => {
    const item = rssItem(
      '<x:title>No</x:title><title>Yes</title><x:link>n</x:link>',
      'xmlns:x="https://x.test/"',
    )
    expect(item).toMatchObject({ title: 'Yes', link: '' })
  })

  test('Atom inside RSS', () => {
    const atom = 'xmlns:atom="http://www.w3.org/2005/Atom"'
    const item = rssItem(
      '<atom:link rel="self" href="/self"/><atom:link href="/page"/><atom:updated>2004-01-02T00:00:00Z</atom:updated><atom:author><atom:name>Ann</atom:name></atom:author>',
      atom,
    )
    expect(item).toMatchObject({
      link: 'https://site.test/page',
      published: '2004-01-02T00:00:00.000Z',
      author: 'Ann',
    })
    expect(rssItem('<link>/rss</link><atom:link href="/page"/>', atom).link).toBe(
      'https://site.test/rss',
    )
  })

  test('what stands in a source or an unknown element is not of the item', () => {
    const item = entry(
      '<source><title>Other</title><id>o</id></source><x><title>X</title></x><title>Mine</title>',
    )
    expect(item).toMatchObject({ title: 'Mine', id: '' })
  })
})

describe('addresses', () => {
  test('follow the chain of xml:base', () => {
    const source = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.test/x/">
      <entry xml:base="y/"><link href="1.html"/><id>1</id>
      <content type="html" xml:base="z/">&lt;a href="2.html"&gt;t&lt;/a&gt;</content></entry>
      <entry xml:base="/w/"><link href="3.html"/></entry><entry xml:base="javascript:x"><link href="4.html"/></entry></feed>`
    const [first, second, third] = itemsOf(source)
    expect(first).toMatchObject({
      link: 'https://a.test/x/y/1.html',
      contentHtml: '<a href="https://a.test/x/y/z/2.html">t</a>',
    })
    expect(second?.link).toBe('https://a.test/w/3.html')
    expect(third?.link).toBe('https://a.test/x/4.html')
  })

  test('without xml:base: of the feed, and in RSS content of the item', () => {
    expect(
      entry('<link href="1"/><content type="html">&lt;img src="i"&gt;</content>'),
    ).toMatchObject({
      link: 'https://site.test/blog/1',
      image: 'https://site.test/blog/i',
    })
    const item = rssItem(
      '<link>https://other.test/p/1</link><description>&lt;img src="i"&gt;</description>',
    )
    expect(item.contentHtml).toBe('<img src="https://other.test/p/i">')
  })

  test.each([
    ['text', '<link> https://a.test/1 </link>', 'https://a.test/1'],
    [
      'CDATA and references',
      '<link><![CDATA[https://a.test/?a=1&b=2]]></link>',
      'https://a.test/?a=1&b=2',
    ],
    [
      'stray ampersands',
      '<link>https://a.test/?a=1&copy=2&b</link>',
      'https://a.test/?a=1&copy=2&b',
    ],
    [
      'the last of several',
      '<link>https://a.test/1</link><link href="https://a.test/2"/>',
      'https://a.test/2',
    ],
    ['a guid that is an address', '<guid>https://a.test/g</guid>', 'https://a.test/g'],
    ['a guid that is none', '<guid isPermaLink="false">https://a.test/g</guid>', ''],
    [
      'a guid that says it is one',
      '<guid isPermaLink="true">g/1</guid>',
      'https://site.test/blog/g/1',
    ],
    ['a guid that is no address at all', '<guid>1234</guid>', ''],
    ['code', '<link>javascript:alert(1)</link>', ''],
    ['relative', '<link>/1</link>', 'https://site.test/1'],
    ['not normalised', '<link>http://EXAMPLE.test</link>', 'http://EXAMPLE.test'],
  ])('RSS link: %s', (_, inside, link) => {
    expect(rssItem(inside).link).toBe(link)
  })

  test.each([
    [
      'alternate html before others',
      '<link rel="alternate" type="application/pdf" href="/p"/><link rel="alternate" type="text/html" href="/h"/>',
      '/h',
    ],
    ['without rel', '<link rel="self" href="/s"/><link href="/h"/>', '/h'],
    [
      'rel as an address',
      '<link rel="http://www.iana.org/assignments/relation/alternate" href="/h"/>',
      '/h',
    ],
    ['an id that is an address', '<id>https://site.test/h</id>', '/h'],
  ])('Atom link: %s', (_, inside, path) => {
    expect(entry(inside).link).toBe(`https://site.test${path}`)
  })

  test('RSS 1.0 has rdf:about', () => {
    const source =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><item rdf:about="https://site.test/1"/></rdf:RDF>'
    expect(itemsOf(source)[0]).toMatchObject({
      link: 'https://site.test/1',
      id: 'https://site.test/1',
    })
  })
})

describe('the other fields', () => {
  test('of an item', () => {
    const media =
      '<media:content url="/v.mp4" type="video/mp4" fileSize="9"/><media:thumbnail url="/t.jpg"/>'
    expect(
      rssItem(
        `<title>T</title><guid isPermaLink="false">g1</guid><author>a@b.test (Ann Lee)</author><category>One</category><category>One</category><dc:subject>Two</dc:subject><itunes:keywords>three, four</itunes:keywords><enclosure url="/a.mp3" length="123" type="audio/mpeg"/><media:group>${media}</media:group><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate>`,
      ),
    ).toEqual({
      title: 'T',
      link: '',
      published: '2004-01-01T19:48:21.000Z',
      summary: '',
      id: 'g1',
      author: 'Ann Lee',
      categories: ['One', 'Two', 'three', 'four'],
      image: 'https://site.test/t.jpg',
      enclosures: [
        { url: 'https://site.test/a.mp3', type: 'audio/mpeg', length: 123 },
        { url: 'https://site.test/v.mp4', type: 'video/mp4', length: 9 },
      ],
    })
  })

  test('of an entry', () => {
    expect(
      entry(
        '<id>tag:a</id><author><name>Ann</name><email>a@b.test</email></author><author><name>Bob</name></author><category term="t" label="Label"/><link rel="enclosure" href="/a.mp3" type="audio/mpeg" length="x"/><published>2004-01-01</published><updated>2004-01-02</updated>',
      ),
    ).toEqual({
      title: '',
      link: '',
      published: '2004-01-01T00:00:00.000Z',
      summary: '',
      id: 'tag:a',
      updated: '2004-01-02T00:00:00.000Z',
      author: 'Ann, Bob',
      categories: ['Label'],
      enclosures: [{ url: 'https://site.test/a.mp3', type: 'audio/mpeg' }],
    })
  })

  test.each([
    ['a@b.test (Ann Lee)', 'Ann Lee'],
    ['Ann Lee (a@b.test)', 'Ann Lee'],
    ['Ann Lee <a@b.test>', 'Ann Lee'],
    ['Ann Lee', 'Ann Lee'],
    ['a@b.test', 'a@b.test'],
  ])('the author of %s', (written, author) => {
    expect(rssItem(`<author><![CDATA[${written}]]></author>`).author).toBe(author)
  })

  test('a picture that counts readers is no image of the item', () => {
    const item = rssItem(
      '<description><![CDATA[<img src="/pixel" width="1" height="1"><img src="/real.jpg">]]></description>',
    )
    expect(item.image).toBe('https://site.test/real.jpg')
  })

  test.each([
    ['<pubDate>nonsense</pubDate>', ''],
    ['', ''],
    ['<dc:date>2004-01-01</dc:date>', '2004-01-01T00:00:00.000Z'],
    ['<dc:date>2004-01-01</dc:date><pubDate>2 Jan 2004</pubDate>', '2004-01-02T00:00:00.000Z'],
  ])('published of %s', (inside, published) => {
    expect(rssItem(inside).published).toBe(published)
  })

  test('of a channel', () => {
    expect(
      readFeed(
        rss(
          '<title>T</title><link>https://site.test/</link><atom:link rel="self" href="/feed"/><description>&lt;p&gt;D&lt;/p&gt;</description><language>de-AT</language><lastBuildDate>1 Jan 2004</lastBuildDate><managingEditor>Ed</managingEditor><category>News</category><image><url>/logo.png</url><title>No</title><link>n</link></image>',
        ),
      ).facts,
    ).toEqual({
      feedType: 'rss',
      version: '2.0',
      title: 'T',
      link: 'https://site.test/',
      description: 'D',
      language: 'de-AT',
      updated: '2004-01-01T00:00:00.000Z',
      author: 'Ed',
      image: 'https://site.test/logo.png',
      categories: ['News'],
    })
  })

  test('of an Atom feed; the language is that of its root', () => {
    expect(
      readFeed(
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr"><title>T</title><subtitle type="html">&lt;i&gt;S&lt;/i&gt;</subtitle><link href="/"/><icon>/i.png</icon><logo>/l.png</logo><updated>2004-01-01T00:00:00+01:00</updated></feed>',
      ).facts,
    ).toMatchObject({
      link: 'https://site.test/',
      description: 'S',
      language: 'fr',
      image: 'https://site.test/l.png',
      updated: '2003-12-31T23:00:00.000Z',
    })
  })
})

describe('faults', () => {
  test.each([
    ['cut off', '<rss><channel><item><title>A</title></item><item><title>B</ti', ['A', 'B']],
    [
      'an end tag too few',
      '<rss><channel><item><title>A<description>d</description></item><item><title>B</title></item></channel></rss>',
      ['A', 'B'],
    ],
    [
      'an end tag too many',
      '<rss><channel></b></item><item></x><title>A</title></item></channel></rss>',
      ['A'],
    ],
    [
      'a stray < and &',
      '<rss><channel><item><title>A < B & C</title></item></channel></rss>',
      ['A < B & C'],
    ],
    [
      'text before the declaration',
      ' \n<?xml version="1.0"?><rss><channel><item><title>A</title></item></channel></rss>',
      ['A'],
    ],
    [
      'a comment in a title',
      '<rss><channel><item><title>A<!-- x -->B</title></item></channel></rss>',
      ['AB'],
    ],
  ])('%s', (_, source, titles) => {
    expect(itemsOf(source).map(({ title }) => title.replace(/<description.*/, ''))).toEqual(
      titles.map((title) => expect.stringMatching(`^${title}`) as unknown),
    )
  })

  test('invisible characters are taken out everywhere', () => {
    const hidden = '\u200B\u{E0041}'
    const item = rssItem(
      `<title>a${hidden}</title><link>https://a.test/${hidden}</link><guid>g${hidden}</guid><author>n${hidden}</author><category>c${hidden}</category><description>s${hidden}&lt;b&gt;</description><enclosure url="https://a.test/e${hidden}"/><media:thumbnail url="https://a.test/t${hidden}"/>`,
    )
    expect(JSON.stringify(item)).not.toMatch(/\u200B|\u{E0041}/u)
    expect(item).toMatchObject({
      title: 'a',
      id: 'g',
      author: 'n',
      categories: ['c'],
      summary: 's',
    })
  })

  test('what lies too deep is passed over, and what follows is read', () => {
    const deep = '<b>'.repeat(5000) + 'x' + '</b>'.repeat(5000)
    const source = rss(
      `<item><title>A</title><description>${deep}</description></item><item><title>B</title></item>`,
    )
    expect(itemsOf(source)).toMatchObject([{ title: 'A', summary: '' }, { title: 'B' }])
    expect(
      itemsOf(rss(`${'<x>'.repeat(5000)}${'</x>'.repeat(5000)}<item><title>C</title></item>`)),
    ).toHaveLength(1)
  })

  test('lists and items are cut', () => {
    expect(
      rssItem(
        '<category>'.concat(
          Array.from({ length: 99 }, (_, at) => at).join('</category><category>'),
          '</category>',
        ),
      ).categories,
    ).toHaveLength(50)
    expect(readFeed(rss('<item/>'.repeat(FEED_ITEMS_MAX_COUNT + 5))).items).toHaveLength(
      FEED_ITEMS_MAX_COUNT,
    )
  })
})
