import { expect, test } from 'vitest'
import { openDocumentFiles } from '../../../support/documents.ts'
import { zipOf } from '../../../support/zip.ts'
import { readDocument } from '../read-document.ts'

const odpOf = (slides: string, styles = '', parts: Readonly<Record<string, string>> = {}): Buffer =>
  zipOf(openDocumentFiles('presentation', slides, styles, parts))
const frame = (inner: string, attributes = ''): string =>
  `<draw:frame ${attributes}>${inner}</draw:frame>`
const box = (inner: string, attributes = ''): string =>
  frame(`<draw:text-box>${inner}</draw:text-box>`, attributes)

test('slides of OpenDocument are read as those of other programs', async () => {
  const styles =
    '<text:list-style style:name="L1"><text:list-level-style-bullet text:level="1"/><text:list-level-style-number text:level="2" style:num-format="1" text:start-value="4"/></text:list-style>' +
    '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="H" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
  const list =
    '<text:list text:style-name="L1"><text:list-item><text:p>a <text:span text:style-name="B">b</text:span></text:p><text:list><text:list-item><text:p>c</text:p></text:list-item></text:list></text:list-item></text:list>'
  const table =
    '<table:table table:use-first-row-styles="true"><table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>H</text:p></table:table-cell><table:covered-table-cell/></table:table-row><table:table-row><table:table-cell><text:p>1</text:p></table:table-cell><table:table-cell><text:p>2</text:p></table:table-cell></table:table-row></table:table>'
  const at = (top: number): string =>
    `svg:x="1cm" svg:y="${top}cm" svg:width="5cm" svg:height="10mm"`
  const slides =
    `<draw:page>${box('<text:p>low <text:a xlink:href="https://example.com/">link</text:a></text:p>', at(9))}${box(list, at(3))}${box('<text:p>Title</text:p>', `presentation:class="title" ${at(1)}`)}${frame(table)}` +
    `<presentation:notes>${box('<text:p>say</text:p>', 'presentation:class="notes"')}</presentation:notes></draw:page><draw:page draw:style-name="H">${box('<text:p>not shown</text:p>')}</draw:page>`
  expect(await readDocument(odpOf(slides, styles))).toMatchObject({
    format: 'odp',
    pages: 2,
    unit: 'slide',
    markdown:
      '## Slide 1: Title\n\n- a **b**\n\n  4. c\n\nlow [link](https://example.com/)\n\n| H |  |\n| --- | --- |\n| 1 | 2 |\n\n> Notes:\n>\n> say',
    removed: [{ reason: 'slide', page: 2, words: 2 }],
  })
})

test('encrypted presentations say so', async () => {
  const manifest = `<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry><manifest:encryption-data manifest:checksum="x"/></manifest:file-entry></manifest:manifest>`
  await expect(
    readDocument(odpOf('', '', { 'META-INF/manifest.xml': manifest })),
  ).rejects.toMatchObject({
    fields: { reason: 'encrypted' },
  })
})

test('items count by their depth, though stretches of them are lists of their own', async () => {
  const level = (at: number, isNumbered: boolean): string =>
    isNumbered
      ? `<text:list-level-style-number text:level="${at}" style:num-format="1" style:num-suffix="."/>`
      : `<text:list-level-style-bullet text:level="${at}" text:bullet-char="•"/>`
  const styles = [
    ['A', level(1, false) + level(2, false)],
    ['B', level(1, false) + level(2, true)],
    ['C', level(1, false) + level(2, true) + level(3, true)],
  ].map(([name, levels]) => `<text:list-style style:name="${name}">${levels}</text:list-style>`)
  const item = (inner: string): string => `<text:list-item>${inner}</text:list-item>`
  const p = (text: string): string => item(`<text:p>${text}</text:p>`)
  const list = (inner: string, style = ''): string =>
    `<text:list ${style && `text:style-name="${style}"`}>${inner}</text:list>`
  const lists =
    list(p('a'), 'A') +
    list(item(list(p('one') + p('two'))), 'B') +
    list(item(list(item(list(p('deep'))))) + item(list(p('three'))) + p('b'), 'C')
  const { markdown } = await readDocument(
    odpOf(`<draw:page>${box(lists)}${box(list(p('c'), 'A'))}</draw:page>`, styles.join('')),
  )
  expect(markdown).toBe(
    '## Slide 1\n\n- a\n  1. one\n  2. two\n     1. deep\n  3. three\n- b\n\n* c',
  )
})
