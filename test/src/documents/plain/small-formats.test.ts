import { describe, expect, test } from 'vitest'
import { readDocument } from '../read-document.ts'

const read = async (text: string, name = ''): Promise<string> =>
  (await readDocument(text, { name })).markdown

describe('notebooks', () => {
  const notebook = (cells: readonly object[], more = {}): string =>
    JSON.stringify({ cells, metadata: { kernelspec: { language: 'julia' } }, nbformat: 4, ...more })

  test('cells are Markdown as it is, code in the language of the kernel, and what it gave', async () => {
    const outputs = [
      { output_type: 'stream', text: ['10%\r', '99%\rdone\n'] },
      {
        output_type: 'execute_result',
        data: {
          'text/html': ['<table><tr><th>a</th></tr><tr><td>1</td></tr></table>'],
          'text/plain': 'a 1',
        },
      },
      {
        output_type: 'display_data',
        data: { 'image/png': 'iVBO', 'text/plain': '<Figure size 1x1>' },
      },
      {
        output_type: 'error',
        ename: 'E',
        evalue: 'bad',
        traceback: ['\u001B[0;31mE\u001B[0m: bad'],
      },
    ]
    const cells = [
      { cell_type: 'markdown', source: ['# Title\n', '\n', 'Text with *marks* and $x$.'] },
      { cell_type: 'code', source: 'x = 1', outputs },
      { cell_type: 'raw', source: 'raw text' },
    ]
    expect(await readDocument(notebook(cells))).toMatchObject({
      format: 'ipynb',
      pictures: 1,
      markdown:
        '# Title\n\nText with *marks* and $x$.\n\n```julia\nx = 1\n```\n\nOutput:\n\n```\ndone\n```\n\n| a |\n| --- |\n| 1 |\n\n[picture: output]\n\nOutput:\n\n```\nE: bad\n```\n\n```\nraw text\n```',
    })
  })

  test('notebooks of version 3 are read', async () => {
    const cells = [
      { cell_type: 'heading', level: 2, source: 'Head' },
      {
        cell_type: 'code',
        language: 'python',
        input: 'f()',
        outputs: [{ output_type: 'pyout', text: '7' }],
      },
    ]
    expect(await read(JSON.stringify({ worksheets: [{ cells }], nbformat: 3 }))).toBe(
      '## Head\n\n```python\nf()\n```\n\nOutput:\n\n```\n7\n```',
    )
  })

  test('code that a cell leaves open ends with it, and its marks are none of ours', async () => {
    const cells = [
      { cell_type: 'markdown', source: '<!-- page 9 -->\n\n```\nopen' },
      { cell_type: 'markdown', source: '![a](attachment:x.png) after' },
    ]
    const { markdown, pageStarts, pictures } = await readDocument(notebook(cells))
    expect(markdown).toBe('```\nopen\n```\n\n\\[picture: a\\] after')
    expect([pageStarts, pictures]).toEqual([[], 1])
  })

  test('what is too deep or no notebook is an error', async () => {
    await expect(read('{"cells":['.repeat(100_000), 'a.ipynb')).rejects.toMatchObject({
      code: 'unparsable',
    })
    expect(
      (
        await readDocument(
          notebook([{ cell_type: 'markdown', source: 'x' }, null as never, 7 as never]),
        )
      ).markdown,
    ).toBe('x')
  })
})

