import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type PdfSystem, pdfSystems } from '../systems.ts'
import { readMarkdownTables } from './markdown-tables.ts'

/**
 * The truth of one document: `<name>.rows.json` beside `<name>.pdf`. `rows` are cells from left to right, empty ones as '', as the
 * page shows them; of a merged cell, the text stands in the first of its places. Rows may be of several tables, in any order. `heads`
 * are the heads that must stand over their columns, the first row of each table.
 */
interface Truth {
  rows: string[][]
  heads?: string[][]
}

interface Counts {
  rows: number
  right: number
  heads: number
  headsRight: number
  /** Cells that stand in a row of the right first cell, but not in their place. */
  misplaced: number
}

const END = '.rows.json'

/** Reads each document of a folder with all systems, and reports by document how many of its rows are right. */
export async function compareForeign(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(END)).toSorted()
  if (names.length === 0) throw new Error(`No ${END} beside a PDF in ${folder}.`)
  const systems = (await pdfSystems()).filter(({ plain }) => !plain)
  const lines = [
    '| system | document | rows right | heads right | cells misplaced |',
    '| --- | --- | --- | --- | --- |',
  ]
  for (const system of systems) {
    for (const name of names) lines.push(await lineOf(system, folder, basename(name, END)))
  }
  return lines.join('\n')
}

async function lineOf({ name, read }: PdfSystem, folder: string, id: string): Promise<string> {
  const truth = JSON.parse(await readFile(join(folder, `${id}${END}`), 'utf8')) as Truth
  const markdown = await read(join(folder, `${id}.pdf`)).catch(() => '')
  const { rows, right, heads, headsRight, misplaced } = compareRows(truth, markdown)
  return `| ${name} | ${id} | ${right}/${rows} | ${headsRight}/${heads} | ${misplaced} |`
}

/** Compares the rows of Markdown with those of the truth. */
export function compareRows({ rows, heads = [] }: Truth, markdown: string): Counts {
  const tables = readMarkdownTables(markdown)
  const read = tables.flatMap(({ head, rows: below }) => [head, ...below])
  const left = new Map<string, number>()
  for (const row of read) left.set(row.join('|'), (left.get(row.join('|')) ?? 0) + 1)
  const byFirst = Map.groupBy(read, ([first = '']) => first)
  const counts: Counts = {
    rows: rows.length,
    right: 0,
    heads: heads.length,
    headsRight: 0,
    misplaced: 0,
  }
  for (const row of rows) {
    const key = row.join('|')
    const count = left.get(key) ?? 0
    if (count > 0) {
      left.set(key, count - 1)
      counts.right += 1
      continue
    }
    const [found] = byFirst.get(row[0] ?? '') ?? []
    counts.misplaced += row.filter((cell, at) => cell !== '' && found && found[at] !== cell).length
  }
  const headsRead = new Set(tables.map(({ head }) => head.join('|')))
  counts.headsRight = heads.filter((head) => headsRead.has(head.join('|'))).length
  return counts
}
