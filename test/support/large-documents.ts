import { readFileSync } from 'node:fs'
import { type Served, serveBellhop } from './bellhop.ts'
import { type PageServer, startPageServer } from './page-server.ts'
import { pdfOf, text } from './pdf.ts'
import { descendantsOf } from './processes.ts'

const SAMPLE_EVERY_MS = 50

/** A document of one page with so many bytes of something embedded. */
export function largePdf(embeddedBytes: number): Buffer {
  const embedded = Buffer.alloc(embeddedBytes, 'embedded file ')
  return pdfOf([text(72, 700, 'Large.')], { embedded })
}

/** What one call of `pdf_to_markdown` was answered. */
export interface PdfAnswer {
  status: number
  retryAfter: string | null
  markdown: unknown
}

/** Resident memory in bytes, of the main process and of all processes together. */
export interface Resident {
  main: number
  all: number
}

/** A server for others and a web server with one large document. */
export interface DocumentStage extends AsyncDisposable {
  /** Reads the document so many times at once. */
  readAtOnce(calls: number): Promise<PdfAnswer[]>
  resident(): Resident
  /** The most that was resident, each for itself, while the work ran. */
  peakWhile<T>(work: () => Promise<T>): Promise<{ result: T; peak: Resident }>
}

/** Starts both. Works only where the system lists processes. */
export async function openDocumentStage(document: Buffer): Promise<DocumentStage> {
  const origin = await startPageServer({
    '/large.pdf': { headers: { 'content-type': 'application/pdf' }, body: document },
  })
  const served = await serveBellhop(['--allow-hosts', '127.0.0.1', '--chat', 'off'])
  const pid = served.process.pid ?? 0
  const resident = (): Resident => {
    const [main = 0, ...others] = [String(pid), ...descendantsOf(pid)].map(residentBytes)
    return { main, all: others.reduce((sum, bytes) => sum + bytes, main) }
  }
  return {
    resident,
    readAtOnce: async (calls) =>
      Promise.all(Array.from({ length: calls }, async (_, index) => read(served, origin, index))),
    async peakWhile(work) {
      const peak = resident()
      const timer = setInterval(() => {
        const now = resident()
        peak.main = Math.max(peak.main, now.main)
        peak.all = Math.max(peak.all, now.all)
      }, SAMPLE_EVERY_MS)
      try {
        return { result: await work(), peak }
      } finally {
        clearInterval(timer)
      }
    },
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]()
      await origin.close()
    },
  }
}

async function read(served: Served, origin: PageServer, index: number): Promise<PdfAnswer> {
  const answer = await fetch(`${served.url}/pdf-to-markdown`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Equal calls of one caller would be one.
    body: JSON.stringify({ url: `${origin.origin}/large.pdf?${index}` }),
  })
  const body = (await answer.json()) as { markdown?: unknown; data?: { markdown?: unknown } }
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    markdown: body.data?.markdown ?? body.markdown,
  }
}

function residentBytes(pid: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    // It has ended.
    return 0
  }
}
