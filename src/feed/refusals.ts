import { OperationError } from '../contract/errors.ts'

/** Hints by what the address holds instead of a feed. */
const HINTS: Readonly<Record<string, string>> = {
  html: 'The page names no feed. Try the address of the site’s blog or news, or read the page with extract.',
  pdf: 'This is a PDF: use pdf_to_markdown.',
  empty: 'The answer was empty. Check the address.',
}

/** The error for a document of another kind, with what to do instead. */
export function noFeedIn(kind: string): OperationError {
  return new OperationError('unsupported_content', 'There is no feed at the address.', {
    hint:
      HINTS[kind] ?? 'Use the address of an RSS, Atom or JSON feed, or of a page that names one.',
    fields: { kind },
  })
}
