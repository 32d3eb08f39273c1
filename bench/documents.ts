import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { markdownToHtml } from '../src/convert/markdown/markdown-reader.ts'
import { documentJob } from '../src/documents/document-job.ts'
import { attempt, type Format, FORMATS, type Sample } from './documents/corpus.ts'
import { produce } from './documents/producers.ts'
import { contentOf, score, type Scores, SHARES } from './documents/score.ts'
import { produceSheets } from './documents/sheet-corpus.ts'
import { compareNumbers } from './documents/sheet-numbers.ts'

interface System {
  name: string
  formats: ReadonlySet<Format>
  /** Reads a document as HTML. */
  read(file: string, format: Format): Promise<string>
}

interface Result {
  system: string
  format: Format
  producer: string
  scores: Scores
  ms: number
}

const BELLHOP: System = {
  name: 'bellhop',
  formats: new Set(FORMATS),
  async read(file, format) {
    const { markdown } = await documentJob({
      bytes: readFileSync(file),
      name: file,
      contentType: '',
      pages: undefined,
      keepsHidden: false,
      pageMarkers: false,
    })
    // The number of a slide stands before its title.
    const isSlides = format === 'pptx' || format === 'odp'
    return markdownToHtml(
      isSlides ? markdown.replaceAll(/^## Slide \d+:? ?/gm, '# ') : markdown,
      'gfm',
    )
  },
}

const PANDOC: System = {
  name: 'pandoc',
  // It reads outlines as headings.
  formats: new Set(['docx', 'odt', 'epub', 'ipynb', 'csv', 'rtf']),
  read: async (file) =>
    execFileSync('pandoc', ['-t', 'html', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
}

/** Mammoth, in a folder that `BELLHOP_BENCH_WRITERS` names. */
async function loadMammoth(): Promise<System> {
  const folder = process.env['BELLHOP_BENCH_WRITERS'] ?? '.'
  const path = createRequire(join(folder, 'package.json')).resolve('mammoth')
  const { default: mammoth } = (await import(pathToFileURL(path).href)) as {
    default: { convertToHtml(input: { path: string }): Promise<{ value: string }> }
  }
  return {
    name: 'mammoth',
    formats: new Set(['docx']),
    read: async (file) => (await mammoth.convertToHtml({ path: file })).value,
  }
}

async function loadSystems(): Promise<System[]> {
  const hasPandoc = attempt('pandoc', () => execFileSync('pandoc', ['--version']))
  const mammoth = await loadMammoth().catch(() => {
    console.error('LEFT OUT: mammoth (BELLHOP_BENCH_WRITERS names no folder with it)')
  })
  return [BELLHOP, ...(hasPandoc ? [PANDOC] : []), ...(mammoth ? [mammoth] : [])]
}

/**
 * `npm run bench -- documents [format] [--no-numbers]`: documents of all formats by several programs, read by Bellhop and, where they read the
 * format, by pandoc and mammoth; then numbers of workbooks beside LibreOffice. `BELLHOP_BENCH_FIRST` and `BELLHOP_BENCH_COUNT` choose
 * the seeds of each producer, `BELLHOP_BENCH_FOLDER` keeps the files and names those that lack something,
 * `BELLHOP_BENCH_WRITERS` is a folder with exceljs, xlsx and mammoth, `BELLHOP_BENCH_PYTHON` a Python with openpyxl and python-docx.
 */
export async function run(): Promise<void> {
  const wanted = process.argv.slice(3).find((word) => !word.startsWith('--'))
  const kept = process.env['BELLHOP_BENCH_FOLDER']
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'bellhop-documents-'))
  mkdirSync(folder, { recursive: true })
  const seeds = {
    first: Number(process.env['BELLHOP_BENCH_FIRST'] ?? 1),
    count: Number(process.env['BELLHOP_BENCH_COUNT'] ?? 10),
  }
  try {
    const systems = await loadSystems()
    const hasSheets = wanted === undefined || /^(?:xlsx|ods|csv|tsv)$/.test(wanted)
    const samples = [
      ...(hasSheets ? produceSheets(folder, seeds) : []),
      ...FORMATS.flatMap((format) =>
        wanted === undefined || wanted === format ? produce(format, folder, seeds) : [],
      ),
    ].filter(({ format }) => wanted === undefined || wanted === format)
    const results: Result[] = []
    for (const sample of samples) {
      for (const system of systems) {
        if (system.formats.has(sample.format)) results.push(await measure(system, sample, kept))
      }
    }
    print(results, samples.length)
    if (hasSheets && !process.argv.includes('--no-numbers')) await compareNumbers(folder)
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(
  system: System,
  { format, producer, truth, file }: Sample,
  kept: string | undefined,
): Promise<Result> {
  const startedAt = performance.now()
  const html = await system.read(file, format)
  const ms = performance.now() - startedAt
  const scores = score(truth, contentOf(html))
  const isLacking = scores.lost > 0 || SHARES.some((kind) => (scores[kind] ?? 1) < 1)
  if (system === BELLHOP && kept !== undefined && isLacking) console.error(file, scores)
  return { system: system.name, format, producer, scores, ms }
}

function print(results: readonly Result[], files: number): void {
  console.log(`${files} documents`)
  console.log(`| format | by | read by | words lost | ${SHARES.join(' | ')} | ms |`)
  console.log(`| --- | --- | --- | --- |${' --- |'.repeat(SHARES.length + 1)}`)
  const groups = Map.groupBy(results, ({ format, producer, system }) =>
    [format, producer, system].join(' | '),
  )
  for (const [key, own] of groups) console.log(`| ${key} | ${summary(own)} |`)
  for (const [system, own] of Map.groupBy(results, (result) => result.system)) {
    console.log(`| all that it reads | ${own.length} files | ${system} | ${summary(own)} |`)
  }
}

function summary(results: readonly Result[]): string {
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
