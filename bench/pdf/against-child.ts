import { pathToFileURL } from 'node:url'
import type { pdfJob as PdfJob } from '../../src/pdf/pdf-job.ts'

/** What one state of the project takes for a document, all threads together. */
export interface TimedPdf {
  cpuMs: number
  pages: number
}

const OPTIONS = { pages: undefined, maxPages: undefined, pageMarkers: false, headersFooters: false }

const [program = ''] = process.argv.slice(2)

process.once('message', (base64: string) => {
  void read(new Uint8Array(Buffer.from(base64, 'base64'))).then((answer) => process.send?.(answer))
})
process.send?.('ready')

async function read(bytes: Uint8Array): Promise<TimedPdf> {
  const before = process.cpuUsage()
  const { pdfJob } = (await import(pathToFileURL(program).href)) as { pdfJob: typeof PdfJob }
  const { pages } = await pdfJob({ bytes, ...OPTIONS }, () => {})
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1_000, pages }
}
