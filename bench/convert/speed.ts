import { gfm } from '@joplin/turndown-plugin-gfm'
import createMarkdownIt from 'markdown-it'
import papaparse from 'papaparse'
import TurndownService from 'turndown'
import { readCsv, sniffDelimiter } from '../../src/convert/csv/csv-reader.ts'
import { writeCsv } from '../../src/convert/csv/csv-writer.ts'
import { htmlToMarkdown } from '../../src/convert/html/html-to-markdown.ts'
import { readJsonTable } from '../../src/convert/json/json-reader.ts'
import { JsonRowWriter } from '../../src/convert/json/json-writer.ts'
import { markdownToHtml } from '../../src/convert/markdown/markdown-reader.ts'

const TURNS = 3
const ROUNDS_A_TURN = 7
const ROWS = 100_000
const LARGE_BYTES = 50_000_000

/** A turndown as it is usually set up, with tables. */
export function turndownWithGfm(): (html: string) => string {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  })
  turndown.use(gfm)
  return (html) => turndown.turndown(html)
}

/**
 * Process CPU milliseconds of each of two works, the least of all rounds. Each has several rounds in a row,
 * since the first after the other pays for the other's garbage; and several turns, since the machine drifts.
 */
function compare(works: readonly [() => unknown, () => unknown]): [number, number] {
  const best: [number, number] = [Infinity, Infinity]
  for (let round = 0; round < TURNS * 2 * ROUNDS_A_TURN; round += 1) {
    const index = Math.floor(round / ROUNDS_A_TURN) % 2 === 0 ? 0 : 1
    const before = process.cpuUsage()
    works[index]()
    const { user, system } = process.cpuUsage(before)
    best[index] = Math.min(best[index], (user + system) / 1_000)
  }
  return best
}

function csvToJson(csv: string): string {
  const writer = new JsonRowWriter({ header: true, types: false })
  readCsv(csv, sniffDelimiter(csv), (fields) => writer.add(fields))
  return writer.end()
}

function sampleRows(count: number): Record<string, string>[] {
  return Array.from({ length: count }, (_, id) => ({
    id: String(id),
    name: `name ${id}`,
    email: `user${id}@example.com`,
    note: id % 7 === 0 ? 'says "hi", ok' : `plain text value ${id}`,
    amount: (id * 1.37).toFixed(2),
    date: `2024-01-${1 + (id % 28)}`,
    city: id % 11 === 0 ? '' : 'München',
  }))
}

/** Lines of a table of speeds and ratios; `markdown` and `html` are the documents to convert. */
export function measureSpeed(markdown: string, html: string): string[] {
  const rows = sampleRows(ROWS)
  const csv = papaparse.unparse(rows)
  const json = JSON.stringify(rows)
  const bare = createMarkdownIt({ html: true })
  const turndown = turndownWithGfm()
  const csvOptions = { delimiter: ',', escapeFormulas: false }
  const line = (name: string, size: number, works: readonly [() => unknown, () => unknown]) => {
    const [ours, theirs] = compare(works)
    const speed = (ms: number) => `${(size / 1_000 / ms).toFixed(1)} MB/s`
    return `| ${name} | ${speed(ours)} | ${speed(theirs)} | ${(theirs / ours).toFixed(2)} |`
  }
  return [
    '| conversion, and what it is compared with | Bellhop | peer | ratio |',
    '| --- | --- | --- | --- |',
    line('Markdown to HTML; bare markdown-it', markdown.length, [
      () => markdownToHtml(markdown, 'gfm'),
      () => bare.render(markdown),
    ]),
    line('HTML to Markdown; turndown with GFM', html.length, [
      () => htmlToMarkdown(html),
      () => turndown(html),
    ]),
    line('CSV text to JSON text; papaparse and JSON.stringify', csv.length, [
      () => csvToJson(csv),
      () => JSON.stringify(papaparse.parse(csv, { header: true }).data),
    ]),
    line('objects to bytes of CSV; papaparse', csv.length, [
      () =>
        Buffer.from(
          writeCsv(
            { header: Object.keys(rows[0] ?? {}), rows: rows.map(Object.values<string>) },
            csvOptions,
          ),
        ),
      () => Buffer.from(papaparse.unparse(rows)),
    ]),
    line('JSON text to bytes of CSV; JSON.parse and papaparse', json.length, [
      () => Buffer.from(writeCsv(readJsonTable(json), csvOptions)),
      () => Buffer.from(papaparse.unparse(JSON.parse(json) as object[])),
    ]),
  ]
}

/** One sentence on a CSV of 50 MB. */
export function measureLargeCsv(): string {
  const part = papaparse.unparse(sampleRows(ROWS))
  const body = part.slice(part.indexOf('\n') + 1)
  const csv = `${part}\r\n${`${body}\r\n`.repeat(Math.ceil(LARGE_BYTES / body.length) - 1)}`
  const before = process.cpuUsage()
  const json = csvToJson(csv)
  const { user, system } = process.cpuUsage(before)
  const seconds = ((user + system) / 1_000_000).toFixed(1)
  const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`
  const { maxRSS } = process.resourceUsage()
  return `A CSV of ${megabytes(csv.length)} becomes ${megabytes(json.length)} of JSON in ${seconds} s of CPU; largest resident memory of the whole bench: ${megabytes(maxRSS * 1_024)}.`
}
