import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unpackedFolder } from './data.ts'
import { type CorpusDocument, pdfCorpus } from './pdf/corpus.ts'
import { largePdf, readLargePdf, readOddPdfs } from './pdf/robustness.ts'
import { score, type Scores } from './pdf/score.ts'
import { type PdfSystem, pdfSystems, render } from './pdf/systems.ts'
import { compareForeign } from './pdf/tables/foreign.ts'
import { machineLine, recordSection } from './record.ts'

const MEASURES = [
  'nid',
  'headings',
  'levels',
  'tables',
  'lists',
  'paragraphs',
  'quotes',
  'links',
  'code',
] as const

/** What the averages over all documents have to reach. */
const EXPECTED: Readonly<Record<(typeof MEASURES)[number], number>> = {
  nid: 0.985,
  headings: 0.95,
  levels: 0.85,
  tables: 0.75,
  lists: 0.9,
  paragraphs: 0.85,
  quotes: 0.8,
  links: 0.9,
  code: 0.7,
}

const about = `Markdown documents printed to PDF and read back, scored against the HTML of their source. NID: 2 × longest common subsequence of words ÷ words of both; headings, lists, paragraphs, quotations, code: F1 of whole texts; levels: headings with their level (groff prints no usable levels and is left out there); tables: cells in their place; links: recall of addresses. chrome is tagged, weasy2 has two columns with running headers and hyphenation, groff, libre (LibreOffice) and latex come from pandoc. The rules were developed while looking at documents of these producers.`

interface Result {
  producer: string
  scores: Scores
  ms: number
}

async function measureSystem(
  system: PdfSystem,
  documents: readonly CorpusDocument[],
): Promise<Result[]> {
  const results: Result[] = []
  for (const { file, html, producer } of documents) {
    const startedAt = performance.now()
    const text = await system.read(file)
    const ms = performance.now() - startedAt
    const plain = `<pre>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
    const scores = score(html, system.plain ? plain : render(text))
    results.push({
      producer,
      scores: system.plain ? { ...scores, ...without(scores) } : scores,
      ms,
    })
  }
  return results
}

/** Text without markup has no code, although the scorer reads it as one block. */
function without(scores: Scores): Partial<Scores> {
  return scores.code === undefined ? {} : { code: 0 }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function meanOf(results: readonly Result[], measure: keyof Scores): number {
  const counted =
    measure === 'levels' ? results.filter(({ producer }) => producer !== 'groff') : results
  return mean(counted.map(({ scores }) => scores[measure]).filter((value) => value !== undefined))
}

function cells(results: readonly Result[]): string[] {
  return MEASURES.map((name) => {
    const value = meanOf(results, name)
    return Number.isNaN(value) ? '–' : value.toFixed(3)
  })
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/**
 * Scores `pdf_to_markdown` beside four other readers, and reads odd and large documents. With a folder, reads the documents that
 * others made there, and compares their tables with the rows beside them.
 */
export async function run(): Promise<void> {
  const folder = process.argv[3]
  if (folder !== undefined) return console.log(await compareForeign(folder))
  const root = await unpackedFolder('formats/dev.tar.xz')
  const documents = await pdfCorpus(root)
  const systems = await pdfSystems()
  const all: string[][] = []
  const byProducer: string[][] = []
  let oursMs = 1
  for (const system of systems) {
    const results = await measureSystem(system, documents)
    const ms = mean(results.map((result) => result.ms))
    if (system.name === 'bellhop') oursMs = ms
    all.push([system.name, String(results.length), ...cells(results), (ms / oursMs).toFixed(2)])
    const groups = Map.groupBy(results, ({ producer }) => producer)
    for (const [producer, group] of groups) {
      if (system.plain) continue
      byProducer.push([system.name, producer, String(group.length), ...cells(group)])
    }
    console.error(`${system.name}: done`)
  }
  all.push(['wanted', '', ...MEASURES.map((name) => `≥ ${EXPECTED[name]}`), ''])
  const text = [
    machineLine(),
    about,
    table(['system', 'PDFs', ...MEASURES, 'time ÷ ours'], all),
    table(['system', 'producer', 'PDFs', ...MEASURES], byProducer),
    await chineseLine(root),
    await readOddPdfs(join(root, 'pdf-small')),
    await readLargePdf('Plain document', largePdf()),
  ].join('\n\n')
  console.log(text)
  recordSection('pdf', 'pdf_to_markdown', text)
}

/** A real document that has no text without the predefined character maps. */
async function chineseLine(root: string): Promise<string> {
  const { pdfJob } = await import('../src/pdf/pdf-job.ts')
  const { extractText } = await import('unpdf')
  const bytes = await readFile(join(root, 'pdf-small', '90ms_rksj_h_sample.pdf'))
  const options = {
    pages: undefined,
    maxPages: undefined,
    pageMarkers: false,
    headersFooters: false,
  }
  const { markdown } = await pdfJob({ bytes, ...options }, () => {})
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true })
  return `A document with a predefined Japanese character map: ours reads “${markdown}”, plain unpdf “${text}”.`
}
