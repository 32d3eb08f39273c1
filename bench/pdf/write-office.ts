import type { Source, SourceBlock, SourceTable } from './sources.ts'
import { html } from './write-html.ts'

const NAMES =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0" xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0"'
/** Width of a character, and room beside the text of a cell, in centimetres. */
const CHAR_CM = 0.2
const CELL_ROOM_CM = 0.4
/** Characters of a line of a cell that is broken into lines. */
const WRAPPED_MAX_CHARS = 26

const FIT_TO_WIDTH =
  '<style:page-layout style:name="PF"><style:page-layout-properties style:scale-to-X="1" style:scale-to-Y="0"/></style:page-layout><style:style style:name="ta" style:family="table" style:master-page-name="Fit"/>'
const MASTER =
  '<office:master-styles><style:master-page style:name="Fit" style:page-layout-name="PF"/></office:master-styles>'
const STYLES = { l: 'left', r: 'right', c: 'left', p: 'wrapped' }

/** The tables of a source as a spreadsheet whose columns are wide enough for their texts, with borders around cells where asked for. */
export function toSpreadsheet(
  { blocks }: Source,
  { isRuled = false }: { isRuled?: boolean } = {},
): string {
  const border = isRuled ? '<style:table-cell-properties fo:border="0.5pt solid #000000"/>' : ''
  const tables = blocks.filter((block): block is SourceTable => block.kind === 'table')
  const width = Math.max(...tables.map(({ rows }) => rows[0]?.length ?? 0))
  const columns = Array.from({ length: width }, (_, at) => {
    const longest = Math.max(
      ...tables.flatMap(({ rows, columns: aligns }) =>
        rows.map((row) =>
          Math.min(row[at]?.length ?? 0, aligns?.[at] === 'p' ? WRAPPED_MAX_CHARS : 99),
        ),
      ),
    )
    return (longest * CHAR_CM + CELL_ROOM_CM).toFixed(2)
  })
  const styles = columns.map(
    (cm, at) =>
      `<style:style style:name="co${at}" style:family="table-column"><style:table-column-properties style:column-width="${cm}cm"/></style:style>`,
  )
  const cell = ({ columns: aligns }: SourceTable, text: string, at: number): string =>
    text === ''
      ? '<table:table-cell table:style-name="left"/>'
      : `<table:table-cell office:value-type="string" table:style-name="${STYLES[aligns?.[at] ?? 'l']}"><text:p>${html(text)}</text:p></table:table-cell>`
  // Where rows are of several heights, only bold heads tell where a table begins; columns are kept on one page.
  const isWrapped = tables.some(({ columns: aligns }) => aligns?.includes('p'))
  const head = ({ rows: [first = []] }: SourceTable): string =>
    first
      .map(
        (text) =>
          `<table:table-cell office:value-type="string" table:style-name="head"><text:p>${html(text)}</text:p></table:table-cell>`,
      )
      .join('')
  const rows = tables.flatMap((table) => [
    ...table.rows.map(
      (row, down) =>
        `<table:table-row>${isWrapped && down === 0 ? head(table) : row.map((text, at) => cell(table, text, at)).join('')}</table:table-row>`,
    ),
    '<table:table-row><table:table-cell/></table:table-row>',
  ])
  return `<?xml version="1.0" encoding="utf-8"?><office:document ${NAMES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>${styles.join('')}${isWrapped ? FIT_TO_WIDTH : ''}<style:style style:name="head" style:family="table-cell">${border}<style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="left" style:family="table-cell">${border}</style:style><style:style style:name="right" style:family="table-cell">${border}<style:paragraph-properties fo:text-align="end"/></style:style><style:style style:name="wrapped" style:family="table-cell"><style:table-cell-properties fo:wrap-option="wrap"${isRuled ? ' fo:border="0.5pt solid #000000"' : ''}/></style:style></office:automatic-styles>${isWrapped ? MASTER : ''}<office:body><office:spreadsheet><table:table table:name="Sheet1"${isWrapped ? ' table:style-name="ta"' : ''}>${columns.map((_, at) => `<table:table-column table:style-name="co${at}"/>`).join('')}${rows.join('')}</table:table></office:spreadsheet></office:body></office:document>`
}

/** The slides of a source as a presentation. */
export function toPresentation({ blocks }: Source): string {
  const pages = blocks.flatMap((block, at) => (block.kind === 'slide' ? [slide(block, at)] : []))
  return `<?xml version="1.0" encoding="utf-8"?><office:document ${NAMES} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.presentation"><office:automatic-styles><style:page-layout style:name="PM1"><style:page-layout-properties fo:page-width="25.4cm" fo:page-height="14.3cm"/></style:page-layout><style:style style:name="t" style:family="paragraph"><style:text-properties fo:font-size="32pt"/></style:style><style:style style:name="b" style:family="paragraph"><style:text-properties fo:font-size="18pt"/></style:style><style:style style:name="s" style:family="paragraph"><style:text-properties fo:font-size="15pt"/></style:style><text:list-style style:name="L1"><text:list-level-style-bullet text:level="1" text:bullet-char="●"><style:list-level-properties text:space-before="0.3cm" text:min-label-width="0.9cm"/></text:list-level-style-bullet><text:list-level-style-bullet text:level="2" text:bullet-char="–"><style:list-level-properties text:space-before="1.6cm" text:min-label-width="0.8cm"/></text:list-level-style-bullet></text:list-style></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="PM1"/></office:master-styles><office:body><office:presentation>${pages.join('')}</office:presentation></office:body></office:document>`
}

function slide(
  { title, items, inner }: Extract<SourceBlock, { kind: 'slide' }>,
  at: number,
): string {
  const below = (texts: readonly string[]): string =>
    texts.length === 0
      ? ''
      : `<text:list>${texts.map((text) => `<text:list-item><text:p text:style-name="s">${html(text)}</text:p></text:list-item>`).join('')}</text:list>`
  const list = items.map(
    (item, index) =>
      `<text:list-item><text:p text:style-name="b">${html(item)}</text:p>${below(inner[index] ?? [])}</text:list-item>`,
  )
  return `<draw:page draw:name="p${at}" draw:master-page-name="M"><draw:frame svg:x="1.2cm" svg:y="0.8cm" svg:width="23cm" svg:height="2cm"><draw:text-box><text:p text:style-name="t">${html(title)}</text:p></draw:text-box></draw:frame><draw:frame svg:x="1.2cm" svg:y="3.4cm" svg:width="23cm" svg:height="10cm"><draw:text-box><text:list text:style-name="L1">${list.join('')}</text:list></draw:text-box></draw:frame></draw:page>`
}
