import { describe, expect, test } from 'vitest'
import { pageInfoJob, type PageInfoJobOutput } from '../../../../src/extract/page-info-job.ts'

const URL_OF_PAGE = 'https://harbour.example/essays/tides'

async function read(html: string, url = URL_OF_PAGE): Promise<PageInfoJobOutput> {
  const bytes = new TextEncoder().encode(html)
  const now = Date.UTC(2026, 0, 31)
  return pageInfoJob({
    url,
    status: 200,
    complete: true,
    contentType: 'text/html; charset=utf-8',
    bytes,
    now,
  })
}

const text = '<p>The tide comes in twice a day, and the boats wait for it in the harbour.</p>'

describe('the canonical address', () => {
  const root = '<link rel=canonical href="https://harbour.example/">'
  test('is not that of the home page, unless the page is it', async () => {
    const own = `<meta property="og:url" content="https://harbour.example/tides">`
    expect((await read(root + own)).canonical).toBe('https://harbour.example/tides')
    expect((await read(root)).canonical).toBe(URL_OF_PAGE)
    const home = await read(root, 'https://harbour.example/index.html')
    expect(home.canonical).toBe('https://harbour.example/')
  })
})

test('the image of a card is no drawing', async () => {
  const metas = (...images: string[]): string =>
    images.map((image) => `<meta property="og:image" content="/${image}">`).join('')
  expect((await read(metas('logo.svg?v=2', 'tide.jpg'))).image).toBe(
    'https://harbour.example/tide.jpg',
  )
  expect((await read(metas('logo.svg'))).image).toBe('')
})

describe('the next page of a series', () => {
  test.each([
    ['<link rel=next href="?page=2">', `${URL_OF_PAGE}?page=2`],
    ['<p><a rel=next href="/essays/tides/2">Next</a></p>', `${URL_OF_PAGE}/2`],
    [`<link rel=next href="${URL_OF_PAGE}">`, undefined],
    ['<link rel=prev href="?page=1">', undefined],
  ])('%s: %s', async (part, next) => {
    expect((await read(`<h1>Tides</h1>${part}${text}`)).next).toBe(next)
  })
})

describe('a page that was not found', () => {
  test.each([
    '404 - Harbour',
    'Page not found | Harbour',
    'Seite nicht gefunden',
    'Página no encontrada',
    'Страница не найдена',
    'ページが見つかりません',
  ])('says so: %s', async (title) => {
    expect((await read(`<title>${title}</title>${text}`)).notFound).toBe(true)
  })

  test.each(['Peugeot 404 review', 'Lost and found', 'Route 404', 'Tides'])(
    'does not: %s',
    async (title) => {
      expect((await read(`<title>${title}</title>${text}`)).notFound).toBeUndefined()
    },
  )

  test('is no long text about that', async () => {
    const html = `<title>Page not found</title>${text.repeat(30)}`
    expect((await read(html)).notFound).toBeUndefined()
  })
})

describe('the day of a page', () => {
  const page = (part: string): string =>
    `<title>Tides turn</title><h1>Tides turn</h1>${text.repeat(12)}${part}`
  const entry = (day: string): string =>
    `<li><a href="/e/${day}">A walk</a> <span class=date>${day}</span></li>`
  test.each([
    [
      'a list of events',
      `<ul>${['2023-02-11', '2021-04-19', '2022-06-03'].map(entry).join('')}</ul>`,
    ],
    [
      'a related story',
      '<h2>Related</h2><p>Boats</p><time datetime="2023-02-11">11 February 2023</time>',
    ],
    [
      'another article',
      '<article></article><article><time datetime="2023-02-11">11 February 2023</time></article>',
    ],
    [
      'praise',
      '<blockquote>Great. <span class=published>Published 11 February 2023</span></blockquote>',
    ],
  ])('is not that of %s', async (_name, part) => {
    expect((await read(page(part))).publishedAt).toBeNull()
  })
})

describe('the author and the day of a page', () => {
  const page = (part: string): string =>
    `<title>Tides turn twice a day</title><h1>Tides turn twice a day</h1>${part}`
  const passages = text
    .repeat(1)
    .replace('harbour.', 'harbour, as they did in the years before.')
    .repeat(3)

  test.each([
    [
      'a review that the vocabulary marks',
      '<div itemscope itemtype="https://schema.org/Review"><b itemprop="author">Ada Porter</b> <span itemprop=datePublished content="2023-02-11">11 February 2023</span></div>',
    ],
    [
      'a card alone below the text',
      '<div><a href="/b"><h4>Where the boats sleep at night</h4></a><span class=author>By Ada Porter</span> <span class=date>11 February 2023</span></div>',
    ],
    [
      'slides of customers',
      '<div><p>Great.</p><span class="slide-author">Ada Porter</span></div><div><p>Very good.</p><span class="slide-author">Ben Cole</span></div>',
    ],
    [
      'rows of a chronicle',
      '<h3>11 February 2023</h3><p>Storm.</p><h3>12 March 2023</h3><p>Calm.</p>',
    ],
  ])('are not those of %s', async (_name, part) => {
    const { author, publishedAt } = await read(page(passages + part))
    expect({ author, publishedAt }).toEqual({ author: null, publishedAt: null })
  })

  test.each([
    ['a line of facts', '<div>11 February 2023 · 4 min read · Ada Porter</div>'],
    [
      'a person’s own page beside the day',
      '<p><a href="/@ada">Ada Porter</a></p><p>11 February 2023</p>',
    ],
    [
      'a list of facts',
      '<dl><dt>Author</dt><dd>Ada Porter</dd><dt>Published</dt><dd>11 February 2023</dd></dl>',
    ],
    ['a work and by', '<p>An essay by Ada Porter</p><p>Published 11 February 2023</p>'],
    [
      'a first part before others’ work',
      '<p>Text Ada Porter / Photos: Ben Cole</p><p>11 February 2023</p>',
    ],
  ])('are read from %s', async (_name, part) => {
    const { author, publishedAt } = await read(page(part + passages))
    expect({ author, publishedAt }).toEqual({ author: 'Ada Porter', publishedAt: '2023-02-11' })
  })
})
