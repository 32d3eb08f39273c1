import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FORMULA_PRINTERS } from './formula-sources.ts'
import { run, runLatex } from './run-latex.ts'
import { FROM_ABOVE, FROM_LEFT, type Source } from './sources.ts'
import { pagedStyle, toHtml } from './write-html.ts'
import { toBeamer, toLatex } from './write-latex.ts'
import { toPresentation, toSpreadsheet } from './write-office.ts'
import { toFo, toMom, toMs, toText } from './write-sources.ts'

/** What a producer may not print as such. */
export type Feature =
  | 'rows'
  | 'notes'
  | 'links'
  | 'headings'
  | 'tables'
  | 'lists'
  | 'heads'
  | 'captions'

/** A program that prints generated sources. */
export interface SourceProducer {
  name: string
  /** Whether nothing was built while looking at its documents: figures are given on these. */
  isHeldOut: boolean
  program: string
  /** Debian packages that hold what it needs. */
  debian: string
  /** What its documents do not have, and is not asked of them. */
  omits?: readonly Feature[]
  /** Whether it can print this source. */
  takes(source: Source): boolean
  /** Prints a source to a file. */
  print(source: Source, file: string): Promise<void>
}

const isFormulas = ({ layout }: Source): boolean => layout === 'formulas'
const isText = ({ layout }: Source): boolean => layout !== 'slides' && layout !== 'formulas'
const isMerged = ({ blocks }: Source): boolean =>
  blocks.some(
    (block) =>
      block.kind === 'table' &&
      block.rows.flat().some((text) => text === FROM_LEFT || text === FROM_ABOVE),
  )
/** Two tables beside each other are known to few writers. */
const isPaired = ({ blocks }: Source): boolean =>
  blocks.some((block) => block.kind === 'table' && block.beside !== undefined)
const all = (source: Source): boolean => !isFormulas(source)
const anyText = (source: Source): boolean => isText(source)
const unpaired = (source: Source): boolean => isText(source) && !isPaired(source)
const latin = (source: Source): boolean => source.language === 'en' && isText(source)
const latinLines = (source: Source): boolean =>
  latin(source) && source.layout === undefined && !isPaired(source)
const simple = (source: Source): boolean =>
  unpaired(source) && source.layout === undefined && !isMerged(source)
const slides = ({ layout }: Source): boolean => layout === 'slides'
const papers = ({ layout }: Source): boolean => layout === 'columns'
const prose = (source: Source): boolean =>
  latin(source) && source.blocks.every(({ kind }) => kind !== 'table')
const tables = (source: Source): boolean =>
  simple(source) && source.blocks.some(({ kind }) => kind === 'table')

