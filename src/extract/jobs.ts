import type { Job } from '../contract/sandbox.ts'
import type { ExtractJobInput, ExtractJobOutput } from './extract-job.ts'
import type { PageInfoJobInput, PageInfoJobOutput } from './page-info-job.ts'

/** An article as Markdown. */
export const EXTRACT_JOB: Job<ExtractJobInput, ExtractJobOutput> = { name: 'extract' }

/** Size up to which it takes little time to see what a page says of itself. */
const SHORT_MAX_BYTES = 1_000_000

/** What a page says of itself. */
export const PAGE_INFO_JOB: Job<PageInfoJobInput, PageInfoJobOutput> = {
  name: 'page_info',
  isShort: ({ bytes }) => bytes.byteLength <= SHORT_MAX_BYTES,
}