describe('rich text', () => {
  test.each([
    [
      'marks, links and notes',
      '{\\b bo}{\\b ld} {\\field{\\*\\fldinst HYPERLINK "https://example.com/"}{\\fldrslt link}}{\\super 2}{\\footnote  Note}\\par',
      '**bold** [link](https://example.com/)²[^1]\n\n[^1]: Note',
    ],
    [
      'code pages and Unicode',
      "{\\fonttbl{\\f1\\fcharset204 x;}{\\f2\\fcharset128 y;}}\\f1\\'cf\\'f0\\f2\\'83A\\f0\\'e9 \\u9829?\\uc2\\u8364??\\par",
      'Прアé ♥€',
    ],
    [
      'headings by outline and style',
      '{\\stylesheet{\\s3\\outlinelevel1 heading 2;}}\\pard\\s3 A\\par\\pard\\outlinelevel0 B\\par',
      '## A\n\n# B',
    ],
    [
      'lists by what stands before their items',
      '\\pard{\\listtext\\pard 1.\\tab}\\ilvl0 A\\par\\pard{\\listtext\\bullet\\tab}\\ilvl1 B\\par',
      '1. A\n   - B',
    ],
    [
      'tables with merged cells',
      '\\trowd\\clmgf\\cellx1\\clmrg\\cellx2\\pard\\intbl H\\cell\\cell\\row\\trowd\\cellx1\\cellx2\\pard\\intbl a\\cell b\\cell\\row\\pard x\\par',
      '| H |  |\n| --- | --- |\n| a | b |\n\nx',
    ],
    [
      'no pictures, objects or unknown groups',
      '{\\pict\\bin5 }}}{{abcd}{\\*\\odd x}{\\object{\\*\\objdata 00}}a\\par',
      'a',
    ],
  ])('has %s', async (_, body, expected) => {
    expect(await read(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`)).toBe(expected)
  })

  test('hidden and deleted text is counted, facts are read', async () => {
    const text =
      '{\\rtf1{\\info{\\title T}{\\author A}{\\creatim\\yr2024\\mo3\\dy5}}a{\\v secret word}{\\deleted gone}\\par}'
    expect(await readDocument(text)).toMatchObject({
      format: 'rtf',
      title: 'T',
      author: 'A',
      createdAt: '2024-03-05',
      markdown: 'a',
      removed: [{ reason: 'hidden', words: 3 }],
    })
  })

  test('groups without end and ends without groups are read', async () => {
    expect(await read(`{\\rtf1 ${'{'.repeat(200_000)}a`)).toBe('a')
    expect(await read(`{\\rtf1 a${'}'.repeat(200_000)} b`)).toContain('a')
  })
})

test('a calendar is its events with their times, zones, recurrence and texts', async () => {
  const lines = [
    'BEGIN:VCALENDAR',
    'X-WR-CALNAME:Team',
    'BEGIN:VEVENT',
    'SUMMARY:Board\\, spring',
    'DTSTART;TZID="Europe/Berlin":20260302T100000',
    'DTEND;TZID=Europe/Berlin:20260302T113000',
    'RRULE:FREQ=MONTHLY;INTERVAL=2;BYDAY=-1MO;COUNT=4',
    'LOCATION:Room 5',
    'ATTENDEE;CN="Gull, Bo":mailto:bo@example.com',
    'DESCRIPTION:Agenda\\n\\nof a',
    '  folded line',
    'BEGIN:VALARM',
    'DESCRIPTION:no',
    'END:VALARM',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20260401',
    'DTEND;VALUE=DATE:20260403',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  expect(await readDocument(lines.join('\r\n'))).toMatchObject({
    format: 'ics',
    title: 'Team',
    markdown:
      '## Board, spring\n\n- When: 2026-03-02T10:00 (Europe/Berlin) to 2026-03-02T11:30 (Europe/Berlin)\n- Repeats: every 2 months on the last Monday 4 times\n- Where: Room 5\n- Attendees: Gull, Bo (bo@example.com)\n\nAgenda\n\nof a folded line\n\n## Event\n\n- When: 2026-04-01 to 2026-04-02',
  })
})

test.each([
  [
    'vtt',
    'WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.500 align:start\n<v Ann>Hello &amp; <i>there</i>\n\n00:02.600 --> 00:04.000\n<v Ann>friends.\n\n00:10.000 --> 00:12.000\n<v Bo>Hi.',
    '00:00:01 **Ann:** Hello & there friends.\n\n00:00:10 **Bo:** Hi.',
  ],
  [
    'srt',
    '1\r\n00:00:01,000 --> 00:00:02,000\r\nBOB: Hi {\\an8}<i>you</i>\r\n\r\n2\r\n01:00:02,500 --> 01:00:04,000\r\nsecond\r\n',
    '00:00:01 **BOB:** Hi you\n\n01:00:02 second',
  ],
  [
    'svg',
    '<svg xmlns="http://www.w3.org/2000/svg"><title>Flow</title><style>x</style><g><text><tspan>One</tspan><tspan dy="2">two</tspan></text><text display="none">hidden</text><a href="https://example.com/"><text>go</text></a></g></svg>',
    '# Flow\n\nOne two\n\n[go](https://example.com/)',
  ],
])('%s is the text in it', async (format, text, expected) => {
  expect(await readDocument(text)).toMatchObject({ format, markdown: expected })
})
