import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL } from './producers.ts'
import { type Content, contentOf, score, type Scores, SHARES } from './score.ts'
import { type Abilities, type Block, type DocumentSource, makeSource, truthOf } from './source.ts'
import { BELLHOP } from './text-documents.ts'
import { writeMarkdown } from './write-markdown.ts'

export type OtherFormat = 'epub' | 'ipynb' | 'rtf' | 'pptx' | 'odp'

// Lists of HTML that count in letters count in numbers in Markdown.
const PROSE: Abilities = { ...ALL, spans: false, formats: false }
const SLIDES: Abilities = { ...PROSE, notes: false, starts: false, more: false, code: false }

interface Producer {
  name: string
  can: Abilities
  /** Writes a document from Markdown. */
  write(markdown: string, file: string): void
}

const byPandoc = (name: string, can: Abilities, ...options: string[]): Producer => ({
  name,
  can,
  write: (input, file) => {
    execFileSync('pandoc', ['-f', 'markdown', ...options, '-o', file], {
      input,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  },
})
/** Has LibreOffice write what pandoc wrote in another format. */
const byLibre = (can: Abilities, from: string): Producer => ({
  name: `libreoffice (from ${from})`,
  can,
  write(input, file) {
    const folder = mkdtempSync(join(tmpdir(), 'bench-libre-'))
    try {
      const first = join(folder, file.replace(/^.*\//, '').replace(/\.\w+$/, `.${from}`))
      execFileSync('pandoc', ['-f', 'markdown', '-o', first], {
        input,
        stdio: ['pipe', 'ignore', 'ignore'],
      })
      const target = file.replace(/^.*\./, '')
      const out = file.replace(/\/[^/]*$/, '')
      const profile = `-env:UserInstallation=file://${join(tmpdir(), 'bench-libre-profile')}`
      execFileSync(
        'soffice',
        [profile, '--headless', '--convert-to', target, '--outdir', out, first],
        { stdio: 'ignore' },
      )
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

const PRODUCERS: Readonly<Record<OtherFormat, readonly Producer[]>> = {
  epub: [byPandoc('pandoc 3', PROSE, '-t', 'epub3'), byPandoc('pandoc 2', PROSE, '-t', 'epub2')],
  ipynb: [byPandoc('pandoc', { ...PROSE, notes: false, starts: false })],
  rtf: [
    byPandoc('pandoc', { ...PROSE, more: false, code: false }, '-s'),
    byLibre({ ...PROSE, more: false, code: false }, 'odt'),
  ],
  pptx: [byPandoc('pandoc', SLIDES, '--slide-level=1'), byLibre(SLIDES, 'pptx')],
  odp: [byLibre(SLIDES, 'pptx')],
}

/** Makes documents of a format, reads them by Bellhop and, where it reads them, by pandoc, and prints how much was read. */
export async function runOtherDocuments(format: OtherFormat): Promise<void> {
  const first = Number(process.env['BELLHOP_BENCH_FIRST'] ?? 1)
  const count = Number(process.env['BELLHOP_BENCH_COUNT'] ?? 20)
  const kept = process.env['BELLHOP_BENCH_FOLDER']
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'documents-'))
  mkdirSync(folder, { recursive: true })
  const isSlides = format === 'pptx' || format === 'odp'
  console.log(`| ${format} by | read by | words lost | ${SHARES.join(' | ')} |`)
  console.log(`| --- | --- | --- |${' --- |'.repeat(SHARES.length)}`)
  try {
    for (const [at, producer] of PRODUCERS[format].entries()) {
      const results = new Map<string, Scores[]>()
      for (let seed = first; seed < first + count; seed += 1) {
        const source = makeSource(seed, producer.can)
        const made = isSlides ? asSlides(source) : source
        const file = join(folder, `${at}-${seed}.${format}`)
        producer.write(writeMarkdown(made), file)
        const truth = truthOf(made)
        const readers = { bellhop: readByBellhop, ...(isSlides ? {} : { pandoc: readByPandoc }) }
        for (const [name, read] of Object.entries(readers)) {
          const scores = score(truth, await read(file))
          results.set(name, [...(results.get(name) ?? []), scores])
          const isLacking = scores.lost > 0 || SHARES.some((kind) => (scores[kind] ?? 1) < 1)
          if (name === 'bellhop' && kept !== undefined && isLacking)
            console.error(file, JSON.stringify(scores))
        }
      }
      for (const [name, scores] of results) {
        console.log(`| ${producer.name} | ${name} | ${summary(scores)} |`)
      }
    }
  } finally {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}

async function readByBellhop(file: string): Promise<Content> {
  const content = contentOf(await BELLHOP.read(file))
  return {
    ...content,
    headings: content.headings.map((heading) => heading.replace(/^2 slide \d+ /, '1 ')),
  }
}

async function readByPandoc(file: string): Promise<Content> {
  return contentOf(
    execFileSync('pandoc', ['-t', 'html', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
}

/** Each block on a slide of its own, under a title: programs that write slides split them in their own ways otherwise. */
function asSlides(source: DocumentSource): DocumentSource {
  let title = source.blocks[0]!
  const blocks = source.blocks.flatMap((block): Block[] => {
    if (block.kind !== 'heading') return [{ ...title, level: 1 } as Block, block]
    title = block
    return []
  })
  return { ...source, blocks }
}

function summary(results: readonly Scores[]): string {
  const sum = (key: 'lost' | 'words'): number =>
    results.reduce((total, each) => total + each[key], 0)
  const shares = SHARES.map((kind) => {
    const own = results.flatMap((each) => each[kind] ?? [])
    const mean = own.reduce((total, value) => total + value, 0) / own.length
    return own.length === 0 ? '–' : `${(100 * mean).toFixed(1)} %`
  })
  return [`${sum('lost')} of ${sum('words')}`, ...shares].join(' | ')
}
