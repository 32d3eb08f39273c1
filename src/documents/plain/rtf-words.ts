/** Groups that hold no text of the document. */
export const LEFT_OUT: ReadonlySet<string> = new Set(
  (
    'colortbl pict object header headerl headerr headerf footer footerl footerr footerf nonshppict listtable ' +
    'listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl revtbl mmathPr ' +
    'wgrffmtfilter filetbl atnid atnauthor atntime atnref annotation bkmkstart bkmkend pgdsctbl tc xe ftnsep ftnsepc userprops'
  ).split(' '),
)
/** Groups of texts that are marked as unknown to old readers, and hold text of the document all the same. */
export const KNOWN: ReadonlySet<string> = new Set([
  'fldinst',
  'listtext',
  'pntext',
  'shppict',
  'result',
  'shptxt',
  'ud',
  'footnote',
  'shpinst',
  'pn',
])
/** Characters that have a word. */
export const CHARACTERS: Readonly<Record<string, string>> = {
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  tab: '\t',
  line: '\v',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  page: '\n',
  zwj: '\u200D',
  zwnj: '\u200C',
}
