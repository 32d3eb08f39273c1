import { describe, expect, test } from 'vitest'
import { textFiles } from '../../../support/documents.ts'
import { zipOf } from '../../../support/zip.ts'
import { readDocument } from '../read-document.ts'

const read = async (...parts: Parameters<typeof textFiles>) =>
  readDocument(zipOf(textFiles(...parts)))
const markdownOf = async (...parts: Parameters<typeof textFiles>): Promise<string> =>
  (await read(...parts)).markdown.trim()

function p(text: string, style = ''): string {
  return `<text:p${style === '' ? '' : ` text:style-name="${style}"`}>${text}</text:p>`
}

function look(name: string, properties: string, family = 'text'): string {
  return `<style:style style:name="${name}" style:family="${family}"><style:text-properties ${properties}/></style:style>`
}

const NUMBERS = `<text:list-style style:name="L">${[
  'text:level="1" style:num-format="1" style:num-suffix="."',
  'text:level="2" style:num-format="a" style:num-suffix=")"',
  'text:level="3" style:num-format="I" text:display-levels="3"',
]
  .map((facts) => `<text:list-level-style-number ${facts}/>`)
  .join('')}</text:list-style>`

const list = (inner: string, facts = 'text:style-name="L"'): string =>
  `<text:list ${facts}>${inner}</text:list>`
const item = (inner: string, facts = ''): string =>
  `<text:list-item ${facts}>${inner}</text:list-item>`

test('headings, the title by its style, numbers of headings', async () => {
  const common =
    '<office:styles><text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style></office:styles>'
  const text = `${p('Name', 'Title')}<text:h text:outline-level="1">One</text:h><text:h text:outline-level="2">Two</text:h><text:h text:outline-level="1" text:is-list-header="true">Free</text:h>`
  expect(await markdownOf(text, '', { common })).toBe('# Name\n\n# 1 One\n\n## 1.1 Two\n\n# Free')
})

describe('lists', () => {
  test('levels and numbers as they are shown', async () => {
    const deep = list(item(p('c')), '')
    const inner = list(item(p('b') + deep) + item(p('b')), '')
    expect(await markdownOf(list(item(p('a') + inner) + item(p('a'))), NUMBERS)).toBe(
      '1. a\n   - a) b\n     - 1.a.I c\n   - b) b\n2. a',
    )
  })

  test('lists that go on, items with numbers, further paragraphs', async () => {
    const text =
      list(item(p('one') + p('more')), 'text:style-name="L" xml:id="first"') +
      p('between') +
      list(item(p('two')), 'text:style-name="L" text:continue-list="first"') +
      p('between') +
      list(item(p('seven'), 'text:start-value="7"'))
    expect(await markdownOf(text, NUMBERS)).toBe(
      '1. one\n\n   more\n\nbetween\n\n2. two\n\nbetween\n\n7. seven',
    )
  })
})

test('looks, blanks, links, notes, comments', async () => {
  const automatic =
    look('B', 'fo:font-weight="bold"') +
    look('S', 'style:text-position="super 58%"') +
    look('C', 'style:font-name="Courier New"')
  const text = `<text:p><text:span text:style-name="B">b</text:span> x<text:span text:style-name="S">2</text:span> <text:span text:style-name="C">c<text:s text:c="2"/>d</text:span> <text:a xlink:href="https://a.example/">A</text:a><text:note text:note-class="footnote"><text:note-citation>*</text:note-citation><text:note-body>${p('Foot')}</text:note-body></text:note><office:annotation><dc:creator>Ann</dc:creator>${p('Why?')}</office:annotation></text:p>`
  const { markdown, notes } = await read(text, automatic)
  expect(markdown.trim()).toBe(
    '**b** x² `c  d` [A](https://a.example/)[^1][^c1]\n\n[^1]: Foot\n\n[^c1]: Comment by Ann: Why?',
  )
  expect(notes).toEqual(['1 comment, at the end as notes'])
})

test('hidden sections, paragraphs and text are counted', async () => {
  const text = `${p('seen')}<text:section text:display="none">${p('in a section')}</text:section><text:p><text:hidden-paragraph text:is-hidden="true"/>in a paragraph</text:p>${p('<text:span text:style-name="H">as text</text:span>')}`
  const { markdown, removed } = await read(text, look('H', 'text:display="none"'))
  expect(markdown.trim()).toBe('seen')
  expect(removed).toMatchObject([{ reason: 'hidden', words: 8 }])
})

