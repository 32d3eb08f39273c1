import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadPeer, pdfSystems } from '../../systems.ts'
import { COUNTS_HEAD, countsLine } from '../compare-tables.ts'
import { addTables, noTables, type TableCounts } from '../judge-tables.ts'
import { type CanvasClass, drawEveryday } from './draw.ts'
import { judgeEveryday } from './judge.ts'
import { everydayDocuments } from './tables.ts'

/** Nothing was built while looking at these. */
const SEEDS = [1, 2, 3, 4]

/** Draws tables of daily life and reads them with every system: `compare.ts [seed …]`. */
async function compareEveryday(seeds: readonly number[]): Promise<void> {
  const Class = (await loadPeer('pdfkit')) as CanvasClass | undefined
  if (!Class) return
  const folder = join(tmpdir(), 'bellhop-bench', 'pdf-everyday')
  await mkdir(folder, { recursive: true })
  const documents = seeds.flatMap(everydayDocuments)
  for (const document of documents)
    await drawEveryday(Class, document, join(folder, `${document.id}.pdf`))
  console.log(COUNTS_HEAD)
  for (const { name, read } of (await pdfSystems()).filter(({ plain }) => !plain)) {
    const groups = new Map<string, TableCounts>()
    for (const document of documents) {
      const markdown = await read(join(folder, `${document.id}.pdf`)).catch(() => '')
      const counts = judgeEveryday(document, markdown)
      for (const group of [document.id.replace(/-\d+$/, ''), 'all'])
        groups.set(group, addTables(groups.get(group) ?? noTables(), counts))
    }
    for (const [group, counts] of groups) console.log(countsLine(name, group, counts))
  }
}

if (import.meta.main) {
  const seeds = process.argv.slice(2).map(Number)
  await compareEveryday(seeds.length > 0 ? seeds : SEEDS)
}
