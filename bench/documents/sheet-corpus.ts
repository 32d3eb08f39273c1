import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { wordsOf } from '../compared-texts.ts'
import { attempt, type Format, type Sample, type Seeds } from './corpus.ts'
import { type Content, plain } from './score.ts'
import { sheetsOf, type TruthTable, workbookJson } from './sheet-sources.ts'
import { soffice } from './soffice.ts'
import { writeXlsx } from './write-xlsx.ts'

/** Has several programs write workbooks and tables of text. Programs that are missing are said and left out. */
export function produceSheets(folder: string, { first, count }: Seeds): Sample[] {
  const seeds = Array.from({ length: count }, (_, at) => first + at)
  const own = join(folder, 'sheets')
  mkdirSync(own, { recursive: true })
  for (const seed of seeds) writeFileSync(join(own, `${seed}.json`), workbookJson(seed))
  writeWorkbooks(own, seeds)
  writeTables(own, seeds)
  return readdirSync(own).flatMap((file) => {
    const [, seed, producer, format] = /^(\d+)-([\w ]+)\.(xlsx|ods|csv|tsv)$/.exec(file) ?? []
    if (seed === undefined || producer === undefined) return []
    const sheets = sheetsOf(Number(seed))
    const truth =
      format === 'csv' || format === 'tsv'
        ? contentOfSheets([{ name: '', tables: [tableOf(Number(seed))] }])
        : contentOfSheets(sheets)
    return [{ format: format as Format, producer, truth, file: join(own, file) }]
  })
}

function writeWorkbooks(folder: string, seeds: readonly number[]): void {
  const here = import.meta.dirname
  for (const seed of seeds) {
    writeFileSync(join(folder, `${seed}-by hand.xlsx`), writeXlsx(workbookJson(seed)))
  }
  attempt('xlsx by openpyxl', () =>
    execFileSync(
      process.env['BELLHOP_BENCH_PYTHON'] ?? 'python3',
      [join(here, 'write-openpyxl.py'), folder],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    ),
  )
  const writers = process.env['BELLHOP_BENCH_WRITERS']
  if (writers === undefined) console.error('LEFT OUT: xlsx by exceljs (BELLHOP_BENCH_WRITERS)')
  else {
    attempt('xlsx by exceljs and xlsx', () =>
      execFileSync(process.execPath, [join(here, 'write-sheets.mjs'), folder, writers]),
    )
  }
  const names = ['openpyxl', 'exceljs', 'by hand'].map((name) => `-${name}.xlsx`)
  const sources = seeds.map((seed) =>
    names.map((name) => join(folder, `${seed}${name}`)).find(existsSync),
  )
  const files = sources.filter((source) => source !== undefined)
  for (const format of ['ods', 'xlsx']) {
    const out = join(folder, format)
    attempt(`${format} by libreoffice`, () => {
      soffice(folder, ['--convert-to', format, '--outdir', out, ...files])
      for (const made of readdirSync(out)) {
        const seed = basename(made).split('-', 1)[0]
        execFileSync('mv', [join(out, made), join(folder, `${seed}-libreoffice.${format}`)])
      }
    })
  }
}

/** The first table of a workbook, as a file of text holds it. */
function tableOf(seed: number): TruthTable {
  const tables = sheetsOf(seed).flatMap((sheet) => sheet.tables)
  return tables.find((table) => table.length > 1) ?? []
}

function writeTables(folder: string, seeds: readonly number[]): void {
  for (const seed of seeds) {
    const table = tableOf(seed)
    const quoted = (cell: string): string =>
      /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
    const csv = table.map((row) => row.map(quoted).join(',')).join('\r\n')
    writeFileSync(join(folder, `${seed}-by hand.csv`), csv)
    writeFileSync(
      join(folder, `${seed}-by hand.tsv`),
      table.map((row) => row.join('\t')).join('\n'),
    )
  }
  attempt('csv by python', () =>
    execFileSync(process.env['BELLHOP_BENCH_PYTHON'] ?? 'python3', ['-c', PYTHON_CSV], {
      input: seeds
        .map((seed) =>
          JSON.stringify({ file: join(folder, `${seed}-python.csv`), rows: tableOf(seed) }),
        )
        .join('\n'),
    }),
  )
}

const PYTHON_CSV = `
import csv, json, sys
for line in sys.stdin:
    made = json.loads(line)
    with open(made["file"], "w", newline="", encoding="utf-8-sig") as file:
        csv.writer(file, delimiter=";").writerows(made["rows"])
`

function contentOfSheets(sheets: ReturnType<typeof sheetsOf>): Content {
  const tables = sheets.flatMap((sheet) => sheet.tables)
  const names = sheets.map(({ name }) => name).filter((name) => name !== '')
  return {
    words: sheets.flatMap(({ name, tables: own }) => [name, ...own.flat(2)].flatMap(wordsOf)),
    headings: names.map((name) => `2 ${plain(name)}`),
    items: [],
    // A single cell is a paragraph.
    tables: tables
      .filter((table) => table.flat().length > 1)
      .map((table) => table.map((row) => row.map(plain))),
    links: [],
    notes: [],
  }
}
