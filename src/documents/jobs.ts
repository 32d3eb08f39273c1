import type { Job } from '../contract/sandbox.ts'
import type { DocumentJobInput, DocumentJobOutput } from './document-job.ts'

/** An office document, book, mail, notebook or the like as Markdown. */
export const DOCUMENT_JOB: Job<DocumentJobInput, DocumentJobOutput> = { name: 'document' }