/** All of them. Those held out were named before anything was built. */
export const SOURCE_PRODUCERS: readonly SourceProducer[] = [
  {
    name: 'chrome',
    isHeldOut: false,
    program: 'chromium',
    debian: 'chromium',
    omits: ['notes'],
    takes: all,
    print: printChrome,
  },
  {
    name: 'weasyprint',
    isHeldOut: false,
    program: 'weasyprint',
    debian: 'weasyprint',
    takes: all,
    print: printWeasy,
  },
  {
    name: 'groff-ms',
    isHeldOut: false,
    program: 'groff',
    debian: 'groff',
    omits: ['links'],
    takes: (source) => latin(source) && !isPaired(source),
    print: async (source, file) => printGroff('-ms', toMs(source), file),
  },
  {
    name: 'groff-mom',
    isHeldOut: false,
    program: 'groff',
    debian: 'groff',
    takes: prose,
    print: async (source, file) => printGroff('-mom', toMom(source), file),
  },
  {
    name: 'enscript',
    isHeldOut: false,
    program: 'enscript',
    debian: 'enscript ghostscript',
    omits: ['notes', 'links', 'headings', 'tables', 'lists', 'captions'],
    takes: (source) => latin(source) && simple(source),
    print: printEnscript,
  },
  {
    name: 'cairo',
    isHeldOut: false,
    program: '/usr/bin/python3',
    debian: 'python3-gi-cairo gir1.2-pango-1.0',
    omits: ['notes', 'links'],
    takes: simple,
    print: async (source, file) => printPython('draw-cairo.py', source, file),
  },
  {
    name: 'reportlab',
    isHeldOut: true,
    program: '/usr/bin/python3',
    debian: 'python3-reportlab',
    omits: ['notes'],
    takes: latinLines,
    print: async (source, file) => printPython('draw-reportlab.py', source, file),
  },
  {
    name: 'wkhtmltopdf',
    isHeldOut: true,
    program: 'wkhtmltopdf',
    debian: 'wkhtmltopdf',
    omits: ['notes'],
    takes: (source) => source.layout !== 'columns' && !isFormulas(source),
    print: printWkhtml,
  },
  {
    name: 'fop',
    isHeldOut: true,
    program: 'fop',
    debian: 'fop',
    takes: latinLines,
    print: printFop,
  },
  {
    name: 'latex',
    isHeldOut: false,
    program: 'xelatex',
    debian: 'texlive-xetex texlive-lang-arabic',
    takes: anyText,
    print: async (source, file) => printLatex('article', source, file),
  },
  {
    name: 'lualatex',
    isHeldOut: true,
    program: 'lualatex',
    debian: 'texlive-luatex texlive-lang-arabic',
    takes: ({ language, layout }) => language !== 'en' && layout === undefined,
    print: async (source, file) => runLatex('lualatex', toLatex(source, 'article', true), file),
  },
  {
    name: 'latex-book',
    isHeldOut: true,
    program: 'xelatex',
    debian: 'texlive-xetex',
    takes: latinLines,
    print: async (source, file) => printLatex('book', source, file),
  },
  {
    name: 'writer',
    isHeldOut: false,
    program: 'soffice',
    debian: 'libreoffice-writer-nogui',
    omits: ['notes'],
    takes: (source) => unpaired(source) && source.layout === undefined,
    print: async (source, file) => printWriter(source, file),
  },
  {
    name: 'calc',
    isHeldOut: false,
    program: 'soffice',
    debian: 'libreoffice-calc-nogui',
    omits: ['rows', 'notes', 'links', 'headings', 'lists', 'heads', 'captions'],
    takes: tables,
    print: async (source, file) => printOffice('fods', toSpreadsheet(source), file),
  },
  {
    name: 'calc-ruled',
    isHeldOut: false,
    program: 'soffice',
    debian: 'libreoffice-calc-nogui',
    omits: ['rows', 'notes', 'links', 'headings', 'lists', 'heads', 'captions'],
    takes: tables,
    print: async (source, file) =>
      printOffice('fods', toSpreadsheet(source, { isRuled: true }), file),
  },
  {
    name: 'ghostscript',
    isHeldOut: true,
    program: 'gs',
    debian: 'ghostscript',
    takes: latin,
    print: printGhostscript,
  },
  {
    name: 'latex-ieee',
    isHeldOut: true,
    program: 'xelatex',
    debian: 'texlive-publishers texlive-xetex',
    takes: papers,
    print: async (source, file) => printLatex('IEEEtran', source, file),
  },
  {
    name: 'latex-koma',
    isHeldOut: true,
    program: 'xelatex',
    debian: 'texlive-latex-recommended texlive-xetex',
    takes: latin,
    print: async (source, file) => printLatex('scrartcl', source, file),
  },
  {
    name: 'latex-beamer',
    isHeldOut: false,
    program: 'xelatex',
    debian: 'texlive-latex-recommended texlive-xetex',
    takes: slides,
    print: async (source, file) => printLatex('beamer', source, file),
  },
  {
    name: 'beamer-default',
    isHeldOut: false,
    program: 'xelatex',
    debian: 'texlive-latex-recommended texlive-xetex',
    // Its theme has no running heads.
    omits: ['heads'],
    takes: slides,
    print: async (source, file) => printSlides('default', 'xelatex', source, file),
  },
  {
    name: 'beamer-warsaw',
    isHeldOut: true,
    program: 'xelatex',
    debian: 'texlive-latex-recommended texlive-xetex',
    takes: slides,
    print: async (source, file) => printSlides('Warsaw', 'xelatex', source, file),
  },
  {
    name: 'beamer-berkeley',
    isHeldOut: false,
    program: 'pdflatex',
    debian: 'texlive-latex-recommended',
    takes: slides,
    print: async (source, file) => printSlides('Berkeley', 'pdflatex', source, file),
  },
  {
    name: 'beamer-lualatex',
    isHeldOut: true,
    program: 'lualatex',
    debian: 'texlive-latex-recommended texlive-luatex',
    takes: slides,
    print: async (source, file) => printSlides('CambridgeUS', 'lualatex', source, file),
  },
  {
    name: 'impress',
    isHeldOut: false,
    program: 'soffice',
    debian: 'libreoffice-impress-nogui',
    omits: ['heads'],
    takes: slides,
    print: async (source, file) => printOffice('fodp', toPresentation(source), file),
  },
  ...FORMULA_PRINTERS.map((printer): SourceProducer => ({
    ...printer,
    takes: isFormulas,
    print: async (source, file) => runLatex(printer.program, printer.write(source), file),
  })),
]

