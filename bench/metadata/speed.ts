import { JSDOM, VirtualConsole } from 'jsdom'
import { pageInfoJob } from '../../src/extract/page-info-job.ts'
import { HeadScanner } from '../../src/extract/page-info/head-scan.ts'
import type { LoadedPage } from './pages.ts'

/** The part of a job's input that all pages of the bench share. */
export const answer = { status: 200, complete: true, contentType: 'text/html; charset=utf-8' }

const CHUNK_BYTES = 1024
const ROUNDS = 3

/** The beginning of a page that unfurl reads, when it arrives in chunks of 1 KB. */
export function headBytes(bytes: Uint8Array): Uint8Array {
  const scanner = new HeadScanner()
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const end = Math.min(at + CHUNK_BYTES, bytes.length)
    if (scanner.add(bytes.subarray(at, end))) return bytes.subarray(0, end)
  }
  return bytes
}

async function describeAll(pages: readonly LoadedPage<unknown>[], head: boolean): Promise<void> {
  for (const { url, bytes } of pages) {
    // A head alone is never taken for a bot check, which would end the work early.
    await pageInfoJob({ url, ...answer, complete: false, bytes: head ? headBytes(bytes) : bytes })
  }
}

function parseAll(pages: readonly LoadedPage<unknown>[]): void {
  const virtualConsole = new VirtualConsole()
  for (const { url, bytes } of pages) {
    new JSDOM(new TextDecoder().decode(bytes), { url, virtualConsole }).window.close()
  }
}

async function cpuMsPerPage(count: number, work: () => Promise<void> | void): Promise<number> {
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    rounds.push((user + system) / 1000 / count)
  }
  return rounds.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
}

/** Process CPU milliseconds per page, median of the rounds: metadata, unfurl, and jsdom only parsing. */
export async function measureSpeed(
  pages: readonly LoadedPage<unknown>[],
): Promise<{ metadata: number; unfurl: number; jsdom: number }> {
  await describeAll(pages, false)
  return {
    metadata: await cpuMsPerPage(pages.length, async () => describeAll(pages, false)),
    unfurl: await cpuMsPerPage(pages.length, async () => describeAll(pages, true)),
    jsdom: await cpuMsPerPage(pages.length, () => parseAll(pages)),
  }
}
