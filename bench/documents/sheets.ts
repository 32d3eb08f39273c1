import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { documentJob } from '../../src/documents/document-job.ts'
import { compareNumbers } from './sheet-numbers.ts'
import { sheetsOf, type TruthTable, workbookJson } from './sheet-sources.ts'
import { soffice } from './soffice.ts'

/** How much of the tables of one document was read. */
interface TableScore {
  cells: number
  right: number
  words: number
  lost: number
}

/**
 * `npm run bench -- document-sheets`: numbers of workbooks beside LibreOffice, then tables of workbooks by several programs. It needs
 * soffice; openpyxl for `python3` (or `BELLHOP_BENCH_PYTHON`), and exceljs and xlsx in the folder that `BELLHOP_BENCH_WRITERS` names,
 * are used where they are there. `BELLHOP_BENCH_FIRST` and `BELLHOP_BENCH_COUNT` choose the seeds.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-sheets-'))
  try {
    await compareNumbers(folder)
    const first = Number(process.env['BELLHOP_BENCH_FIRST'] ?? 1)
    const count = Number(process.env['BELLHOP_BENCH_COUNT'] ?? 8)
    const seeds = Array.from({ length: count }, (_, index) => first + index)
    await scoreTables(folder, seeds)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function scoreTables(folder: string, seeds: readonly number[]): Promise<void> {
  for (const seed of seeds) writeFileSync(join(folder, `${seed}.json`), workbookJson(seed))
  produce(folder, seeds)
  const scores = new Map<string, TableScore & { files: number }>()
  for (const file of readdirSync(folder).toSorted()) {
    const [, seed, producer, format] = /^(\d+)-(\w+)\.(xlsx|ods)$/.exec(file) ?? []
    if (seed === undefined) continue
    const { markdown } = await documentJob({
      bytes: readFileSync(join(folder, file)),
      name: file,
      contentType: '',
      pages: undefined,
      keepsHidden: false,
      pageMarkers: false,
    })
    const score = compare(
      sheetsOf(Number(seed)).flatMap(({ tables }) => tables),
      markdown,
    )
    if (
      process.env['BELLHOP_BENCH_SHOW'] !== undefined &&
      (score.lost > 0 || score.right < score.cells)
    )
      console.log(file, score, `\n${markdown}`)
    const key = `${format} by ${producer}`
    const sum = scores.get(key) ?? { files: 0, cells: 0, right: 0, words: 0, lost: 0 }
    scores.set(key, {
      files: sum.files + 1,
      cells: sum.cells + score.cells,
      right: sum.right + score.right,
      words: sum.words + score.words,
      lost: sum.lost + score.lost,
    })
  }
  console.table(
    Object.fromEntries(
      [...scores].map(([key, { files, cells, right, words, lost }]) => [
        key,
        { files, words, lost, cells, tables: (right / cells).toFixed(4) },
      ]),
    ),
  )
}

/** Has each program write the workbooks that are described beside it. */
function produce(folder: string, seeds: readonly number[]): void {
  const here = import.meta.dirname
  attempt('openpyxl', () =>
    execFileSync(process.env['BELLHOP_BENCH_PYTHON'] ?? 'python3', [
      join(here, 'write-openpyxl.py'),
      folder,
    ]),
  )
  const writers = process.env['BELLHOP_BENCH_WRITERS']
  if (writers !== undefined)
    attempt('exceljs, xlsx', () =>
      execFileSync(process.execPath, [join(here, 'write-sheets.mjs'), folder, writers]),
    )
  for (const seed of seeds) {
    const source = ['openpyxl', 'exceljs']
      .map((name) => join(folder, `${seed}-${name}.xlsx`))
      .find(existsSync)
    if (source === undefined) continue
    for (const format of ['ods', 'xlsx']) {
      const out = join(folder, format)
      soffice(folder, [`--convert-to`, format, '--outdir', out, source])
      const made = join(out, `${basename(source, '.xlsx')}.${format}`)
      if (existsSync(made))
        writeFileSync(join(folder, `${seed}-libreoffice.${format}`), readFileSync(made))
    }
  }
}

function attempt(name: string, action: () => unknown): void {
  try {
    action()
  } catch (thrown) {
    console.error(
      `${name}: left out (${thrown instanceof Error ? thrown.message.split('\n')[0] : ''})`,
    )
  }
}

function compare(truth: readonly TruthTable[], markdown: string): TableScore {
  const found = tablesOf(markdown)
  let right = 0
  let cells = 0
  for (const [index, table] of truth.entries()) {
    const own = found[index] ?? []
    const expected = compact(table)
    cells += Math.max(expected.flat().length, own.flat().length)
    right += expected.flatMap((row, y) => row.filter((cell, x) => own[y]?.[x] === cell)).length
  }
  for (const table of found.slice(truth.length)) cells += table.flat().length
  const left = new Map<string, number>()
  for (const word of wordsOf(markdown)) left.set(word, (left.get(word) ?? 0) + 1)
  const words = truth.flat(2).flatMap(wordsOf)
  const lost = words.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
  return { cells, right, words: words.length, lost: lost.length }
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Tables of a Markdown text, and single lines as tables of one cell. */
function tablesOf(markdown: string): string[][][] {
  return markdown
    .split(/\n{2,}/)
    .filter((block) => block.trim() !== '' && !block.startsWith('#'))
    .map((block) =>
      block
        .trim()
        .split('\n')
        .filter((line) => !/^\|(?: *:?-+:? *\|)+$/.test(line))
        .map((line) =>
          (line.startsWith('|') ? line.slice(1, -1).split(/(?<!\\)\|/) : [line]).map((cell) =>
            cell
              .replaceAll(/\\(.)/g, '$1')
              .replaceAll('<br>', ' ')
              .replace(/\[(.*)\]\(.*\)/, '$1')
              .trim(),
          ),
        ),
    )
}

function compact(table: TruthTable): string[][] {
  const rows = table.filter((row) => row.some((cell) => cell !== ''))
  const width = Math.max(0, ...rows.map((row) => row.length))
  const used = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.some((row) => (row[at] ?? '') !== ''),
  )
  return rows.map((row) => used.map((at) => row[at] ?? ''))
}
