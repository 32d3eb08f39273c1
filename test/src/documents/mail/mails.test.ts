import { describe, expect, test } from 'vitest'
import { documentNotes } from '../../../../src/documents/document.ts'
import { findAttachment } from '../../../../src/documents/mail/parse-mail.ts'
import { readDocument } from '../read-document.ts'

const HEAD =
  'MIME-Version: 1.0\nFrom: "Ann Heron" <ann@example.com>\nTo: =?utf-8?q?B=C3=B6?= <bo@example.com>, c@example.com\nDate: Tue, 5 Mar 2024 11:00:00 +0100\nSubject: Tides'
const SHOWN =
  '# Tides\n\nFrom: Ann Heron (ann@example.com)\\\nTo: Bö (bo@example.com), c@example.com\\\nDate: 2024-03-05T10:00:00Z'

const mail = (type: string, body: string): string => `${HEAD}\nContent-Type: ${type}\n\n${body}`
const plain = (body: string): string => mail('text/plain; charset=utf-8', body)
const html = (body: string): string => mail('text/html; charset=utf-8', body)
const multipart = (kind: string, parts: readonly string[], boundary = 'b'): string =>
  mail(
    `multipart/${kind}; boundary=${boundary}`,
    `${parts.map((part) => `--${boundary}\n${part}\n`).join('')}--${boundary}--\n`,
  )
const read = async (text: string): Promise<string> =>
  (await readDocument(text, { name: 'a.eml' })).markdown

test('a mail is its head and its text', async () => {
  expect(await readDocument(plain('Hello,\n\n- one\n- two\n\n-- \nAnn'))).toMatchObject({
    format: 'eml',
    title: 'Tides',
    author: 'Ann Heron',
    createdAt: '2024-03-05T10:00:00.000Z',
    markdown: `${SHOWN}\n\nHello,\n\n- one\n- two\n\n\\--\\\nAnn`,
  })
})

test.each([
  [
    'lines that were broken for their length are joined',
    `${'word '.repeat(13)}end\nof it.`,
    `${'word '.repeat(13)}end of it.`,
  ],
  ['short lines stay', 'one\ntwo', 'one\\\ntwo'],
  [
    'a quotation at the end is folded',
    'Yes.\n\nBo wrote:\n> Shall we?\n> Now?',
    'Yes.\n\nBo wrote:',
  ],
  ['a quotation with an answer after it stays', '> Shall we?\n\nYes.', '> Shall we?\n\nYes.'],
  ['a mail that is nothing but a quotation keeps it', '> Shall we?', '> Shall we?'],
  [
    'the original below its line is folded',
    'Yes.\n\n-----Original Message-----\nFrom: Bo\n\nShall we?',
    'Yes.',
  ],
])('%s', async (_, body, expected) => {
  expect(await read(plain(body))).toBe(`${SHOWN}\n\n${expected}`)
})

test('quoted words are counted, and read on request; a forwarded mail keeps what it forwards', async () => {
  const quoting = plain('Yes.\n\n> Shall we go?')
  expect((await readDocument(quoting)).notes).toEqual(['3 quoted words left out'])
  expect((await readDocument(quoting, { keepsHidden: true })).markdown).toContain('> Shall we go?')
  expect(await read(quoting.replace('Subject: ', 'Subject: Fwd: '))).toContain('> Shall we go?')
})

test.each([
  ['plain text that says as much', '<p>Two words</p>', 'Two words', 'Two words'],
  [
    'the HTML where it has more',
    '<p>Two <b>bold</b> words and more</p>',
    'see the HTML',
    'Two **bold** words and more',
  ],
  [
    'the HTML where it has links',
    '<p><a href="https://example.com/">Two</a> words</p>',
    'Two words',
    '[Two](https://example.com/) words',
  ],
  [
    'the HTML where it has a table',
    '<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table>',
    'A B 1 2',
    '| A | B |\n| --- | --- |\n| 1 | 2 |',
  ],
])('the best body is %s', async (_, rich, bare, expected) => {
  const parts = [`Content-Type: text/plain\n\n${bare}`, `Content-Type: text/html\n\n${rich}`]
  expect(await read(multipart('alternative', parts))).toBe(`${SHOWN}\n\n${expected}`)
})

