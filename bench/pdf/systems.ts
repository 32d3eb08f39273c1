import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import MarkdownIt from 'markdown-it'
import { isInstalled } from './corpus.ts'

const run = promisify(execFile)

/** Native binaries, installed on demand, never by users. */
const PEERS = {
  '@llamaindex/liteparse': '2.14.7',
  '@firecrawl/pdf-inspector': '1.25.1',
  // It draws tables of daily life.
  pdfkit: '0.17.2',
} as const

/** A way to read a PDF: `plain` ones give text without any markup. */
export interface PdfSystem {
  name: string
  plain: boolean
  read(file: string): Promise<string>
}

/** Loads one of the peers from a cache folder, installing it there first; undefined when it cannot be. */
export async function loadPeer(name: keyof typeof PEERS): Promise<unknown> {
  const version = PEERS[name]
  const folder = join(tmpdir(), 'bellhop-bench', 'peers', `${name.replace('/', '-')}-${version}`)
  try {
    if (!existsSync(join(folder, 'node_modules', name))) {
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
      const args = ['install', '--prefix', folder, '--ignore-scripts', `${name}@${version}`]
      await run('npm', args, { cwd: folder })
    }
    // Loaded from where it was installed, by the resolution of that folder.
    return createRequire(join(folder, 'package.json'))(name)
  } catch (error) {
    console.error(`SKIPPED ${name}@${version}: ${String(error).split('\n', 1)[0]}`)
    return undefined
  }
}

/** Renders Markdown to HTML, for the scorer. */
export function render(markdown: string): string {
  return new MarkdownIt({ html: true, linkify: false }).render(markdown)
}

/** Everything that can be compared on this machine. Says loudly what is missing. */
export async function pdfSystems(): Promise<PdfSystem[]> {
  const found = [bellhop(), unpdf(), await pdftotext(), await liteparse(), await pdfInspector()]
  return found.filter((system) => system !== undefined)
}

function bellhop(): PdfSystem {
  return {
    name: 'bellhop',
    plain: false,
    async read(file) {
      const { pdfJob } = await import('../../src/pdf/pdf-job.ts')
      const options = {
        pages: undefined,
        maxPages: undefined,
        pageMarkers: false,
        headersFooters: false,
      }
      return (await pdfJob({ bytes: await readFile(file), ...options }, () => {})).markdown
    },
  }
}

function unpdf(): PdfSystem {
  return {
    name: 'unpdf extractText',
    plain: true,
    async read(file) {
      const { extractText } = await import('unpdf')
      const bytes = new Uint8Array(await readFile(file))
      return (await extractText(bytes, { mergePages: true })).text
    },
  }
}

async function pdftotext(): Promise<PdfSystem | undefined> {
  if (!(await isInstalled('pdftotext'))) {
    console.error('SKIPPED pdftotext: it is not on PATH (Debian: poppler-utils).')
    return undefined
  }
  return {
    name: 'pdftotext',
    plain: true,
    read: async (file) => (await run('pdftotext', [file, '-'], { maxBuffer: 1e8 })).stdout,
  }
}

async function liteparse(): Promise<PdfSystem | undefined> {
  const loaded = (await loadPeer('@llamaindex/liteparse')) as
    | { LiteParse: new (options: object) => { parse(file: string): Promise<{ text: string }> } }
    | undefined
  if (!loaded) return undefined
  const parser = new loaded.LiteParse({
    outputFormat: 'markdown',
    imageMode: 'off',
    ocrEnabled: false,
  })
  return {
    name: 'liteparse 2.14.7',
    plain: false,
    read: async (file) => (await parser.parse(file)).text,
  }
}

async function pdfInspector(): Promise<PdfSystem | undefined> {
  const loaded = (await loadPeer('@firecrawl/pdf-inspector')) as
    | { processPdf(bytes: Buffer): { markdown?: string } }
    | undefined
  if (!loaded) return undefined
  return {
    name: 'pdf-inspector 1.25.1',
    plain: false,
    read: async (file) => loaded.processPdf(await readFile(file)).markdown ?? '',
  }
}
