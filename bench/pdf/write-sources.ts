import type { Source, SourceBlock } from './sources.ts'

function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/** A source as a web page; `pageStyle` adds rules for paged media. */
export function toHtml({ title, language, blocks }: Source, pageStyle = ''): string {
  const direction = language === 'en' ? 'ltr' : 'rtl'
  const style = `body{font:11pt/1.35 "DejaVu Serif"}table{border-collapse:collapse}td,th{border:1px solid #000;padding:2pt 4pt}pre{font:9pt/1.3 "DejaVu Sans Mono"}${pageStyle}`
  return `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8"><title>${html(title)}</title><style>${style}</style><body>${blocks.map(htmlBlock).join('\n')}</body></html>`
}

function htmlBlock(block: SourceBlock): string {
  if (block.kind === 'heading') return `<h${block.level}>${html(block.text)}</h${block.level}>`
  if (block.kind === 'paragraph') return `<p>${html(block.text)}</p>`
  if (block.kind === 'list')
    return `<ul>${block.items.map((item) => `<li>${html(item)}</li>`).join('')}</ul>`
  if (block.kind === 'lines')
    return block.lines.map((line) => `<div>${html(line)}</div>`).join('\n')
  const row = (cells: string[], tag: string): string =>
    `<tr>${cells.map((cell) => `<${tag}>${html(cell)}</${tag}>`).join('')}</tr>`
  const [head = [], ...rows] = block.rows
  return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
}

/** Rules for running heads and page numbers, as paged media have them. */
export function pagedStyle({ title }: Source): string {
  const name = title.replaceAll('"', "'")
  return `@page{size:A4;margin:2cm;@top-center{content:"${name} - all rights";font-size:8pt}@bottom-center{content:"Page " counter(page) " of " counter(pages);font-size:8pt}}`
}