test('tables that only place things are none, hidden text and trackers are left out, quotations folded', async () => {
  const body =
    '<style>p{}</style><div style="display:none">pre header</div><table><tr><td><table role="presentation"><tr><td>In</td><td>side</td></tr></table></td></tr></table>' +
    '<img src="https://t.example.com/x.gif" width="1"><div class="gmail_quote"><blockquote type="cite"><p>old</p><p>words</p></blockquote></div>'
  expect(await readDocument(html(body))).toMatchObject({
    markdown: `${SHOWN}\n\nIn\n\nside`,
    removed: [{ reason: 'hidden', words: 2 }],
    notes: ['2 quoted words left out'],
    pictures: 0,
  })
})

test('attached files have names of their own, by which they are found; mails within are read', async () => {
  const inner = 'From: x@example.com\nSubject: Inner\n\ninner words'
  const file = (name: string, text: string): string =>
    `Content-Type: application/pdf\nContent-Disposition: attachment; filename="${name}"\n\n${text}`
  const text = multipart('mixed', [
    'Content-Type: text/plain\n\nSee.',
    file('a/b.pdf', 'one'),
    file('a/b.pdf', 'two'),
    `Content-Type: message/rfc822\n\n${inner}`,
  ])
  const { markdown, files } = await readDocument(text)
  expect(files.map(({ name }) => name)).toEqual(['a_b.pdf', 'a_b-2.pdf', 'part-3.eml'])
  expect(markdown).toContain('## Inner\n\nFrom: x@example.com\n\ninner words')
  const found = await findAttachment(Buffer.from(text), 'a_b-2.pdf')
  expect(Buffer.from(found!).toString().trim()).toBe('two')
  expect(await findAttachment(Buffer.from(text), '2')).toEqual(found)
  for (const name of ['c.pdf', '0', '4', '02'])
    expect(await findAttachment(Buffer.from(text), name)).toBeUndefined()
  expect(documentNotes({ format: 'eml', files })).toEqual([
    '3 files within: read each at this address with !/ and its name or number: 1 a_b.pdf, 2 a_b-2.pdf, 3 part-3.eml',
  ])
})

test('text in the encodings of mail is read', async () => {
  const encoded = mail(
    'text/plain; charset=koi8-r\nContent-Transfer-Encoding: base64',
    Buffer.from([0xf0, 0xd2, 0xc9]).toString('base64'),
  )
  expect(await read(encoded)).toContain('При')
  expect(
    await read(
      mail(
        'text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable',
        'M=C3=B6=\nwe',
      ),
    ),
  ).toContain('Möwe')
})

describe('hostile mails', () => {
  test('parts within each other deeper than mails have are an error', async () => {
    let body = 'Content-Type: text/plain\n\nx'
    for (let at = 0; at < 200; at += 1)
      body = `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n${body}\n--b${at}--`
    await expect(readDocument(`${HEAD}\n${body}`)).rejects.toMatchObject({ code: 'unparsable' })
  })

  test('of many thousand parts the first ones are read', async () => {
    const { files } = await readDocument(
      multipart(
        'mixed',
        Array.from({ length: 20_000 }, () => 'Content-Type: application/pdf\n\nx'),
      ),
    )
    expect(files.length).toBeLessThanOrEqual(1_000)
  })

  test('mails within mails are read three deep', async () => {
    let body = 'Subject: deepest\n\nx'
    for (let at = 0; at < 8; at += 1)
      body = `Subject: s${at}\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=m${at}\n\n--m${at}\nContent-Type: message/rfc822\n\n${body}\n--m${at}--`
    const markdown = await read(body)
    expect(markdown.match(/^#+ s\d$/gm)).toEqual(['# s7', '## s6', '## s5'])
  })
})
