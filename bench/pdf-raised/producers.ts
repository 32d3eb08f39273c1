import { rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run, runLatex } from '../pdf/run-latex.ts'
import { html } from '../pdf/write-html.ts'
import type { Piece, RaisedDocument } from './sources.ts'

interface RaisedProducer {
  name: string
  isHeldOut: boolean
  program: string
  print(document: RaisedDocument, file: string): Promise<void>
}

/** Programs that print raised and lowered parts each in their own way. */
export const RAISED_PRODUCERS: readonly RaisedProducer[] = [
  { name: 'chrome', isHeldOut: false, program: 'chromium', print: printChrome },
  {
    name: 'weasyprint',
    isHeldOut: false,
    program: 'weasyprint',
    print: async (document, file) => run('weasyprint', [await page(document, file), file]),
  },
  {
    name: 'weasyprint-equal',
    isHeldOut: false,
    program: 'weasyprint',
    print: async (document, file) => {
      const style = 'sup,sub{font-size:100%;line-height:0}'
      await run('weasyprint', [await page(document, file, style), file])
    },
  },
  {
    name: 'xelatex',
    isHeldOut: false,
    program: 'xelatex',
    print: async (document, file) => runLatex('xelatex', latex(document), file),
  },
  {
    name: 'pdflatex',
    isHeldOut: false,
    program: 'pdflatex',
    print: async (document, file) => runLatex('pdflatex', latex(document), file),
  },
  { name: 'writer', isHeldOut: false, program: 'soffice', print: printWriter },
  {
    name: 'groff',
    isHeldOut: false,
    program: 'groff',
    print: async (document, file) => {
      const path = `${file}.roff`
      await writeFile(path, roff(document))
      await run('sh', ['-c', 'groff -t -ms -K utf8 -P-pa4 -T pdf "$1" > "$2"', 'sh', path, file])
    },
  },
  { name: 'cairo', isHeldOut: false, program: '/usr/bin/python3', print: printCairo },
  {
    name: 'reportlab',
    isHeldOut: true,
    program: '/usr/bin/python3',
    print: async (document, file) =>
      run(
        '/usr/bin/python3',
        [join(import.meta.dirname, 'draw-reportlab.py'), file],
        JSON.stringify(marked(document)),
      ),
  },
  {
    name: 'wkhtmltopdf',
    isHeldOut: true,
    program: 'wkhtmltopdf',
    print: async (document, file) => run('wkhtmltopdf', ['-q', await page(document, file), file]),
  },
  {
    name: 'fop',
    isHeldOut: true,
    program: 'fop',
    print: async (document, file) => {
      await writeFile(`${file}.fo`, fo(document))
      await run('fop', [`${file}.fo`, file])
    },
  },
]

/** Texts with elements `sup` and `sub`. */
function marked({ title, paragraphs, rows }: RaisedDocument) {
  return {
    title,
    paragraphs: paragraphs.map(markup),
    rows: rows.map((cells) => cells.map(markup)),
  }
}

function markup(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text, script }) => (script ? `<${script}>${html(text)}</${script}>` : html(text)))
    .join('')
}

async function page(document: RaisedDocument, file: string, style = ''): Promise<string> {
  const { title, paragraphs, rows } = marked(document)
  const table = rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')
  const path = `${file}.html`
  await writeFile(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>body{font:11pt/1.4 "DejaVu Serif"}td{border:1px solid #000;padding:3pt 6pt}table{border-collapse:collapse}${style}</style><h1>${title}</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('\n')}<table>${table}</table></html>`,
  )
  return path
}

async function printChrome(document: RaisedDocument, file: string): Promise<void> {
  const source = await page(document, file)
  const options = ['--headless', '--no-sandbox', '--disable-gpu', '--no-pdf-header-footer']
  await run('chromium', [...options, `--print-to-pdf=${file}`, `file://${source}`])
}

async function printWriter(document: RaisedDocument, file: string): Promise<void> {
  const source = await page(document, file)
  const folder = dirname(file)
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  await run('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, source])
  await rename(source.replace(/\.html$/, '.pdf'), file).catch(() => {})
}

async function printCairo(document: RaisedDocument, file: string): Promise<void> {
  const script = join(import.meta.dirname, 'draw-cairo.py')
  await run('/usr/bin/python3', [script, file], JSON.stringify(marked(document)))
}

function latex({ title, paragraphs, rows }: RaisedDocument): string {
  const inline = (pieces: readonly Piece[]): string =>
    pieces
      .map(({ text, script }) => {
        const safe = text.replaceAll('×', '$\\times$').replaceAll('−', script ? '-' : '$-$')
        if (!script) return safe
        const inner = /^[a-z]+$/.test(text) && text.length > 1 ? `\\text{${safe}}` : safe
        return `$${script === 'sup' ? '^' : '_'}{${inner}}$`
      })
      .join('')
  const table = rows.map((cells) => `${cells.map(inline).join(' & ')} \\\\ \\hline`).join('\n')
  return String.raw`\documentclass{article}\usepackage{amsmath}
\begin{document}
\section{${title}}
${paragraphs.map(inline).join('\n\n')}

\medskip
\begin{tabular}{|l|l|}\hline
${table}
\end{tabular}
\end{document}
`
}

function roff({ title, paragraphs, rows }: RaisedDocument): string {
  const inline = (pieces: readonly Piece[]): string =>
    pieces
      .map(({ text, script }) =>
        script === 'sup'
          ? `\\s-3\\v'-.35m'${text}\\v'.35m'\\s+3`
          : script === 'sub'
            ? `\\s-3\\v'.2m'${text}\\v'-.2m'\\s+3`
            : text,
      )
      .join('')
  const lines = paragraphs.map((pieces) => `.PP\n${inline(pieces)}`)
  const table = rows.map((cells) => cells.map(inline).join('\t')).join('\n')
  return `.NH\n${title}\n${lines.join('\n')}\n.TS\nallbox;\nl l.\n${table}\n.TE\n`
}

function fo(document: RaisedDocument): string {
  const { title, paragraphs, rows } = marked(document)
  const inline = (text: string): string =>
    text
      // Its fonts have no minus sign.
      .replaceAll('−', '-')
      .replaceAll('<sup>', '<fo:inline baseline-shift="super" font-size="70%">')
      .replaceAll('<sub>', '<fo:inline baseline-shift="sub" font-size="70%">')
      .replaceAll(/<\/su[bp]>/g, '</fo:inline>')
  const cell = (text: string): string =>
    `<fo:table-cell border="1pt solid black" padding="3pt"><fo:block>${inline(text)}</fo:block></fo:table-cell>`
  const body = paragraphs
    .map((text) => `<fo:block space-after="8pt">${inline(text)}</fo:block>`)
    .join('')
  const table = rows
    .map((cells) => `<fo:table-row>${cells.map(cell).join('')}</fo:table-row>`)
    .join('')
  return `<?xml version="1.0" encoding="UTF-8"?><fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format" font-family="serif" font-size="11pt"><fo:layout-master-set><fo:simple-page-master master-name="a" page-height="297mm" page-width="210mm" margin="20mm"><fo:region-body/></fo:simple-page-master></fo:layout-master-set><fo:page-sequence master-reference="a"><fo:flow flow-name="xsl-region-body"><fo:block font-size="18pt" font-weight="bold">${title}</fo:block>${body}<fo:table><fo:table-body>${table}</fo:table-body></fo:table></fo:flow></fo:page-sequence></fo:root>`
}
