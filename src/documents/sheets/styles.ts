import { readElements } from '../package/read-xml.ts'

/** Formats that have a number and no code in the file, as they are in English (ISO/IEC 29500-1, 18.8.30). */
const BUILT_IN: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);[Red]("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'mm-dd-yy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yy h:mm',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
}
/** Numbers of formats that are dates in the languages of East Asia. */
const EAST_ASIAN_DATES = new Set([27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58])
const EAST_ASIAN_TIMES = new Set([32, 33, 34, 35])

const GENERAL = 'General'

/** Styles that are read: more than any program writes. */
const STYLES_MAX_COUNT = 100_000

/** The code of the number format of each cell style. */
export function readNumberFormats(styles: string | undefined): (style: number) => string {
  const codes = new Map<number, string>()
  const formats: number[] = []
  readElements(
    styles ?? '',
    (name, parents) =>
      (name === 'numFmt' && parents.at(-1) === 'numFmts') ||
      (name === 'xf' && parents.at(-1) === 'cellXfs'),
    ({ name, attributes }) => {
      const id = Number(attributes.get('numFmtId') ?? 0)
      if (name === 'xf') {
        if (formats.length < STYLES_MAX_COUNT) formats.push(id)
      } else if (codes.size < STYLES_MAX_COUNT)
        codes.set(id, attributes.get('formatCode') ?? GENERAL)
    },
  )
  return (style) => {
    const id = formats[style] ?? 0
    return codes.get(id) ?? BUILT_IN[id] ?? eastAsian(id) ?? GENERAL
  }
}

function eastAsian(id: number): string | undefined {
  if (EAST_ASIAN_DATES.has(id)) return 'yyyy-mm-dd'
  return EAST_ASIAN_TIMES.has(id) ? 'h:mm:ss' : undefined
}
