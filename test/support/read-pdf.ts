import { READ_LIMITS, type ReadLimits } from '../../src/pdf/limits.ts'
import { pdfJob, type PdfJobInput, type PdfJobOutput } from '../../src/pdf/pdf-job.ts'
import { pdfOf, type TestDocument, type TestPage } from './pdf.ts'

/** Reads a document in this process, as the sandbox does. */
export async function readPdf(
  bytes: Uint8Array,
  options: Partial<PdfJobInput> = {},
  report: (done: number, total: number) => void = () => {},
  limits: Partial<ReadLimits> = {},
): Promise<PdfJobOutput> {
  return pdfJob(
    {
      bytes,
      pages: undefined,
      maxPages: undefined,
      pageMarkers: false,
      headersFooters: false,
      ...options,
    },
    report,
    { ...READ_LIMITS, ...limits },
  )
}

/** The Markdown of a test document. */
export async function markdownOf(
  pages: readonly (TestPage | string)[],
  document: TestDocument = {},
  options: Partial<PdfJobInput> = {},
): Promise<string> {
  return (await readPdf(pdfOf(pages, document), options)).markdown
}
