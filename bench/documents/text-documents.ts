import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { markdownToHtml } from '../../src/convert/markdown/markdown-reader.ts'
import { documentJob } from '../../src/documents/document-job.ts'
import { produce } from './producers.ts'
import { contentOf, score, type Scores, SHARES } from './score.ts'
import { truthOf } from './source.ts'

type Format = 'docx' | 'odt'

interface System {
  name: string
  /** Reads a document as HTML. */
  read(file: string): Promise<string>
}

/** The product itself. */
export const BELLHOP: System = {
  name: 'bellhop',
  async read(file) {
    const { markdown } = await documentJob({
      bytes: readFileSync(file),
      name: file,
      contentType: '',
      pages: undefined,
      keepsHidden: false,
      pageMarkers: false,
    })
    return markdownToHtml(markdown, 'gfm')
  },
}

const PANDOC: System = {
  name: 'pandoc',
  read: async (file) => execFileSync('pandoc', ['-t', 'html', file], { encoding: 'utf8' }),
}

/** Mammoth, where a folder with it is named by `BELLHOP_BENCH_MAMMOTH`. */
async function findMammoth(): Promise<System | undefined> {
  const folder = process.env['BELLHOP_BENCH_MAMMOTH']
  if (folder === undefined) return undefined
  const path = createRequire(join(folder, 'package.json')).resolve('mammoth')
  const { default: mammoth } = (await import(pathToFileURL(path).href)) as {
    default: { convertToHtml(input: { path: string }): Promise<{ value: string }> }
  }
  return {
    name: 'mammoth',
    read: async (file) => (await mammoth.convertToHtml({ path: file })).value,
  }
}

/** Makes documents of a format by several programs, reads them by several, and prints how much of each was read. */
export async function runTextDocuments(format: Format): Promise<void> {
  const first = Number(process.env['BELLHOP_BENCH_FIRST'] ?? 1)
  const count = Number(process.env['BELLHOP_BENCH_COUNT'] ?? 20)
  const kept = process.env['BELLHOP_BENCH_FOLDER']
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'documents-'))
  try {
    const produced = produce(format, folder, { first, count })
    const mammoth = format === 'docx' ? await findMammoth() : undefined
    console.log(`${produced.length} documents (${format})`)
    console.log(`| system | producer | words lost | ${SHARES.join(' | ')} | ms |`)
    console.log(`| --- | --- | --- |${' --- |'.repeat(SHARES.length + 1)}`)
    for (const system of [BELLHOP, PANDOC, ...(mammoth ? [mammoth] : [])]) {
      const results: { producer: string; scores: Scores; ms: number }[] = []
      for (const { producer, file, source } of produced) {
        const startedAt = performance.now()
        const html = await system.read(file)
        const ms = performance.now() - startedAt
        const scores = score(truthOf(source), contentOf(html))
        results.push({ producer, scores, ms })
        if (system === BELLHOP && kept !== undefined && isLacking(scores)) {
          console.error(file, JSON.stringify(scores))
        }
      }
      for (const producer of ['all', ...new Set(results.map((result) => result.producer))]) {
        const own = results.filter((result) => producer === 'all' || result.producer === producer)
        console.log(`| ${system.name} | ${producer} | ${summary(own)} |`)
      }
    }
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

function isLacking(scores: Scores): boolean {
  return scores.lost > 0 || SHARES.some((kind) => (scores[kind] ?? 1) < 1)
}

function summary(results: readonly { scores: Scores; ms: number }[]): string {
  const sum = (key: 'lost' | 'words'): number =>
    results.reduce((total, { scores }) => total + scores[key], 0)
  const shares = SHARES.map((kind) => {
    const own = results.flatMap(({ scores }) => scores[kind] ?? [])
    const mean = own.reduce((total, value) => total + value, 0) / own.length
    return own.length === 0 ? '–' : `${(100 * mean).toFixed(1)} %`
  })
  const ms = results.reduce((total, result) => total + result.ms, 0) / results.length
  return [`${sum('lost')} of ${sum('words')}`, ...shares, ms.toFixed(0)].join(' | ')
}
