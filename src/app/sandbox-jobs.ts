import type { Job, JobHandler } from '../contract/sandbox.ts'
import { CHECK_CONVERSION_JOB, CONVERT_JOB } from '../convert/jobs.ts'
import { EXTRACT_JOB, PAGE_INFO_JOB } from '../extract/jobs.ts'
import { FEED_JOB } from '../feed/jobs.ts'
import { IMAGE_JOB } from '../images/jobs.ts'
import { PDF_JOB } from '../pdf/jobs.ts'
import { QR_JOB } from '../qr/jobs.ts'
import type { JobHandlers } from '../sandbox/serve.ts'

/** Everything that may run in the sandbox's child. Each engine is loaded by its first job. */
export const sandboxJobs: JobHandlers = Object.fromEntries([
  onFirstUse(CONVERT_JOB, async () => (await import('../convert/convert-job.ts')).convertJob),
  onFirstUse(CHECK_CONVERSION_JOB, async () => {
    const { checkConversion } = await import('../convert/check-conversion.ts')
    return async (input) => checkConversion(input)
  }),
  onFirstUse(EXTRACT_JOB, async () => (await import('../extract/extract-job.ts')).extractJob),
  onFirstUse(PAGE_INFO_JOB, async () => (await import('../extract/page-info-job.ts')).pageInfoJob),
  onFirstUse(FEED_JOB, async () => (await import('../feed/feed-job.ts')).feedJob),
  onFirstUse(IMAGE_JOB, async () => (await import('../images/image-job.ts')).imageJob),
  onFirstUse(PDF_JOB, async () => (await import('../pdf/pdf-job.ts')).pdfJob),
  onFirstUse(QR_JOB, async () => (await import('../qr/qr-job.ts')).qrJob),
])

/** A job's name, and what does it. */
function onFirstUse<Input, Output>(
  { name }: Job<Input, Output>,
  load: () => Promise<JobHandler<Input, Output>>,
): [string, JobHandler<Input, Output>] {
  return [name, async (input, report) => (await load())(input, report)]
}
