import type { DocumentSource } from './source.ts'
import { writeHtml } from './write-html.ts'

/** Writes a document as a mail in HTML, beside a plain text that says nothing. */
export function writeMail(source: DocumentSource): string {
  const html = Buffer.from(writeHtml(source)).toString('base64')
  return [
    'From: Ann Heron <ann@example.org>',
    'To: Bo Gull <bo@example.org>',
    'Date: Tue, 5 Mar 2024 11:00:00 +0100',
    'MIME-Version: 1.0',
    'Content-Type: multipart/alternative; boundary="part"',
    '',
    '--part',
    'Content-Type: text/plain; charset=utf-8',
    '',
    'This mail is in HTML.',
    '--part',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    html.replaceAll(/.{76}/g, '$&\r\n'),
    '--part--',
    '',
  ].join('\r\n')
}
