import { openDocumentFiles } from '../documents.ts'
import { rowsOf, type SheetXml, workbookOf } from '../workbooks.ts'
import { zipOf } from '../zip.ts'
import {
  billionLaughs,
  externalEntities,
  type HostileDocument,
  packageOf,
  READ,
  READ_OR_REFUSED,
  repeated,
  TOO_LARGE,
  UNSUPPORTED,
} from './hostile-document.ts'

const SHEET = 'xl/worksheets/sheet1.xml'
const ALL = 'A1:XFD1048576'
const ONE = rowsOf([['Port', 'Tide']])

const xlsx = (sheet: Partial<SheetXml>, more?: Parameters<typeof workbookOf>[1]): Buffer =>
  workbookOf([{ rows: ONE, ...sheet }], more)

const rawSheet = (xml: string): Buffer => xlsx({}, { files: { [SHEET]: xml } })

const worksheet = (rows: string): string =>
  `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`

const inline = (text: string): string => `<row><c t="inlineStr"><is><t>${text}</t></is></c></row>`

const ods = (tables: string, files: Record<string, string> = {}): Buffer =>
  zipOf(openDocumentFiles('spreadsheet', tables, '', files))

const odsCell = (text: string, more = ''): string =>
  `<table:table-cell ${more}><text:p>${text}</text:p></table:table-cell>`

