import type { ConvertJobInput, ConvertJobOutput } from '../convert/convert-job.ts'
import type { ExtractJobInput, ExtractJobOutput } from '../extract/extract-job.ts'
import type { PageInfoJobInput, PageInfoJobOutput } from '../extract/page-info-job.ts'
import type { FeedJobInput, FeedJobOutput } from '../feed/feed-job.ts'
import type { ImageJobInput } from '../images/image-job.ts'
import type { Picture } from '../images/picture.ts'
import type { PdfJobInput, PdfJobOutput } from '../pdf/pdf-job.ts'
import type { QrJobInput, QrJobOutput } from '../qr/qr-job.ts'

/** Tells the caller of a job how far it has come; at most `PROGRESS_MAX_COUNT` times a job. */
export type ReportProgress = (done: number, total: number) => void

/** Everything that may run in the sandbox child. Each engine is loaded by its first job. */
export const jobs = {
  convert: async (input: ConvertJobInput): Promise<ConvertJobOutput> =>
    (await import('../convert/convert-job.ts')).convertJob(input),
  extract: async (input: ExtractJobInput): Promise<ExtractJobOutput> =>
    (await import('../extract/extract-job.ts')).extractJob(input),
  page_info: async (input: PageInfoJobInput): Promise<PageInfoJobOutput> =>
    (await import('../extract/page-info-job.ts')).pageInfoJob(input),
  feed: async (input: FeedJobInput): Promise<FeedJobOutput> =>
    (await import('../feed/feed-job.ts')).feedJob(input),
  image: async (input: ImageJobInput): Promise<Picture> =>
    (await import('../images/image-job.ts')).imageJob(input),
  qr: async (input: QrJobInput): Promise<QrJobOutput> =>
    (await import('../qr/qr-job.ts')).qrJob(input),
  pdf: async (input: PdfJobInput, report: ReportProgress): Promise<PdfJobOutput> =>
    (await import('../pdf/pdf-job.ts')).pdfJob(input, report),
}

/** A table of jobs: name to handler. */
export type JobTable = Readonly<
  Record<string, (input: never, report: ReportProgress) => Promise<unknown>>
>

export type JobName = keyof typeof jobs
export type JobInput<J extends JobName> = Parameters<(typeof jobs)[J]>[0]
export type JobOutput<J extends JobName> = Awaited<ReturnType<(typeof jobs)[J]>>
