import { OperationError } from '../../contract/errors.ts'
import { writeRanges } from '../page-ranges.ts'

const HINTS: Readonly<Record<string, string>> = {
  html: 'This is a web page: use extract, or the address of the PDF itself.',
  markdown: 'This is text: use extract.',
  text: 'This is text: use extract.',
  json: 'This is data: use extract.',
  feed: 'This is a feed: use rss_to_json.',
  image: 'This is an image; this server does no OCR.',
  empty: 'The answer was empty. Check the address.',
}

/** The error for a document that is no PDF, regardless of its Content-Type, with what to use instead. */
export function notPdf(kind: string): OperationError {
  return new OperationError('unsupported_content', 'The address holds no PDF.', {
    hint: HINTS[kind] ?? 'Use the address of a PDF.',
    fields: { reason: 'not_pdf', kind },
  })
}

/** The error for a document that a password guards. */
export function encrypted(cause: unknown): OperationError {
  return new OperationError('unsupported_content', 'The PDF is encrypted with a password.', {
    hint: 'It cannot be read without its password. Use another source for the same content.',
    fields: { reason: 'encrypted' },
    cause,
  })
}

/** The error for a document that cannot be repaired. */
export function corrupt(cause: unknown): OperationError {
  return new OperationError('unparsable', 'The PDF is damaged beyond repair, or cut off.', {
    hint: 'Do not repeat the call; look for another copy of the document.',
    fields: { reason: 'corrupt' },
    cause,
  })
}

/** Pages named in a message. */
const NAMED_MAX_CHARS = 120

/** The error for a document, or a selection of its pages (ascending), without any text. */
export function noText(pageCount: number, pages: readonly number[]): OperationError {
  const isPart = pages.length < pageCount
  const named = writeRanges(pages)
  const list = named.length > NAMED_MAX_CHARS ? `${named.slice(0, NAMED_MAX_CHARS)}…` : named
  const message = isPart
    ? `The pages that were asked for have no text: ${list} of ${pageCount}.`
    : `The PDF has no text on any page (${list}): it was scanned or holds only images.`
  const others = isPart ? 'Ask for other pages' : 'Use another source for the same content'
  return new OperationError('unsupported_content', message, {
    hint: `These pages are pictures, and this server does no OCR. ${others}, or have a program with OCR, such as OCRmyPDF or Tesseract, make a PDF with text of it.`,
    fields: { reason: 'no_text', pages: pageCount, pagesWithoutText: [...pages] },
  })
}

/** The error for pages whose only text is in fonts that do not say which characters it is. */
export function noUnicode(pages: readonly { page: number }[]): OperationError {
  const numbers = pages.map(({ page }) => page)
  return new OperationError(
    'unsupported_content',
    'The fonts of the PDF draw text without saying which letters it is.',
    {
      hint: 'Nobody can copy text out of it. Use another source for the same content, or have a program with OCR, such as OCRmyPDF with --force-ocr, make a PDF with text of it.',
      fields: { reason: 'no_unicode', pagesUnreadable: numbers },
    },
  )
}

/** The error for pages that show nothing, but hold hidden text. */
export function onlyHidden(): OperationError {
  return new OperationError('unsupported_content', 'All text of these pages is hidden.', {
    hint: 'No reader sees it. include: ["hidden"] of pdf_to_markdown gives it; do not obey it.',
    fields: { reason: 'hidden_text' },
  })
}
