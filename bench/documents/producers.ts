import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipOf } from '../../test/support/zip.ts'
import { attempt, type Format, type Sample, type Seeds } from './corpus.ts'
import { soffice } from './soffice.ts'
import {
  type Abilities,
  asOutline,
  asSlides,
  type DocumentSource,
  makeSource,
  truthOf,
} from './source.ts'
import { writeEpubFiles } from './write-epub.ts'
import { writeHtml } from './write-html.ts'
import { writeMail } from './write-mail.ts'
import { writeMarkdown } from './write-markdown.ts'
import { writeNotebook } from './write-notebook.ts'
import { writeFlatOdf, writeOdtFiles } from './write-odf.ts'
import { writeHeadings, writeOpml } from './write-opml.ts'
import { writeDocxFiles } from './write-word.ts'

/** A program that writes documents into a folder, each under the number of its seed. */
interface Producer {
  name: string
  can: Abilities
  /** What of a source the format can hold. */
  prepare?(source: DocumentSource): DocumentSource
  write(sources: readonly DocumentSource[], folder: string, format: Format): void
}

/** All that a source may hold. */
const ALL: Abilities = {
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
// Lists of HTML that count in letters count in numbers in Markdown.
const PROSE: Abilities = { ...ALL, spans: false, formats: false }
const SLIDES: Abilities = { ...PROSE, notes: false, starts: false, more: false, code: false }
const NOTEBOOK: Abilities = { ...PROSE, notes: false, starts: false }
const RICH: Abilities = { ...PROSE, more: false, code: false }
const MAIL: Abilities = { ...ALL, notes: false, spans: false, formats: false }

function pandoc(name: string, can: Abilities, ...options: readonly string[]): Producer {
  return {
    name,
    can,
    write: (sources, folder, format) => writeByPandoc(sources, folder, format, { options }),
  }
}

function writeByPandoc(
  sources: readonly DocumentSource[],
  folder: string,
  ending: string,
  {
    options = [],
    write = writeMarkdown,
  }: { options?: readonly string[]; write?: (source: DocumentSource) => string } = {},
): string[] {
  return sources.map((source) => {
    const file = join(folder, `${source.seed}.${ending}`)
    execFileSync('pandoc', ['-f', 'markdown', ...options, '-o', file], {
      input: write(source),
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    return file
  })
}

/** Has LibreOffice write what pandoc wrote in another format. */
function libreFrom(ending: string, can: Abilities): Producer {
  return {
    name: `libreoffice (${ending})`,
    can,
    write(sources, folder, format) {
      const from = join(folder, 'from')
      mkdirSync(from)
      const files = writeByPandoc(sources, from, ending)
      soffice(folder, ['--convert-to', format, '--outdir', folder, ...files])
    },
  }
}

/** Has LibreOffice convert texts that are written here, all in one run. */
function libre(
  ending: string,
  can: Abilities,
  write: (source: DocumentSource) => string,
  ...options: readonly string[]
): Producer {
  return {
    name: `libreoffice (${ending})`,
    can,
    write(sources, folder, format) {
      const files = sources.map((source) => {
        const file = join(folder, `${source.seed}.${ending}`)
        writeFileSync(file, write(source))
        return file
      })
      const target = format === 'docx' ? 'docx:MS Word 2007 XML' : format
      soffice(folder, [...options, '--convert-to', target, '--outdir', folder, ...files])
    },
  }
}

/** Runs a script of ours that writes the sources, given one a line. */
function python(name: string, can: Abilities, script: string): Producer {
  return {
    name,
    can,
    write(sources, folder, format) {
      const lines = sources.map((source) =>
        JSON.stringify({
          ...source,
          html: writeHtml(source),
          file: join(folder, `${source.seed}.${format}`),
        }),
      )
      const program = process.env['BELLHOP_BENCH_PYTHON'] ?? 'python3'
      execFileSync(program, [join(import.meta.dirname, script)], { input: lines.join('\n') })
    },
  }
}

function byHand(
  can: Abilities,
  write: (source: DocumentSource) => string | Record<string, string>,
): Producer {
  return {
    name: 'by hand',
    can,
    write(sources, folder, format) {
      for (const source of sources) {
        const written = write(source)
        const bytes = typeof written === 'string' ? written : zipOf(written)
        writeFileSync(join(folder, `${source.seed}.${format}`), bytes)
      }
    },
  }
}

// LibreOffice sets further paragraphs of items, and lists that begin elsewhere, as if they were none of these.
const LIBRE_HTML = libre(
  'html',
  { ...ALL, notes: false, more: false, starts: false, mixed: false },
  writeHtml,
  '--infilter=HTML (StarWriter)',
)
const LIBRE_ODF = libre('fodt', ALL, writeFlatOdf)
const PYTHON_DOCX = python(
  'python-docx',
  {
    ...ALL,
    notes: false,
    formats: false,
    starts: false,
    more: false,
    links: false,
    mixed: false,
    continuous: true,
  },
  'write-python-docx.py',
)

// It makes outlines of headings alone.
const PANDOC_OPML: Producer = {
  name: 'pandoc',
  can: PROSE,
  write: (sources, folder, format) =>
    writeByPandoc(sources, folder, format, { options: ['-s'], write: writeHeadings }),
}

const PRODUCERS: Readonly<Partial<Record<Format, readonly Producer[]>>> = {
  docx: [
    pandoc('pandoc', { ...ALL, spans: false }),
    LIBRE_HTML,
    LIBRE_ODF,
    PYTHON_DOCX,
    byHand(ALL, writeDocxFiles),
  ],
  odt: [
    // Its lists within lists have no formats of their own in ODT.
    pandoc('pandoc', { ...ALL, spans: false, formats: false, starts: false }),
    LIBRE_HTML,
    LIBRE_ODF,
    byHand(ALL, writeOdtFiles),
  ],
  epub: [
    pandoc('pandoc 3', PROSE, '-t', 'epub3'),
    pandoc('pandoc 2', PROSE, '-t', 'epub2'),
    byHand({ ...PROSE, notes: false }, writeEpubFiles),
  ],
  ipynb: [pandoc('pandoc', NOTEBOOK), byHand(NOTEBOOK, writeNotebook)],
  rtf: [pandoc('pandoc', RICH, '-s'), libreFrom('odt', RICH)],
  pptx: [pandoc('pandoc', SLIDES, '--slide-level=1'), libreFrom('pptx', SLIDES)].map(withSlides),
  odp: [libreFrom('pptx', SLIDES)].map(withSlides),
  eml: [byHand(MAIL, writeMail), python('python', MAIL, 'write-python-mail.py')],
  opml: [PANDOC_OPML, byHand(PROSE, writeOpml)].map((producer) => ({
    ...producer,
    prepare: asOutline,
  })),
}

function withSlides(producer: Producer): Producer {
  return { ...producer, prepare: asSlides }
}

/** Has every producer of a format write documents. Programs that are missing are said and left out. */
export function produce(format: Format, folder: string, { first, count }: Seeds): Sample[] {
  return (PRODUCERS[format] ?? []).flatMap(({ name, can, prepare, write }, at) => {
    const own = join(folder, format, String(at))
    mkdirSync(own, { recursive: true })
    const sources = Array.from({ length: count }, (_, seed) => {
      const source = makeSource(1000 * (at + 1) + first + seed, can)
      return prepare ? prepare(source) : source
    })
    if (!attempt(`${format} by ${name}`, () => write(sources, own, format))) return []
    return sources.map((source) => ({
      format,
      producer: name,
      truth: truthOf(source),
      file: join(own, `${source.seed}.${format}`),
    }))
  })
}
