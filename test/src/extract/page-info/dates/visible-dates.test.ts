import { describe, expect, it } from 'vitest'
import { pageInfoJob } from '../../../../../src/extract/page-info-job.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const prose =
  '<p>The tide comes in twice a day, and the boats wait for it in the harbour.</p>'.repeat(4)

async function datesOf(
  html: string,
  url = 'https://harbour.example/essays/how-tides-turn',
): Promise<{ publishedAt: string | null; modifiedAt: string | null }> {
  const bytes = new TextEncoder().encode(html)
  const contentType = 'text/html; charset=utf-8'
  const input = { url, status: 200, complete: true, contentType, bytes, now: NOW }
  const { publishedAt, modifiedAt } = await pageInfoJob(input)
  return { publishedAt, modifiedAt }
}

function page(near: string, { lang = 'en', head = '', after = '' } = {}): string {
  return `<html lang="${lang}"><title>How tides turn</title>${head}<main><h1>How tides turn</h1>${near}${prose}${after}</main>`
}

describe('a date that stands only in the text', () => {
  it.each([
    ['en', 'By Ada Porter, 5 March 2024'],
    ['en', 'Published 3/5/2024 at 10:30'],
    ['en-GB', '5/3/2024'],
    ['de', 'Von Ada Porter, 5.3.24'],
    ['de', 'Dienstag, 5. März 2024'],
    ['fr', 'Publié le 5 mars 2024 à 10h30'],
    ['es', 'Publicado el 5 de marzo de 2024'],
    ['pt', '5 de março de 2024'],
    ['it', 'Pubblicato il 5 marzo 2024'],
    ['nl', 'Geplaatst op 5 maart 2024'],
    ['sv', 'Publicerad 5 mars 2024'],
    ['fi', 'Julkaistu 5. maaliskuuta 2024'],
    ['pl', '5 marca 2024'],
    ['cs', 'Publikováno 5. března 2024'],
    ['hr', 'Objavljeno 5. ožujka 2024.'],
    ['hu', '2024. március 5.'],
    ['ro', '5 martie 2024'],
    ['tr', '5 Mart 2024 tarihinde yayınlandı'],
    ['az', '5 mart 2024'],
    ['id', '5 Maret 2024'],
    ['vi', 'Thứ ba, 5 tháng 3, 2024'],
    ['vi', 'Ngày 5 tháng 3 năm 2024'],
    ['el', 'Δημοσιεύθηκε 5 Μαρτίου 2024'],
    ['ru', 'Опубликовано 5 марта 2024 г.'],
    ['uk', '5 березня 2024'],
    ['be', '5 сакавіка 2024'],
    ['sr', '5. март 2024.'],
    ['ar', 'نشر في ٥ مارس ٢٠٢٤'],
    ['ar', '5 آذار/مارس 2024'],
    ['ur', '5 مارچ 2024'],
    ['fa', '۱۵ اسفند ۱۴۰۲'],
    ['fa', 'تاریخ انتشار: ۱۴۰۲/۱۲/۱۵'],
    ['he', 'פורסם ב-5 במרץ 2024'],
    ['hi', '5 मार्च 2024'],
    ['hi', '५ मार्च २०२४'],
    ['bn', '৫ মার্চ ২০২৪'],
    ['th', '5 มีนาคม 2567'],
    ['th', '5 มี.ค. 2567'],
    ['ja', '2024年3月5日 公開'],
    ['zh', '发布时间：2024-03-05 10:30'],
    ['ko', '입력 2024.03.05. 오전 10:30'],
  ])('is read in %s: %s', async (lang, line) => {
    const { publishedAt } = await datesOf(page(`<p>${line}</p>`, { lang }))
    expect(publishedAt?.slice(0, 10)).toBe('2024-03-05')
  })

  it.each([
    ['apart by styles only', '<p><span>Essays</span><span>March 5, 2024</span></p>'],
    ['in calendar leaves', '<div class="date"><b>Mar</b> <span>05</span><span>2024</span></div>'],
    ['with a label of its own', '<dl><dt>Published</dt><dd>5 March 2024</dd></dl>'],
    ['behind a relative one', '<time datetime="2024-03-05">2 years ago</time>'],
    ['in an attribute for scripts', '<span class="date" data-date="2024-03-05">long ago</span>'],
    ['far indented', `<p>${' '.repeat(2000)}\n5 March 2024</p>`],
    ['in the class of an update', '<span class="entry-date updated">March 5, 2024</span>'],
    ['in an article of a careless name', '<article class="card"><p>March 5, 2024</p></article>'],
    ['against a vague meta', '<meta name="date" content="2024-11-09"><p>March 5, 2024</p>'],
    ['after that of the update', '<p>Updated May 7, 2025 | Published March 5, 2024</p>'],
    ['streamed by React', '<div hidden id="S:0"><p>March 5, 2024</p></div>'],
    ['faded in by a script', '<div style="opacity:0"><p>March 5, 2024</p></div>'],
    [
      'in a time element of a site',
      '<relative-time datetime="2024-03-05">long ago</relative-time>',
    ],
    ['in the element of a forum', '<faceplate-timeago ts="2024-03-05">2y</faceplate-timeago>'],
  ])('%s', async (_name, near) => {
    expect((await datesOf(page(near))).publishedAt).toBe('2024-03-05')
  })

  it('is the one that is said to be of the publication, of two that are as likely', async () => {
    const said = `${'<p>Of the sea.</p>'.repeat(4)}<p>Originally published on 5 March 2024</p>`
    const html = page('<time>9 May 2025</time>').replace(prose, '') + said
    expect((await datesOf(html)).publishedAt).toBe('2024-03-05')
  })

  it('is found beside a heading of another level, and one that is no heading', async () => {
    const html = page('<p>5 March 2024</p>')
    const inDiv = html.replaceAll('h1', 'div')
    expect((await datesOf(html.replaceAll('h1', 'h3'))).publishedAt).toBe('2024-03-05')
    expect((await datesOf(inDiv)).publishedAt).toBe('2024-03-05')
  })

  it('is found where a careless name makes the whole page a list', async () => {
    const html = page('<p>5 March 2024</p>').replace('<main>', '<main class="card trending">')
    expect((await datesOf(html)).publishedAt).toBe('2024-03-05')
  })
})

