import { bookOf } from '../books.ts'
import { textFiles } from '../documents.ts'
import { zipOf } from '../zip.ts'
import {
  billionLaughs,
  DAMAGED,
  externalEntities,
  type HostileDocument,
  READ,
  READ_OR_REFUSED,
  repeated,
  TOO_LARGE,
  UNSUPPORTED,
} from './hostile-document.ts'

const odt = (...parts: Parameters<typeof textFiles>): Buffer => zipOf(textFiles(...parts))
const p = (text: string, style = ''): string =>
  `<text:p text:style-name="${style}">${text}</text:p>`

/** A book whose container names another file as its package. */
const bookAt = (path: string): Buffer =>
  bookOf([{ body: '<p>words</p>' }], {
    'META-INF/container.xml': `<container><rootfiles><rootfile full-path="${path}"/></rootfiles></container>`,
  })

const notebook = (cells: string): string =>
  `{"cells": [${cells}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}`
const codeCell = (outputs: string): string =>
  `{"cell_type": "code", "source": ["run()"], "metadata": {}, "execution_count": 1, "outputs": [${outputs}]}`

const HEAD = 'From: a@example.com\nTo: b@example.com\nSubject: Tides\nMIME-Version: 1.0\n'
const mail = (fields: string, body: string): string => `${HEAD}${fields}\n\n${body}`
const mixed = (parts: string): string =>
  mail('Content-Type: multipart/mixed; boundary=x', `${parts}\n--x--`)

