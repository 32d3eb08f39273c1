import { wordFiles, type WordParts } from '../documents.ts'
import { pdfOf, text } from '../pdf.ts'
import { zipOf } from '../zip.ts'
import {
  billionLaughs,
  DAMAGED,
  externalEntities,
  type HostileDocument,
  packageOf,
  READ,
  READ_OR_REFUSED,
  repeated,
  TOO_LARGE,
  UNSUPPORTED,
} from './hostile-document.ts'

const MAIN = 'word/document.xml'
const RELATIONS = 'word/_rels/document.xml.rels'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const p = (words: string): string => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`
const GOOD = wordFiles({ body: p('words') })
const zeros = Buffer.alloc(150_000_000)

const docx = (parts: WordParts): Buffer => zipOf(wordFiles(parts))

/** A document with something before the root of its main part. */
const after = (prolog: string, body: string): Buffer => {
  const files = wordFiles({ body })
  return zipOf({ ...files, [MAIN]: prolog + files[MAIN] })
}

const relations = (
  ...links: readonly (readonly [type: string, target: string, mode?: 'External'])[]
): string =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
    .map(
      ([type, target, mode], at) =>
        `<Relationship Id="r${at}" Type="${OFFICE}/${type}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
    )
    .join('')}</Relationships>`

const field = (code: string): string =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>shown</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`