describe('a date far from the title', () => {
  const sole = '<p>Harbour office, 5 March 2024</p>'
  it('is that of the page where it has no other', async () => {
    const beside = '<aside><p>5 March 2024</p></aside>'
    expect((await datesOf(page('', { after: prose.repeat(8) + sole }))).publishedAt).toBe(
      '2024-03-05',
    )
    expect((await datesOf(page(prose.repeat(8), { after: beside }))).publishedAt).toBe('2024-03-05')
  })

  it.each([
    ['there is another day', `${sole}<p>Harbour office, 6 March 2024</p>`, undefined],
    ['the page says when it was changed', `${sole}<p>Updated May 7, 2025</p>`, undefined],
    ['the page is of a handbook', sole, 'https://docs.harbour.example/how-tides-turn'],
    ['the address names no text', sole, 'https://harbour.example/tides'],
  ])('is not where %s', async (_name, after, url) => {
    const { publishedAt } = await datesOf(page(prose.repeat(8), { after }), url)
    expect(publishedAt).not.toBe('2024-03-05')
  })
})

describe('the day at the beginning of a report', () => {
  const report = 'the sea came over the wall of the harbour, and nobody in the town slept. '.repeat(
    4,
  )
  it.each(['LONDON, March 5, 2024 – ', '05.03.2024 „', 'Kiel, (5.3.2024). ', '5 March 2024. The '])(
    'is that of the page: %s',
    async (start) => {
      const html = page(`<p>${start}${report}</p>`, { lang: 'en-GB', after: '<p>1 April 2024</p>' })
      expect((await datesOf(html)).publishedAt).toBe('2024-03-05')
    },
  )

  it.each(['On 5 March 2024 ', 'It was by 5 March 2024 – a Tuesday – that '])(
    'is not in a sentence: %s',
    async (start) => {
      expect((await datesOf(page(`<p>${start}${report}</p>`))).publishedAt).toBeNull()
    },
  )
})

