import { describe, expect, test } from 'vitest'
import { ODF_NAMESPACES, openDocumentFiles, textFiles, wordFiles } from '../../support/documents.ts'
import { part, pptxOf, run, shape } from '../../support/presentations.ts'
import { rowsOf, workbookOf } from '../../support/workbooks.ts'
import { zipOf } from '../../support/zip.ts'
import { readDocument } from './read-document.ts'

const A = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const DIAGRAM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const points = (values: readonly string[]): string =>
  values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('')

const OOXML_CHART = `<c:chartSpace xmlns:c="${CHART}" ${A}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Tides</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:lineChart><c:ser><c:tx>${points(['High'])}</c:tx><c:cat>${points(['Mon', 'Tue'])}</c:cat><c:val>${points(['4.2', '4.5'])}</c:val></c:ser></c:lineChart></c:plotArea></c:chart></c:chartSpace>`

const OOXML_DIAGRAM = `<dgm:dataModel xmlns:dgm="${DIAGRAM}" ${A}><dgm:ptLst>${['Ebb', 'Flood']
  .map(
    (text, at) =>
      `<dgm:pt modelId="${at}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`,
  )
  .join('')}</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1"/></dgm:cxnLst></dgm:dataModel>`

const drawing = (data: string, name = ''): string =>
  `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="x" descr="${name}"/><a:graphic ${A}><a:graphicData>${data}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
const chart = (id: string, name?: string): string =>
  drawing(`<c:chart xmlns:c="${CHART}" r:id="${id}"/>`, name)
const diagram = (id: string): string => drawing(`<dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="${id}"/>`)
const word = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

/** A document of Word with a chart and a diagram among its parts. */
const docx = (body: string): Buffer =>
  zipOf({
    ...wordFiles({ body }),
    'word/_rels/document.xml.rels': `<Relationships><Relationship Id="c" Type="${OFFICE}/chart" Target="charts/chart1.xml"/><Relationship Id="d" Type="${OFFICE}/diagramData" Target="diagrams/data1.xml"/></Relationships>`,
    'word/charts/chart1.xml': OOXML_CHART,
    'word/diagrams/data1.xml': OOXML_DIAGRAM,
  })

const cells = (texts: readonly string[]): string =>
  `<table:table-row>${texts.map((text) => `<table:table-cell><text:p>${text}</text:p></table:table-cell>`).join('')}</table:table-row>`

/** The object of a chart in packages of OpenDocument. */
const CHART_OBJECT = {
  'Object 1/content.xml': `<office:document-content ${ODF_NAMESPACES}><office:body><office:chart><chart:chart><chart:title><text:p>Tides</text:p></chart:title><table:table><table:table-header-rows>${cells(['', 'High'])}</table:table-header-rows><table:table-rows>${cells(['Mon', '4.2'])}${cells(['Tue', '4.5'])}</table:table-rows></table:table></chart:chart></office:chart></office:body></office:document-content>`,
}
const OBJECT =
  '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>'
const TABLE = 'Chart: Tides\n\n|  | High |\n| --- | --- |\n| Mon | 4.2 |\n| Tue | 4.5 |'

describe('charts and diagrams', () => {
  test.each([
    ['of Word', docx(word('before') + chart('c') + word('after')), `before\n\n${TABLE}\n\nafter`],
    [
      'of Word in a list',
      docx(word('before') + diagram('d') + word('after')),
      'before\n\n- Ebb\n  - Flood\n\nafter',
    ],
    [
      'of Word that are not there',
      docx(chart('x', 'Sales') + diagram('x')),
      '[picture: Sales]\n\n[picture: diagram]',
    ],
    [
      'of texts of OpenDocument',
      zipOf({ ...textFiles(`<text:p>before${OBJECT}</text:p>`), ...CHART_OBJECT }),
      `before\n\n${TABLE}`,
    ],
    [
      'of slides of OpenDocument',
      zipOf(
        openDocumentFiles('presentation', `<draw:page>${OBJECT}</draw:page>`, '', CHART_OBJECT),
      ),
      `## Slide 1\n\n${TABLE}`,
    ],
    [
      'of sheets, whose values stand there',
      zipOf(
        openDocumentFiles(
          'spreadsheet',
          `<table:table table:name="S">${cells(['Port'])}<table:shapes>${OBJECT}</table:shapes></table:table>`,
          '',
          CHART_OBJECT,
        ),
      ),
      '## S\n\nPort\n\n[chart: Tides]',
    ],
  ])('%s', async (_, bytes, markdown) => {
    expect((await readDocument(bytes)).markdown).toBe(markdown)
  })

  test('one part shown again and again ends with the room for a document', async () => {
    const many = docx(chart('c').repeat(2_000))
    const { markdown, isCut } = await readDocument(many, {}, { maxChars: 10_000, maxMs: 60_000 })
    expect([markdown.length < 30_000, isCut]).toEqual([true, true])
  })
})

const THREADS = 'http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments'
const POWERPOINT = 'http://schemas.microsoft.com/office/powerpoint/2018/8/main'
const remark = (author: string, text: string): string =>
  `<office:annotation><dc:creator>${author}</dc:creator><dc:date>2026-11-30</dc:date><text:p>${text}</text:p><text:p>Really.</text:p></office:annotation>`

