import { mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RAISED_PRODUCERS } from './pdf-raised/producers.ts'
import { readPdfFile } from './pdf-raised/read-file.ts'
import { raisedDocument } from './pdf-raised/sources.ts'
import { isInstalled } from './pdf/corpus.ts'
import { machineLine, recordSection } from './record.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8]

const about = `Documents of sentences and tables with raised and lowered parts (powers of ten, units, formulas of chemistry, signs, several characters), printed by each producer from one source. Right is a phrase that is in the Markdown as the page shows it: \`10⁶ cells\`, not \`106 cells\`. Producers with * were not looked at while building.`

/** Counts how many exponents and indexes are read as such, by producer. */
export async function run(): Promise<void> {
  const folder = join(tmpdir(), 'bellhop-bench', 'pdf-raised')
  await mkdir(folder, { recursive: true })
  const rows: string[] = []
  for (const { name, program, isHeldOut, print } of RAISED_PRODUCERS) {
    if (!(await isInstalled(program))) {
      console.error(`SKIPPED producer ${name}: it needs ${program}.`)
      continue
    }
    let right = 0
    let all = 0
    for (const seed of SEEDS) {
      const document = raisedDocument(seed)
      const file = join(folder, `${name}-${seed}.pdf`)
      if (!(await readFile(file).catch(() => undefined))) await print(document, file)
      const text = await readPdfFile(file)
      const plain = text.replaceAll(/[*\\`]/g, '').replaceAll(/\s+/g, ' ')
      const missed = document.phrases.filter((phrase) => !plain.includes(phrase))
      all += document.phrases.length
      right += document.phrases.length - missed.length
      if (process.env['SHOW_MISSED'] === name) console.error(missed.join('\n'), plain)
    }
    rows.push(
      `| ${name}${isHeldOut ? '*' : ''} | ${right} of ${all} | ${((100 * right) / all).toFixed(1)} % |`,
    )
    console.error(rows.at(-1))
  }
  const table = ['| producer | right | share |', '| --- | --- | --- |', ...rows].join('\n')
  const text = [machineLine(), about, table].join('\n\n')
  console.log(text)
  recordSection('pdf-raised', 'Exponents and indexes in PDFs', text)
}
