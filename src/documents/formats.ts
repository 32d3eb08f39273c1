import { essence } from '../extract/content-kind.ts'
import { latin1 } from '../lib/latin1.ts'
// oxlint-disable no-control-regex -- signatures of binary formats are made of them.
import { once } from '../lib/once.ts'
import type { DocumentFormat, Source } from './document.ts'
import { HEAD_BYTES } from './is-document.ts'
import { ZipPackage } from './package/zip-package.ts'
import type { ReadFormat } from './read-format.ts'
import { binaryWorkbook, oldOffice } from './refusals.ts'
import { findTextFormat } from './text-formats.ts'

/** What reads each format, loaded when it is asked for. */
const READERS: Readonly<Record<DocumentFormat, () => Promise<ReadFormat>>> = {
  xlsx: once(async () => (await import('./sheets/xlsx.ts')).readXlsx),
  ods: once(async () => (await import('./open-document/sheet.ts')).readOds),
  csv: once(async () => (await import('./sheets/delimited.ts')).readCsvTable),
  tsv: once(async () => (await import('./sheets/delimited.ts')).readTsvTable),
  docx: once(async () => (await import('./word/read-docx.ts')).readDocx),
  odt: once(async () => (await import('./open-document/read-odt.ts')).readOdt),
  opml: once(async () => (await import('./plain/outline.ts')).readOpml),
  ics: once(async () => (await import('./plain/calendar.ts')).readIcs),
  vtt: once(async () => (await import('./plain/subtitles.ts')).readSubtitles),
  srt: once(async () => (await import('./plain/subtitles.ts')).readSubtitles),
  svg: once(async () => (await import('./plain/drawing.ts')).readSvg),
  rtf: once(async () => (await import('./plain/rtf.ts')).readRtf),
  odp: once(async () => (await import('./open-document/slides.ts')).readOdp),
  ipynb: once(async () => (await import('./plain/notebook.ts')).readIpynb),
  eml: once(async () => (await import('./mail/read-eml.ts')).readEml),
  epub: once(async () => (await import('./book/read-epub.ts')).readEpub),
  pptx: once(async () => (await import('./slides/read-pptx.ts')).readPptx),
  zip: once(async () => (await import('./archive.ts')).readArchive),
}

/** What reads a format. */
export async function loadReader(format: DocumentFormat): Promise<ReadFormat> {
  return READERS[format]()
}

/** Main types of packed office documents, by what their list of types calls the main part. */
const OOXML_MAIN: readonly (readonly [DocumentFormat, RegExp])[] = [
  [
    'docx',
    /wordprocessingml\.(?:document|template)\.main|ms-word\.(?:document|template)\.macroEnabled/,
  ],
  [
    'xlsx',
    /spreadsheetml\.(?:sheet|template)\.main|ms-excel\.(?:sheet|template|addin)\.macroEnabled/,
  ],
  [
    'pptx',
    /presentationml\.(?:presentation|slideshow|template)\.main|ms-powerpoint\.[a-z]+\.macroEnabled/,
  ],
]
/** Media types that packages of ODF and books name in their first file. */
const MIMETYPES: Readonly<Record<string, DocumentFormat>> = {
  'application/epub+zip': 'epub',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.presentation-template': 'odp',
}

/** The format of a document: by its bytes, and for texts that look alike by its media type, then by its name. Throws `unsupported_content` for old and encrypted office documents, `unparsable` for a damaged package. */
export async function findFormat(source: Source): Promise<DocumentFormat | undefined> {
  const head = latin1(source.bytes.subarray(0, HEAD_BYTES))
  if (/^PK(?:\x03\x04|\x05\x06)/.test(head)) return formatOfPackage(source.bytes)
  if (head.startsWith('\xD0\xCF\x11\xE0')) throw oldOffice()
  const { name, contentType } = source
  return findTextFormat({ head, mediaType: essence(contentType), name })
}

async function formatOfPackage(bytes: Uint8Array): Promise<DocumentFormat> {
  const pack = await ZipPackage.open(bytes)
  const types = await pack.findText('[Content_Types].xml')
  const office = types && OOXML_MAIN.find(([, pattern]) => pattern.test(types))
  if (office) return office[0]
  if (types?.includes('sheet.binary.macroEnabled')) throw binaryWorkbook()
  const mimetype = (await pack.findText('mimetype'))?.trim() ?? ''
  if (Object.hasOwn(MIMETYPES, mimetype)) return MIMETYPES[mimetype]!
  return pack.has('META-INF/container.xml') && pack.names.some((name) => name.endsWith('.opf'))
    ? 'epub'
    : 'zip'
}
