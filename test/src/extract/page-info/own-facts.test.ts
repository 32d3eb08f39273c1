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
