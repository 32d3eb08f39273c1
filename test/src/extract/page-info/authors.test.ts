import { describe, expect, it } from 'vitest'
import { pageInfoJob } from '../../../../src/extract/page-info-job.ts'

async function authorOf(
  html: string,
  url = 'https://harbour.example/essays/tides-turn',
): Promise<string | null> {
  const bytes = new TextEncoder().encode(html)
  const contentType = 'text/html; charset=utf-8'
  const { author } = await pageInfoJob({ url, status: 200, complete: true, contentType, bytes })
  return author
}

const linked = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data)}</script>`
const text = '<p>The tide comes in twice a day, and the boats wait for it in the harbour.</p>'

describe('several authors', () => {
  it.each([
    [
      'of linked data',
      linked({ '@type': 'Article', author: [{ name: 'Ada Porter' }, { name: 'Ben Ox' }] }),
    ],
    ['of one text there', linked({ '@type': 'Article', author: 'Ada Porter and Ben Ox' })],
    ['of metas', '<meta name=author content="Ada Porter"><meta name=author content="Ben Ox">'],
    [
      'of links',
      '<h1>Tides</h1><p>By <a rel=author href=/a>Ada Porter</a> and <a rel=author href=/b>Ben Ox</a></p>',
    ],
    ['of a line', '<h1>Tides</h1><p>By Ada Porter and Ben Ox</p>'],
  ])('%s', async (_name, html) => {
    expect(await authorOf(`<title>Tides</title>${html}${text}`)).toBe('Ada Porter, Ben Ox')
  })
})

describe('the name of the site', () => {
  const site = '<meta property="og:site_name" content="Harbour Data">'
  it.each([
    ['itself', 'Harbour Data'],
    ['of one word', 'Harbour'],
    ['with another', 'Harbour Official'],
    ['as a firm', 'Harbour Data Inc'],
  ])('%s is no author', async (_name, author) => {
    const html = `${site}${linked({ '@type': 'Article', author: { name: author } })}`
    expect(await authorOf(html)).toBeNull()
  })

  it('is one where it is that of a person', async () => {
    const own = '<meta property="og:site_name" content="Ada Porter">'
    const html = `${own}${linked({ '@type': 'Article', author: { '@type': 'Person', name: 'Ada Porter' } })}`
    expect(await authorOf(html, 'https://adaporter.example/tides-turn')).toBe('Ada Porter')
  })

  it('gives way to the name in the byline', async () => {
    const html = `${site}${linked({ '@type': 'Article', author: { '@type': 'Organization', name: 'Harbour Data' } })}<h1>Tides</h1><p class=byline>By Ada Porter</p>`
    expect(await authorOf(html)).toBe('Ada Porter')
  })
})
