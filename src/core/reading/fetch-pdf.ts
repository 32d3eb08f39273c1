import type { Call } from '../../contract/operation.ts'
import { contentKind } from '../../extract/content-kind.ts'
import { badStatus, STATUS_MIN_BAD } from '../../extract/refusals.ts'
import { blocked, isChallengeAnswer } from '../../extract/walls/page-walls.ts'
import { notPdf } from '../../pdf/file/refusals.ts'
import { PDF_JOB } from '../../pdf/jobs.ts'
import { PDF_BODY_MAX_BYTES, PDF_DEADLINE_MS } from '../../pdf/limits.ts'
import type { PdfJobOutput } from '../../pdf/pdf-job.ts'
import type { IncludableText } from '../../pdf/removed.ts'
import type { PieceReading } from '../../pdf/write/pieces.ts'

/** Input of a call that reads a PDF. */
export interface PdfQuestion {
  url: string
  pages?: string | undefined
  maxPages?: number | undefined
  pageMarkers?: boolean | undefined
  headersFooters?: boolean | undefined
  include?: readonly IncludableText[] | undefined
}

/** What a document lacks: absent where it lacks nothing. */
type Lacking = Pick<
  PdfJobOutput,
  | 'removed'
  | 'pagesWithoutText'
  | 'pagesUnreadable'
  | 'unreadableShare'
  | 'tablesAsText'
  | 'pictures'
  | 'pagesLeft'
>

/** A PDF that was read, with its address after redirects. */
export type FetchedPdf = Omit<PdfJobOutput, keyof Lacking> &
  Partial<Lacking> & { url: string; truncated?: boolean }

/**
 * Fetches a PDF and reads it in the sandbox, with a step of progress for the download and one for each page. Throws `unsupported_content` for other documents, and the errors of fetching and reading.
 */
export async function fetchPdf(
  { input, services, signal, ...call }: Call<PdfQuestion>,
  reading: PieceReading,
): Promise<FetchedPdf> {
  services.sandbox.prepare()
  const fetched = await services.fetch(input.url, {
    signal,
    unpacks: true,
    accept: 'application/pdf, */*;q=0.1',
    maxBytes: PDF_BODY_MAX_BYTES,
    // The download is the first step, each page another one: progress must never go back.
    progress: (done, total) =>
      call.progress({ done: done / (total ?? PDF_BODY_MAX_BYTES), message: 'downloading' }),
  })
  const { url, status, headers, body, held } = fetched
  if (isChallengeAnswer(headers)) throw blocked()
  if (status >= STATUS_MIN_BAD) throw badStatus(status)
  const kind = contentKind(fetched)
  if (kind !== 'pdf') throw notPdf(kind)
  const { pages, maxPages, pageMarkers = false, headersFooters = false, include } = input
  const result = await services.sandbox.run(
    PDF_JOB,
    { bytes: held ?? body, pages, maxPages, pageMarkers, headersFooters, include, ...reading },
    {
      signal,
      deadlineMs: PDF_DEADLINE_MS,
      progress: (done, total) =>
        call.progress({ done: done + 1, total: total + 1, message: `page ${done} of ${total}` }),
    },
  )
  const {
    pagesWithoutText,
    tablesAsText,
    pagesUnreadable,
    unreadableShare,
    pictures,
    pagesLeft,
    ...others
  } = result
  const { removed, ...document } = others
  return {
    url,
    ...document,
    ...(removed.length === 0 ? {} : { removed }),
    ...(pagesWithoutText.length === 0 ? {} : { pagesWithoutText }),
    ...(tablesAsText.length === 0 ? {} : { tablesAsText }),
    ...(pagesUnreadable.length === 0 ? {} : { pagesUnreadable }),
    ...(unreadableShare === 0 ? {} : { unreadableShare }),
    ...(pictures.length === 0 ? {} : { pictures }),
    ...(pagesLeft === '' ? {} : { truncated: true, pagesLeft }),
  }
}
