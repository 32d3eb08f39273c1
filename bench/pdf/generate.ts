import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isInstalled } from './corpus.ts'
import { formulaSources } from './formula-sources.ts'
import { type Feature, SOURCE_PRODUCERS } from './producers.ts'
import { scriptSources } from './script-sources.ts'
import { generatedSources, type Source } from './sources.ts'
import { variedSources } from './varied-sources.ts'

/** Each seed gives every producer another set of documents. */
const SEEDS = [1, 2, 3, 4]
const VARIED_SEEDS = [1, 2]
/** Papers and slides are few per seed. */
const LAYOUT_SEEDS = [3, 4, 5, 6]
const FORMULA_SEEDS = [1, 2, 3, 4]
/** Nothing was built while looking at documents of these. */
const HELD_OUT_SEEDS = [21, 22]

/** A generated document, as it was printed. */
export interface GeneratedDocument {
  producer: string
  /** Its producer or its template was not looked at while building. */
  isHeldOut: boolean
  omits: ReadonlySet<Feature>
  source: Source
  file: string
}

/** What one seed gives, held out: with a seed that nobody has used, documents that nobody has seen. */
export function heldOutSources(seed: number): Source[] {
  const sources = [...generatedSources(seed), ...variedSources(seed)]
  return sources.map((source) => ({ ...source, isHeldOut: true }))
}

/** Where generated documents are kept. */
export function generatedFolder(): string {
  return join(tmpdir(), 'bellhop-bench', 'pdf-generated')
}

function corpusSources(): Source[] {
  return [
    ...SEEDS.flatMap(generatedSources),
    ...VARIED_SEEDS.flatMap(variedSources),
    ...LAYOUT_SEEDS.flatMap(variedSources).filter(({ layout }) => layout !== undefined),
    ...HELD_OUT_SEEDS.flatMap(heldOutSources),
    ...FORMULA_SEEDS.flatMap(formulaSources),
    ...scriptSources(),
  ]
}

/**
 * Prints sources with every producer that is installed, and returns the documents; what was printed before is kept. Says which
 * producers are missing, and what was not printed.
 */
export async function generateDocuments(
  sources: readonly Source[] = corpusSources(),
): Promise<GeneratedDocument[]> {
  const documents: GeneratedDocument[] = []
  for (const { name, isHeldOut, program, debian, takes, print, omits } of SOURCE_PRODUCERS) {
    if (!(await isInstalled(program))) {
      console.error(`SKIPPED producer ${name}: it needs ${program} (Debian: ${debian}).`)
      continue
    }
    const folder = join(generatedFolder(), name)
    await mkdir(folder, { recursive: true })
    for (const source of sources.filter(takes)) {
      const file = join(folder, `${source.id}.pdf`)
      if (!existsSync(file)) {
        await print(source, file).catch(async (error: unknown) => {
          // What was begun is no document.
          await rm(file, { force: true })
          console.error(`${name} did not print ${source.id}: ${String(error).slice(0, 200)}`)
        })
      }
      if (!existsSync(file)) continue
      documents.push({
        producer: name,
        isHeldOut: isHeldOut || source.isHeldOut === true,
        omits: new Set(omits),
        source,
        file,
      })
    }
    console.error(`${name}: ${documents.filter(({ producer }) => producer === name).length}`)
  }
  return documents
}

if (import.meta.main) {
  const documents = await generateDocuments()
  const list = documents.map(({ producer, isHeldOut, source, file }) => ({
    producer,
    isHeldOut,
    id: source.id,
    file,
  }))
  await writeFile(join(generatedFolder(), 'documents.json'), JSON.stringify(list, undefined, 1))
  const bytes = await Promise.all(documents.map(async ({ file }) => (await readFile(file)).length))
  console.log(
    `${documents.length} documents, ${Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1e6)} MB, in ${generatedFolder()}`,
  )
}
