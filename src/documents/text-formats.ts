import { rootName } from '../extract/content-kind.ts'
import type { TextFormat } from './document.ts'

/** Facts of a file before it is read. */
export interface FirstLook {
  /** Its first bytes, one character per byte. */
  head: string
  /** Its media type without parameters, lower case; empty where none is known. */
  mediaType: string
  /** Name of its file; empty where none is known. */
  name: string
}

/** How texts of a format begin. */
const BEGINNINGS: readonly (readonly [TextFormat, RegExp])[] = [
  ['rtf', /^\{\\rtf/],
  ['ics', /^BEGIN:VCALENDAR/i],
  ['vtt', /^WEBVTT(?:[ \t\r\n]|$)/],
  ['srt', /^\d{1,6}[ \t]*\r?\n\d{1,3}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->/],
]
const ROOTS: Readonly<Record<string, TextFormat>> = { opml: 'opml', svg: 'svg' }
/** Notebooks: their cells come first, their version last. */
const NOTEBOOK = /^\{[^]*"(?:cells|worksheets)"\s*:\s*\[[^]*"cell_type"\s*:/
const NOTEBOOK_VERSION = /^\{(?=[^]*"nbformat"\s*:\s*\d)(?=[^]*"(?:cells|worksheets)"\s*:\s*\[)/
/** Lines with which a mail begins: a name, and what may go on in the next line. */
const HEADER = /^([!-9;-~]{1,76}):(?:[ \t][^\n]*)?(?:\n[ \t][^\n]*)*(?:\n|$)/
/** Names of such lines of which a mail has one of the first and one of the second. */
const MAIL_ONLY =
  /^(?:message-id|received|mime-version|return-path|delivered-to|x-mailer|dkim-signature|content-type)$/
const MAIL_TOO = /^(?:from|to|date|subject)$/
const HEADERS_MAX_COUNT = 100

const TYPES: Readonly<Record<string, TextFormat>> = {
  'application/x-ipynb+json': 'ipynb',
  'application/x-subrip': 'srt',
  'application/rtf': 'rtf',
  'image/svg+xml': 'svg',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/rtf': 'rtf',
  'text/tab-separated-values': 'tsv',
  'text/vtt': 'vtt',
  'text/x-opml': 'opml',
}
const ENDINGS: Readonly<Record<string, TextFormat>> = {
  csv: 'csv',
  eml: 'eml',
  ics: 'ics',
  ipynb: 'ipynb',
  opml: 'opml',
  srt: 'srt',
  svg: 'svg',
  tab: 'tsv',
  tsv: 'tsv',
  vtt: 'vtt',
}
/** Media types that say no more than that something is a text, or data. */
const UNSAYING =
  /^(?:|text\/plain|application\/(?:octet-stream|json|xml|x-unknown|download)|text\/xml|binary\/octet-stream)$/
/** Formats that nothing but the media type or the name tells from other texts. */
const UNMARKED: ReadonlySet<TextFormat> = new Set(['csv', 'tsv', 'eml'])

/** The format of a document that is a text: by its beginning, then by its media type, then by its name. */
export function findTextFormat({ head, mediaType, name }: FirstLook): TextFormat | undefined {
  const start = head.replace(/^\xEF\xBB\xBF/, '').trimStart()
  const begun = BEGINNINGS.find(([, beginning]) => beginning.test(start))
  if (begun) return begun[0]
  if (start.startsWith('<')) {
    const root = rootName(start)?.replace(/^.*:/, '') ?? ''
    return Object.hasOwn(ROOTS, root) ? ROOTS[root] : undefined
  }
  if (NOTEBOOK.test(start) || NOTEBOOK_VERSION.test(start)) return 'ipynb'
  if (isMail(start)) return 'eml'
  const ending = /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const said = Object.hasOwn(TYPES, mediaType)
    ? TYPES[mediaType]
    : UNSAYING.test(mediaType) && Object.hasOwn(ENDINGS, ending)
      ? ENDINGS[ending]
      : undefined
  if (said === undefined || UNMARKED.has(said)) return said
  // A notebook may begin with a long output; the others would have shown themselves.
  return said === 'ipynb' && start.startsWith('{') ? said : looselyBegun(said, start)
}

/** Subtitles and calendars may have a few lines before their beginning. */
function looselyBegun(format: TextFormat, start: string): TextFormat | undefined {
  if (format === 'ics') return /^BEGIN:V/im.test(start) ? format : undefined
  if (format === 'srt' || format === 'vtt') return start.includes('-->') ? format : undefined
  return undefined
}

function isMail(start: string): boolean {
  let rest = start.replaceAll('\r\n', '\n').replace(/^From [^\n]*\n/, '')
  const names: string[] = []
  while (names.length < HEADERS_MAX_COUNT) {
    const match = HEADER.exec(rest)
    if (!match) break
    names.push(match[1]!.toLowerCase())
    rest = rest.slice(match[0].length)
  }
  if (names.length < 3 || (rest !== '' && !rest.startsWith('\n'))) return false
  return (
    names.some((name) => MAIL_ONLY.test(name)) &&
    names.filter((name) => MAIL_TOO.test(name)).length >= 2
  )
}
