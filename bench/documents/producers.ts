import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipOf } from '../../test/support/zip.ts'
import { type Abilities, type DocumentSource, makeSource } from './source.ts'
import { writeHtml } from './write-html.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeFlatOdf, writeOdtFiles } from './write-odf.ts'
import { writeDocxFiles } from './write-word.ts'

/** One document that a program made. */
export interface Produced {
  producer: string
  file: string
  source: DocumentSource
}

/** All that a source may hold. */
export const ALL: Abilities = {
  notes: true,
  spans: true,
  formats: true,
  starts: true,
  more: true,
  struck: true,
  code: true,
  links: true,
  mixed: true,
  continuous: false,
}

interface Producer {
  name: string
  can: Abilities
  /** Writes documents into a folder, each under the number of its seed. */
  write(sources: readonly DocumentSource[], folder: string, format: 'docx' | 'odt'): void
}

const LIBRE_HTML: Producer = {
  name: 'libreoffice-html',
  // It sets further paragraphs of items, and lists that begin elsewhere, as if they were none of these.
  can: { ...ALL, notes: false, more: false, starts: false, mixed: false },
  write: (sources, folder, format) =>
    convert(sources, folder, format, 'html', writeHtml, ['--infilter=HTML (StarWriter)']),
}

const LIBRE_ODF: Producer = {
  name: 'libreoffice-odf',
  can: ALL,
  write: (sources, folder, format) => convert(sources, folder, format, 'fodt', writeFlatOdf, []),
}

const PANDOC: Producer = {
  name: 'pandoc',
  can: { ...ALL, spans: false },
  write(sources, folder, format) {
    for (const source of sources) {
      const input = writeMarkdown(source)
      execFileSync('pandoc', ['-f', 'markdown', '-o', join(folder, `${source.seed}.${format}`)], {
        input,
      })
    }
  },
}

const PYTHON: Producer = {
  name: 'python-docx',
  can: {
    ...ALL,
    notes: false,
    formats: false,
    starts: false,
    more: false,
    links: false,
    mixed: false,
    continuous: true,
  },
  write(sources, folder) {
    const lines = sources.map((source) =>
      JSON.stringify({ ...source, file: join(folder, `${source.seed}.docx`) }),
    )
    execFileSync('python3', [join(import.meta.dirname, 'write-python-docx.py')], {
      input: lines.join('\n'),
    })
  },
}

const BY_HAND: Producer = {
  name: 'by hand',
  can: ALL,
  write(sources, folder, format) {
    for (const source of sources) {
      const files = format === 'docx' ? writeDocxFiles(source) : writeOdtFiles(source)
      writeFileSync(join(folder, `${source.seed}.${format}`), zipOf(files))
    }
  },
}

/** Its lists within lists have no formats of their own in ODT. */
const PANDOC_ODF: Producer = { ...PANDOC, can: { ...PANDOC.can, formats: false, starts: false } }

const PRODUCERS = {
  docx: [PANDOC, LIBRE_HTML, LIBRE_ODF, PYTHON, BY_HAND],
  odt: [PANDOC_ODF, LIBRE_HTML, LIBRE_ODF, BY_HAND],
} as const

/** Has every producer write documents of the seeds from `first` on. Programs that are missing are said and left out. */
export function produce(
  format: 'docx' | 'odt',
  folder: string,
  { first, count }: { first: number; count: number },
): Produced[] {
  return PRODUCERS[format].flatMap(({ name, can, write }, at) => {
    const own = join(folder, format, name.replaceAll(' ', '-'))
    mkdirSync(own, { recursive: true })
    const sources = Array.from({ length: count }, (_, seed) =>
      makeSource(1000 * (at + 1) + first + seed, can),
    )
    try {
      write(sources, own, format)
    } catch (thrown) {
      console.error(`${name} is left out: ${String(thrown).slice(0, 200)}`)
      return []
    }
    return sources.map((source) => ({
      producer: name,
      source,
      file: join(own, `${source.seed}.${format}`),
    }))
  })
}

/** Has LibreOffice convert files of one kind, all in one run with a profile of its own. */
function convert(
  sources: readonly DocumentSource[],
  folder: string,
  format: string,
  ending: string,
  write: (source: DocumentSource) => string,
  options: readonly string[],
): void {
  const files = sources.map((source) => {
    const file = join(folder, `${source.seed}.${ending}`)
    writeFileSync(file, write(source))
    return file
  })
  const target = format === 'docx' ? 'docx:MS Word 2007 XML' : 'odt'
  execFileSync(
    'soffice',
    [
      `-env:UserInstallation=file://${join(folder, 'profile')}`,
      '--headless',
      ...options,
      '--convert-to',
      target,
      '--outdir',
      folder,
      ...files,
    ],
    { stdio: 'ignore', timeout: 300_000 },
  )
}
