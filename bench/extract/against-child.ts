import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import type { loadExtractJob as Load } from '../../src/extract/extract-job.ts'

/** What one state of the project answers for a page. */
export interface TimedAnswer {
  /** Processor time of the page, and of all threads since the first page was asked for. */
  pageMs: number
  sinceStartMs: number
  /** Hash of the Markdown, or the code of the error. */
  outcome: string
}

const PLAIN_PAGE = '<title>Page</title><p>A page on which everything is loaded that pages need.</p>'

const [program = ''] = process.argv.slice(2)
const { loadExtractJob, extractJob: ready } = (await import(pathToFileURL(program).href)) as {
  loadExtractJob?: typeof Load
  /** What states before that had. */
  extractJob?: Awaited<ReturnType<typeof Load>>
}
const extractJob = (await loadExtractJob?.()) ?? ready ?? missing()
await read(Buffer.from(PLAIN_PAGE), 'https://example.com/')
const start = process.cpuUsage()

process.on('message', ({ file, url }: { file: string; url: string }) => {
  void answer(readFileSync(file), url).then((reply) => process.send?.(reply))
})

async function answer(bytes: Uint8Array, url: string): Promise<TimedAnswer> {
  const before = process.cpuUsage()
  const text = await read(bytes, url)
  const pageMs = milliseconds(process.cpuUsage(before))
  const sinceStartMs = milliseconds(process.cpuUsage(start))
  return { pageMs, sinceStartMs, outcome: createHash('sha256').update(text).digest('hex') }
}

async function read(bytes: Uint8Array, url: string): Promise<string> {
  try {
    const { title, markdown } = await extractJob({
      url,
      status: 200,
      kind: 'html',
      contentType: 'text/html',
      bytes,
      links: 'inline',
      images: 'keep',
    })
    return `${title}\n${markdown}`
  } catch (thrown) {
    return String(thrown)
  }
}

function missing(): never {
  throw new Error(`${program} does not extract.`)
}

function milliseconds({ user, system }: NodeJS.CpuUsage): number {
  return (user + system) / 1000
}

process.send?.('ready')
