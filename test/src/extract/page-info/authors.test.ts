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

describe('a name with more around it', () => {
  it.each([
    ['in quotation marks', '<meta name=author content="&quot;Ada Porter&quot;">'],
    ['before a bullet', '<h1>Tides</h1><p class=byline>By Ada Porter ●</p>'],
    ['before a weekday', '<h1>Tides</h1><p class=byline>Ada Porter on Tuesday</p>'],
    ['after the date', '<h1>Tides</h1><p class=author>Dec. 19, 2024 · Ada Porter</p>'],
    ['under a label of two words', '<h1>Tides</h1><p class=author>Insights from<br>Ada Porter</p>'],
    ['under “Originally”', '<h1>Tides</h1><p class=author>Originally<br>Ada Porter</p>'],
    ['as the only contributor', '<h1>Tides</h1><p>Contributors: Ada Porter</p>'],
  ])('%s', async (_name, html) => {
    expect(await authorOf(`<title>Tides</title>${html}${text}`)).toBe('Ada Porter')
  })

  it.each(['From Harbour', 'on behalf of', 'Sat', 'The Author', 'if(window', '質問者：'])(
    '%s is none',
    async (words) => {
      const html = `<h1>Tides</h1><p class=author>${words}</p>${text}`
      expect(await authorOf(`<title>Tides</title>${html}`)).toBeNull()
    },
  )

  it('is not joined with that of the next post', async () => {
    const posts = ['ada', 'ben'].map((name) => `<b class=username>${name}</b>`).join('<br>')
    expect(await authorOf(`<title>Tides</title><h1>Tides</h1>${posts}${text}`)).toBe('ada')
  })
})

describe('a line under the text', () => {
  const under = (line: string): string =>
    `<title>Tides</title><h1>Tides</h1>${text.repeat(30)}${line}`
  it.each([
    '<p>Written by Ada Porter</p>',
    '<p>This article was written by Ada Porter, harbour master.</p>',
    '<h3>Article by</h3><div>Ada Porter</div>',
    '<p>Geschrieben von Ada Porter</p>',
    '<p>Escrito por Ada Porter</p>',
    '<p>Rédigé par Ada Porter</p>',
    '<p>Scritto da Ada Porter</p>',
  ])('names the author: %s', async (line) => {
    expect(await authorOf(under(line))).toBe('Ada Porter')
  })

  it('names the author in other scripts', async () => {
    expect(await authorOf(under('<p>作者：王小明</p>'))).toBe('王小明')
    expect(await authorOf(under('<p>글: 김민수</p>'))).toBe('김민수')
    expect(await authorOf(under('<p>Автор: Ада Портер</p>'))).toBe('Ада Портер')
  })

  it.each([
    '<p>Written by hand, as all of them were.</p>',
    '<p>Written by the team</p>',
    '<footer><p>Text by Ada Porter</p></footer>',
  ])('names none: %s', async (line) => {
    expect(await authorOf(under(line))).toBeNull()
  })
})

describe('the only name that a site states', () => {
  const own =
    '<meta property="og:site_name" content="Ada Porter"><meta name=author content="Ada Porter">'
  it('is the author of a text at an address with a headline, and of no other page', async () => {
    const html = `<title>Tides</title>${own}<h1>Tides</h1>${text}`
    expect(await authorOf(html, 'https://adaporter.example/why-tides-turn')).toBe('Ada Porter')
    expect(await authorOf(html, 'https://adaporter.example/about')).toBeNull()
  })
})

describe('who is no author', () => {
  const card = (name: string): string =>
    `<div><h3><a href=/x/${name.length}>The boats of ${name}</a></h3><span class=byline>By ${name}</span></div>`
  it.each([
    ['praise', '<blockquote>Great.<cite class=author>Ben Ox</cite></blockquote>'],
    ['cards of other pages', card('Ben Ox') + card('Cleo Rays')],
    [
      'a list of names',
      '<p class=author>Ben Ox<p>One.<p>Two.<p>Three.<p class=author>Cleo Ray<p>x',
    ],
    ['a comment under its heading', '<h2>Comments (2)</h2><p class=author>Ben Ox</p><p>Fine.</p>'],
    ['another article', '<article><p class=author>Ben Ox</p><p>Fine.</p></article>'],
    ['the section of the text', '<a class=author-section rel=tag href=/tag/sea>Sea Ports</a>'],
    ['a caption', '<figure><figcaption class=author>Ben Ox</figcaption></figure>'],
  ])('%s', async (_name, part) => {
    const own = `<title>Tides turn</title><article><h1>Tides turn</h1>${text.repeat(12)}</article>`
    expect(await authorOf(own + part)).toBeNull()
    const signed = own.replace('</h1>', '</h1><p class=byline>By Ada Porter</p>')
    expect(await authorOf(signed + part)).toBe('Ada Porter')
  })

  it('but whoever the meta of several names', async () => {
    expect(await authorOf('<meta name=authors content="Ada Porter">')).toBe('Ada Porter')
  })
})
