import { rootName } from '../extract/content-kind.ts'
import { latin1 } from '../lib/latin1.ts'
// oxlint-disable no-control-regex -- signatures of binary formats are made of them.
import { once } from '../lib/once.ts'
import type { DocumentFormat, Source } from './document.ts'
import { ZipPackage } from './package/zip-package.ts'
import type { ReadFormat } from './read-format.ts'
import { oldOffice } from './refusals.ts'

/** What reads each format, loaded when it is asked for. */
const READERS: Readonly<Partial<Record<DocumentFormat, () => Promise<ReadFormat>>>> = {
  docx: once(async () => (await import('./word/read-docx.ts')).readDocx),
  odt: once(async () => (await import('./open-document/read-odt.ts')).readOdt),
  opml: once(async () => (await import('./outline.ts')).readOpml),
  zip: once(async () => (await import('./archive.ts')).readArchive),
}

/** Throws where a format has no reader. */
export async function loadReader(format: DocumentFormat): Promise<ReadFormat> {
  const load = READERS[format]
  if (!load) throw new Error(`Nothing reads ${format}.`)
  return load()
}

const SNIFF_BYTES = 8192

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
  const head = latin1(source.bytes.subarray(0, SNIFF_BYTES))
  if (/^PK(?:\x03\x04|\x05\x06)/.test(head)) return formatOfPackage(source.bytes)
  if (head.startsWith('\xD0\xCF\x11\xE0')) throw oldOffice()
  if (rootName(head.replace(/^\xEF\xBB\xBF/, '')) === 'opml') return 'opml'
  return undefined
}

async function formatOfPackage(bytes: Uint8Array): Promise<DocumentFormat> {
  const pack = await ZipPackage.open(bytes)
  const types = await pack.findText('[Content_Types].xml')
  const office = types && OOXML_MAIN.find(([, pattern]) => pattern.test(types))
  if (office) return office[0]
  const mimetype = (await pack.findText('mimetype'))?.trim() ?? ''
  if (Object.hasOwn(MIMETYPES, mimetype)) return MIMETYPES[mimetype]!
  return pack.has('META-INF/container.xml') && pack.names.some((name) => name.endsWith('.opf'))
    ? 'epub'
    : 'zip'
}