describe('comments', () => {
  test('on cells of a workbook: old ones, and conversations, which are kept twice', async () => {
    const book = workbookOf(
      [
        {
          before: '<cols><col min="3" max="3" hidden="1"/></cols>',
          rows: rowsOf([
            ['Port', 'Tide'],
            ['Husum', 4],
          ]),
          links: {
            c: ['comments', '../comments1.xml'],
            t: ['threadedComment', '../threads1.xml'],
          },
        },
      ],
      {
        files: {
          'xl/comments1.xml':
            '<comments><authors><author>Ann</author><author>tc=1</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Ann:</t></r><r><t>\nWhich port?</t></r></text></comment><comment ref="B2" authorId="1"><text><t>[Threaded comment]</t></text></comment><comment ref="C1" authorId="0"><text><t>not seen</t></text></comment></commentList></comments>',
          'xl/threads1.xml': `<ThreadedComments xmlns="${THREADS}"><threadedComment ref="B2" personId="{1}" id="{a}"><text>Too high?</text></threadedComment><threadedComment ref="B2" personId="{2}" id="{b}" parentId="{a}"><text>No.</text></threadedComment></ThreadedComments>`,
          'xl/persons/person.xml': `<personList xmlns="${THREADS}"><person displayName="Bo" id="{1}"/><person displayName="Cy" id="{2}"/></personList>`,
          'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="s1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="p" Type="http://schemas.microsoft.com/office/2017/10/relationships/person" Target="persons/person.xml"/></Relationships>`,
        },
      },
    )
    const { markdown, notes, removed } = await readDocument(book)
    expect(markdown.split('\n\n').slice(2)).toEqual([
      'Comment on B2 by Bo: Too high?',
      'Comment on B2 by Cy: No.',
      'Comment on A1 by Ann: Which port?',
    ])
    expect(notes).toEqual(['3 comments, each after its sheet'])
    expect(removed).toEqual([{ kind: 'hidden', reason: 'column', page: 1, words: 2 }])
  })

  test('on cells and slides of OpenDocument', async () => {
    const sheet = `<table:table table:name="S"><table:table-row><table:table-cell><text:p>Port</text:p></table:table-cell><table:table-cell>${remark('Ann', 'Which?')}<text:p>Tide</text:p></table:table-cell></table:table-row></table:table>`
    const ods = await readDocument(zipOf(openDocumentFiles('spreadsheet', sheet)))
    expect(ods.markdown).toMatch(
      /Port[^\n]*Tide[^]*\n\nComment on B1 by Ann: Which\?(?:<br>| {2}\n|\\\n)Really\.$/,
    )
    expect(ods.notes).toEqual(['1 comment, each after its sheet'])
    const slide = `<draw:page><draw:frame><draw:text-box><text:p>Tides</text:p></draw:text-box></draw:frame>${remark('Ann', 'Which?')}</draw:page>`
    const odp = await readDocument(zipOf(openDocumentFiles('presentation', slide)))
    expect(odp.markdown).toBe('## Slide 1\n\nTides\n\nComment by Ann: Which? Really.')
    expect(odp.notes).toEqual(['1 comment, each after its slide'])
  })

  test.each([
    [
      'old',
      'commentAuthors',
      part('p:cmAuthorLst', '<p:cmAuthor id="0" name="Ann"/>'),
      part('p:cmLst', '<p:cm authorId="0"><p:text>Which?</p:text></p:cm>'),
      ['Comment by Ann: Which?'],
    ],
    [
      'new',
      'authors',
      `<x:authorLst xmlns:x="${POWERPOINT}"><x:author id="{1}" name="Bo"/><x:author id="{2}" name="Cy"/></x:authorLst>`,
      `<x:cmLst xmlns:x="${POWERPOINT}" ${A}><x:cm authorId="{1}"><x:replyLst><x:reply authorId="{2}"><x:txBody><a:p><a:r><a:t>Mine.</a:t></a:r></a:p></x:txBody></x:reply></x:replyLst><x:txBody><a:p><a:r><a:t>Whose?</a:t></a:r></a:p></x:txBody></x:cm></x:cmLst>`,
      ['Comment by Bo: Whose?', 'Comment by Cy: Mine.'],
    ],
  ])('on slides of %s presentations', async (_, type, authors, comments, written) => {
    const links = { c: { type: 'comments', target: '../c.xml' } }
    const bytes = pptxOf([{ shapes: shape([run('Tides')]), links }], {
      'ppt/c.xml': comments,
      'ppt/authors.xml': authors,
      'ppt/_rels/presentation.xml.rels': `<Relationships><Relationship Id="s1" Type="${OFFICE}/slide" Target="slides/slide1.xml"/><Relationship Id="a" Type="${OFFICE}/${type}" Target="authors.xml"/></Relationships>`,
    })
    const { markdown } = await readDocument(bytes)
    expect(markdown.split('\n\n')).toEqual(['## Slide 1', 'Tides', ...written])
  })

  test('in great number are counted, and the first ones written', async () => {
    const comments = Array.from(
      { length: 300 },
      (_, at) => `<w:comment w:id="${at}">${word('Hm')}</w:comment>`,
    )
    const marks = comments.map((_, at) => `<w:commentReference w:id="${at}"/>`).join('')
    const body = `<w:p><w:r><w:t>x</w:t>${marks}</w:r></w:p>`
    const bytes = zipOf(wordFiles({ body, comments: comments.join('') }))
    const { markdown, notes } = await readDocument(bytes)
    expect(markdown.match(/^\[\^c\d+\]: Comment: Hm$/gm)).toHaveLength(200)
    expect(notes).toEqual(['300 comments, not all of them written'])
  })
})
