import { describe, expect, test } from 'vitest'
import { asTool } from '../../../src/core/run/agent-form.ts'
import { documentToMarkdown } from '../../../tools/web/document-to-markdown.ts'
import { extract } from '../../../tools/web/extract.ts'
import { pdfToMarkdown } from '../../../tools/web/pdf-to-markdown.ts'
import { caller, servePagesToCaller, server } from '../../support/pages-and-caller.ts'
import { paragraph, pdfOf } from '../../support/pdf.ts'
import { pngOf } from '../../support/pictures.ts'
import { reading, single } from '../../support/reading.ts'
import { zipOf } from '../../support/zip.ts'

const outline = `<opml version="2.0"><head><title>Walks</title></head><body>
${Array.from({ length: 300 }, (_, at) => `<outline text="Walk ${at} along the harbour"/>`).join('')}
<outline text="The lighthouse at last"/></body></opml>`
const pdf = pdfOf([paragraph(72, 700, ['The walnut harvest was better than last year.'])])
const feed = `<rss version="2.0"><channel><title>The Bell</title><item><title>Call 1</title></item></channel></rss>`
const archive = zipOf({
  'walks.opml': outline,
  'papers/harvest.pdf': pdf,
  'page.html': `<title>Tides</title><article><h1>Tides</h1>${'<p>The tide comes in twice a day, and goes out again.</p>'.repeat(9)}<a href="notes.md">Notes</a></article>`,
  'notes.md': '# Notes\n\nTides and ships.',
  'feed.xml': feed,
  'dot.png': pngOf(3, 2),
  'inner.zip': zipOf({ 'walks.opml': outline }),
})

servePagesToCaller({
  '/a.zip': { headers: { 'content-type': 'application/zip' }, body: archive },
  '/download': { headers: { 'content-type': 'application/octet-stream' }, body: archive },
  '/old.zip': { status: 302, headers: { location: '/a.zip' }, body: '' },
  '/page': { body: '<title>A page</title><p>Words of a page.' },
  '/page!/more': {
    body: '<title>More</title><article><p>Words of a page with a mark in its address.',
  },
  '/gone': { status: 410, body: 'gone' },
})

const at = (path: string) => `${server.origin}${path}`

async function readOne(path: string, args: Record<string, unknown> = {}) {
  const before = server.requests.length
  const { parts } = await reading({ urls: at(path), ...args })
  return { part: parts[0]!, fetches: server.requests.length - before }
}

test('an archive is a list of what it holds, each with its size', async () => {
  const { part, fetches } = await readOne('/a.zip')
  expect(part).toMatchObject({
    kind: 'zip',
    title: 'a.zip',
    length: expect.stringContaining(
      '7 files within: read each at this address with !/ and its name',
    ),
  })
  expect(part.text).toContain(`| \`papers/harvest.pdf\` | ${pdf.byteLength.toLocaleString('en')} |`)
  expect(fetches).toBe(1)
})

describe('a file within it is read as if it had been fetched', () => {
  test.each([
    ['/a.zip!/walks.opml', { kind: 'opml', title: 'Walks' }],
    ['/old.zip!/walks.opml', { kind: 'opml', url: '/a.zip!/walks.opml' }],
    ['/download?id=7!/walks.opml', { kind: 'opml', url: '/download?id=7!/walks.opml' }],
    ['/a.zip!/inner.zip', { kind: 'zip', title: 'inner.zip' }],
    ['/a.zip!/inner.zip!/walks.opml', { kind: 'opml', title: 'Walks' }],
    ['/a.zip!/papers/harvest.pdf', { kind: 'pdf', url: '/a.zip!/papers/harvest.pdf' }],
    ['/a.zip!/papers%2Fharvest.pdf', { kind: 'pdf' }],
    ['/a.zip!/page.html', { kind: 'page', title: 'Tides' }],
    ['/a.zip!/notes.md', { kind: 'markdown', text: '# Notes\n\nTides and ships.' }],
    ['/a.zip!/feed.xml', { kind: 'feed', title: 'The Bell' }],
    ['/a.zip!/dot.png', { kind: 'image' }],
  ] as [string, Record<string, string>][])('%s', async (path, { url = path, ...said }) => {
    const { part, fetches } = await readOne(path)
    expect(part).toMatchObject({ address: at(path), url: at(url), ...said })
    expect(fetches).toBe(path.startsWith('/old') ? 2 : 1)
  })

  test('links of a page lead to files beside it', async () => {
    const { part } = await readOne('/a.zip!/page.html')
    expect(part.text).toContain(`(${at('/a.zip!/notes.md')})`)
  })

  test('with words to find, and on from a cursor', async () => {
    const { part } = await readOne('/a.zip!/walks.opml', { find: 'lighthouse' })
    expect(part.text).toContain('The lighthouse at last')
    const first = (await readOne('/a.zip!/walks.opml', { maxChars: 1_000 })).part
    expect(first.cursor).toBeTypeOf('string')
    const next = await readOne('/a.zip!/walks.opml', { maxChars: 1_000, cursor: first.cursor })
    expect(next.part.text).toContain('Walk 3')
    expect(next.fetches).toBe(0)
  })

  test('by the tool of its kind', async () => {
    const article = await single(asTool(extract), { url: at('/a.zip!/page.html') })
    expect(article).toMatchObject({ title: 'Tides' })
    const paper = await single(asTool(pdfToMarkdown), { url: at('/a.zip!/papers/harvest.pdf') })
    expect(paper['markdown']).toContain('walnut harvest')
    const walks = await caller.call(documentToMarkdown, { url: at('/a.zip!/walks.opml') })
    expect(walks).toMatchObject({ format: 'opml', url: at('/a.zip!/walks.opml') })
  })
})

describe('what is no file within another', () => {
  test('an address that only looks so is read as it is written', async () => {
    const { part } = await readOne('/page!/more')
    expect(part).toMatchObject({ kind: 'page', title: 'More', url: at('/page!/more') })
  })

  test.each([
    ['/a.zip!/none.txt', 'not_found'],
    ['/a.zip!/../../etc/passwd', 'not_found'],
    ['/a.zip!/papers', 'not_found'],
    ['/a.zip!/walks.opml!/more.txt', 'unsupported_content'],
    ['/page!/other', 'unsupported_content'],
    ['/gone!/other', 'upstream_refused'],
    ['/missing.zip!/other', 'upstream_refused'],
  ])('%s', async (path, code) => {
    await expect(readOne(path)).rejects.toMatchObject({ code, hint: expect.stringMatching(/\S/) })
  })

  test('a view of an application is a page', async () => {
    const { part } = await readOne('/page#!/view')
    expect(part).toMatchObject({ kind: 'page', title: 'A page' })
  })
})
