import { describe, expect, test } from 'vitest'
import { wordFiles, type WordParts } from '../../../support/documents.ts'
import { zipOf } from '../../../support/zip.ts'
import { readDocument } from '../read-document.ts'

const read = async (parts: WordParts) => readDocument(zipOf(wordFiles(parts)))
const markdownOf = async (parts: WordParts): Promise<string> => (await read(parts)).markdown.trim()

function p(text: string, properties = '', looks = ''): string {
  return `<w:p><w:pPr>${properties}</w:pPr>${r(text, looks)}</w:p>`
}

function r(text: string, looks = ''): string {
  return `<w:r><w:rPr>${looks}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
}

function style(id: string, name: string, inner: string, type = 'paragraph'): string {
  return `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`
}

const styled = (id: string): string => `<w:pStyle w:val="${id}"/>`
const numbered = (id: number, at = 0): string =>
  `<w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${id}"/></w:numPr>`

describe('headings', () => {
  test.each([
    ['a level of the style', styled('berschrift2'), '## Text'],
    ['a level of the style that its style is based on', styled('Eigene'), '## Text'],
    ['a level of its own', '<w:outlineLvl w:val="2"/>', '### Text'],
    [
      'a level of its own that is that of text',
      `${styled('berschrift2')}<w:outlineLvl w:val="9"/>`,
      'Text',
    ],
    ['a style that is not defined, by its id', styled('Heading4'), '#### Text'],
    ['the title, in any language', styled('Titel'), '# Text'],
    ['no title though based on it', styled('Untertitel'), 'Text'],
    ['a level deeper than Markdown has', '<w:outlineLvl w:val="8"/>', '###### Text'],
    ['a style that is based on itself', styled('Kreis'), 'Text'],
  ])('%s', async (_, properties, expected) => {
    const styles =
      style('berschrift2', 'Ebene zwei', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>') +
      style('Eigene', 'Eigene', '<w:basedOn w:val="berschrift2"/>') +
      style('Titel', 'Title', '') +
      style('Untertitel', 'Subtitle', '<w:basedOn w:val="Titel"/>') +
      style('Kreis', 'Kreis', '<w:basedOn w:val="Kreis"/>')
    expect(await markdownOf({ body: p('Text', properties), styles })).toBe(expected)
  })

  test('numbered ones show their numbers', async () => {
    const styles = [1, 2]
      .map((at) => style(`H${at}`, `heading ${at}`, `<w:pPr>${numbered(1, at - 1)}</w:pPr>`))
      .join('')
    const numbering = list(1, [level(0, 'decimal', '%1'), level(1, 'decimal', '%1.%2')])
    const body = ['H1', 'H2', 'H2', 'H1'].map((id) => p(id, styled(id))).join('')
    expect(await markdownOf({ body, styles, numbering })).toBe(
      '# 1 H1\n\n## 1.1 H2\n\n## 1.2 H2\n\n# 2 H1',
    )
  })
})

function level(at: number, format: string, text: string, more = ''): string {
  return `<w:lvl w:ilvl="${at}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/>${more}<w:pPr><w:ind w:left="${720 * (at + 1)}"/></w:pPr></w:lvl>`
}

function list(id: number, levels: readonly string[], overrides = ''): string {
  return `<w:abstractNum w:abstractNumId="${id}">${levels.join('')}</w:abstractNum><w:num w:numId="${id}"><w:abstractNumId w:val="${id}"/>${overrides}</w:num>`
}

describe('lists', () => {
  test('levels, numbers and letters as they are shown', async () => {
    const numbering = list(1, [
      level(0, 'decimal', '%1.'),
      level(1, 'lowerLetter', '%2)'),
      level(2, 'upperRoman', '%1.%3'),
      level(3, 'bullet', '•'),
    ])
    const body = [0, 1, 1, 2, 3, 0].map((at) => p(`level ${at}`, numbered(1, at))).join('')
    expect(await markdownOf({ body, numbering })).toBe(
      [
        '1. level 0',
        '   - a) level 1',
        '   - b) level 1',
        '     - 1.I level 2',
        '       - level 3',
        '2. level 0',
      ].join('\n'),
    )
  })

  test('a list that shares its definition goes on, one with a start begins anew', async () => {
    const numbering =
      list(1, [level(0, 'decimal', '%1.')]) +
      '<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>' +
      '<w:num w:numId="3"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>'
    const body = [1, 1, 2, 3, 3].map((id) => p(`of ${id}`, numbered(id))).join('')
    expect(await markdownOf({ body, numbering })).toBe(
      '1. of 1\n2. of 1\n3. of 2\n\n7) of 3\n8) of 3',
    )
  })

  test('levels begin anew as they say', async () => {
    const numbering = list(1, [
      level(0, 'decimal', '%1.'),
      level(1, 'decimal', '(%2)', '<w:lvlRestart w:val="0"/>'),
    ])
    const body = [0, 1, 0, 1].map((at) => p('x', numbered(1, at))).join('')
    expect(await markdownOf({ body, numbering })).toBe('1. x\n   - (1) x\n2. x\n   - (2) x')
  })

  test('lists of one level each lie in each other by their indents', async () => {
    const numbering = [1, 2]
      .map((id) =>
        list(id, [level(0, 'bullet', '•').replace('w:left="720"', `w:left="${360 * id}"`)]),
      )
      .join('')
    const body = [1, 2, 1].map((id) => p(`of ${id}`, numbered(id))).join('')
    expect(await markdownOf({ body, numbering })).toBe('- of 1\n  - of 2\n- of 1')
  })

  test('what is as far in continues the item', async () => {
    const numbering = list(1, [level(0, 'decimal', '%1.')])
    const body =
      p('one', numbered(1)) +
      p('still one', '<w:ind w:left="720"/>') +
      p('two', numbered(1)) +
      p('out')
    expect(await markdownOf({ body, numbering })).toBe('1. one\n\n   still one\n\n2. two\n\nout')
  })

  test('links of definitions through styles, in a circle too', async () => {
    const numbering =
      '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="L"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    const styles = style('L', 'L', `<w:pPr>${numbered(1)}</w:pPr>`, 'numbering')
    expect(await markdownOf({ body: p('x', numbered(1)), numbering, styles })).toBe('x')
  })
})

describe('runs', () => {
  test('marks through styles, which turn each other round', async () => {
    const styles =
      style('B', 'B', '<w:rPr><w:b/></w:rPr>') +
      style('C', 'C', '<w:rPr><w:b/><w:i/></w:rPr>', 'character')
    const body = `<w:p><w:pPr>${styled('B')}</w:pPr>${r('bold ')}${r('slanted', '<w:rStyle w:val="C"/>')}${r(' plain', '<w:b w:val="0"/>')}${r(' gone', '<w:b w:val="0"/><w:strike/>')}</w:p>`
    expect(await markdownOf({ body, styles })).toBe('**bold** *slanted* plain ~~gone~~')
  })

  test('raised, lowered, code, breaks, hyphens, symbols', async () => {
    const body = `<w:p>${r('x')}${r('2', '<w:vertAlign w:val="superscript"/>')}${r(' H')}${r('2', '<w:vertAlign w:val="subscript"/>')}${r('O ')}${r('f(x)', '<w:rFonts w:ascii="Consolas"/>')}<w:r><w:br/><w:t>co</w:t><w:softHyphen/><w:t>op</w:t><w:noBreakHyphen/><w:t>ed</w:t><w:tab/><w:sym w:font="Symbol" w:char="F061"/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>`
    expect(await markdownOf({ body })).toBe('x² H₂O `f(x)`\\\ncoop-ed α✓')
  })

  test('links of elements and of fields, within the document only as text', async () => {
    const field = `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://b.example/" \\l "x" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r('B')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
    const body = `<w:p><w:hyperlink r:id="l1">${r('A')}</w:hyperlink>${r(', ')}${field}${r(', ')}<w:hyperlink w:anchor="x">${r('C')}</w:hyperlink>${r(', ')}<w:fldSimple w:instr=" DATE ">${r('today')}</w:fldSimple></w:p>`
    expect(await markdownOf({ body, links: { l1: 'https://a.example/' } })).toBe(
      '[A](https://a.example/), [B](https://b.example/#x), C, today',
    )
  })

  test('code by style, with its blanks and empty lines', async () => {
    const styles = style(
      'Code',
      'HTML Preformatted',
      '<w:rPr><w:rFonts w:ascii="Courier New"/></w:rPr>',
    )
    const body = ['if x:', '', '  y'].map((line) => p(line, styled('Code'))).join('')
    expect(await markdownOf({ body, styles })).toBe('```\nif x:\n\n  y\n```')
  })

  test('formulas as TeX', async () => {
    const run = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`
    const body = `<w:p><m:oMath>${run('a=')}<m:f><m:num>${run('1')}</m:num><m:den><m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>${run('x')}</m:e></m:rad></m:den></m:f></m:oMath></w:p>`
    expect(await markdownOf({ body })).toBe('$a=\\frac{1}{\\sqrt{x}}$')
  })
})

test('notes, endnotes and comments follow the text', async () => {
  const { markdown, notes } = await read({
    body: `<w:p>${r('One')}<w:r><w:footnoteReference w:id="4"/></w:r>${r(' two')}<w:r><w:endnoteReference w:id="2"/></w:r>${r(' three')}<w:r><w:commentReference w:id="9"/></w:r></w:p>`,
    footnotes: `<w:footnote w:type="separator" w:id="0"><w:p>${r('no')}</w:p></w:footnote><w:footnote w:id="4">${p('Foot')}</w:footnote><w:footnote w:id="5">${p('unused')}</w:footnote>`,
    endnotes: `<w:endnote w:id="2">${p('End')}</w:endnote>`,
    comments: `<w:comment w:id="9" w:author="Ann">${p('Why?')}</w:comment>`,
  })
  expect(markdown.trim()).toBe(
    'One[^1] two[^i] three[^c1]\n\n[^1]: Foot\n\n[^i]: End\n\n[^c1]: Comment by Ann: Why?',
  )
  expect(notes).toEqual(['1 comment, at the end as notes'])
})

test('changes on record are accepted, and counted', async () => {
  const { markdown, notes } = await read({
    body: `<w:p>${r('kept ')}<w:ins>${r('new ')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveTo>${r('moved')}</w:moveTo></w:p><w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${r('joined ')}</w:p>${p('line')}<w:p><w:moveFromRangeStart w:name="m"/><w:moveFrom>${r('moved')}</w:moveFrom></w:p>`,
  })
  expect(markdown.trim()).toBe('kept new moved\n\njoined line')
  expect(notes).toEqual([
    '1 tracked insertion, 1 tracked deletion, 1 tracked move: the text is as if all were accepted',
  ])
})

function tc(inner: string, properties = ''): string {
  return `<w:tc><w:tcPr>${properties}</w:tcPr>${inner}</w:tc>`
}

describe('tables', () => {
  test('spans, rows left out before, deleted rows', async () => {
    const grid = '<w:tblGrid><w:gridCol/><w:gridCol/><w:gridCol/></w:tblGrid>'
    const body = `<w:tbl><w:tblPr/>${grid}<w:tr>${tc(p('A'), '<w:gridSpan w:val="2"/>')}${tc(p('B'))}</w:tr><w:tr>${tc(p('1'), '<w:vMerge w:val="restart"/>')}${tc(p('2'))}${tc(p('3'))}</w:tr><w:tr>${tc('<w:p/>', '<w:vMerge/>')}${tc(p('4'))}${tc(p('5'))}</w:tr><w:tr><w:trPr><w:del/></w:trPr>${tc(p('gone'))}</w:tr><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>${tc(p('6'))}${tc(p('7'))}</w:tr></w:tbl>`
    expect(await markdownOf({ body })).toBe(
      '| A |  | B |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |\n|  | 6 | 7 |',
    )
  })

  test('one column is a frame around blocks', async () => {
    const body = `<w:tbl><w:tblGrid><w:gridCol/></w:tblGrid><w:tr>${tc(p('Head', '<w:outlineLvl w:val="0"/>') + p('text'))}</w:tr></w:tbl>`
    expect(await markdownOf({ body })).toBe('# Head\n\ntext')
  })

  test('tables and lists within cells are lines of them', async () => {
    const inner = `<w:tbl><w:tr>${tc(p('a'))}${tc(p('b'))}</w:tr></w:tbl>`
    const numbering = list(1, [level(0, 'lowerLetter', '%1)')])
    const body = `<w:tbl><w:tr>${tc(p('x', numbered(1)) + p('y', numbered(1)))}${tc(inner + p('c'))}</w:tr></w:tbl>`
    expect(await markdownOf({ body, numbering })).toContain('| a) x<br>b) y | a b<br>c |')
  })
})

test('boxes are read once, pictures are named', async () => {
  const box = (text: string): string => `<w:txbxContent>${p(text)}</w:txbxContent>`
  const picture =
    '<w:drawing><wp:inline><wp:docPr descr="A cat"/><pic:pic><pic:blipFill/></pic:pic></wp:inline></w:drawing>'
  const { markdown, pictures } = await read({
    body: `<w:p><w:r><w:t>Text </w:t>${picture}<mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx>${box('in the box')}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox>${box('in the old box')}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
  })
  expect(markdown.trim()).toBe('Text [picture: A cat]\n\nin the box')
  expect(pictures).toBe(1)
})

test('text that nobody sees is counted, unless it stands on a ground', async () => {
  const white = '<w:color w:val="FFFFFF"/>'
  const parts: WordParts = {
    body: `<w:p>${r('seen ')}${r('vanished words', '<w:vanish/>')}${r('white', white)}${r('tiny', '<w:sz w:val="2"/>')}</w:p><w:p><w:pPr><w:shd w:val="clear" w:fill="000000"/></w:pPr>${r('on black', white)}</w:p>`,
  }
  const { markdown, removed } = await read(parts)
  expect(markdown.trim()).toBe('seen\n\non black')
  expect(removed.map(({ reason, words }) => [reason, words])).toEqual([
    ['hidden', 2],
    ['colour', 1],
    ['tiny', 1],
  ])
  const kept = await readDocument(zipOf(wordFiles(parts)), { keepsHidden: true })
  expect(kept.markdown).toContain('vanished words')
})

test('heads and feet of pages are told once, numbers of pages are not', async () => {
  const page =
    '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>3</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
  const body = `${p('text')}<w:sectPr><w:headerReference w:type="default" r:id="header1"/><w:footerReference w:type="default" r:id="footer1"/></w:sectPr>`
  const footer1 = `<w:p>${r('Page ')}${page}</w:p>`
  expect(await markdownOf({ body, header1: p('Confidential draft'), footer1 })).toBe(
    'text\n\nHeader: Confidential draft',
  )
})

test('strict documents, and macros beside the text', async () => {
  const files = wordFiles({ body: p('text', '<w:outlineLvl w:val="0"/>') })
  const strict = Object.fromEntries(
    Object.entries(files).map(([name, xml]) => [
      name,
      xml
        .replaceAll(
          'schemas.openxmlformats.org/wordprocessingml/2006/main',
          'purl.oclc.org/ooxml/wordprocessingml/main',
        )
        .replaceAll(
          'schemas.openxmlformats.org/officeDocument/2006/relationships',
          'purl.oclc.org/ooxml/officeDocument/relationships',
        ),
    ]),
  )
  expect((await readDocument(zipOf(strict))).markdown.trim()).toBe('# text')
})

describe('hostile documents', () => {
  const many = 5000

  test.each<[string, WordParts]>([
    ['tables within tables', { body: `<w:tbl><w:tr><w:tc>`.repeat(3000) + p('x') }],
    ['controls within controls', { body: `${p('x')}${'<w:sdt><w:sdtContent>'.repeat(many)}` }],
    [
      'fields that never end',
      {
        body: `<w:p>${'<w:r><w:fldChar w:fldCharType="begin"/></w:r>'.repeat(many)}</w:p>${p('x')}`,
      },
    ],
    [
      'levels without end',
      {
        body: Array.from({ length: many }, (_, at) => p('x', numbered(1, at))).join(''),
        numbering: list(1, [level(0, 'decimal', '%1.'), level(8, 'decimal', '%9.')]),
      },
    ],
    [
      'lists ever deeper',
      {
        body: Array.from({ length: many }, (_, at) =>
          p('x', `<w:ind w:left="${at * 100}"/>${numbered((at % 2) + 1)}`),
        ).join(''),
        numbering: list(1, [level(0, 'bullet', '•')]) + list(2, [level(0, 'bullet', '•')]),
      },
    ],
    [
      'styles that are based on each other',
      {
        body: p('x', styled('S0')),
        styles: Array.from({ length: many }, (_, at) =>
          style(`S${at}`, `S${at}`, `<w:basedOn w:val="S${(at + 1) % many}"/>`),
        ).join(''),
      },
    ],
    [
      'paragraphs whose ends are deleted',
      { body: `<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>${r('x')}</w:p>`.repeat(many) },
    ],
    [
      'columns by the million',
      {
        body: `<w:tbl><w:tr><w:trPr><w:gridBefore w:val="100000000"/></w:trPr>${tc(p('x'), '<w:gridSpan w:val="100000000"/>')}</w:tr></w:tbl>`,
      },
    ],
    [
      'numbers without end',
      {
        body: p('x', numbered(1)),
        numbering: list(1, [
          level(0, 'upperRoman', '%1%1%1%1').replace(
            'w:start w:val="1"',
            'w:start w:val="999999999"',
          ),
        ]),
      },
    ],
    [
      'a run of many elements',
      { body: `<w:p><w:r><w:t>x${'<w:t/>'.repeat(150_000)}</w:t></w:r></w:p>` },
    ],
  ])('%s', async (_, parts) => {
    await read(parts).then(
      ({ markdown }) => expect(markdown.length).toBeLessThan(2_000_000),
      (thrown: unknown) => expect(thrown).toHaveProperty('code', 'unsupported_content'),
    )
  })
})