describe('another day by the title than the page states', () => {
  const head = (published: string, modified: string): string =>
    `<meta property="article:published_time" content="${published}"><meta property="article:modified_time" content="${modified}">`
  it.each([
    [
      'the page was written out since',
      '<p>March 5, 2024</p>',
      head('2025-06-24', '2025-06-24'),
      '2024-03-05',
    ],
    ['it is marked', '<time>March 5, 2024</time>', head('2024-04-24', '2025-06-24'), '2024-03-05'],
    [
      'it is not marked, and the page was not written out',
      '<p>March 5, 2024</p>',
      head('2024-04-24', '2025-06-24'),
      '2024-04-24',
    ],
    [
      'it is that of the change',
      '<p>June 24, 2025</p>',
      head('2024-03-05', '2025-06-24'),
      '2024-03-05',
    ],
    [
      'day and month changed places',
      '<p>3/5/2024</p>',
      head('2024-05-03', '2024-05-03'),
      '2024-05-03',
    ],
    [
      'there are two',
      '<p>March 5, 2024</p><p>March 7, 2024</p>',
      head('2025-06-24', '2025-06-24'),
      '2025-06-24',
    ],
  ])('where %s', async (_name, near, metas, day) => {
    expect((await datesOf(page(near, { head: metas }))).publishedAt).toBe(day)
  })
})

describe('what a page states in its own way', () => {
  const article = '<meta property="og:type" content="article">'
  it.each([
    ['w-published-date', 'publishedAt'],
    ['harbour:publishdate', 'publishedAt'],
    ['article:first_published_time', 'publishedAt'],
    ['harbour:last_updated_at', 'modifiedAt'],
  ] as const)('the meta %s', async (name, field) => {
    const head = `${article}<meta name="${name}" content="2024-03-05">`
    expect((await datesOf(page('', { head })))[field]).toBe('2024-03-05')
  })

  it('no release of a handbook, but the day of a thread that asks for help', async () => {
    const head = `${article}<meta property="article:published_time" content="2024-03-05">`
    const again = '<meta property="article:modified_time" content="2024-03-05">'
    const release = datesOf(page('', { head: head + again }), 'https://harbour.example/docs/tides')
    const once = datesOf(page('', { head }), 'https://harbour.example/docs/tides')
    const thread = datesOf(page('', { head }), 'https://harbour.example/t/help-with-tides/12')
    expect((await release).publishedAt).toBeNull()
    expect((await once).publishedAt).toBe('2024-03-05')
    expect((await thread).publishedAt).toBe('2024-03-05')
  })

  it.each([
    ['its title', { headline: 'How tides turn' }, { headline: 'Why boats float' }],
    [
      'its address, whatever another is called',
      { url: '/essays/how-tides-turn' },
      { headline: 'How tides turn', url: '/essays/why-boats-float' },
    ],
    ['its address', { url: '/essays/how-tides-turn' }, { url: '/essays/why-boats-float' }],
  ])('one of several articles by %s', async (_name, own, other) => {
    const articles = [
      { '@type': 'Article', datePublished: '2023-01-02', ...other },
      { '@type': 'Article', datePublished: '2024-03-05', ...own },
    ]
    const list = `<script type="application/ld+json">${JSON.stringify(articles)}</script>`
    const titled = page('', { head: list }).replaceAll('How tides turn', 'How tides turn (2)')
    expect((await datesOf(page('', { head: list }))).publishedAt).toBe('2024-03-05')
    expect((await datesOf(titled)).publishedAt).toBe('2024-03-05')
  })

  it('the one of a blog that names the page', async () => {
    const posts = [
      { '@type': 'BlogPosting', url: '/essays/how-tides-turn', datePublished: '2024-03-05' },
    ]
    const blog = JSON.stringify({ '@type': 'Blog', blogPost: posts })
    const head = `<script type="application/ld+json">${blog}</script>`
    expect((await datesOf(page('', { head }))).publishedAt).toBe('2024-03-05')
  })
})

