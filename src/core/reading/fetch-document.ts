import { bytesRead, type Call } from '../../contract/operation.ts'
import type { DocumentJobOutput } from '../../documents/document-job.ts'
import { isDocument, nameOf } from '../../documents/is-document.ts'
import { DOCUMENT_JOB } from '../../documents/jobs.ts'
import { DOCUMENT_BODY_MAX_BYTES, DOCUMENT_DEADLINE_MS } from '../../documents/limits.ts'
import { notDocument } from '../../documents/refusals.ts'
import { badStatus, STATUS_MIN_BAD } from '../../extract/refusals.ts'
import { blocked, isChallengeAnswer } from '../../extract/walls/page-walls.ts'
import { givePart, type More, type PartRequest } from '../../markdown/parts/parts.ts'
import type { DocumentMemories } from '../../markdown/parts/recent-documents.ts'
import { holdBodies } from './hold-bodies.ts'

/** Input of a call that reads a document. */
export interface DocumentQuestion {
  url: string
  pages?: string | undefined
  pageMarkers?: boolean | undefined
  include?: readonly 'hidden'[] | undefined
  maxChars?: number | undefined
  cursor?: string | undefined
}

/** Absent where a document lacks nothing, or has none of it. */
type Lacking = 'removed' | 'files' | 'notes' | 'pictures' | 'pages' | 'unit' | 'pagesLeft' | 'isCut'

/** A document that was read, with its address after redirects. */
export type FetchedDocument = Omit<DocumentJobOutput, Lacking> &
  Partial<Pick<DocumentJobOutput, Exclude<Lacking, 'isCut'>>> & { url: string; truncated?: true }

/** Gives a document, or a part of it. Throws what `fetchDocument` and `givePart` throw. */
export async function giveDocument(
  call: Call<DocumentQuestion>,
  { key, documents }: { key: string; documents: DocumentMemories<FetchedDocument> },
): Promise<Omit<FetchedDocument, 'pageStarts'> & More> {
  const { input, services, principal } = call
  const request: PartRequest<FetchedDocument> = {
    cursor: input.cursor,
    maxChars: input.maxChars,
    key,
    recent: documents.of(services.instance),
    owner: principal.id,
    now: services.now().getTime(),
    read: async () => holdBodies(call, fetchDocument),
  }
  return givePart(request)
}

/**
 * Fetches an office document, a book, a mail or the like, and reads it in the sandbox. Throws `unsupported_content` for other
 * kinds, and the errors of fetching and reading.
 */
async function fetchDocument({
  input,
  services,
  signal,
  ...call
}: Call<DocumentQuestion>): Promise<FetchedDocument> {
  services.sandbox.prepare()
  const fetched = await services.fetch(input.url, {
    signal,
    unpacks: true,
    maxBytes: DOCUMENT_BODY_MAX_BYTES,
    progress: (done, total) => call.progress(bytesRead(done, total)),
  })
  const { url, status, headers, body, held } = fetched
  if (isChallengeAnswer(headers)) throw blocked()
  if (status >= STATUS_MIN_BAD) throw badStatus(status)
  if (!isDocument(fetched)) throw notDocument()
  const { pages, pageMarkers = false, include = [] } = input
  const read = await services.sandbox.run(
    DOCUMENT_JOB,
    {
      bytes: held ?? body,
      name: nameOf(url),
      contentType: headers['content-type'] ?? '',
      pages,
      pageMarkers,
      keepsHidden: include.includes('hidden'),
    },
    { signal, deadlineMs: DOCUMENT_DEADLINE_MS },
  )
  const {
    removed,
    files,
    notes,
    pictures,
    pages: count,
    unit,
    pagesLeft,
    isCut,
    ...document
  } = read
  return {
    url,
    ...document,
    ...(count > 0 ? { pages: count } : {}),
    ...(unit ? { unit } : {}),
    ...(pictures > 0 ? { pictures } : {}),
    ...(notes.length > 0 ? { notes } : {}),
    ...(files.length > 0 ? { files } : {}),
    ...(removed.length > 0 ? { removed } : {}),
    ...(isCut ? { truncated: true } : {}),
    ...(pagesLeft === '' ? {} : { pagesLeft }),
  }
}
