import { describe, expect, test } from 'vitest'
import { part, place, pptxOf, relationships, run, shape } from '../../../support/presentations.ts'
import { readDocument } from '../read-document.ts'

const title = (text: string): string => shape([run(text)], { type: 'title' })
const read = async (shapes: string, more = {}): Promise<string> =>
  (await readDocument(pptxOf([{ shapes, ...more }]))).markdown

test('slides are read in the order of the show, each under its title', async () => {
  const bytes = pptxOf([
    { shapes: title('One') },
    { shapes: title('Two') + shape([run('text')]) },
    { shapes: '' },
  ])
  expect(await readDocument(bytes)).toMatchObject({
    format: 'pptx',
    pages: 3,
    unit: 'slide',
    markdown: '## Slide 1: One\n\n## Slide 2: Two\n\ntext\n\n## Slide 3',
  })
  expect((await readDocument(bytes, { pages: '2' })).markdown).toBe('## Slide 2: Two\n\ntext')
})

test.each([
  ['bullets by level', 'body', ['<a:pPr lvl="0"/>A', '<a:pPr lvl="1"/>B', 'C'], '- A\n  - B\n- C'],
  ['no bullet where a paragraph says so', 'body', ['A', '<a:pPr><a:buNone/></a:pPr>B'], '- A\n\nB'],
  [
    'numbers from where they start',
    undefined,
    [
      '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr>A',
      '<a:pPr><a:buAutoNum type="arabicPeriod" startAt="3"/></a:pPr>B',
    ],
    '3. A\n4. B',
  ],
  [
    'a paragraph without a bullet belongs to the item above its level',
    'body',
    ['A', '<a:pPr lvl="1"><a:buNone/></a:pPr>B', '<a:pPr lvl="1"/>C'],
    '- A\n\n  B\n  - C',
  ],
  ['text boxes have none', undefined, ['A', 'B'], 'A\n\nB'],
])('%s', async (_, type, paragraphs, expected) => {
  const written = paragraphs.map((each) => each.replace(/[A-C]$/, (text) => run(text)))
  const markdown = await read(shape(written, type === undefined ? {} : { type }))
  expect(markdown).toBe(`## Slide 1\n\n${expected}`)
})

test('a layout and its master say which levels have bullets, and where shapes stand', async () => {
  const slide = {
    shapes: shape([run('below')], { type: 'body' }) + shape([run('above')], { type: 'subTitle' }),
    links: { r1: { type: 'slideLayout', target: '../slideLayouts/l.xml' } },
  }
  const holders = (inner: string): string =>
    part('p:x', `<p:cSld><p:spTree>${inner}</p:spTree></p:cSld>`)
  const body = shape([], { type: 'body', at: [0, 500, 900, 100] })
  const bytes = pptxOf([slide], {
    'ppt/slideLayouts/l.xml': holders(
      shape([], { type: 'subTitle', at: [0, 100, 900, 100] }) + body,
    ),
    'ppt/slideLayouts/_rels/l.xml.rels': relationships({
      r1: { type: 'slideMaster', target: '../m.xml' },
    }),
    'ppt/m.xml': part(
      'p:sldMaster',
      '<p:txStyles><p:bodyStyle><a:lvl1pPr><a:buChar char="•"/></a:lvl1pPr></p:bodyStyle></p:txStyles>',
    ),
  })
  expect((await readDocument(bytes)).markdown).toBe('## Slide 1\n\n- above\n\n* below')
})

test('shapes are read as people read: columns in the order of storing, else from above', async () => {
  const at = (text: string, left: number, top: number): string =>
    shape([run(text)], { at: [left, top, 400, 100] })
  const columns = at('L1', 0, 200) + at('L2', 0, 400) + at('R1', 500, 200) + at('R2', 500, 400)
  expect(await read(columns)).toBe('## Slide 1\n\nL1\n\nL2\n\nR1\n\nR2')
  expect(await read(at('low', 0, 600) + at('right', 500, 100) + at('left', 0, 100))).toBe(
    '## Slide 1\n\nleft\n\nright\n\nlow',
  )
})

