import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import papaparse from 'papaparse'
import { OperationError } from '../../src/contract/errors.ts'
import { convertJob } from '../../src/convert/convert-job.ts'

const ours = async (data: string, header: boolean): Promise<unknown> =>
  JSON.parse((await convertJob({ from: 'csv', to: 'json', data, header })).result)

const papa = async (data: string, header: boolean): Promise<unknown> =>
  papaparse.parse(data.replace(/\r?\n$/, ''), { header }).data

/** Both readers of the table, by name. */
const readers = { Bellhop: ours, papaparse: papa }

/** Lines of a table: how many files of csv-spectrum and csv-test-data each reader gets right. */
export async function scoreCsvSuites(folder: string): Promise<string[]> {
  const lines = ['| CSV suites | csv-spectrum | csv-test-data |', '| --- | --- | --- |']
  for (const [name, read] of Object.entries(readers)) {
    const spectrum = await score(join(folder, 'csvs'), join(folder, 'json'), read)
    const data = join(folder, 'test-data')
    lines.push(
      `| ${name} | ${spectrum} | ${await score(join(data, 'csv'), join(data, 'json'), read)} |`,
    )
  }
  return [...lines, '', ...(await badFiles(join(folder, 'test-data/csv')))]
}

async function score(csvs: string, jsons: string, read: typeof ours): Promise<string> {
  const files = (await readdir(jsons)).toSorted()
  let right = 0
  for (const file of files) {
    const truth = JSON.parse(await readFile(join(jsons, file), 'utf8')) as unknown[]
    const data = await readFile(join(csvs, `${basename(file, '.json')}.csv`), 'utf8')
    const isHeader = !Array.isArray(truth[0])
    if (isDeepStrictEqual(plain(await read(data, isHeader)), truth)) right += 1
  }
  return `${right}/${files.length}`
}

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

/** What becomes of the files that are wrong on purpose, which have no truth. */
async function badFiles(folder: string): Promise<string[]> {
  const lines = ['| file that is wrong on purpose | becomes |', '| --- | --- |']
  for (const file of (await readdir(folder)).filter((name) => name.startsWith('bad-')).toSorted()) {
    const data = await readFile(join(folder, file), 'utf8')
    const outcome = await ours(data, true).then(
      (rows) => JSON.stringify(rows),
      (thrown: unknown) => (thrown instanceof OperationError ? thrown.code : String(thrown)),
    )
    lines.push(`| ${file} | \`${outcome}\` |`)
  }
  return lines
}
