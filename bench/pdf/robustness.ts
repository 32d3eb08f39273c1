import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sandboxEntry } from '../../src/app/sandbox-entry.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { Sandbox } from '../../src/contract/sandbox.ts'
import { createLog } from '../../src/lib/log.ts'
import { PDF_JOB } from '../../src/pdf/jobs.ts'
import { PDF_DEADLINE_MS } from '../../src/pdf/limits.ts'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { pdfOf, text } from '../../test/support/pdf.ts'

const OPTIONS = { pages: undefined, maxPages: undefined, pageMarkers: false, headersFooters: false }
const LARGE_PAGES = 500
const LINES_PER_PAGE = 45
const SAMPLE_MS = 50

/** What came of every odd real PDF, read in the real sandbox. */
export async function readOddPdfs(folder: string): Promise<string> {
  const sandbox = createSandbox({ log: createLog('silent'), entry: sandboxEntry() })
  const outcomes = new Map<string, number>()
  let slowestMs = 0
  let ended = 0
  try {
    for (const name of (await readdir(folder)).filter((file) => file.endsWith('.pdf'))) {
      const startedAt = performance.now()
      const outcome = await readOne(sandbox, join(folder, name))
      if (outcome.endsWith('(killed)')) ended += 1
      slowestMs = Math.max(slowestMs, performance.now() - startedAt)
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
  } finally {
    await sandbox.close()
  }
  const list = [...outcomes].map(([outcome, count]) => `${count} ${outcome}`).join(', ')
  return `Odd real PDFs in the sandbox: ${list}. Children that had to be killed or crashed: ${ended}; slowest ${Math.round(slowestMs)} ms, the start of the child included.`
}

async function readOne(sandbox: Sandbox, file: string): Promise<string> {
  const input = { bytes: await readFile(file), ...OPTIONS }
  const { signal } = new AbortController()
  try {
    await sandbox.run(PDF_JOB, input, { signal, deadlineMs: PDF_DEADLINE_MS })
    return 'read'
  } catch (thrown) {
    if (!(thrown instanceof OperationError)) throw thrown
    const { reason } = thrown.fields
    return typeof reason === 'string' ? reason : `${thrown.code} (killed)`
  }
}

/** Memory and time of a document of 500 pages in the sandbox, and whether it reported each page. */
export async function readLargePdf(name: string, bytes: Uint8Array): Promise<string> {
  const sandbox = createSandbox({ log: createLog('silent'), entry: sandboxEntry() })
  const before = await childrenOf(process.pid)
  let steps = 0
  let peakBytes = 0
  const { signal } = new AbortController()
  await sandbox.isolation()
  const children = (await childrenOf(process.pid)).filter((pid) => !before.includes(pid))
  const watch = setInterval(() => {
    for (const pid of children) peakBytes = Math.max(peakBytes, residentBytes(pid))
  }, SAMPLE_MS)
  const startedAt = performance.now()
  try {
    const { pages, pagesLeft, wordCount } = await sandbox.run(
      PDF_JOB,
      { bytes, ...OPTIONS },
      { signal, deadlineMs: PDF_DEADLINE_MS, progress: () => (steps += 1) },
    )
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
    const left = pagesLeft === '' ? 'none' : pagesLeft
    return `${name}: ${pages} pages of ${(bytes.byteLength / 1e6).toFixed(1)} MB, ${wordCount} words in ${seconds} s; peak of the child ${Math.round(peakBytes / 1e6)} MB; ${steps} steps of progress; pages left out: ${left}.`
  } finally {
    clearInterval(watch)
    await sandbox.close()
  }
}

/** A plain document of 500 full pages. */
export function largePdf(): Buffer {
  const page = (number: number): string =>
    Array.from({ length: LINES_PER_PAGE }, (_, line) =>
      text(
        72,
        780 - line * 15,
        `Page ${number}, line ${line}: the porter carries what the guest cannot, at any hour.`,
      ),
    ).join('')
  return pdfOf(Array.from({ length: LARGE_PAGES }, (_, index) => page(index + 1)))
}

async function childrenOf(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)])
  return stdout.split('\n').filter(Boolean).map(Number)
}

function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
