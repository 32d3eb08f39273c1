import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCsv } from '../../src/convert/csv/csv-reader.ts'
import { NumberFormats } from '../../src/documents/sheets/number-format.ts'
import { workbookOf } from '../../test/support/workbooks.ts'
import { randomOf } from './sheet-sources.ts'
import { soffice } from './soffice.ts'

/** Formats that were looked at while the reader was made. */
const KNOWN =
  String.raw`General|0|0.00|#,##0|#,##0.00|0%|0.00%|0.00E+00|##0.0E+0|# ?/?|# ??/??|# ?/8|?/?|$#,##0.00|[$$-409]#,##0.00|[$€-407] #,##0.00|#,##0.00 [$€-407]|[$-407]#,##0.00|#,##0_);(#,##0)|#,##0.00_);[Red](#,##0.00)|_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)|_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)|_-* #,##0.00 "€"_-;-* #,##0.00 "€"_-|[h]:mm:ss|[mm]:ss|[h]:mm|0.0,|0.0,,"M"|[<0]"neg "0;[=0]"zero";0.0|0;-0;;@|"pos "0;"neg "0;"zero"|00000|000-00-0000|0.###|#.##|+0.0;-0.0;0.0|0" units"|[Blue]0.00;[Red]-0.00;[Green]"nil"|#,###|0.00;(0.00)|(###) ###-####|0.0000000000|0.0%;[Red]-0.0%|[=1]"yes";[=0]"no";"n/a"|#,##0 "CHF"`.split(
    '|',
  )
/** Formats that were not. */
const NEW =
  String.raw`0.0|#,##0.0|0.000%|0.0E+0|# ???/???|# ?/4|# ?/16|"USD "#,##0.00|#,##0.00\ "zł"|[$£-809]#,##0.00;[Red]-[$£-809]#,##0.00|[$-40C]#,##0.0|[$-410]0.00|[$kr-41D] #,##0|£#,##0;(£#,##0)|#,##0;[Red]#,##0|0.00_ ;[Red]-0.00\ |[<100]0.0;[<1000]0;0,"k"|[>100]"high";[>10]"mid";"low"|0.00,,"m"|#,##0,;(#,##0,)|0000.00|00-00|0.0#|0.00##|#0.0#|0 "°C"|0.0"x"|"No. "000|\#0|0.0 "%"|[Yellow]#,##0.00|[Color 5]0.0|0.00" CR";0.00" DR"|"("0.0")"|#,##0.00;;|0;;"-"|[mm]:ss.0|[h] "h" mm "min"|0.0%" of all"|#,##0.0,"k"`.split(
    '|',
  )
const FIXED = [
  0,
  1,
  -1,
  0.5,
  -0.5,
  0.1,
  1 / 3,
  -2 / 3,
  1.5,
  2.5,
  10,
  99.995,
  100,
  1_000,
  999.5,
  12_345.678,
  -12_345.678,
  1e6,
  0.0001,
]
const RANDOM_COUNT = 21
/** Days after which LibreOffice counts elapsed hours no further. */
const ELAPSED_MAX_DAYS = 90_000

/** Compares how numbers are shown with LibreOffice, by format; and dates of both epochs. */
export async function compareNumbers(folder: string): Promise<void> {
  for (const [name, formats, seed] of [
    ['known', KNOWN, 1],
    ['new', NEW, 2],
  ] as const)
    compareFormats(folder, name, formats, seed)
  for (const is1904 of [false, true]) compareDates(folder, is1904)
}

function compareFormats(
  folder: string,
  name: string,
  formats: readonly string[],
  seed: number,
): void {
  const random = randomOf(seed)
  const values = [
    ...FIXED,
    ...Array.from({ length: RANDOM_COUNT }, (_, index) => {
      const size = (random() - 0.3) * 10 ** (index % 7)
      return index % 3 === 0 ? Math.round(size) : Number(size.toPrecision(3 + (index % 9)))
    }),
  ]
  const rows = shownByLibreOffice(
    folder,
    name,
    formats,
    formats.map((_, index) => values.map((value) => ({ value, style: index + 1 }))),
  )
  const numbers = new NumberFormats({ is1904: false })
  let same = 0
  let all = 0
  for (const [row, code] of formats.entries()) {
    for (const [column, value] of values.entries()) {
      const theirs = plain(rows[row]?.[column] ?? '')
      if (theirs === '#FMT' || (/^\[[hm]/.test(code) && Math.abs(value) > ELAPSED_MAX_DAYS))
        continue
      const ours = plain(numbers.number(value, code))
      all += 1
      if (ours === theirs) same += 1
      else if (process.env['BELLHOP_BENCH_SHOW'] !== undefined)
        console.log(code, value, [ours, theirs])
    }
  }
  console.log(
    `${name}: ${same} of ${all} numbers in ${formats.length} formats as LibreOffice shows them (${((100 * same) / all).toFixed(2)} %)`,
  )
}

/** Dates in formats of people, beside the same dates in a format that is ISO 8601. */
function compareDates(folder: string, is1904: boolean): void {
  const formats = [
    'yyyy-mm-dd"T"hh:mm:ss',
    'm/d/yy h:mm:ss',
    'd mmmm yyyy h:mm:ss AM/PM',
    '[$-407]dd. mmm yyyy hh:mm:ss',
    '[$-F800]dddd h:mm:ss',
  ]
  const random = randomOf(3)
  const values = Array.from(
    { length: 200 },
    () => 61 + Math.floor(random() * 80_000 * 86_400) / 86_400,
  )
  const rows = shownByLibreOffice(
    folder,
    `dates-${is1904 ? 1904 : 1900}`,
    formats,
    values.map((value) => formats.map((_, index) => ({ value, style: index + 1 }))),
    is1904 ? '<workbookPr date1904="1"/>' : '',
  )
  const numbers = new NumberFormats({ is1904 })
  let same = 0
  for (const [row, value] of values.entries()) {
    for (const code of formats) if (numbers.number(value, code) === rows[row]?.[0]) same += 1
  }
  console.log(
    `dates since ${is1904 ? 1904 : 1900}: ${same} of ${values.length * formats.length} as ISO 8601`,
  )
}

function shownByLibreOffice(
  folder: string,
  name: string,
  formats: readonly string[],
  cells: readonly (readonly { value: number; style: number }[])[],
  properties = '',
): string[][] {
  const rows = cells
    .map(
      (row) =>
        `<row>${row.map(({ value, style }) => `<c s="${style}"><v>${value}</v></c>`).join('')}</row>`,
    )
    .join('')
  const before = '<cols><col min="1" max="100" width="40" customWidth="1"/></cols>'
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const path = join(folder, `${name}.xlsx`)
  writeFileSync(
    path,
    workbookOf([{ before, rows }], {
      formats,
      properties,
      files: {
        '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
      },
    }),
  )
  // Separator, quote, UTF-8, first row; then whether texts are quoted, and cells saved as they are shown.
  soffice(folder, [
    '--convert-to',
    'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false',
    '--outdir',
    folder,
    path,
  ])
  const found: string[][] = []
  readCsv(readFileSync(join(folder, `${name}.csv`), 'utf8'), ',', (fields) => found.push(fields))
  return found
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ')
}
