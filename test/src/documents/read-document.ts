import {
  documentJob,
  type DocumentJobInput,
  type DocumentJobOutput,
} from '../../../src/documents/document-job.ts'

/** Reads a document as the sandbox's child does. */
export async function readDocument(
  bytes: string | Uint8Array,
  input: Partial<DocumentJobInput> = {},
  limits?: { maxChars: number; maxMs: number },
): Promise<DocumentJobOutput> {
  return documentJob(
    {
      bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
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
