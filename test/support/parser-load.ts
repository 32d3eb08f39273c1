import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { sandboxEntry } from '../../src/app/sandbox-entry.ts'
import { OperationError } from '../../src/contract/errors.ts'
import type { AnyOperation } from '../../src/contract/operation.ts'
import { LOCAL_PRINCIPAL } from '../../src/contract/principal.ts'
import type { MachineMemory } from '../../src/lib/machine-memory.ts'
import type { RequestedCapacity, Machine } from '../../src/sandbox/capacity.ts'
import { convert } from '../../tools/text/convert.ts'
import { qr } from '../../tools/text/qr.ts'
import { extract } from '../../tools/web/extract.ts'
import { read } from '../../tools/web/read.ts'
import { type Caller, callWith } from './call.ts'
import { childProgram } from './child-program.ts'
import { type PageServer, startPageServer } from './page-server.ts'
import { paragraph, pdfOf } from './pdf.ts'
import { pngOf } from './pictures.ts'

/** Parsers and callers of the table: from one core to sixteen, from one person to twenty. */
export const PARSERS = [1, 2, 4, 8, 16] as const
export const CALLERS = [1, 4, 10, 20] as const

/** Whether parsers run from the source or as they are published. */
export const FORMS = ['source', 'published'] as const
export type Form = (typeof FORMS)[number]

/** Paths of the five kinds of documents. */
export const KINDS = ['page', 'report.pdf', 'feed.xml', 'list.csv', 'picture.png'] as const

/** Far longer than any of these jobs takes, on however busy a machine: the test is about memory, not about time. */
const PATIENCE_MS = 300_000
const ITEM = '<item><title>Walnuts</title><link>https://site.test/1</link></item>'
const typed = (body: string | Uint8Array, type: string) => ({
  headers: { 'content-type': type },
  body,
})

/** Starts a server with a page of 2 KB and documents of the five kinds that `read` reads. */
export async function startKinds(): Promise<PageServer> {
  const sentence = 'The walnut harvest was better than last year. '
  return startPageServer({
    '/page': {
      body: `<title>Walnuts</title><article><h1>Walnuts</h1>${`<p>${sentence.repeat(4)}</p>`.repeat(10)}</article>`,
    },
    '/report.pdf': typed(pdfOf([paragraph(72, 700, [sentence])]), 'application/pdf'),
    '/feed.xml': typed(
      `<rss version="2.0"><channel><title>Trees</title>${ITEM}</channel></rss>`,
      'text/xml',
    ),
    '/list.csv': typed('name,age\nAda,36\n', 'text/csv'),
    '/picture.png': typed(pngOf(40, 30), 'image/png'),
  })
}

/** What one cell of the table is about. */
export interface Cell {
  form: Form
  /** The machine that it is handed: its cores are the parsers. */
  machine: Machine
  capacity?: RequestedCapacity
  callers: number
  pages: Pick<PageServer, 'host' | 'origin'>
}

/** What came of a cell. */
export interface Load {
  /** Calls, and what those ended with that were not answered in full. */
  requested: number
  refusals: string[]
  /** Children that were ended for the memory of others. */
  crowded: number
}

/** Lets callers call at once, each all operations, twice: parsers start for the first round, and are warm for the second. */
export async function loadParsers({
  form,
  machine,
  capacity,
  callers,
  pages,
}: Cell): Promise<Load> {
  const load: Load = { requested: 0, refusals: [], crowded: 0 }
  const log = pino(
    { level: 'warn' },
    { write: (line) => void (load.crowded += countCrowded(line)) },
  )
  await using caller = callWith({
    allowHosts: [pages.host],
    parsing: {
      log,
      machine,
      ...(capacity ? { requested: capacity } : {}),
      entry: form === 'source' ? sandboxEntry() : childProgram('src/app/sandbox-child.ts'),
      limits: {
        queueWaitMaxMs: PATIENCE_MS,
        jobDeadlineMs: PATIENCE_MS,
        startDeadlineMs: PATIENCE_MS,
      },
    },
  })
  for (const round of ['cold', 'warm']) {
    const calls = Array.from({ length: callers }, (_, index) => callAll(caller, pages, index))
    const refusals = (await Promise.all(calls.flat())).flatMap((refusal) => refusal ?? [])
    load.requested += calls.flat().length
    load.refusals.push(...refusals.map((refusal) => `${round}: ${refusal}`))
  }
  return load
}

/** The report on a load in a control group. */
export interface GroupLoad extends Load {
  from: MachineMemory['from']
}

/** Does the same as a process of its own in a control group (Linux), as published: its memory is that of the group. */
export async function loadParsersIn(
  group: string,
  cell: Pick<Cell, 'callers' | 'pages'> & { cores: number },
): Promise<GroupLoad> {
  const script = 'echo $$ > "$1"; shift; exec "$@"'
  const program = join(import.meta.dirname, 'parser-load-child.ts')
  const words = [join(group, 'cgroup.procs'), process.execPath, program, JSON.stringify(cell)]
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script, 'sh', ...words])
  return JSON.parse(stdout) as GroupLoad
}

function countCrowded(line: string): number {
  return line.includes('"end":"crowded"') ? 1 : 0
}

function callAll(caller: Caller, { origin }: Cell['pages'], index: number) {
  const principal = { ...LOCAL_PRINCIPAL, id: `caller ${index}` }
  const call = async (operation: AnyOperation, input: object) => {
    try {
      const options = { principal, signal: AbortSignal.timeout(PATIENCE_MS) }
      return lostParts(await caller.call(operation, input, options))
    } catch (error) {
      const text =
        error instanceof OperationError ? `${error.code} ${error.message}` : String(error)
      return `${operation.name}: ${text}`
    }
  }
  return [
    call(extract, { url: `${origin}/page` }),
    call(qr, { text: `https://example.com/${index}` }),
    call(convert, { from: 'csv', to: 'json', data: 'name;room\nAda;12\n' }),
    call(read, { urls: KINDS.map((path) => `${origin}/${path}`) }),
  ]
}

/** What an answer of `read` lacks; undefined where nothing is. */
function lostParts({ parts = [] }: { parts?: unknown }): string | undefined {
  const lost = (parts as { address: string; error?: { message: string } }[]).filter(
    ({ error }) => error !== undefined,
  )
  if (lost.length === 0) return undefined
  return lost.map(({ address, error }) => `read ${address}: ${error?.message}`).join('; ')
}
