import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { openPdf } from '../../src/pdf/file/document.ts'
import { judgeMarkdown, MEASURES } from './assertions.ts'
import { isInstalled } from './corpus.ts'
import { type GeneratedDocument, generateDocuments, heldOutSources } from './generate.ts'
import { pdfSystems } from './systems.ts'

const run = promisify(execFile)
const OPENDATALOADER = '@opendataloader/pdf@2.5.0'

/** Reads all documents with every system, and prints what share of each kind of assertion they meet. */
async function compare(documents: readonly GeneratedDocument[]): Promise<void> {
  const systems = (await pdfSystems()).map(({ name, read }) => ({ name, read }))
  const batch = await openDataLoader(documents)
  if (batch) systems.push({ name: OPENDATALOADER, read: batch })
  const pages = new Map<string, number>()
  for (const { file } of documents) pages.set(file, await countPages(file))
  for (const { name, read } of systems) {
    const counts = new Map<string, [met: number, all: number]>()
    for (const { source, file, omits } of documents) {
      const markdown = await read(file).catch(() => '')
      for (const [measure, isMet] of judgeMarkdown(source, markdown, {
        omits,
        pages: pages.get(file) ?? 0,
      })) {
        const [met, all] = counts.get(measure) ?? [0, 0]
        counts.set(measure, [met + (isMet ? 1 : 0), all + 1])
      }
    }
    const cells = MEASURES.map((measure) => {
      const [met, all] = counts.get(measure) ?? [0, 0]
      return all === 0 ? '–' : `${((met / all) * 100).toFixed(1)} % (${met}/${all})`
    })
    console.log(`| ${[name, ...cells].join(' | ')} |`)
  }
}

async function countPages(file: string): Promise<number> {
  const { pdf, close } = await openPdf(new Uint8Array(await readFile(file)))
  const { numPages } = pdf
  await close()
  return numPages
}

/** All documents in one start of its Java program; undefined where it is not installed. */
async function openDataLoader(
  documents: readonly GeneratedDocument[],
): Promise<((file: string) => Promise<string>) | undefined> {
  if (!(await isInstalled('java'))) return undefined
  const folder = join(tmpdir(), 'bellhop-bench', 'peers', 'opendataloader')
  const module = join(folder, 'node_modules', '@opendataloader', 'pdf')
  if (!existsSync(module)) {
    await mkdir(folder, { recursive: true })
    await run('npm', ['install', '--prefix', folder, '--ignore-scripts', OPENDATALOADER])
  }
  const { convert } = createRequire(join(folder, 'package.json'))('@opendataloader/pdf') as {
    convert(
      files: string[],
      options: { outputDir: string; format: string[]; quiet: boolean },
    ): Promise<string>
  }
  const folders = new Map<string, string>()
  for (const [producer, group] of Map.groupBy(documents, (one) => one.producer)) {
    const outputDir = join(folder, 'out', producer)
    await mkdir(outputDir, { recursive: true })
    const files = group.map(({ file }) => file)
    await convert(files, { outputDir, format: ['markdown'], quiet: true })
    for (const file of files) folders.set(file, outputDir)
  }
  return async (file) => {
    const name = `${basename(file, '.pdf')}.md`
    return readFile(join(folders.get(file) ?? folder, name), 'utf8')
  }
}

if (import.meta.main) {
  const [which = 'held-out', seed] = process.argv.slice(2)
  const documents = await generateDocuments(
    seed === undefined ? undefined : heldOutSources(Number(seed)),
  )
  console.log(`| system | ${MEASURES.join(' | ')} |`)
  await compare(documents.filter(({ isHeldOut }) => isHeldOut === (which === 'held-out')))
}