async function written(file: string, end: string, text: string): Promise<string> {
  const path = `${file}.${end}`
  await writeFile(path, text)
  return path
}

async function printChrome(source: Source, file: string): Promise<void> {
  const page = await written(file, 'html', toHtml(source))
  // Its own head and foot: date, title, address and page numbers.
  await run('chromium', [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--print-to-pdf=${file}`,
    `file://${page}`,
  ])
}

async function printWeasy(source: Source, file: string): Promise<void> {
  const page = await written(file, 'html', toHtml(source, pagedStyle(source), true))
  await run('weasyprint', [page, file])
}

async function printGroff(macros: string, text: string, file: string): Promise<void> {
  const path = await written(file, 'roff', text)
  await run('sh', ['-c', `groff -t ${macros} -K utf8 -P-pa4 -T pdf "$1" > "$2"`, 'sh', path, file])
}

async function printEnscript(source: Source, file: string): Promise<void> {
  const path = await written(file, 'txt', toText(source))
  const title = source.title
  await run('sh', [
    '-c',
    'enscript -q -M A4 -b "$3|all rights|Page \\$%" -p - "$1" | gs -q -dBATCH -dNOPAUSE -sDEVICE=pdfwrite -sOutputFile="$2" -',
    'sh',
    path,
    file,
    title,
  ])
}

async function printPython(script: string, source: Source, file: string): Promise<void> {
  await run('/usr/bin/python3', [join(import.meta.dirname, script), file], JSON.stringify(source))
}

async function printWkhtml(source: Source, file: string): Promise<void> {
  const page = await written(file, 'html', toHtml(source))
  const args = [
    '-q',
    '--header-center',
    `${source.title} - all rights`,
    '--footer-center',
    'Page [page]',
    page,
    file,
  ]
  await run('wkhtmltopdf', args)
}

async function printFop(source: Source, file: string): Promise<void> {
  await run('fop', [await written(file, 'fo', toFo(source)), file])
}

async function printLatex(documentClass: string, source: Source, file: string): Promise<void> {
  await runLatex('xelatex', toLatex(source, documentClass), file)
}

async function printSlides(
  theme: string,
  program: string,
  source: Source,
  file: string,
): Promise<void> {
  await runLatex(program, toBeamer(source, theme), file)
}

async function printWriter(source: Source, file: string): Promise<void> {
  // The first block of a web page gets lost when it is imported, and so do borders but those of the attribute.
  const page = toHtml(source)
    .replace('<body>', '<body><p>-</p>')
    .replaceAll('<table class="grid">', '<table class="grid" border="1">')
  await printOffice('html', page, file)
}

async function printOffice(end: string, text: string, file: string): Promise<void> {
  const path = await written(file, end, text)
  const folder = dirname(file)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, path])
  await rename(`${file}.pdf`, file)
}

async function printGhostscript(source: Source, file: string): Promise<void> {
  const first = `${file}.first.pdf`
  await printWeasy(source, first)
  await run('gs', [
    '-q',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=pdfwrite',
    `-sOutputFile=${file}`,
    first,
  ])
}