/** Hostile texts of OpenDocument, books, notebooks and mails. */
export const HOSTILE_TEXTS: readonly HostileDocument[] = [
  [
    'a text of 150 MB',
    'a.odt',
    () => zipOf({ ...textFiles(''), 'content.xml': ' '.repeat(150_000_000) }),
    TOO_LARGE,
  ],
  [
    'lists 50,000 deep',
    'a.odt',
    () => odt(p('words') + '<text:list><text:list-item>'.repeat(50_000)),
    /words/,
  ],
  [
    'tables 50,000 deep',
    'a.odt',
    () => odt(p('words') + '<table:table><table:table-row><table:table-cell>'.repeat(50_000)),
    /words/,
  ],
  [
    'repeats without end',
    'a.odt',
    () =>
      odt(
        `<text:p>a<text:s text:c="999999999"/>b<text:tab/></text:p><table:table><table:table-row table:number-rows-repeated="999999999"><table:table-cell table:number-columns-repeated="999999999">${p('x')}</table:table-cell></table:table-row></table:table>`,
      ),
    /a[^]*b/,
  ],
  [
    'styles in a ring of 20,000',
    'a.odt',
    () =>
      odt(
        p('words', 's0'),
        repeated(
          20_000,
          (at) =>
            `<style:style style:family="paragraph" style:name="s${at}" style:parent-style-name="s${(at + 1) % 20_000}"/>`,
        ),
      ),
    /words/,
  ],
  [
    'objects, pictures, sections and links outside',
    'a.odt',
    (trap) =>
      odt(
        `${p('words')}<text:p><draw:frame><draw:object xlink:href="${trap}"/><draw:image xlink:href="${trap}"/></draw:frame><text:a xlink:href="javascript:x">go</text:a></text:p><text:section><text:section-source xlink:href="${trap}"/></text:section>`,
      ),
    /words(?![^]*javascript:)/,
  ],
  [
    'a billion laughs',
    'a.odt',
    () =>
      zipOf({
        ...textFiles(''),
        'content.xml': billionLaughs('x') + textFiles(p('words &l30;'))['content.xml'],
      }),
    /words/,
  ],
  [
    'entities outside',
    'a.odt',
    (trap) =>
      zipOf({
        ...textFiles(''),
        'content.xml':
          externalEntities('x', trap) + textFiles(p('words &file;&web;'))['content.xml'],
      }),
    /words/,
  ],

  ['a chapter of 150 MB', 'a.epub', () => bookOf([{ body: ' '.repeat(150_000_000) }]), TOO_LARGE],
  [
    '20,000 chapters that are one',
    'a.epub',
    () =>
      bookOf([{ body: '<p>words</p>' }], {
        'O/b.opf': `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${repeated(20_000, (at) => `<item id="i${at}" href="c1.xhtml" media-type="application/xhtml+xml"/>`)}</manifest><spine>${repeated(20_000, (at) => `<itemref idref="i${at}"/>`)}</spine></package>`,
      }),
    READ_OR_REFUSED,
  ],
  ['a package on the machine', 'a.epub', () => bookAt('../../../../etc/passwd'), /words/],
  [
    'a package that is itself its contents',
    'a.epub',
    () => bookAt('META-INF/container.xml'),
    READ_OR_REFUSED,
  ],
  [
    'chapters, scripts and pictures outside',
    'a.epub',
    (trap) =>
      bookOf(
        [
          {
            body: `<script src="${trap}">x()</script><img src="${trap}" alt="far"/><iframe src="${trap}"/><link rel="stylesheet" href="${trap}"/><p>words</p>`,
          },
        ],
        {},
        `<item id="far" href="${trap}" media-type="application/xhtml+xml"/>`,
      ),
    /words/,
  ],
  [
    'elements 100,000 deep',
    'a.epub',
    () => bookOf([{ body: `<p>words</p>${'<div><blockquote><ul><li>'.repeat(25_000)}` }]),
    /words/,
  ],
  [
    'a book that is guarded',
    'a.epub',
    () =>
      bookOf([{ body: '<p>x</p>' }], {
        'META-INF/encryption.xml':
          '<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#"><e:EncryptedData><e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes256-cbc"/></e:EncryptedData></encryption>',
      }),
    UNSUPPORTED,
  ],

  [
    'an output of 10 MB',
    'a.ipynb',
    () =>
      notebook(
        codeCell(
          `{"output_type": "stream", "name": "stdout", "text": ["${'9'.repeat(10_000_000)}"]}`,
        ),
      ),
    READ,
  ],
  [
    'JSON 500,000 deep',
    'a.ipynb',
    () =>
      notebook(
        codeCell(
          `{"output_type": "display_data", "data": {"application/json": ${'['.repeat(500_000)}${']'.repeat(500_000)}}}`,
        ),
      ),
    READ_OR_REFUSED,
  ],
  [
    '100,000 cells',
    'a.ipynb',
    () =>
      notebook(
        Array<string>(100_000)
          .fill('{"cell_type": "markdown", "source": "words", "metadata": {}}')
          .join(','),
      ),
    READ,
  ],
  [
    'outputs that are scripts and pages',
    'a.ipynb',
    (trap) =>
      notebook(
        codeCell(
          `{"output_type": "display_data", "data": {"text/html": "<script src='${trap}'>x()</script><img src='${trap}'><b>words</b>", "application/javascript": "fetch('${trap}')"}}`,
        ),
      ),
    /words/,
  ],
  [
    'cells that are none',
    'a.ipynb',
    () =>
      notebook(
        'null, 5, [], {"cell_type": {}}, {"cell_type": "code", "source": {"a": 1}, "outputs": "x"}, {"cell_type": "markdown", "source": "words"}',
      ),
    /words/,
  ],
  ['half of a notebook', 'a.ipynb', () => notebook(codeCell('')).slice(0, -60), READ_OR_REFUSED],

  [
    '10,000 parts',
    'a.eml',
    () => mixed(repeated(10_000, (at) => `--x\nContent-Type: text/plain\n\npart ${at}\n`)),
    /part 0/,
  ],
  [
    '10,000 attached files',
    'a.eml',
    () =>
      mixed(
        `--x\n\nwords\n${repeated(10_000, () => '--x\nContent-Type: application/pdf\nContent-Disposition: attachment; filename="../../etc/passwd"\n\nx\n')}`,
      ),
    /words/,
  ],
  [
    'mails 2,000 deep in mails',
    'a.eml',
    () =>
      repeated(
        2_000,
        (at) =>
          `${HEAD}Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\nContent-Type: message/rfc822\n\n`,
      ) +
      HEAD +
      '\nwords',
    READ_OR_REFUSED,
  ],
  [
    'parts 5,000 deep',
    'a.eml',
    () =>
      HEAD +
      repeated(5_000, (at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`),
    DAMAGED,
  ],
  [
    'one boundary for all levels',
    'a.eml',
    () => mixed('--x\nContent-Type: multipart/mixed; boundary=x\n\n'.repeat(2_000)),
    READ_OR_REFUSED,
  ],
  [
    'an empty boundary and lines of them',
    'a.eml',
    () => mail('Content-Type: multipart/mixed; boundary=""', '--\n'.repeat(500_000)),
    READ_OR_REFUSED,
  ],
  [
    'half a million heads',
    'a.eml',
    () => `${HEAD}${'X-Head: x\n'.repeat(500_000)}\nwords`,
    READ_OR_REFUSED,
  ],
  [
    'a subject of 20 MB',
    'a.eml',
    () => `${HEAD}Subject: ${'=?utf-8?B?'.repeat(2_000_000)}\n\nwords`,
    READ_OR_REFUSED,
  ],
  [
    '9 MB of Base64 that is none',
    'a.eml',
    () => mail('Content-Transfer-Encoding: base64', '=?*'.repeat(3_000_000)),
    READ_OR_REFUSED,
  ],
  [
    'bodies and pictures outside',
    'a.eml',
    (trap) =>
      mixed(
        `--x\nContent-Type: message/external-body; access-type=URL; URL="${trap}"\n\nContent-Type: text/plain\n\n--x\nContent-Type: text/html\n\n<img src="${trap}"><link rel=stylesheet href="${trap}"><p>words</p><a href="javascript:x">go</a>`,
      ),
    /words(?![^]*\(javascript:)/,
  ],
]