test('tables: spans, repeats, heads, tables in cells', async () => {
  const cell = (inner: string, facts = ''): string =>
    `<table:table-cell ${facts}>${inner}</table:table-cell>`
  const row = (inner: string, facts = ''): string =>
    `<table:table-row ${facts}>${inner}</table:table-row>`
  const text = `<table:table><table:table-column table:number-columns-repeated="3"/><table:table-header-rows>${row(cell(p('A'), 'table:number-columns-spanned="2"') + '<table:covered-table-cell/>' + cell(p('B')))}</table:table-header-rows>${row(cell(p('same'), 'table:number-columns-repeated="2"') + cell(`<table:table><table:table-column table:number-columns-repeated="2"/>${row(cell(p('x')) + cell(p('y')))}</table:table>`))}${row(cell('', 'table:number-columns-repeated="1000000"'), 'table:number-rows-repeated="1000000"')}</table:table>`
  expect(await markdownOf(text)).toBe('| A |  | B |\n| --- | --- | --- |\n| same | same | x y |')
})

test('frames, pictures, formulas', async () => {
  const text = `<text:p>Text <draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame><draw:frame><draw:image/><svg:desc>A cat</svg:desc></draw:frame><draw:frame><draw:text-box>${p('in a box')}</draw:text-box></draw:frame></text:p>`
  const more = {
    'Object 1/content.xml':
      '<math xmlns="http://www.w3.org/1998/Math/MathML"><mfrac><mi>a</mi><mn>2</mn></mfrac></math>',
  }
  const { markdown, pictures } = await read(text, '', { more })
  expect(markdown.trim()).toBe('Text $\\frac{a}{2}$[picture: A cat]\n\nin a box')
  expect(pictures).toBe(1)
})

test('changes are accepted, and counted; properties are told', async () => {
  const text = `<text:tracked-changes><text:changed-region><text:deletion>${p('gone')}</text:deletion></text:changed-region><text:changed-region><text:insertion/></text:changed-region></text:tracked-changes>${p('kept<text:change/>')}`
  const more = {
    'meta.xml':
      '<office:document-meta NAMESPACES><office:meta><dc:title>T</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:date>2024-05-01T10:00:00.123456789</dc:date></office:meta></office:document-meta>',
  }
  const { markdown, notes, title, author, modifiedAt } = await read(text, '', { more })
  expect(markdown.trim()).toBe('kept')
  expect(notes).toEqual([
    '1 tracked insertion, 1 tracked deletion: the text is as if all were accepted',
  ])
  expect({ title, author, modifiedAt }).toEqual({
    title: 'T',
    author: 'Ann',
    modifiedAt: '2024-05-01T10:00:00',
  })
})

test('an encrypted document says so', async () => {
  const more = {
    'META-INF/manifest.xml':
      '<manifest:manifest><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>',
  }
  await expect(read(p('x'), '', { more })).rejects.toMatchObject({
    code: 'unsupported_content',
    fields: { reason: 'encrypted' },
  })
})

describe('hostile documents', () => {
  const many = 5000

  test.each<[string, Parameters<typeof textFiles>]>([
    ['lists within lists', [`<text:list><text:list-item>`.repeat(100_000) + p('x')]],
    [
      'cells by the million',
      [
        `<table:table><table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999">${p('x')}</table:table-cell></table:table-row></table:table>`,
      ],
    ],
    [
      'styles that are based on each other',
      [
        p('x', 'S0'),
        Array.from(
          { length: many },
          (_, at) =>
            `<style:style style:family="paragraph" style:name="S${at}" style:parent-style-name="S${(at + 1) % many}"/>`,
        ).join(''),
      ],
    ],
    ['blanks without end', [`<text:p>x<text:s text:c="999999999"/>y</text:p>`]],
    ['sections that never end', [`${p('x')}${'<text:section>'.repeat(many)}`]],
    [
      'notes within notes',
      [`<text:p>x${'<text:note><text:note-body><text:p>'.repeat(many)}</text:p>`],
    ],
  ])('%s', async (_, parts) => {
    await read(...parts).then(
      ({ markdown }) => expect(markdown.length).toBeLessThan(1_000_000),
      (thrown: unknown) => expect(thrown).toHaveProperty('code', 'unsupported_content'),
    )
  })
})
