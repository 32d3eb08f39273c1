import { generateDocuments } from '../generate.ts'
import { pdfSystems } from '../systems.ts'
import { addTables, judgeTables, noTables, type TableCounts } from './judge-tables.ts'
import { tableSources } from './table-sources.ts'

const SEEDS = [1, 2]

/** A line of a table: counts of one system and one group of documents. */
export function countsLine(name: string, group: string, counts: TableCounts): string {
  const share = (part: number, whole: number): string =>
    `${((part / Math.max(1, whole)) * 100).toFixed(1)} % (${part}/${whole})`
  return `| ${[
    name,
    group,
    counts.tables,
    share(counts.rowsRight, counts.rows),
    `${counts.valuesWrong}/${counts.values}`,
    share(counts.givenUp, counts.tables),
  ].join(' | ')} |`
}

export const COUNTS_HEAD =
  '| system | documents | tables | rows right | values under a wrong head | given up |\n| --- | --- | --- | --- | --- | --- |'

/**
 * Reads generated tables with every system: `compare-tables.ts [seen|held-out|all] [loud] [seed …]`. A system without tables has no
 * rows right, and none wrong.
 */
async function compare(which: string, isLoud: boolean, seeds: readonly number[]): Promise<void> {
  const documents = (await generateDocuments(seeds.flatMap(tableSources))).filter(
    ({ isHeldOut, omits }) =>
      // What prints tables as text has none.
      !omits.has('tables') && (which === 'all' || isHeldOut === (which === 'held-out')),
  )
  const systems = (await pdfSystems()).filter(
    ({ plain, name }) => !plain && (!isLoud || name === 'bellhop'),
  )
  console.log(COUNTS_HEAD)
  for (const { name, read } of systems) {
    const groups = new Map<string, TableCounts>()
    for (const { producer, source, file } of documents) {
      const markdown = await read(file).catch(() => '')
      const counts = judgeTables(source, markdown, (fault) => {
        if (isLoud) console.error(`${file} ${fault}`)
      })
      for (const group of [producer, source.id.replace(/-\d+$/, ''), 'all'])
        groups.set(group, addTables(groups.get(group) ?? noTables(), counts))
    }
    for (const [group, counts] of groups) console.log(countsLine(name, group, counts))
  }
}

if (import.meta.main) {
  const [which = 'all', loud, ...seeds] = process.argv.slice(2)
  await compare(which, loud === 'loud', seeds.length > 0 ? seeds.map(Number) : SEEDS)
}