function roff(text: string): string {
  return text.replaceAll('\\', '\\e').replace(/^([.'])/, String.raw`\&$1`)
}

/** A source for `groff -t -ms`. */
export function toMs({ title, blocks }: Source): string {
  const body = blocks.map((block) => {
    if (block.kind === 'heading') return `.SH ${block.level}\n${roff(block.text)}`
    if (block.kind === 'paragraph') return `.PP\n${roff(block.text)}`
    if (block.kind === 'list')
      return block.items.map((item) => `.IP \\(bu 2\n${roff(item)}`).join('\n')
    if (block.kind === 'lines') return `.LP\n.nf\n${block.lines.map(roff).join('\n')}\n.fi`
    const columns = block.rows[0]?.length ?? 0
    const format = Array.from({ length: columns }, (_, index) => (index < 2 ? 'l' : 'r')).join(' ')
    return `.TS H\nallbox tab(|);\n${format}.\n${block.rows[0]?.join('|')}\n.TH\n${block.rows
      .slice(1)
      .map((row) => row.join('|'))
      .join('\n')}\n.TE`
  })
  return `.ds LH ${roff(title)}\n.ds CH\n.ds RH Page %\n.ds CF all rights\n${body.join('\n')}\n`
}

/** A source for `groff -mom`, without tables. */
export function toMom({ title, blocks }: Source): string {
  const body = blocks.map((block) => {
    if (block.kind === 'heading') return `.HEADING ${block.level} "${block.text}"`
    if (block.kind === 'paragraph') return `.PP\n${roff(block.text)}`
    if (block.kind === 'list')
      return `.LIST BULLET\n${block.items.map((item) => `.ITEM\n${roff(item)}`).join('\n')}\n.LIST OFF`
    const rows = block.kind === 'lines' ? block.lines : block.rows.map((row) => row.join('  '))
    return `.QUOTE\n${rows.map(roff).join('\n')}\n.QUOTE OFF`
  })
  return `.TITLE "${title}"\n.AUTHOR "Harbour office"\n.PRINTSTYLE TYPESET\n.PAPER A4\n.START\n${body.join('\n')}\n`
}

/** A source as plain text. */
export function toText({ blocks }: Source): string {
  return blocks
    .map((block) => {
      if (block.kind === 'list') return block.items.map((item) => `  * ${item}`).join('\n')
      if (block.kind === 'lines') return block.lines.join('\n')
      if (block.kind === 'table') {
        return block.rows
          .map(
            ([first = '', second = '', ...rest]) =>
              first.padEnd(22) + second.padEnd(26) + rest.map((cell) => cell.padStart(12)).join(''),
          )
          .join('\n')
      }
      return wrapped(block.text, 78)
    })
    .join('\n\n')
}

function wrapped(text: string, width: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + word.length >= width) lines.push(word)
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`
  }
  return lines.join('\n')
}

function latex(text: string): string {
  return text.replaceAll(/[&%$#_{}]/g, String.raw`\$&`)
}

/** A source for XeLaTeX. */
export function toLatex({ title, language, blocks }: Source, documentClass: string): string {
  const isPlain = language === 'en'
  const names = { ar: 'arabic', he: 'hebrew', fa: 'persian', en: '' }
  const script = language === 'he' ? 'Hebrew' : 'Arabic'
  const family = language === 'he' ? 'hebrewfont' : 'arabicfont'
  const setup = isPlain
    ? ''
    : `\\usepackage{polyglossia}\\setmainlanguage{${names[language]}}\\setotherlanguage{english}\\newfontfamily\\${family}[Script=${script}]{DejaVu Sans}`
  const body = blocks.map((block) => {
    if (block.kind === 'heading') {
      return `\\${block.level === 1 ? 'section' : 'subsection'}{${latex(block.text)}}`
    }
    if (block.kind === 'paragraph') return `${latex(block.text)}\n`
    if (block.kind === 'list') {
      return `\\begin{itemize}\n${block.items.map((item) => `\\item ${latex(item)}`).join('\n')}\n\\end{itemize}`
    }
    if (block.kind === 'lines')
      return block.lines.map((line) => `\\noindent ${latex(line)}\\\\`).join('\n')
    const [head = [], ...rows] = block.rows
    const format = head.map((_, index) => (index < 2 ? 'l' : 'r')).join('')
    const row = (cells: string[]): string => `${cells.map(latex).join(' & ')} \\\\`
    return `\\begin{longtable}{${format}}\n\\hline ${row(head)} \\hline \\endhead\n${rows.map(row).join('\n')}\n\\hline\\end{longtable}`
  })
  return String.raw`\documentclass[a4paper]{${documentClass}}
\usepackage{longtable}\usepackage{fontspec}\setmainfont{DejaVu Serif}${setup}
\usepackage{fancyhdr}\pagestyle{fancy}\fancyhead{}\fancyfoot{}\fancyhead[C]{${latex(title)} - all rights}\fancyfoot[C]{Page \thepage}
\begin{document}
${body.join('\n\n')}
\end{document}
`
}

function xml(text: string): string {
  return html(text)
}

/** A source for Apache FOP. */
export function toFo({ title, blocks }: Source): string {
  const cell = (text: string): string =>
    `<fo:table-cell border="0.5pt solid black" padding="2pt"><fo:block>${xml(text)}</fo:block></fo:table-cell>`
  const row = (cells: string[]): string =>
    `<fo:table-row>${cells.map(cell).join('')}</fo:table-row>`
  const body = blocks.map((block) => {
    if (block.kind === 'heading') {
      return `<fo:block font-size="${block.level === 1 ? 20 : 15}pt" font-weight="bold" space-before="12pt">${xml(block.text)}</fo:block>`
    }
    if (block.kind === 'paragraph')
      return `<fo:block space-before="6pt">${xml(block.text)}</fo:block>`
    if (block.kind === 'lines')
      return block.lines.map((line) => `<fo:block>${xml(line)}</fo:block>`).join('')
    if (block.kind === 'list') {
      return `<fo:list-block provisional-distance-between-starts="12pt">${block.items.map((item) => `<fo:list-item><fo:list-item-label end-indent="label-end()"><fo:block>&#8226;</fo:block></fo:list-item-label><fo:list-item-body start-indent="body-start()"><fo:block>${xml(item)}</fo:block></fo:list-item-body></fo:list-item>`).join('')}</fo:list-block>`
    }
    const [head = [], ...rows] = block.rows
    return `<fo:table table-layout="fixed" width="100%"><fo:table-header>${row(head)}</fo:table-header><fo:table-body>${rows.map(row).join('')}</fo:table-body></fo:table>`
  })
  return `<?xml version="1.0" encoding="utf-8"?><fo:root xmlns:fo="http://www.w3.org/1999/XSL/Format"><fo:layout-master-set><fo:simple-page-master master-name="a" page-height="29.7cm" page-width="21cm" margin="1.5cm"><fo:region-body margin="1cm 0"/><fo:region-before extent="1cm"/><fo:region-after extent="1cm"/></fo:simple-page-master></fo:layout-master-set><fo:page-sequence master-reference="a"><fo:static-content flow-name="xsl-region-before"><fo:block font-size="8pt">${xml(title)} - all rights</fo:block></fo:static-content><fo:static-content flow-name="xsl-region-after"><fo:block font-size="8pt" text-align="center">Page <fo:page-number/></fo:block></fo:static-content><fo:flow flow-name="xsl-region-body">${body.join('')}</fo:flow></fo:page-sequence></fo:root>`
}

/** Rows of tables as a spreadsheet reads them. */
export function toCsv({ blocks }: Source): string {
  const rows = blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
  return rows.map((row) => row.join(',')).join('\n')
}