describe('a date of something else', () => {
  it.each([
    ['a birth', '<p>Ada Porter, born 5 March 1984</p>'],
    ['a birth in German', '<p>geboren am 5. März 1984</p>'],
    ['a foundation', '<p>Founded on 5 March 1994</p>'],
    ['a right', '<p>Copyright 5 March 2024</p>'],
    ['a right by its sign', '<p>© 5.3.2024 Harbour</p>'],
    ['a version', '<p>Version 1.2.24</p>'],
    ['a membership', '<p>Ada, member since 5 March 2014</p>'],
    ['a deadline', '<p>Entries until 5 March 2026</p>'],
    ['a visit', '<p>Retrieved 5 March 2024</p>'],
    ['a membership with its weekday', '<p>Joined: Tue Mar 5, 2024 10:30 am</p>'],
    ['the first day of a course', '<p>3/5/2024 - 4/9/2024</p>'],
    ['the future', '<p>5 March 2031</p>'],
    ['a reader', '<div class="comments"><time datetime="2024-03-05">5 March 2024</time></div>'],
    ['another page', '<aside class="related"><time datetime="2024-03-05"></time></aside>'],
    [
      'a sentence',
      `<p>It was on 5 March 2024 that the sea came over the wall, and nobody in the town slept.</p>`,
    ],
    ['no day at all', '<p>3 hours ago</p>'],
  ])('is not taken: of %s', async (_name, near) => {
    expect((await datesOf(page(near))).publishedAt).toBeNull()
  })

  it('that a meta or linked data put into the future is not taken either', async () => {
    const head =
      '<meta property="article:published_time" content="2031-01-01"><script type="application/ld+json">{"@type":"Article","datePublished":"2030-01-01"}</script>'
    expect((await datesOf(page('', { head }))).publishedAt).toBeNull()
  })

  it('is not one of others that a text lists below its own, whatever its address', async () => {
    const others = [1, 2, 3, 4, 5]
      .map((day) => `<h2>Post</h2><p class="date">${day} May 2024</p>`)
      .join('')
    const html = page('<p class="date">5 March 2024</p>', { after: others })
    const { publishedAt } = await datesOf(html, 'https://harbour.example/blog/tide_notes')
    expect(publishedAt).toBe('2024-03-05')
  })

  it('is not taken from the posts of a list', async () => {
    const posts = [1, 2, 3, 4, 5]
      .map((day) => `<h2>Post ${day}</h2><p class="date">${day} March 2024</p>`)
      .join('')
    const html = `<title>News</title><main><h1>News</h1>${posts}</main>`
    expect((await datesOf(html, 'https://harbour.example/news')).publishedAt).toBeNull()
  })
})

describe('a page about a product', () => {
  const product = '<script type="application/ld+json">{"@type":"Product","name":"Tides"}</script>'
  const stated = '<meta name="pubdate" content="2024-03-05">'
  it('has a date where it is a review, which shows it by its title', async () => {
    const near = '<time class="published" datetime="2024-03-05">5 March 2024</time>'
    const review = page(near, { head: product + stated })
    const shop = page('', { head: product + stated })
    expect((await datesOf(review)).publishedAt).toBe('2024-03-05')
    expect((await datesOf(shop)).publishedAt).toBeNull()
  })
})

