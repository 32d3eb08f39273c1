import { OperationError } from '../contract/errors.ts'
import {
  INNER_DEPTH_MAX,
  INNER_FILE_MAX_BYTES,
  PACKAGE_FILES_MAX_COUNT,
  PACKAGE_MAX_BYTES,
  PACKED_FILE_MAX_BYTES,
} from './limits.ts'

/** The error for a document whose packing or whose parts are damaged. */
export function damagedPackage(cause?: unknown): OperationError {
  return new OperationError('unparsable', 'The document is damaged, or cut off.', {
    hint: 'Do not repeat the call; look for another copy of the document.',
    fields: { reason: 'corrupt' },
    cause,
  })
}

/** The error for a document that a password guards. */
export function encryptedDocument(): OperationError {
  return new OperationError('unsupported_content', 'The document is encrypted with a password.', {
    hint: 'It cannot be read without its password. Ask whoever has it to save it without one.',
    fields: { reason: 'encrypted' },
  })
}

/** The error for a book whose seller lets only certain programs read it. */
export function guardedBook(): OperationError {
  return new OperationError('unsupported_content', 'The book is guarded against copying (DRM).', {
    hint: 'Only the programs of its seller can open it. Use an edition without DRM, or another source for the same text.',
    fields: { reason: 'encrypted' },
  })
}

/** The error for a document that unpacks to more than is read. */
export function tooLargeUnpacked(): OperationError {
  const [file, all] = [PACKED_FILE_MAX_BYTES, PACKAGE_MAX_BYTES].map((bytes) => bytes / 1_000_000)
  return new OperationError('too_large', 'The document unpacks to more than is read.', {
    hint: `At most ${file} MB of one file within it and ${all} MB of all together are read. Ask for a smaller document.`,
    fields: { reason: 'unpacked' },
  })
}

/** The error for an archive with more files than are read. */
export function tooManyFiles(): OperationError {
  return new OperationError('too_large', 'The document holds too many files.', {
    hint: `At most ${PACKAGE_FILES_MAX_COUNT.toLocaleString('en')} files of one archive are read. Ask for a smaller one.`,
    fields: { reason: 'files' },
  })
}

/** The error for a file that is packed by a method that no usual archive has. */
export function unknownPacking(): OperationError {
  return new OperationError(
    'unsupported_content',
    'The file is packed in a way that is not read.',
    {
      hint: 'Ask for the archive packed in the usual way (deflate, without encryption).',
      fields: { reason: 'packing' },
    },
  )
}

/** The error for an address within a file that holds no others. */
export function notArchive(): OperationError {
  return new OperationError(
    'unsupported_content',
    'What stands before !/ in the address holds no files.',
    {
      hint: 'Files are read out of .zip archives, office documents, books and mails. Give the address before !/ alone to read that file.',
      fields: { reason: NOT_ARCHIVE },
    },
  )
}

/** Field `reason` of the error for such an address. */
export const NOT_ARCHIVE = 'not_archive'

/** The error for a name that no file within another one has. */
export function noInnerFile(): OperationError {
  return new OperationError('not_found', 'There is no such file within the file before !/.', {
    hint: 'Give the address before !/ alone to read the list of its files; names are written exactly as there.',
    fields: { reason: 'no_inner_file' },
  })
}

/** The error for an archive in an archive, and so on, further than is looked. */
export function tooManyArchives(): OperationError {
  return new OperationError('invalid_input', 'The address leads through too many archives.', {
    hint: `At most ${INNER_DEPTH_MAX} archives within each other are opened.`,
    fields: { reason: 'depth' },
  })
}

/** The error for a file within another one that is larger than is unpacked. */
export function innerFileTooLarge(): OperationError {
  return new OperationError('too_large', 'The file unpacks to more than is read.', {
    hint: `At most ${INNER_FILE_MAX_BYTES / 1_000_000} MB of one file within another one are read. Ask for a smaller one.`,
    fields: { reason: 'unpacked' },
  })
}

/** The error for formats of before 2007, which only the programs that wrote them read well. */
export function oldOffice(): OperationError {
  return new OperationError(
    'unsupported_content',
    'This is a binary office document of the old formats (.doc, .xls, .ppt), or an encrypted one.',
    {
      hint: 'Ask for it as .docx, .xlsx, .pptx or PDF: any office program saves it so, once a password is removed.',
      fields: { reason: 'old_office' },
    },
  )
}

/** The error for workbooks whose sheets are no XML. */
export function binaryWorkbook(): OperationError {
  return new OperationError('unsupported_content', 'This is a binary workbook (.xlsb).', {
    hint: 'Ask for it as .xlsx or .ods: any office program saves it so.',
    fields: { reason: 'binary_workbook' },
  })
}

/** The error for a document in no format that is read here. */
export function notDocument(): OperationError {
  return new OperationError(
    'unsupported_content',
    'The address holds no document that can be read.',
    {
      hint: 'Web pages, PDFs and feeds are read by read. Of other files, those of office programs, books, mail, notebooks, tables and .zip archives can be read.',
      fields: { reason: 'not_document' },
    },
  )
}

/** The error for a document of which nothing was read when the time was over. */
export function tooSlow(): OperationError {
  return new OperationError('unparsable', 'The document could not be read in the time for one.', {
    hint: 'Ask for a smaller document, or for few of its sheets, slides or chapters (pages).',
    fields: { reason: 'time' },
  })
}

/** The error for a document without any text. */
export function noTextInDocument(): OperationError {
  return new OperationError('unsupported_content', 'The document holds no text.', {
    hint: 'It may hold only pictures, which are not read. Use another source for the same content.',
    fields: { reason: 'no_text' },
  })
}
