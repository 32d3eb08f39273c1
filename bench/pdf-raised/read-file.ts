import { readFile } from 'node:fs/promises'
import { pdfJob } from '../../src/pdf/pdf-job.ts'

/** The Markdown of a file. */
export async function readPdfFile(file: string): Promise<string> {
  const bytes = new Uint8Array(await readFile(file))
  const options = {
    pages: undefined,
    maxPages: undefined,
    pageMarkers: false,
    headersFooters: false,
  }
  const { markdown } = await pdfJob({ bytes, ...options }, () => {})
  return markdown
}
