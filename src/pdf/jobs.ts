import type { Job } from '../contract/sandbox.ts'
import type { PdfJobInput, PdfJobOutput } from './pdf-job.ts'

/** A PDF as Markdown. */
export const PDF_JOB: Job<PdfJobInput, PdfJobOutput> = { name: 'pdf' }
