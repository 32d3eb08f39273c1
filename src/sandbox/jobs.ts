import type { ExtractJobInput, ExtractJobOutput } from '../extract/extract-job.ts'
import type { PageInfoJobInput, PageInfoJobOutput } from '../extract/page-info-job.ts'
import type { FeedJobInput, FeedJobOutput } from '../feed/feed-job.ts'
import type { QrJobInput, QrJobOutput } from '../qr/qr-job.ts'

/** Everything that may run in the sandbox child. Each engine is loaded by its first job. */
export const jobs = {
  extract: async (input: ExtractJobInput): Promise<ExtractJobOutput> =>
    (await import('../extract/extract-job.ts')).extractJob(input),
  page_info: async (input: PageInfoJobInput): Promise<PageInfoJobOutput> =>
    (await import('../extract/page-info-job.ts')).pageInfoJob(input),
  feed: async (input: FeedJobInput): Promise<FeedJobOutput> =>
    (await import('../feed/feed-job.ts')).feedJob(input),
  qr: async (input: QrJobInput): Promise<QrJobOutput> =>
    (await import('../qr/qr-job.ts')).qrJob(input),
}

/** A table of jobs: name to handler. */
export type JobTable = Readonly<Record<string, (input: never) => Promise<unknown>>>

export type JobName = keyof typeof jobs
export type JobInput<J extends JobName> = Parameters<(typeof jobs)[J]>[0]
export type JobOutput<J extends JobName> = Awaited<ReturnType<(typeof jobs)[J]>>
