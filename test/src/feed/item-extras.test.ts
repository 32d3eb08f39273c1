import { describe, expect, test } from 'vitest'
import { feedJob } from '../../../src/feed/feed-job.ts'
import { readDuration } from '../../../src/feed/item-extras.ts'
import { entry, rssItem } from '../../support/feeds.ts'

const ITUNES = 'xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"'
const PODCAST = 'xmlns:podcast="https://podcastindex.org/namespace/1.0"'
const MEDIA = 'xmlns:media="http://search.yahoo.com/mrss/"'

describe('podcasts', () => {
  test('what iTunes and Podcasting 2.0 say of an episode', () => {
    const item = rssItem(
      '<title>E</title><itunes:duration>1:02:03</itunes:duration><itunes:season>2</itunes:season>' +
        '<itunes:episode>7</itunes:episode><itunes:episodeType>Bonus</itunes:episodeType><itunes:explicit>no</itunes:explicit>' +
        '<podcast:transcript url="/t.vtt" type="text/vtt"/><podcast:transcript url="/t.srt" type="application/srt"/>' +
        '<podcast:chapters url="/c.json" type="application/json+chapters"/>' +
        '<podcast:person role="Guest" href="https://a.test">Ann &amp; Lee</podcast:person><podcast:person>Bo</podcast:person>' +
        '<comments>https://site.test/e#comments</comments>',
      `${ITUNES} ${PODCAST}`,
    )
    expect(item).toMatchObject({
      duration: 3723,
      season: 2,
      episode: 7,
      episodeType: 'bonus',
      explicit: false,
      transcripts: [
        { url: 'https://site.test/t.vtt', type: 'text/vtt' },
        { url: 'https://site.test/t.srt', type: 'application/srt' },
      ],
      chapters: 'https://site.test/c.json',
      people: [{ name: 'Ann & Lee', role: 'guest' }, { name: 'Bo' }],
      comments: 'https://site.test/e#comments',
    })
  })

  test.each([
    ['90', 90],
    ['90.7', 90],
    [' 2:05 ', 125],
    ['1:00:00', 3600],
    ['0', undefined],
    ['an hour', undefined],
    ['1:2:3:4', undefined],
    ['99999999', undefined],
    ['9999999', undefined],
    ['-5', undefined],
  ])('the duration %j is %j seconds', (text, seconds) => {
    expect(readDuration(text)).toBe(seconds)
  })

  test('say nothing where the feed says nothing that can be used', () => {
    const item = rssItem(
      '<title>E</title><itunes:episode>one</itunes:episode><itunes:explicit>maybe</itunes:explicit>' +
        '<podcast:transcript url="javascript:x"/><podcast:person> </podcast:person><comments>12</comments>',
      `${ITUNES} ${PODCAST}`,
    )
    expect(Object.keys(item)).toEqual(['title', 'link', 'published', 'summary', 'id'])
  })
})

test('lists of one item end after fifty', () => {
  const many = Array.from(
    { length: 60 },
    (_, at) => `<podcast:person>P${at}</podcast:person><podcast:transcript url="/${at}"/>`,
  )
  const { people, transcripts } = rssItem(many.join(''), PODCAST)
  expect([people?.length, transcripts?.length]).toEqual([50, 50])
})

describe('media', () => {
  test('files have their length in seconds, groups their parts, credits an author', () => {
    const item = rssItem(
      '<title>V</title><media:group><media:content url="/v.mp4" type="video/mp4" fileSize="9" duration="185"/>' +
        '<media:thumbnail url="/p.jpg"/><media:credit role="author">Ann Lee</media:credit></media:group>',
      MEDIA,
    )
    expect(item).toMatchObject({
      image: 'https://site.test/p.jpg',
      author: 'Ann Lee',
      enclosures: [{ url: 'https://site.test/v.mp4', type: 'video/mp4', length: 9, duration: 185 }],
    })
  })
})

describe('links that a service has replaced', () => {
  test.each([
    [
      'RSS',
      () =>
        rssItem(
          '<link>https://feeds.test/~r/1</link><feedburner:origLink>https://site.test/1</feedburner:origLink>',
          'xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"',
        ),
    ],
    [
      'Atom',
      () =>
        entry(
          '<link href="https://feeds.test/~r/1"/><f:origLink>https://site.test/1</f:origLink>',
          'xmlns="http://www.w3.org/2005/Atom" xmlns:f="http://rssnamespace.org/feedburner/ext/1.0"',
        ),
    ],
  ])('%s: the original one counts', (_, read) => {
    expect(read().link).toBe('https://site.test/1')
  })
})

describe('controls that are meant as windows-1252', () => {
  const titleOf = async (bytes: Uint8Array, contentType = 'text/xml'): Promise<unknown> => {
    const read = await feedJob({ url: 'https://site.test/', contentType, bytes, content: false })
    return read.kind === 'feed' ? read.items[0]?.title : undefined
  }
  const rss = (title: string): string =>
    `<rss version="2.0"><channel><item><title>${title}</title></item></channel></rss>`

  test.each<[string, string | Uint8Array, string]>([
    ['a raw byte', Buffer.from(rss('it\x92s'), 'latin1'), 'text/xml'],
    [
      'a raw byte in what is UTF-8 otherwise',
      Buffer.concat([
        Buffer.from(rss('~').split('~')[0] + 'it'),
        Buffer.from([0x92]),
        Buffer.from(`s</title><description>äöüß é</description></item></channel></rss>`),
      ]),
      'text/xml; charset=utf-8',
    ],
    ['U+0092 in UTF-8', rss('it\u0092s'), 'text/xml; charset=utf-8'],
    ['a reference', rss('it&#146;s'), 'text/xml'],
    ['a reference in hexadecimal', rss('it&#x92;s'), 'text/xml'],
    ['an escaped reference', rss('it&amp;#146;s'), 'text/xml'],
    ['a byte of iso-8859-2', Buffer.from(rss('it\x92s'), 'latin1'), 'text/xml; charset=iso-8859-2'],
  ])('%s', async (_, source, contentType) => {
    const bytes = typeof source === 'string' ? Buffer.from(source) : source
    expect(await titleOf(bytes, contentType)).toBe('it’s')
  })

  test('in a JSON Feed', async () => {
    const feed =
      '{"version":"https://jsonfeed.org/version/1","items":[{"id":"1","title":"it\u0092s"}]}'
    expect(await titleOf(Buffer.from(feed), 'application/feed+json')).toBe('it’s')
  })
})
