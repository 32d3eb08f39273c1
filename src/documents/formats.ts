import { essence } from '../extract/content-kind.ts'
import { latin1 } from '../lib/latin1.ts'
import { once } from '../lib/once.ts'
import type { DocumentWriter } from './document-writer.ts'
import type { Choice, DocumentFormat, PackageFormat, Source, TextFormat } from './document.ts'
import { HEAD_BYTES, isOldOffice, isPackage } from './is-document.ts'
import { ZipPackage } from './package/zip-package.ts'
import type { ReadPackage, ReadText } from './read-format.ts'
import { binaryWorkbook, oldOffice } from './refusals.ts'
import { findTextFormat } from './text-formats.ts'

/** A document whose format is known. */
export interface OpenedDocument {
  format: DocumentFormat
  /** Describes it, then writes what it says. */
  read(out: DocumentWriter, choice: Choice): Promise<void>
}

/** What reads each format that is a package, loaded when it is asked for. */
const PACKAGE_READERS: Readonly<Record<PackageFormat, () => Promise<ReadPackage>>> = {
  xlsx: once(async () => (await import('./sheets/xlsx.ts')).readXlsx),
  ods: once(async () => (await import('./open-document/sheet.ts')).readOds),
  docx: once(async () => (await import('./word/read-docx.ts')).readDocx),
  odt: once(async () => (await import('./open-document/read-odt.ts')).readOdt),
  odp: once(async () => (await import('./open-document/slides.ts')).readOdp),
  epub: once(async () => (await import('./book/read-epub.ts')).readEpub),
  pptx: once(async () => (await import('./slides/read-pptx.ts')).readPptx),
  zip: once(async () => (await import('./archive.ts')).readArchive),
}

/** What reads each format that is a text. */
const TEXT_READERS: Readonly<Record<TextFormat, () => Promise<ReadText>>> = {
  csv: once(async () => (await import('./sheets/delimited.ts')).readCsvTable),
  tsv: once(async () => (await import('./sheets/delimited.ts')).readTsvTable),
  opml: once(async () => (await import('./plain/outline.ts')).readOpml),
  ics: once(async () => (await import('./plain/calendar.ts')).readIcs),
  vtt: once(async () => (await import('./plain/subtitles.ts')).readSubtitles),
  srt: once(async () => (await import('./plain/subtitles.ts')).readSubtitles),
  svg: once(async () => (await import('./plain/drawing.ts')).readSvg),
  rtf: once(async () => (await import('./plain/rtf.ts')).readRtf),
  ipynb: once(async () => (await import('./plain/notebook.ts')).readIpynb),
  eml: once(async () => (await import('./mail/read-eml.ts')).readEml),
}

/** Main types of packed office documents, by what their list of types calls the main part. */
const OOXML_MAIN: readonly (readonly [PackageFormat, RegExp])[] = [
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
const MIMETYPES: Readonly<Record<string, PackageFormat>> = {
  'application/epub+zip': 'epub',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.text-template': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
  'application/vnd.oasis.opendocument.spreadsheet-template': 'ods',
  'application/vnd.oasis.opendocument.presentation': 'odp',
  'application/vnd.oasis.opendocument.presentation-template': 'odp',
}

/**
 * Finds out the format of a document: by its bytes, and for texts that look alike by its media type, then by its name. Throws
 * `unsupported_content` for old and encrypted office documents, `unparsable` for a damaged package.
 */
export async function openDocument(source: Source): Promise<OpenedDocument | undefined> {
  const { bytes, name } = source
  if (isPackage(bytes)) {
    const pack = await ZipPackage.open(bytes)
    const format = await formatOfPackage(pack)
    const read = await PACKAGE_READERS[format]()
    return { format, read: async (out, choice) => read({ pack, name }, out, choice) }
  }
  const format = findUnpackedFormat(source)
  if (format === undefined) return undefined
  const read = await TEXT_READERS[format]()
  return { format, read: async (out, choice) => read(source, out, choice) }
}

/** The format of what is no package. Throws `unsupported_content` for old office documents. */
export function findUnpackedFormat({ bytes, name, contentType }: Source): TextFormat | undefined {
  if (isOldOffice(bytes)) throw oldOffice()
  const head = latin1(bytes.subarray(0, HEAD_BYTES))
  return findTextFormat({ head, mediaType: essence(contentType), name })
}

async function formatOfPackage(pack: ZipPackage): Promise<PackageFormat> {
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
