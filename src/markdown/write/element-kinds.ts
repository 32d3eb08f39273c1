import type { Mark } from './emphasis.ts'

/** Elements that are emphasis. */
export const MARKS: Readonly<Record<string, Mark>> = {
  b: 'strong',
  strong: 'strong',
  i: 'em',
  em: 'em',
  s: 'del',
  del: 'del',
  strike: 'del',
}
/** Styles with which word processors take a mark back: the whole of a pasted document may stand in such a `<b>`. */
const TAKES_BACK: ReadonlyMap<string, RegExp> = new Map([
  ['b', /(?<![\w-])font-weight:\s*(?:normal|[1-4]00)\b/i],
  ['i', /(?<![\w-])font-style:\s*normal\b/i],
])

/** Whether an element is emphasis by its name, but not by its style. */
export function isPlainMark(name: string, style: string | undefined): boolean {
  return style !== undefined && TAKES_BACK.get(name)?.test(style) === true
}

/** Elements that begin and end a paragraph. */
export const BLOCKS = new Set(
  (
    'address article aside body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'header hgroup html legend main menu nav optgroup option p search section summary'
  ).split(' '),
)
/** Headings of all levels. */
export const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
/** What only stands in tables. */
export const PARTS_OF_TABLES = new Set(['caption', 'tr', 'td', 'th', 'thead', 'tbody', 'tfoot'])
/** Elements of code within a line. */
export const CODE = new Set(['code', 'tt', 'samp'])
/** Elements whose content is no text of the document. */
export const SKIPPED = new Set(
  'script style template head title noscript iframe object svg canvas audio video select textarea datalist'.split(
    ' ',
  ),
)