describe('the last change', () => {
  it('is not when a page of a handbook was published', async () => {
    const html = page('', { after: '<p>Last modified: May 7, 2025</p>' })
    expect(await datesOf(html, 'https://harbour.example/docs/tides')).toEqual({
      publishedAt: null,
      modifiedAt: '2025-05-07',
    })
  })

  it.each([
    ['in German', 'Diese Seite wurde zuletzt am 7. Mai 2025 um 13:22 Uhr geändert.'],
    ['in English', 'This page was last edited on 7 May 2025, at 13:22.'],
  ])('is read in the footer, %s', async (_name, line) => {
    const html = `${page('')}<footer><p>${line}</p></footer>`
    const { modifiedAt } = await datesOf(html, 'https://harbour.example/wiki/tides')
    expect(modifiedAt).toBe('2025-05-07T13:22:00')
  })

  it('is all that a handbook states, where it is also its publication', async () => {
    const head = ['published', 'modified']
      .map((name) => `<meta property="article:${name}_time" content="2025-05-07">`)
      .join('')
    expect(await datesOf(page('', { head }), 'https://docs.harbour.example/tides')).toEqual({
      publishedAt: null,
      modifiedAt: '2025-05-07',
    })
  })

  it('stands for the day of an article that shows no other', async () => {
    const head = '<meta property="og:type" content="article">'
    const html = page('<p>Updated on May 7, 2025</p>', { head })
    expect((await datesOf(html)).publishedAt).toBe('2025-05-07')
  })
})

describe('the day in the zone of the page', () => {
  const stated = (iso: string): string =>
    `<meta property="article:published_time" content="${iso}">`
  it.each([
    ['an offset: as written', '2024-03-05T23:30:00-05:00', '', '2024-03-05T23:30:00-05:00'],
    ['midnight: as written', '2024-03-05T00:00:00Z', '', '2024-03-05T00:00:00Z'],
    ['the same day shown', '2024-03-05T23:30:00Z', 'March 5, 2024', '2024-03-05T23:30:00Z'],
    ['the next day shown', '2024-03-05T23:30:00Z', 'March 6, 2024', '2024-03-06'],
    ['the day before', '2024-03-06T02:00:00Z', 'March 5, 2024', '2024-03-05'],
    [
      'the time shown as well',
      '2024-03-05T23:30:00Z',
      'March 6, 2024, 8:30 am',
      '2024-03-06T08:30:00+09:00',
    ],
    [
      'UTC that does not say so',
      '2024-03-06T03:05:48',
      'Mar 5, 2024 | 9:05 pm',
      '2024-03-05T21:05:48-06:00',
    ],
    ['another day without a zone', '2024-03-06T03:05:48', 'Mar 5, 2024', '2024-03-06T03:05:48'],
    [
      'the time of an answer on the next day',
      '2024-03-05T18:48:59Z',
      'March 6, 2024, 9:21 am',
      '2024-03-05T18:48:59Z',
    ],
    ['a day that no zone has', '2024-03-05T05:00:00Z', 'March 6, 2024', '2024-03-05T05:00:00Z'],
  ])('%s', async (_name, iso, text, day) => {
    const html = page(`<p>${text}</p>`, { head: stated(iso) })
    expect((await datesOf(html)).publishedAt).toBe(day)
  })

  it('is told by the same point in time behind what the page shows', async () => {
    const near = '<time datetime="2024-03-06T04:25:38+0500">yesterday</time>'
    const html = page(near, { head: stated('2024-03-05T23:25:38Z') })
    expect((await datesOf(html)).publishedAt).toBe('2024-03-06T04:25:38+05:00')
  })

  it('is told by an offset that the page states elsewhere', async () => {
    const head = `${stated('2024-03-05T23:30:00Z')}<meta property="article:modified_time" content="2024-03-09T10:00:00+09:00">`
    expect((await datesOf(page('', { head }))).publishedAt).toBe('2024-03-06T08:30:00+09:00')
  })

  it.each([
    ['https://hafen.de/gezeiten-der-see', '2024-03-05T23:00:00Z', '2024-03-06T00:00:00+01:00'],
    ['https://hafen.de/gezeiten-der-see', '2024-07-05T22:00:00Z', '2024-07-06T00:00:00+02:00'],
    ['https://minato.jp/essays/tides-turn', '2024-03-05T15:30:00Z', '2024-03-06T00:30:00+09:00'],
  ])('is that of the country of %s', async (url, iso, day) => {
    expect((await datesOf(page('', { head: stated(iso) }), url)).publishedAt).toBe(day)
  })
})
