import type { Job } from '../contract/sandbox.ts'
import type { ExtractJobInput, ExtractJobOutput } from './extract-job.ts'
import type { PageInfoJobInput, PageInfoJobOutput } from './page-info-job.ts'

/** An article as Markdown. */
export const EXTRACT_JOB: Job<ExtractJobInput, ExtractJobOutput> = { name: 'extract' }

/** What a page says of itself. */
export const PAGE_INFO_JOB: Job<PageInfoJobInput, PageInfoJobOutput> = { name: 'page_info' }
