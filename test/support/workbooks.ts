import { zipOf } from './zip.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const NAMES = `xmlns="${MAIN}" xmlns:r="${OFFICE}"`

/** One sheet of a workbook made for a test, in the XML of its parts. */
export interface SheetXml {
  name?: string
  state?: string
  /** What stands before the cells: views, columns. */
  before?: string
  rows: string
  /** What stands after them: merged cells, links. */
  after?: string
  /** Relationships by their ids: the last step of their type, and their target. */
  links?: Readonly<Record<string, readonly [type: string, target: string, external?: true]>>
}

/** Writes a workbook of these sheets. */
export function workbookOf(
  sheets: readonly SheetXml[],
  {
    formats = [],
    strings = [],
    properties = '',
    files = {},
    mainType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
  }: {
    /** Codes of number formats: the first one is style 1. */
    formats?: readonly string[]
    /** Shared strings in XML, each what stands within `si`. */
    strings?: readonly string[]
    properties?: string
    files?: Readonly<Record<string, string>>
    mainType?: string
  } = {},
): Buffer {
  const relationships = (links: SheetXml['links'] = {}): string =>
    `<Relationships xmlns="${PACKAGE}/relationships">${Object.entries(links)
      .map(
        ([id, [type, target, external]]) =>
          `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
      )
      .join('')}</Relationships>`
  const parts: Record<string, string> = {}
  for (const [index, { before = '', rows, after = '', links }] of sheets.entries()) {
    parts[`xl/worksheets/sheet${index + 1}.xml`] =
      `<worksheet ${NAMES}>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`
    if (links) parts[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`] = relationships(links)
  }
  const escaped = formats.map((code) =>
    code.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  )
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${mainType}"/></Types>`,
    '_rels/.rels': relationships({ rId1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook ${NAMES}>${properties}<sheets>${sheets
      .map(
        ({ name = 'Tides', state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ''} r:id="s${index + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships({
      ...Object.fromEntries(
        sheets.map((_, index) => [
          `s${index + 1}`,
          ['worksheet', `worksheets/sheet${index + 1}.xml`] as const,
        ]),
      ),
      styles: ['styles', 'styles.xml'],
      strings: ['sharedStrings', 'sharedStrings.xml'],
    }),
    'xl/styles.xml': `<styleSheet ${NAMES}><numFmts>${escaped
      .map((code, index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
      .map((_, index) => `<xf numFmtId="${200 + index}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${NAMES}>${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    ...parts,
    ...files,
  })
}

/** Rows of cells in XML: texts inline, numbers as they are; undefined for a cell that is not there. */
export function rowsOf(rows: readonly (readonly (string | number | undefined)[])[]): string {
  return rows
    .map(
      (cells) =>
        `<row>${cells
          .map((cell) => {
            if (cell === undefined) return '<c/>'
            return typeof cell === 'number'
              ? `<c><v>${cell}</v></c>`
              : `<c t="inlineStr"><is><t>${cell}</t></is></c>`
          })
          .join('')}</row>`,
    )
    .join('')
}