test('marks that neighbours share are one, raised parts are characters, links lead out of the document alone', async () => {
  const link = '<a:hlinkClick r:id="x"/>'
  const inner = '<a:hlinkClick r:id="y"/>'
  const runs =
    run('bo', 'b="1"') +
    run('ld ', 'b="1"') +
    run('10') +
    run('6', 'baseline="30000"') +
    run(' go', '', link) +
    run(' in', '', inner)
  const links = {
    x: { type: 'hyperlink', target: 'https://example.com/', isExternal: true },
    y: { type: 'slide', target: 'slide1.xml' },
  }
  expect(await read(shape([runs]), { links })).toBe(
    '## Slide 1\n\n**bold** 10⁶ [go](https://example.com/) in',
  )
})

test('tables keep their spans, charts and diagrams become tables and lists', async () => {
  const cell = (text: string, attributes = ''): string =>
    `<a:tc ${attributes}><a:txBody><a:p>${run(text)}</a:p></a:txBody></a:tc>`
  const frame = (data: string): string =>
    `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="1" name="x"/></p:nvGraphicFramePr><a:graphic><a:graphicData>${data}</a:graphicData></a:graphic></p:graphicFrame>`
  const table = `<a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('H', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('a')}${cell('b')}</a:tr></a:tbl>`
  const c = 'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"'
  const dgm = 'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"'
  const points = (texts: readonly string[], format = ''): string =>
    `<c:cache><c:formatCode>${format}</c:formatCode>${texts.map((text, at) => `<c:pt idx="${at}"><c:v>${text}</c:v></c:pt>`).join('')}</c:cache>`
  const chart = `<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx>${points(['Q1'])}</c:tx><c:cat>${points(['45000'], 'yyyy-mm-dd')}</c:cat><c:val>${points(['0.5'], '0%')}</c:val></c:ser></c:barChart></c:plotArea></c:chart>`
  const point = (id: string, text: string, type = ''): string =>
    `<dgm:pt modelId="${id}" ${type}><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
  const join = (from: string, to: string, order: number): string =>
    `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`
  const model = `<dgm:ptLst>${point('2', 'second')}${point('1', 'first')}${point('3', 'inner')}${point('0', '', 'type="doc"')}</dgm:ptLst><dgm:cxnLst>${join('0', '1', 0)}${join('0', '2', 1)}${join('1', '3', 0)}${join('3', '1', 0)}</dgm:cxnLst>`
  const bytes = pptxOf(
    [
      {
        shapes:
          frame(table) + frame(`<c:chart ${c} r:id="c"/>`) + frame(`<dgm:relIds ${dgm} r:dm="d"/>`),
        links: {
          c: { type: 'chart', target: '../c.xml' },
          d: { type: 'diagramData', target: '../d.xml' },
        },
      },
    ],
    {
      'ppt/c.xml': part('c:chartSpace', chart).replace('<c:chartSpace', `<c:chartSpace ${c}`),
      'ppt/d.xml': part('dgm:dataModel', model).replace('<dgm:dataModel', `<dgm:dataModel ${dgm}`),
    },
  )
  expect((await readDocument(bytes)).markdown).toBe(
    '## Slide 1\n\n| H |  |\n| --- | --- |\n| a | b |\n\nChart: Sales\n\n|  | Q1 |\n| --- | --- |\n| 2023-03-15 | 50% |\n\n- first\n  - inner\n- second',
  )
})

test('notes follow their slide, so do comments, footers are written once, pictures by their names', async () => {
  const footer = shape([run('Confidential')], { type: 'ftr' })
  const number = shape(['<a:fld type="slidenum"><a:t>7</a:t></a:fld>'], { type: 'sldNum' })
  const picture = '<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" descr="A heron"/></p:nvPicPr></p:pic>'
  const links = {
    n: { type: 'notesSlide', target: '../n.xml' },
    c: { type: 'comments', target: '../c.xml' },
  }
  const bytes = pptxOf([{ shapes: footer + number, links }, { shapes: picture + footer }], {
    'ppt/n.xml': part(
      'p:notes',
      `<p:cSld><p:spTree>${shape([run('say it')], { type: 'body' })}</p:spTree></p:cSld>`,
    ),
    'ppt/c.xml': part('p:cmLst', '<p:cm><p:text>Why?</p:text></p:cm>'),
  })
  expect(await readDocument(bytes)).toMatchObject({
    markdown:
      '## Slide 1\n\nConfidential\n\n> Notes:\n>\n> say it\n\nComment: Why?\n\n## Slide 2\n\n[picture: A heron]',
    notes: ['1 comment, each after its slide'],
    pictures: 1,
  })
})

test('what nobody sees is counted, and written where it is asked for', async () => {
  const bytes = pptxOf([
    {
      shapes:
        shape([run('two words')], { attributes: 'hidden="1"' }) +
        shape([run('outside')], { at: [2_000, 0, 10, 10] }),
    },
    { shapes: shape([run('not shown here')]), attributes: 'show="0"' },
  ])
  const { markdown, removed } = await readDocument(bytes)
  expect(markdown).toBe('## Slide 1')
  expect(removed).toEqual([
    { kind: 'hidden', reason: 'hidden', page: 1, words: 3 },
    { kind: 'hidden', reason: 'slide', page: 2, words: 3 },
  ])
  expect((await readDocument(bytes, { keepsHidden: true })).markdown).toContain(
    '## Slide 2 (hidden)\n\nnot shown here',
  )
})

describe('hostile presentations', () => {
  test('slides, layouts and notes that name each other end', async () => {
    const links = {
      r1: { type: 'slideLayout', target: 'slide1.xml' },
      r2: { type: 'notesSlide', target: 'slide1.xml' },
      r3: { type: 'slideMaster', target: 'slide1.xml' },
      r4: { type: 'slide', target: '../../../../etc/passwd' },
      r5: { type: 'slideLayout', target: 'https://example.com/', isExternal: true },
    }
    expect(await read(title('loop'), { links })).toBe('## Slide 1: loop')
  })

  test('a hundred thousand shapes are read in their order', async () => {
    const shapes = Array.from(
      { length: 100_000 },
      (_, at) => `<p:sp><p:txBody><a:p><a:r><a:t>w${at}</a:t></a:r></a:p></p:txBody></p:sp>`,
    )
    const { markdown } = await readDocument(pptxOf([{ shapes: shapes.join('') }]))
    expect(markdown).toContain('w99998\n\nw99999')
  })

  test('groups within each other are read as deep as elements are', async () => {
    const depth = 50_000
    const markdown = await read(
      '<p:grpSp>'.repeat(depth) +
        shape([run('deep')]) +
        '</p:grpSp>'.repeat(depth) +
        shape([run('after')]),
    )
    expect(markdown).toBe('## Slide 1\n\nafter')
  })

  test('entities that grow stand for nothing once their room is used up', async () => {
    const bytes = pptxOf([{ shapes: '' }], {
      'ppt/slides/slide1.xml': `<!DOCTYPE x [<!ENTITY a "${'ha '.repeat(30_000)}">]>${part('p:sld', `<p:cSld><p:spTree>${shape([run('&a;'.repeat(100))])}</p:spTree></p:cSld>`)}`,
    })
    expect((await readDocument(bytes)).markdown.length).toBeLessThan(200_000)
  })

  test('a list of slides that are not there has no text', async () => {
    const bytes = pptxOf([], { 'ppt/presentation.xml': part('p:presentation', '<p:sldIdLst/>') })
    await expect(readDocument(bytes)).rejects.toMatchObject({ code: 'unsupported_content' })
    await expect(
      readDocument(pptxOf([], { 'ppt/presentation.xml': 'no XML' })),
    ).rejects.toMatchObject({ code: 'unparsable' })
  })

  test('places that are no numbers place nothing', async () => {
    const odd = `<p:sp><p:spPr>${place([0, 0, 1, 1]).replaceAll(/="\d+"/g, '="1e999"')}</p:spPr><p:txBody><a:p>${run('x')}</a:p></p:txBody></p:sp>`
    expect(await read(odd + shape([run('y')]))).toContain('y')
  })
})
