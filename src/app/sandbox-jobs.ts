import type { Job, JobHandler, ReportProgress } from '../contract/sandbox.ts'
import { CHECK_CONVERSION_JOB, CONVERT_JOB } from '../convert/jobs.ts'
import { DOCUMENT_JOB, UNPACK_JOB } from '../documents/jobs.ts'
import { EXTRACT_JOB, PAGE_INFO_JOB } from '../extract/jobs.ts'
import { FEED_JOB } from '../feed/jobs.ts'
import { IMAGE_JOB, SCALE_JOB, SHOW_JOB } from '../images/jobs.ts'
import { once } from '../lib/once.ts'
import { PDF_JOB } from '../pdf/jobs.ts'
import { QR_JOB } from '../qr/jobs.ts'
import type { JobHandlers } from '../sandbox/serve.ts'
import { REHEARSALS } from './rehearsals.ts'

/** What runs each job, loaded when it is asked for. */
const ENGINES = new Map<string, () => Promise<JobHandler<never, unknown>>>([
  engineOf(CONVERT_JOB, async () => (await import('../convert/convert-job.ts')).convertJob),
  engineOf(CHECK_CONVERSION_JOB, async () => {
    const { requireConversion } = await import('../convert/require-conversion.ts')
    return async (input) => requireConversion(input)
  }),
  engineOf(EXTRACT_JOB, async () => (await import('../extract/extract-job.ts')).loadExtractJob()),
  engineOf(PAGE_INFO_JOB, async () => (await import('../extract/page-info-job.ts')).pageInfoJob),
  engineOf(FEED_JOB, async () => (await import('../feed/feed-job.ts')).feedJob),
  engineOf(IMAGE_JOB, async () => (await import('../images/image-job.ts')).imageJob),
  engineOf(SHOW_JOB, async () => (await import('../images/show-job.ts')).showJob),
  engineOf(SCALE_JOB, async () => (await import('../images/scale-job.ts')).scaleJob),
  engineOf(PDF_JOB, async () => (await import('../pdf/pdf-job.ts')).pdfJob),
  engineOf(DOCUMENT_JOB, async () => (await import('../documents/document-job.ts')).documentJob),
  engineOf(UNPACK_JOB, async () => (await import('../documents/unpack-job.ts')).unpackJob),
  engineOf(QR_JOB, async () => (await import('../qr/qr-job.ts')).qrJob),
])

/** Everything that may run in the sandbox's child. Each engine is loaded by its first job. */
export const sandboxJobs: JobHandlers = Object.fromEntries(
  [...ENGINES].map(([name, load]) => [
    name,
    async (input: never, report: ReportProgress) => (await load())(input, report),
  ]),
)

/** Loads the engines of jobs, by their names, and lets each do a small one before the first that anybody waits for. */
export async function rehearseJobs(names: readonly string[]): Promise<void> {
  await loadEngines(names)
  for (const name of names) {
    const input = REHEARSALS.get(name)
    if (input) await sandboxJobs[name]?.(input as never, () => {})
  }
}

/** Loads the engines of jobs, by their names, before the first one comes. */
export async function loadEngines(names: readonly string[]): Promise<void> {
  for (const name of names) await ENGINES.get(name)?.()
}

function engineOf<Input, Output>(
  { name }: Job<Input, Output>,
  load: () => Promise<JobHandler<Input, Output>>,
): [string, () => Promise<JobHandler<Input, Output>>] {
  return [name, once(load)]
}
