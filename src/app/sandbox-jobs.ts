import { CONVERT_JOB } from '../convert/jobs.ts'
import { EXTRACT_JOB, PAGE_INFO_JOB } from '../extract/jobs.ts'
import { FEED_JOB } from '../feed/jobs.ts'
import { IMAGE_JOB } from '../images/jobs.ts'
import { PDF_JOB } from '../pdf/jobs.ts'
import { QR_JOB } from '../qr/jobs.ts'

/** Everything that may run in the sandbox's child. Each engine is loaded by its first job. */
export const SANDBOX_JOBS = [
  CONVERT_JOB,
  EXTRACT_JOB,
  PAGE_INFO_JOB,
  FEED_JOB,
  IMAGE_JOB,
  QR_JOB,
  PDF_JOB,
] as const
