import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const CONVERSION_DEADLINE_MS = 120_000

/** A born-digital document: the HTML that its Markdown source renders to, and how it was printed. */
export interface CorpusDocument {
  id: string
  producer: string
  file: string
  html: string
}

/** Ways to print a Markdown source: chromium tags its documents, the others do not. */
const READY = ['chrome', 'weasy2', 'groff'] as const

/** What a producer needs on PATH, and how it prints all sources into a folder. */
interface Producer {
  name: string
  tools: readonly string[]
  print(sources: readonly string[], folder: string): Promise<void>
}

const PRODUCERS: readonly Producer[] = [
  { name: 'libre', tools: ['pandoc', 'soffice'], print: printWithLibreOffice },
  { name: 'latex', tools: ['pandoc', 'pdflatex'], print: printWithLatex },
]

/**
 * The documents of the ready corpus, and those that further producers print from its sources. What is
 * printed is kept beside the unpacked corpus. Says loudly which producers are not installed.
 */
export async function pdfCorpus(root: string): Promise<CorpusDocument[]> {
  const ready = join(root, 'pdf-corpus')
  const names = await readdir(ready)
  const documents: CorpusDocument[] = []
  const add = async (folder: string, producer: string): Promise<void> => {
    for (const name of (await readdir(folder)).toSorted()) {
      if (!name.endsWith(`.${producer}.pdf`)) continue
      const id = name.slice(0, -`.${producer}.pdf`.length)
      const html = await readFile(join(ready, `${id}.body.html`), 'utf8')
      documents.push({ id, producer, file: join(folder, name), html: namePictures(html) })
    }
  }
  for (const producer of READY) await add(ready, producer)
  const sources = names.filter((name) => name.endsWith('.md')).map((name) => join(ready, name))
  for (const producer of PRODUCERS) {
    const folder = await printed(producer, sources, join(root, 'printed'))
    if (folder !== undefined) await add(folder, producer.name)
  }
  return documents
}

/** No picture could be loaded when the documents were printed: all producers draw the names of pictures in their places. */
function namePictures(html: string): string {
  return html.replaceAll(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1')
}

async function printed(
  { name, tools, print }: Producer,
  sources: readonly string[],
  root: string,
): Promise<string | undefined> {
  const folder = join(root, name)
  if (existsSync(folder)) return folder
  for (const tool of tools) {
    if (await isInstalled(tool)) continue
    console.error(`SKIPPED producer ${name}: it needs ${tools.join(' and ')} on PATH.`)
    return undefined
  }
  const fresh = `${folder}.${process.pid}`
  await mkdir(fresh, { recursive: true })
  await print(sources, fresh)
  await rename(fresh, folder)
  return folder
}

/** True when a program of this name can be started. */
export async function isInstalled(tool: string): Promise<boolean> {
  return run(tool, ['--version']).then(
    () => true,
    // A program that is there but knows no --version has an exit code; a missing one has none.
    (error: unknown) => (error as { code?: unknown }).code !== 'ENOENT',
  )
}

async function printWithLibreOffice(sources: readonly string[], folder: string): Promise<void> {
  const texts: string[] = []
  for (const source of sources) {
    const text = join(folder, `${basename(source, '.md')}.odt`)
    await run('pandoc', ['-f', 'gfm', '-t', 'odt', '-o', text, source])
    texts.push(text)
  }
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const args = [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, ...texts]
  await run('soffice', args, { timeout: CONVERSION_DEADLINE_MS * 5 })
  for (const text of texts) {
    const stem = text.slice(0, -'.odt'.length)
    await rename(`${stem}.pdf`, `${stem}.libre.pdf`).catch(() => {
      console.error(`LibreOffice did not print ${basename(text)}.`)
    })
  }
}

async function printWithLatex(sources: readonly string[], folder: string): Promise<void> {
  for (const source of sources) {
    const id = basename(source, '.md')
    const out = join(folder, `${id}.latex.pdf`)
    const args = ['-f', 'gfm', '-s', '--pdf-engine=pdflatex', '-o', out, source]
    await run('pandoc', args, { timeout: CONVERSION_DEADLINE_MS }).catch(() => {
      console.error(`LaTeX did not print ${id}: it has characters that pdflatex does not know.`)
    })
  }
}
