import type { Job } from '../contract/sandbox.ts'
import type { DocumentJobInput, DocumentJobOutput } from './document-job.ts'
import type { UnpackJobInput, UnpackJobOutput } from './unpack-job.ts'

/** An office document, book, mail, notebook or the like as Markdown. */
export const DOCUMENT_JOB: Job<DocumentJobInput, DocumentJobOutput> = { name: 'document' }

/** One file out of an archive, document or mail. */
export const UNPACK_JOB: Job<UnpackJobInput, UnpackJobOutput> = { name: 'unpack' }