/** Hostile documents of word processors. */
export const HOSTILE_WORD: readonly HostileDocument[] = [
  ['a text of 150 MB', 'a.docx', () => zipOf({ ...GOOD, [MAIN]: zeros }), TOO_LARGE],
  [
    'a text of 150 MB that claims 10 bytes',
    'a.docx',
    () => packageOf({ ...GOOD, [MAIN]: zeros }, { [MAIN]: { bytes: 10 } }),
    TOO_LARGE,
  ],
  [
    'a text that claims 4 GB',
    'a.docx',
    () => packageOf(GOOD, { [MAIN]: { bytes: 0xffff_fffe } }),
    TOO_LARGE,
  ],
  [
    'a list of types of 150 MB',
    'a.docx',
    () => zipOf({ ...GOOD, '[Content_Types].xml': zeros }),
    TOO_LARGE,
  ],
  ['headers of 210 MB together', 'a.docx', () => headers(Buffer.alloc(10_500_000)), TOO_LARGE],
  ['a text in one place with all other parts', 'a.docx', overlapping, READ_OR_REFUSED],
  ['an encrypted part', 'a.docx', () => packageOf(GOOD, { [MAIN]: { flags: 1 } }), UNSUPPORTED],
  ['an encrypted document', 'a.docx', encrypted, UNSUPPORTED],
  ['half of a document', 'a.docx', () => half(zipOf(GOOD)), DAMAGED],
  [
    'a text that is cut',
    'a.docx',
    () => zipOf({ ...GOOD, [MAIN]: GOOD[MAIN]!.slice(0, -40) }),
    READ,
  ],
  [
    'a text that is no XML',
    'a.docx',
    () => zipOf({ ...GOOD, [MAIN]: zeros.subarray(0, 1_000) }),
    UNSUPPORTED,
  ],
  ['a PDF', 'a.docx', () => pdfOf([text(72, 700, 'A PDF.')]), READ],
  ['a picture', 'a.docx', () => Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), READ_OR_REFUSED],
  ['bytes of nothing', 'a.docx', () => Buffer.alloc(5_000), UNSUPPORTED],
  ['a billion laughs', 'a.docx', () => after(billionLaughs('w:document'), p('&l30;')), READ],
  [
    'one long entity, again and again',
    'a.docx',
    () => after(`<!DOCTYPE x [<!ENTITY a "${'no '.repeat(50_000)}">]>`, p('x&a;'.repeat(20_000))),
    READ,
  ],
  [
    'entities outside',
    'a.docx',
    (trap) => after(externalEntities('w:document', trap), p('x&file;&web;')),
    READ,
  ],
  ['pictures, templates, objects and texts outside', 'a.docx', (trap) => outside(trap), READ],
  [
    'fields that fetch and run',
    'a.docx',
    (trap) =>
      docx({
        body: [
          `INCLUDEPICTURE "${trap}"`,
          `INCLUDETEXT "${trap}"`,
          `DDEAUTO c:\\cmd "${trap}"`,
          `LINK Excel.Sheet "${trap}"`,
        ]
          .map(field)
          .join(''),
      }),
    /shown/,
  ],
  [
    'a main part outside of it',
    'a.docx',
    (trap) => zipOf({ ...GOOD, '_rels/.rels': relations(['officeDocument', trap, 'External']) }),
    DAMAGED,
  ],
  [
    'a main part on the machine',
    'a.docx',
    () =>
      zipOf({ ...GOOD, '_rels/.rels': relations(['officeDocument', '../../../../etc/passwd']) }),
    DAMAGED,
  ],
  [
    'a main part at an absolute place',
    'a.docx',
    () =>
      zipOf({
        ...GOOD,
        '_rels/.rels': relations(['officeDocument', '/word/../../word/document.xml']),
      }),
    /words/,
  ],
  [
    'parts that are all of one part',
    'a.docx',
    () =>
      zipOf({
        ...GOOD,
        [RELATIONS]: relations(
          ...[
            'styles',
            'numbering',
            'footnotes',
            'endnotes',
            'comments',
            'settings',
            'header',
            'footer',
          ].map((type) => [type, 'document.xml'] as const),
        ),
      }),
    /words/,
  ],
  [
    'a hundred thousand relationships',
    'a.docx',
    () =>
      zipOf({
        ...GOOD,
        [RELATIONS]: relations(
          ...Array.from({ length: 100_000 }, () => ['hyperlink', 'x'] as const),
        ),
      }),
    /words/,
  ],
  [
    'links that run something',
    'a.docx',
    () =>
      docx({
        body: repeated(
          3,
          (at) => `<w:p><w:hyperlink r:id="l${at}"><w:r><w:t>link</w:t></w:r></w:hyperlink></w:p>`,
        ),
        links: { l0: 'javascript:alert(1)', l1: 'file:///etc/passwd', l2: 'data:text/html,x' },
      }),
    /link(?![^]*(?:javascript|file|data):)/,
  ],
  [
    'macros',
    'a.docm',
    () =>
      zipOf({
        ...GOOD,
        '[Content_Types].xml':
          '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>',
        'word/vbaProject.bin': 'Sub AutoOpen() Shell "cmd" End Sub',
      }),
    /words(?![^]*AutoOpen)/,
  ],
  [
    'tables 50,000 deep',
    'a.docx',
    () => docx({ body: p('x') + '<w:tbl><w:tr><w:tc>'.repeat(50_000) }),
    READ,
  ],
  [
    'runs 50,000 deep',
    'a.docx',
    () => docx({ body: p('x') + '<w:p><w:ins>'.repeat(50_000) }),
    READ,
  ],
  [
    'tables of 200 rows, 200 deep, each in each',
    'a.docx',
    () =>
      docx({
        body: repeated(
          200,
          () => '<w:tbl><w:tr><w:tc>'.repeat(60) + p('x') + '</w:tc></w:tr></w:tbl>'.repeat(60),
        ),
      }),
    READ,
  ],
  [
    'a cell of 2 billion columns and rows',
    'a.docx',
    () =>
      docx({
        body: `<w:tbl>${repeated(2_000, () => `<w:tr><w:trPr><w:gridBefore w:val="2000000000"/></w:trPr><w:tc><w:tcPr><w:gridSpan w:val="2000000000"/><w:vMerge/></w:tcPr>${p('x')}</w:tc></w:tr>`)}</w:tbl>`,
      }),
    READ,
  ],
  [
    'styles in a ring of 20,000',
    'a.docx',
    () =>
      docx({
        body: `<w:p><w:pPr><w:pStyle w:val="s0"/></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
        styles: repeated(
          20_000,
          (at) =>
            `<w:style w:type="paragraph" w:styleId="s${at}"><w:name w:val="n${at}"/><w:basedOn w:val="s${(at + 1) % 20_000}"/></w:style>`,
        ),
      }),
    READ,
  ],
  [
    'lists of levels and numbers without end',
    'a.docx',
    () =>
      docx({
        body: repeated(
          20_000,
          (at) =>
            `<w:p><w:pPr><w:numPr><w:ilvl w:val="${at}"/><w:numId w:val="${at % 3}"/></w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
        ),
        numbering: `<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="999999999"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="${'%1'.repeat(5_000)}"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`,
      }),
    READ,
  ],
  [
    'notes that hold themselves',
    'a.docx',
    () => {
      const mark = '<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="2"/></w:r></w:p>'
      return docx({
        body: mark.repeat(2_000),
        footnotes: `<w:footnote w:id="2">${mark.repeat(2_000)}</w:footnote>`,
      })
    },
    READ,
  ],
  [
    '20,000 comments',
    'a.docx',
    () =>
      docx({
        body: `<w:p>${repeated(20_000, (at) => `<w:r><w:commentReference w:id="${at}"/></w:r>`)}<w:r><w:t>x</w:t></w:r></w:p>`,
        comments: repeated(20_000, (at) => `<w:comment w:id="${at}">${p('said')}</w:comment>`),
      }),
    READ,
  ],
  [
    '300,000 empty paragraphs',
    'a.docx',
    () => docx({ body: '<w:p/>'.repeat(300_000) + p('x') }),
    READ,
  ],
  ['one word of 20 MB', 'a.docx', () => docx({ body: p('x'.repeat(20_000_000)) }), READ_OR_REFUSED],
  [
    '100,000 namespaces and attributes',
    'a.docx',
    () =>
      docx({
        body: `<w:p ${repeated(100_000, (at) => `xmlns:n${at}="u" n${at}:a="x" `)}><w:r><w:t>x</w:t></w:r></w:p>`,
      }),
    READ,
  ],
]

