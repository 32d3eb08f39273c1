import { OperationError } from '../../src/contract/errors.ts'
import { convertJob, type ConvertJobInput } from '../../src/convert/convert-job.ts'

const ROUNDS = 7
const SIZE_BYTES = 64_000
const COLUMNS = 2_000

const filled = (unit: string): string => unit.repeat(Math.ceil(SIZE_BYTES / unit.length))
const backticks = (): string =>
  Array.from({ length: 440 }, (_, at) => 'e' + '`'.repeat(at)).join('')
const deepList = (): string =>
  Array.from({ length: 400 }, (_, at) => `${'  '.repeat(at)}* a\n`).join('')
const sparseTable = `|${'a|'.repeat(COLUMNS)}\n|${'-|'.repeat(COLUMNS)}\n${'|x|\n'.repeat(20_000)}`
const sparseHtml = `<table><tr>${'<th>a'.repeat(COLUMNS)}${'<tr><td>x'.repeat(10_000)}</table>`

const fromMarkdown: Readonly<Record<string, string>> = {
  'open brackets': filled('['),
  'links that do not end': filled('[a](b'),
  'emphasis that does not end': filled('*a **a '),
  'quotes in quotes': `${'>'.repeat(10_000)}a`,
  'lists in lists': deepList(),
  'backticks of every length': backticks(),
  'references that are not there': filled('[a][b] '),
  'tags that do not end': filled('<a href="'),
  'a sparse table': sparseTable,
}
const fromHtml: Readonly<Record<string, string>> = {
  'elements in elements': `${filled('<div>')}a`,
  'emphasis in emphasis': `${filled('<b><i>')}a`,
  'backticks in code': `<code>${backticks()}</code>`,
  'a sparse table': sparseHtml,
  'a cell over many columns': `<table><tr><td colspan=100000>a</table>${filled('<td colspan=999>')}`,
}

/** Lines of a table of what inputs made to be slow cost, in milliseconds of CPU (the median), and whether they are refused. */
export async function measureHostile(): Promise<string[]> {
  const rows: string[] = []
  const add = async (name: string, ...inputs: readonly ConvertJobInput[]): Promise<void> => {
    const times: string[] = []
    for (const input of inputs) times.push(await medianMs(input))
    const kilobytes = ((inputs[0]?.data.length ?? 0) / 1_000).toFixed(0)
    rows.push(`| ${name}, ${kilobytes} KB | ${times[0]} | ${times[1] ?? ''} |`)
  }
  for (const [name, data] of Object.entries(fromMarkdown)) {
    const input = { from: 'markdown', to: 'html', data } as const
    await add(name, input, { ...input, sanitize: true })
  }
  await add('a sparse table to CSV', { from: 'markdown', to: 'csv', data: sparseTable })
  for (const [name, data] of Object.entries(fromHtml)) {
    const input = { from: 'html', to: 'markdown', data } as const
    await add(`HTML: ${name}`, input, { ...input, sanitize: true })
  }
  return ['| hostile input | CPU ms | with `sanitize` |', '| --- | --- | --- |', ...rows]
}

async function medianMs(input: ConvertJobInput): Promise<string> {
  const times: number[] = []
  let isRefused = false
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage()
    isRefused = !(await isConverted(input))
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1_000)
  }
  const median = (times.toSorted((a, b) => a - b)[(ROUNDS - 1) / 2] ?? 0).toFixed(0)
  return isRefused ? `${median}, refused` : median
}

async function isConverted(input: ConvertJobInput): Promise<boolean> {
  try {
    await convertJob(input)
    return true
  } catch (thrown) {
    if (thrown instanceof OperationError) return false
    throw thrown
  }
}