/** Hostile workbooks, spreadsheets and tables of text. */
export const HOSTILE_SHEETS: readonly HostileDocument[] = [
  [
    'a cell in each corner of the largest sheet',
    'a.xlsx',
    () =>
      xlsx({
        before: `<dimension ref="${ALL}"/>`,
        rows: ['A1', 'XFD1', 'A1048576', 'XFD1048576']
          .map((place) => `<row><c r="${place}"><v>7</v></c></row>`)
          .join(''),
      }),
    /7[^]*7/,
  ],
  [
    'cells outside of all sheets',
    'a.xlsx',
    () =>
      xlsx({
        rows:
          ONE +
          '<row r="4294967295"><c r="ZZZZZZ99999999999"><v>1</v></c></row><row r="-1"><c r="A-1"><v>1</v></c></row>',
      }),
    /Port/,
  ],
  [
    'a million merged ranges of all cells',
    'a.xlsx',
    () =>
      xlsx({ after: `<mergeCells>${`<mergeCell ref="${ALL}"/>`.repeat(1_000_000)}</mergeCells>` }),
    /Port/,
  ],
  [
    'half a million links on all cells',
    'a.xlsx',
    () =>
      xlsx({
        after: `<hyperlinks>${`<hyperlink ref="${ALL}" r:id="l"/>`.repeat(500_000)}</hyperlinks>`,
        links: { l: ['hyperlink', 'javascript:alert(1)', true] },
      }),
    /Port(?![^]*javascript:)/,
  ],
  [
    'a million styles',
    'a.xlsx',
    () =>
      xlsx(
        {},
        {
          files: {
            'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs>${'<xf numFmtId="14"/>'.repeat(1_000_000)}</cellXfs></styleSheet>`,
          },
        },
      ),
    /Port/,
  ],
  [
    '50,000 formats of numbers',
    'a.xlsx',
    () =>
      xlsx(
        { rows: `<row>${repeated(50_000, (at) => `<c s="${at + 1}"><v>${at}</v></c>`)}</row>` },
        { formats: Array.from({ length: 50_000 }, (_, at) => `0.0"${at}"`) },
      ),
    READ,
  ],
  [
    'half a million shared strings',
    'a.xlsx',
    () =>
      xlsx(
        { rows: ONE + '<row><c t="s"><v>499999</v></c></row>' },
        { strings: Array<string>(500_000).fill('<t>x</t>') },
      ),
    READ,
  ],
  [
    'strings that are not there',
    'a.xlsx',
    () =>
      xlsx({
        rows:
          ONE +
          '<row><c t="s"><v>-1</v></c><c t="s"><v>1e99</v></c><c t="s"><v>__proto__</v></c></row>',
      }),
    /Port/,
  ],
  [
    'one string of a megabyte in a hundred thousand cells',
    'a.xlsx',
    () =>
      xlsx(
        { rows: repeated(100_000, () => '<row><c t="s"><v>0</v></c></row>') },
        { strings: [`<t>${'x'.repeat(1_000_000)}</t>`] },
      ),
    READ,
  ],
  ['1,000 sheets that are one part', 'a.xlsx', sheetsOfOnePart, READ_OR_REFUSED],
  [
    'a sheet of 150 MB',
    'a.xlsx',
    () => xlsx({}, { files: { [SHEET]: ' '.repeat(150_000_000) } }),
    TOO_LARGE,
  ],
  [
    '100,000 rows of ten cells',
    'a.xlsx',
    () => rawSheet(worksheet(`<row>${'<c><v>1</v></c>'.repeat(10)}</row>`.repeat(100_000))),
    READ,
  ],
  [
    'a row of 300,000 cells',
    'a.xlsx',
    () => rawSheet(worksheet(`<row>${'<c><v>1</v></c>'.repeat(300_000)}</row>`)),
    READ,
  ],
  [
    'rows that never end',
    'a.xlsx',
    () => rawSheet(worksheet(inline('Port') + '<row><c>'.repeat(200_000)).slice(0, -24)),
    READ,
  ],
  [
    'a billion laughs',
    'a.xlsx',
    () => rawSheet(billionLaughs('worksheet') + worksheet(inline('x&l30;'))),
    READ,
  ],
  [
    'entities outside',
    'a.xlsx',
    (trap) => rawSheet(externalEntities('worksheet', trap) + worksheet(inline('x&file;&web;'))),
    READ,
  ],
  [
    'formulas that fetch, run and refer to other books',
    'a.xlsx',
    (trap) =>
      xlsx({
        rows: `<row><c><f>WEBSERVICE("${trap}")</f><v>1</v></c><c><f>cmd|'/c calc'!A1</f><v>2</v></c><c><f>IMPORTDATA("${trap}")</f></c><c><f>'[${trap}]S'!A1</f><v>3</v></c></row>`,
        links: {
          e: ['externalLinkPath', trap, true],
          d: ['drawing', trap, true],
          t: ['table', trap, true],
        },
      }),
    /1[^]*2[^]*3/,
  ],
  [
    'drawings and charts in a ring',
    'a.xlsx',
    () =>
      xlsx(
        {
          links: {
            d: ['drawing', '../drawings/d.xml'],
            e: ['drawing', '../worksheets/sheet1.xml'],
          },
        },
        {
          files: {
            'xl/drawings/d.xml':
              '<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"/>',
            'xl/drawings/_rels/d.xml.rels':
              '<Relationships><Relationship Id="a" Type="x/chart" Target="d.xml"/><Relationship Id="b" Type="x/chart" Target="../../../../etc/passwd"/></Relationships>',
          },
        },
      ),
    /Port/,
  ],
  [
    'hidden columns without end',
    'a.xlsx',
    () =>
      xlsx({
        before: `<cols>${'<col min="5" max="4000000000" hidden="1"/>'.repeat(100_000)}</cols>`,
      }),
    /Port/,
  ],
  [
    'a sheet elsewhere',
    'a.xlsx',
    (trap) =>
      xlsx(
        {},
        {
          files: {
            'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="s1" Type="x/worksheet" Target="${trap}" TargetMode="External"/></Relationships>`,
          },
        },
      ),
    READ_OR_REFUSED,
  ],
  [
    'a binary workbook',
    'a.xlsb',
    () => xlsx({}, { mainType: 'application/vnd.ms-excel.sheet.binary.macroEnabled.main' }),
    /^unsupported_content: .*xlsb/,
  ],
  [
    'one cell that stands for a whole sheet',
    'a.ods',
    () =>
      ods(
        `<table:table table:name="S">${`<table:table-row table:number-rows-repeated="1048576">${odsCell('Port', 'table:number-columns-repeated="16384"')}</table:table-row>`.repeat(50)}</table:table>`,
      ),
    READ,
  ],
  [
    'spans and repeats without end',
    'a.ods',
    () =>
      ods(
        `<table:table table:name="S"><table:table-column table:number-columns-repeated="9999999999" table:visibility="collapse"/>${`<table:table-row table:number-rows-repeated="-5">${odsCell('x', 'table:number-columns-spanned="999999999" table:number-rows-spanned="999999999"')}</table:table-row>`.repeat(10_000)}</table:table>`,
      ),
    READ_OR_REFUSED,
  ],
  [
    'tables 10,000 deep',
    'a.ods',
    () =>
      ods(
        `<table:table table:name="S"><table:table-row>${odsCell('Port')}${'<table:table-cell><table:table><table:table-row>'.repeat(10_000)}`,
      ),
    READ,
  ],
  [
    '10,000 sheets',
    'a.ods',
    () =>
      ods(
        `<table:table table:name="S"><table:table-row>${odsCell('x')}</table:table-row></table:table>`.repeat(
          50_000,
        ),
      ),
    READ,
  ],
  [
    'a sheet linked to others',
    'a.ods',
    (trap) =>
      ods(
        `<table:table table:name="S"><table:table-source xlink:href="${trap}"/><table:table-row>${odsCell(`x<text:a xlink:href="javascript:x">y</text:a><draw:frame><draw:object xlink:href="${trap}"/><draw:image xlink:href="${trap}"/></draw:frame>`, `table:formula="of:=WEBSERVICE(&quot;${trap}&quot;)"`)}</table:table-row></table:table>`,
      ),
    READ,
  ],
  [
    'an encrypted spreadsheet',
    'a.ods',
    () =>
      ods('', {
        'META-INF/manifest.xml':
          '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
      }),
    UNSUPPORTED,
  ],
  [
    'an encrypted part',
    'a.ods',
    () => packageOf(openDocumentFiles('spreadsheet', ''), { 'content.xml': { flags: 1 } }),
    UNSUPPORTED,
  ],
  [
    '300,000 columns',
    'a.csv',
    () => `${'x,'.repeat(300_000)}\n${'1,'.repeat(300_000)}\n`,
    READ_OR_REFUSED,
  ],
  ['300,000 rows', 'a.csv', () => `a,b\n${'1,2\n'.repeat(300_000)}`, READ],
  [
    'a quotation that never ends',
    'a.csv',
    () => `a,b\n"${'x,y\n'.repeat(500_000)}`,
    READ_OR_REFUSED,
  ],
]

/** A workbook whose sheets all are the same large part. */
function sheetsOfOnePart(): Buffer {
  const count = 1_000
  return xlsx(
    { rows: rowsOf(Array.from({ length: 20_000 }, (_, at) => ['Port', at])) },
    {
      files: {
        'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${repeated(count, (at) => `<sheet name="n${at}" r:id="s1"/>`)}</sheets></workbook>`,
      },
    },
  )
}
