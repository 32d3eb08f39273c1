import { readFile } from 'node:fs/promises'
import { lostText } from '../../test/support/pdf-conservation.ts'
import { judgeMarkdown } from './assertions.ts'
import { type GeneratedDocument, generateDocuments, heldOutSources } from './generate.ts'

const OPTIONS = { pages: undefined, maxPages: undefined, pageMarkers: false, headersFooters: false }

/** Reads generated documents, and reports, by producer, the structures met and those lost. */
async function check(documents: readonly GeneratedDocument[], isLoud: boolean): Promise<void> {
  const { pdfJob } = await import('../../src/pdf/pdf-job.ts')
  const sums = new Map<string, [met: number, all: number]>()
  for (const [producer, group] of Map.groupBy(documents, (one) => one.producer)) {
    const counts = new Map<string, [met: number, all: number]>()
    let losing = 0
    for (const { source, file, omits } of group) {
      const bytes = new Uint8Array(await readFile(file))
      const output = await pdfJob({ bytes: new Uint8Array(bytes), ...OPTIONS }, () => {})
      const lost = await lostText(bytes, output)
      if (lost !== '') {
        losing += 1
        if (isLoud) console.log(`  LOST ${producer} ${source.id}: ${lost.slice(0, 80)}`)
      }
      const drawn = new Set<string>()
      for (const [measure, isMet, what] of judgeMarkdown(source, output.markdown, {
        omits,
        pages: output.pages,
      })) {
        const [met, all] = counts.get(measure) ?? [0, 0]
        counts.set(measure, [met + (isMet ? 1 : 0), all + 1])
        if (!isMet && isLoud && !drawn.has(measure)) {
          drawn.add(measure)
          console.log(`  ${producer} ${source.id} ${measure}: ${what.slice(0, 100)}`)
        }
      }
    }
    add(sums, counts)
    const cells = [...counts].map(([measure, [met, all]]) => `${measure} ${met}/${all}`)
    console.log(`${producer}: ${group.length} documents, ${losing} lose text; ${cells.join(', ')}`)
  }
  for (const [measure, [met, all]] of sums) {
    console.log(`all, ${measure}: ${met} of ${all}, ${((met / all) * 100).toFixed(1)} %`)
  }
}

function add(
  sums: Map<string, [met: number, all: number]>,
  counts: ReadonlyMap<string, [met: number, all: number]>,
): void {
  for (const [measure, [met, all]] of counts) {
    const [metBefore, allBefore] = sums.get(measure) ?? [0, 0]
    sums.set(measure, [metBefore + met, allBefore + all])
  }
}

if (import.meta.main) {
  const [which = 'seen', loud, seed] = process.argv.slice(2)
  const documents = await generateDocuments(
    seed === undefined ? undefined : heldOutSources(Number(seed)),
  )
  const isWanted = ({ producer, isHeldOut }: GeneratedDocument): boolean =>
    which === 'seen' ? !isHeldOut : which === 'held-out' ? isHeldOut : which === producer
  await check(documents.filter(isWanted), loud === 'loud')
}
