import { describe, expect, test } from 'vitest'
import { bookOf } from '../../../support/books.ts'
import { readDocument } from '../read-document.ts'

test('chapters are read in the order of the spine, what stands beside it last, contents not at all', async () => {
  const bytes = bookOf([
    { body: '<h1>Contents</h1><nav><a href="c3.xhtml">One</a></nav>', item: 'properties="nav"' },
    { body: '<p>Aside</p>', ref: 'linear="no"' },
    { body: '<h1>One</h1><p>text<br/>more</p>' },
  ])
  expect(await readDocument(bytes)).toMatchObject({
    format: 'epub',
    title: 'A book',
    author: 'A. Heron, B. Gull',
    createdAt: '2023-04-05',
    modifiedAt: '2024-01-02T03:04:05Z',
    pages: 2,
    unit: 'chapter',
    markdown: '# One\n\ntext\\\nmore\n\nAside',
  })
  expect((await readDocument(bytes, { pages: '2' })).markdown).toBe('Aside')
})

test('elements that end in their own tag are empty, and sections of character data are text', async () => {
  const body = '<p><a id="x"/>one <script src="x"/>two<![CDATA[ <3 ]]></p><div/><p>three</p>'
  expect((await readDocument(bookOf([{ body }]))).markdown).toBe('one two <3\n\nthree')
})

test('a chapter without a heading has its name in the contents', async () => {
  const nav =
    '<html><body><nav><ol><li><a href="c1.xhtml">First chapter</a></li><li><a href="c2.xhtml#a">Second</a></li></ol></nav></body></html>'
  const bytes = bookOf(
    [{ body: '<p>Words.</p>' }, { body: '<p class="t">Second</p><p>Words.</p>' }],
    { 'O/nav.xhtml': nav },
    '<item id="n" href="nav.xhtml" properties="nav"/>',
  )
  expect((await readDocument(bytes)).markdown).toBe('# First chapter\n\nWords.\n\nSecond\n\nWords.')
})

const NOTE = '<aside epub:type="footnote" id="n1"><p><a href="#r1">1</a>. A note</p></aside>'
const REFERENCE = '<a epub:type="noteref" id="r1" href="#n1">1</a>'

test.each([
  ['in the chapter', [`<p>Text${REFERENCE}</p>${NOTE}`]],
  [
    'in a chapter of notes',
    [`<p>Text${REFERENCE.replace('#', 'c2.xhtml#')}</p>`, NOTE.replace('#r1', 'c1.xhtml#r1')],
  ],
  [
    'whose places are anchors within paragraphs',
    [
      '<p>Text<sup><a id="r1" href="c2.xhtml#n1">1</a></sup></p>',
      '<p><a id="n1" href="c1.xhtml#r1">1</a> A note</p>',
    ],
  ],
])('notes %s stand beside the text that refers to them', async (_, bodies) => {
  const { markdown } = await readDocument(bookOf(bodies.map((body) => ({ body }))))
  expect(markdown).toBe('Text[^1]\n\n[^1]: A note')
})

test('pictures are named, the cover by what it is; hidden text is counted; links within the book are text', async () => {
  const bytes = bookOf(
    [
      { body: '<svg><image href="k.jpg"/><title>Cover</title></svg>' },
      {
        body: '<img src="k.jpg" alt=""/><p hidden="">gone now</p><p><a href="c1.xhtml">back</a> <a href="https://example.com/">out</a></p>',
      },
    ],
    {},
    '<item id="k" href="k.jpg" media-type="image/jpeg" properties="cover-image"/>',
  )
  expect(await readDocument(bytes)).toMatchObject({
    markdown: '[picture: Cover]\n\n[picture: cover]\n\nback [out](https://example.com/)',
    pictures: 2,
    removed: [{ reason: 'hidden', page: 2, words: 2 }],
  })
})

test('formulas are TeX, by their annotation or by their elements', async () => {
  const math = (inner: string): string =>
    `<math xmlns="http://www.w3.org/1998/Math/MathML">${inner}</math>`
  const squared = '<msup><mi>x</mi><mn>2</mn></msup>'
  const body = `<p>${math(squared)} and ${math(`<semantics>${squared}<annotation encoding="application/x-tex">y^2</annotation></semantics>`)}</p>`
  expect((await readDocument(bookOf([{ body }]))).markdown).toBe('$x^2$ and $y^2$')
})

describe('hostile books', () => {
  const encryption = (algorithm: string): Record<string, string> => ({
    'META-INF/encryption.xml': `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="${algorithm}"/></e:EncryptedData></encryption>`,
  })

  test('guarded books say so; fonts that are made useless elsewhere guard nothing', async () => {
    const chapters = [{ body: '<p>x</p>' }]
    await expect(
      readDocument(bookOf(chapters, encryption('http://www.w3.org/2001/04/xmlenc#aes256-cbc'))),
    ).rejects.toMatchObject({
      code: 'unsupported_content',
      fields: { reason: 'encrypted' },
    })
    expect(
      (await readDocument(bookOf(chapters, encryption('http://www.idpf.org/2008/embedding'))))
        .markdown,
    ).toBe('x')
  })

  test('a spine that names one chapter again and again has it once, and none that lead out', async () => {
    const bytes = bookOf([{ body: '<p>once</p>' }], {
      'O/b.opf': `<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="a" href="c1.xhtml" media-type="application/xhtml+xml"/><item id="b" href="../../../etc/passwd" media-type="application/xhtml+xml"/></manifest><spine>${'<itemref idref="a"/>'.repeat(5_000)}<itemref idref="b"/></spine></package>`,
    })
    expect(await readDocument(bytes)).toMatchObject({ markdown: 'once', pages: 2 })
  })

  test('notes that refer to each other end', async () => {
    const ring = (to: number): string =>
      `<p id="n">Note <sup><a href="c${to}.xhtml#n">1</a></sup></p>`
    const { markdown } = await readDocument(
      bookOf([{ body: ring(2) }, { body: ring(1) }, { body: '<p>text</p>' }]),
    )
    expect(markdown).toContain('text')
  })

  test('a hundred thousand open elements and as many ends of others take no longer than others', async () => {
    const body = '<i>'.repeat(100_000) + '</b>'.repeat(100_000) + '<p>end</p>'
    expect((await readDocument(bookOf([{ body }]))).markdown).toContain('end')
  })
})
