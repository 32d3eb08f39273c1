import { OperationError } from '../contract/errors.ts'
import type { ContentKind } from './content-kind.ts'

/** HTTP statuses from here on mean that the answer is not the page that was asked for. */
export const STATUS_MIN_BAD = 400

/** Kinds of documents that hold text to read. */
export type ReadableKind = Extract<ContentKind, 'html' | 'markdown' | 'text' | 'json' | 'xml'>

const READABLE: ReadonlySet<ContentKind> = new Set(['html', 'markdown', 'text', 'json', 'xml'])

/** True for a document that `extractJob` reads. */
export function isReadable(kind: ContentKind): kind is ReadableKind {
  return READABLE.has(kind)
}

const HINTS: Partial<Record<ContentKind, string>> = {
  pdf: 'This is a PDF: use pdf_to_markdown.',
  feed: 'This is a feed: use rss_to_json.',
  image: 'This is an image; it has no text to extract. Use the address of the page that shows it.',
  media: 'This is sound or film; use the address of the page that shows it.',
  binary: 'This is a file for download; use the address of the page that links to it.',
  empty: 'The answer was empty. Check the address.',
}

/** The error for a document that holds no article, with what to use instead. */
export function unsupported(kind: ContentKind): OperationError {
  return new OperationError('unsupported_content', 'The address holds no page to extract.', {
    hint: HINTS[kind] ?? 'Use the address of a web page.',
    fields: { kind },
  })
}

/** Client errors that the same call may not meet again: time-out, too early, too many requests. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429])

function isFinal(status: number): boolean {
  return status < 500 && !PASSING_STATUSES.has(status)
}

/** Statuses with which hosts of files serve an application for addresses that only it knows. */
const APPLICATION_STATUSES: ReadonlySet<number> = new Set([403, 404])

/** Whether an application may stand behind an error status, which a browser shows. */
export function mayServeApplication(status: number): boolean {
  return APPLICATION_STATUSES.has(status)
}

/** Field of the error for a status whose page is empty until its scripts run. */
export const EMPTY_SHELL = 'emptyShell'

/** The error for an HTTP error status, `upstream_refused` or `upstream_failed`; field `status`. */
export function badStatus(status: number, isShell = false): OperationError {
  const code = isFinal(status) ? 'upstream_refused' : 'upstream_failed'
  return new OperationError(code, `The page answered with HTTP status ${status}.`, {
    hint: statusHint(status),
    fields: { status, ...(isShell ? { [EMPTY_SHELL]: true } : {}) },
  })
}

function statusHint(status: number): string {
  if (status === 404 || status === 410) {
    return 'There is no page at this address. Check the address.'
  }
  if (status === 401 || status === 402 || status === 403 || status === 451) {
    return 'The site does not show this page to everyone. Use another source.'
  }
  if (status === 429) return 'The site wants fewer requests: wait a minute, then try again.'
  return 'Try again later, or use another source for the same content.'
}

/** The refusal of a document that hides its links in one another. */
export function tooDeep(): OperationError {
  return new OperationError('unparsable', 'The Markdown nests its links or blocks too deeply.', {
    hint: 'Do not repeat the call; use another address for the same content.',
  })
}
