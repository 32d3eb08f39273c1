import { documentJob, type DocumentJobInput } from '../../../src/documents/document-job.ts'

/** Reads a document made for a test. */
export async function readBytes(
  bytes: Uint8Array,
  input: Partial<DocumentJobInput> = {},
  limits?: { maxChars: number; maxMs: number },
) {
  return documentJob(
    {
      bytes,
      name: '',
      contentType: '',
      pages: undefined,
      pageMarkers: false,
      keepsHidden: false,
      ...input,
    },
    undefined,
    limits,
  )
}