/** Many headers that are one packed file. */
function headers(content: Buffer): Buffer {
  const names = Array.from({ length: 20 }, (_, at) => `header${at}.xml`)
  const references = names.map((_, at) => `<w:headerReference r:id="r${at}"/>`)
  return zipOf({
    ...wordFiles({ body: `${p('words')}<w:sectPr>${references.join('')}</w:sectPr>` }),
    [RELATIONS]: relations(...names.map((name) => ['header', name] as const)),
    ...Object.fromEntries(names.map((name) => [`word/${name}`, content])),
  })
}

/** A package whose parts all begin where the first one does. */
function overlapping(): Buffer {
  return packageOf(GOOD, Object.fromEntries(Object.keys(GOOD).map((name) => [name, { at: 0 }])))
}

/** How encrypted office documents begin, whatever they are. */
function encrypted(): Buffer {
  const bytes = Buffer.alloc(4_096)
  bytes.write('D0CF11E0A1B11AE1', 'hex')
  bytes.write('EncryptedPackage', 2_048, 'utf16le')
  return bytes
}

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.byteLength / 2)
}

function outside(trap: string): Buffer {
  const picture = (id: string): string =>
    `<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="far"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData><pic:pic><pic:blipFill><a:blip r:link="${id}" r:embed="${id}"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const types = [
    'image',
    'oleObject',
    'aFChunk',
    'subDocument',
    'frame',
    'attachedTemplate',
    'header',
    'styles',
  ]
  return zipOf({
    ...wordFiles({
      body: `${p('words')}${picture('r0')}<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" r:id="r1"/></w:object></w:r></w:p><w:altChunk r:id="r2"/><w:subDoc r:id="r3"/><w:sectPr><w:headerReference r:id="r6"/></w:sectPr>`,
    }),
    [RELATIONS]: relations(...types.map((type) => [type, trap, 'External'] as const)),
  })
}
