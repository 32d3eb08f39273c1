import {
  billionLaughs,
  externalEntities,
  type HostileDocument,
  READ,
  READ_OR_REFUSED,
  repeated,
  UNSUPPORTED,
} from './hostile-document.ts'

const svg = (inner: string, prolog = ''): string =>
  `${prolog}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><title>Tides</title>${inner}</svg>`

const outline = (inner: string): string => `<opml version="2.0"><body>${inner}</body></opml>`
const deepOutline = (count: number): string =>
  outline('<outline text="x">'.repeat(count) + '</outline>'.repeat(count))

const calendar = (event: string): string =>
  `BEGIN:VCALENDAR\nVERSION:2.0\n${event}\nEND:VCALENDAR\n`

/** Hostile RTF, drawings, calendars, subtitles and outlines. */
export const HOSTILE_SMALL_TEXTS: readonly HostileDocument[] = [
  [
    'a million groups',
    'a.rtf',
    () => `{\\rtf1 words${'{'.repeat(1_000_000)}${'}'.repeat(1_000_000)}}`,
    /words/,
  ],
  [
    'data longer than the file',
    'a.rtf',
    () => '{\\rtf1 words \\par\\bin2147483647 x}',
    READ_OR_REFUSED,
  ],
  [
    'objects and fields outside',
    'a.rtf',
    (trap) =>
      `{\\rtf1 words {\\object\\objautlink{\\*\\objdata 0105}{\\result shown}}{\\field{\\*\\fldinst INCLUDEPICTURE "${trap}"}{\\fldrslt far}}{\\*\\template ${trap}}\\u-99999 ?}`,
    /words/,
  ],
  [
    'a table of 100,000 cells in a row',
    'a.rtf',
    () =>
      `{\\rtf1 words\\par\\trowd${repeated(100_000, (at) => `\\cellx${at}`)}${'\\intbl x\\cell'.repeat(100_000)}\\row}`,
    /words/,
  ],

  [
    'scripts, uses and pictures outside',
    'a.svg',
    (trap) =>
      svg(
        `<script href="${trap}">x()</script><image href="${trap}"/><use xlink:href="${trap}#a"/><use id="a" href="#a"/><style>@import "${trap}"</style><text>words</text>`,
      ),
    /words(?![^]*x\(\))/,
  ],
  [
    'entities outside',
    'a.svg',
    (trap) => svg('<text>words &file;&web;</text>', externalEntities('svg', trap)),
    /words/,
  ],
  [
    'a billion laughs',
    'a.svg',
    () => svg('<text>words &l30;</text>', billionLaughs('svg')),
    /words/,
  ],
  [
    'groups 100,000 deep',
    'a.svg',
    () => svg(`<text>words</text>${'<g>'.repeat(100_000)}`),
    /words/,
  ],

  [
    'events without end',
    'a.ics',
    () =>
      calendar(
        `BEGIN:VEVENT\nSUMMARY:words\nDTSTART:99991231T235959Z\nRRULE:FREQ=SECONDLY;COUNT=999999999999;BYDAY=${'MO,'.repeat(50_000)}\n${'EXDATE:20260101\n'.repeat(50_000)}END:VEVENT`,
      ),
    /words/,
  ],
  [
    'events within events',
    'a.ics',
    () => calendar('BEGIN:VEVENT\nSUMMARY:words\n'.repeat(100_000)),
    READ_OR_REFUSED,
  ],
  [
    '50,000 cues',
    'a.srt',
    () => repeated(50_000, (at) => `${at + 1}\n00:00:00,000 --> 99:59:59,999\nwords\n\n`),
    /words/,
  ],

  ['entries 100,000 deep', 'a.opml', () => deepOutline(100_000), READ_OR_REFUSED],
  [
    'a million entries',
    'a.opml',
    () => outline('<outline text="a"/>'.repeat(1_000_000)),
    READ_OR_REFUSED,
  ],
  [
    'entries that never end',
    'a.opml',
    () => `<opml><body>${'<outline text="a">'.repeat(200_000)}`,
    READ_OR_REFUSED,
  ],
  [
    'one attribute of 20 MB',
    'a.opml',
    () => outline(`<outline text="${'x'.repeat(20_000_000)}"/>`),
    READ_OR_REFUSED,
  ],
  [
    '100,000 attributes',
    'a.opml',
    () => outline(`<outline ${repeated(100_000, (at) => `a${at}="x" `)} text="a"/>`),
    READ,
  ],
  [
    'a billion laughs',
    'a.opml',
    () => billionLaughs('opml') + outline('<outline text="&l30;"/>'),
    READ_OR_REFUSED,
  ],
  [
    'entities outside',
    'a.opml',
    (trap) => externalEntities('opml', trap) + outline('<outline text="x&file;&web;"/>'),
    READ,
  ],
  [
    'a stylesheet, an inclusion and a feed outside',
    'a.opml',
    (trap) =>
      `<?xml-stylesheet href="${trap}"?><opml xmlns:xi="http://www.w3.org/2001/XInclude"><body><xi:include href="${trap}"/><outline text="x" xmlUrl="${trap}"/></body></opml>`,
    READ,
  ],
  ['nothing but its head', 'a.opml', () => '<opml>', UNSUPPORTED],
  [
    'a name that is a script',
    'a.opml',
    () => outline('<outline text="&lt;script&gt;x&lt;/script&gt;" url="javascript:x"/>'),
    /^(?![^]*(?:[^\\]<script|javascript:))\[/,
  ],
  [
    'letters that nobody sees',
    'a.opml',
    () => outline(`<outline text="${'\u202e\u200b'.repeat(50_000)}x"/>`),
    READ,
  ],
  [
    'no known encoding',
    'a.opml',
    () => `<?xml version="1.0" encoding="x-none"?>${outline('<outline text="x"/>')}`,
    READ,
  ],
]
