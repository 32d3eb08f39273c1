import {
  FROM_ABOVE,
  FROM_LEFT,
  type Source,
  type SourceBlock,
  type SourceTable,
} from './sources.ts'
import { mergedCount } from './write-html.ts'

/** Columns of a table over pages that have room in the usual type. */
const LARGE_MAX_COLUMNS = 4

function latex(text: string): string {
  return text
    .replaceAll(/[&%$#_{}]/g, String.raw`\$&`)
    .replaceAll('\u0001', String.raw`\textenglish{`)
    .replaceAll('\u0002', '}')
}

/** A source for XeLaTeX, or for LuaLaTeX. */
export function toLatex(source: Source, documentClass: string, isLua = false): string {
  const { title, language, layout } = source
  const isPlain = language === 'en'
  const names = { ar: 'arabic', he: 'hebrew', fa: 'persian', en: '' }
  const script = language === 'he' ? 'Hebrew' : 'Arabic'
  const family = language === 'he' ? 'hebrewfont' : 'arabicfont'
  const setup = isPlain
    ? ''
    : isLua
      ? `\\usepackage[bidi=basic,layout=tabular,provide=*,${names[language]}]{babel}\\babelfont{rm}{DejaVu Sans}`
      : `\\usepackage{polyglossia}\\setmainlanguage{${names[language]}}\\setotherlanguage{english}\\newfontfamily\\${family}[Script=${script}]{DejaVu Sans}`
  if (documentClass === 'beamer') return toBeamer(source, 'Madrid')
  const isPaper = documentClass === 'IEEEtran'
  const twoColumns = layout === 'columns' && !isPaper ? ',twocolumn' : ''
  const options = isPaper ? 'conference' : `a4paper${twoColumns}`
  const font = FONTS[documentClass] ?? 'DejaVu Serif'
  const [first, ...rest] = source.blocks
  const isTitled = isPaper && first?.kind === 'heading'
  const isMarked = !isPlain && !isLua
  const body = (isTitled ? rest : source.blocks).map((block) =>
    latexBlock(isMarked ? withMarks(block) : block, layout === 'columns'),
  )
  const head = isTitled
    ? `\\title{${latex(title)}}\\author{\\IEEEauthorblockN{Ada Quill}\\IEEEauthorblockA{Institute of Harbours}}`
    : ''
  const running = `\\usepackage{fancyhdr}\\pagestyle{fancy}\\fancyhead{}\\fancyfoot{}\\fancyhead[C]{${latex(title)} - all rights}\\fancyfoot[C]{Page \\thepage}`
  return String.raw`\documentclass[${options}]{${documentClass}}
\usepackage{longtable}\usepackage{booktabs}\usepackage{multirow}\usepackage{array}\usepackage{graphicx}\usepackage{fontspec}${isLua ? '' : `\\setmainfont{${font}}`}${setup}
${running}${isPaper ? '' : '\\usepackage[hidelinks]{hyperref}'}
${head}\begin{document}${isTitled ? '\\maketitle' : ''}
${body.join('\n\n')}
\end{document}
`
}

/** Words from left to right are marked, as XeLaTeX wants them: it prints unmarked ones in the reverse order. */
const LEFT_TO_RIGHT = /[A-Za-z][\w@.]*(?: [A-Za-z][\w@.]*)*|\d+\.\d+/g

const FONTS: Readonly<Record<string, string>> = {
  IEEEtran: 'Latin Modern Roman',
  scrartcl: 'Latin Modern Roman',
  llncs: 'Latin Modern Roman',
}

function withMarks(block: SourceBlock): SourceBlock {
  const marked = (text: string): string => text.replaceAll(LEFT_TO_RIGHT, '\u0001$&\u0002')
  if (block.kind === 'paragraph') return { ...block, text: marked(block.text) }
  return block.kind === 'list' ? { ...block, items: block.items.map(marked) } : block
}

function latexBlock(block: SourceBlock, isNarrow: boolean): string {
  if (block.kind === 'heading') {
    return `\\${['section', 'section', 'subsection', 'subsubsection'][isNarrow ? Math.max(1, block.level - 1) : block.level] ?? 'section'}{${latex(block.text)}}`
  }
  if (block.kind === 'paragraph') {
    const { text, link, note } = block
    const linked = link
      ? latex(text).replace(latex(link.text), `\\href{${link.url}}{${latex(link.text)}}`)
      : latex(text)
    return `${linked}${note === undefined ? '' : `\\footnote{${latex(note)}}`}\n`
  }
  if (block.kind === 'list')
    return latexList(block.items, block.inner, block.isOrdered ? 'enumerate' : 'itemize')
  if (block.kind === 'slide') return ''
  if (block.kind === 'lines')
    return block.lines.map((line) => `\\noindent ${latex(line)}\\\\`).join('\n')
  return latexTable(block, isNarrow)
}

function latexList(
  items: readonly string[],
  inner: readonly string[][] | undefined,
  kind: string,
): string {
  const entries = items.map((item, at) => {
    const below = inner?.[at] ?? []
    return `\\item ${latex(item)}${below.length > 0 ? `\n${latexList(below, undefined, 'itemize')}` : ''}`
  })
  return `\\begin{${kind}}\n${entries.join('\n')}\n\\end{${kind}}`
}

function latexTable(table: SourceTable, isNarrow: boolean): string {
  const { columns, borders, caption, heads, beside } = table
  if (beside) {
    const pair = [{ ...table, beside: undefined }, beside].map((one) =>
      latexTable(one, isNarrow).replaceAll(/\\(?:begin|end){center}/g, ''),
    )
    return `\\noindent ${onPage(pair.join('\\qquad '))}`
  }
  const [head = []] = table.rows
  const { rows } = table
  const aligns = columns ?? head.map((_, index) => (index < 2 ? 'l' : 'r'))
  const letters = aligns.map((align) => (align === 'p' ? 'p{4.6cm}' : align))
  const isGrid = borders === 'grid'
  const format = isGrid ? `|${letters.join('|')}|` : letters.join('')
  const lines = rows.map(
    (_, at) =>
      `${at === 0 && heads ? latexHeads(head, heads, isGrid) : latexRow(rows, at, letters, isGrid)} \\\\${isGrid ? lineBelow(rows[at + 1]) : ''}`,
  )
  if (borders === undefined)
    return `\\begin{longtable}{${format}}\n\\hline ${lines[0]} \\hline \\endhead\n${lines.slice(1).join('\n')}\n\\hline\\end{longtable}`
  const [top, middle, bottom] = isGrid
    ? ['\\hline ', '', '']
    : borders === 'rules'
      ? ['\\toprule ', '\\midrule ', '\\bottomrule']
      : ['', '', '']
  if (rows.length > 30 && !isNarrow)
    return `{${head.length > LARGE_MAX_COLUMNS ? '\\scriptsize\\setlength{\\tabcolsep}{3pt}' : ''}\\begin{longtable}{${format}}\n${top}${lines[0]} ${middle}\\endhead\n${lines.slice(1).join('\n')}\n${bottom}\\end{longtable}}`
  const drawn = `\\begin{tabular}{${format}}\n${top}${lines[0]} ${middle}\n${lines.slice(1).join('\n')}\n${bottom}\\end{tabular}`
  const tabular = isNarrow ? drawn : onPage(drawn)
  if (caption !== undefined)
    return `\\begin{table}[!h]\\caption{${latex(caption)}}\\begin{center}${tabular}\\end{center}\\end{table}`
  return `\\begin{center}${tabular}\\end{center}`
}

/** A table that may be wider than the text, and reach into the margin, but not beyond the page. */
function onPage(text: string): string {
  const most = '1.2\\linewidth'
  return `\\resizebox{\\ifdim\\width>${most} ${most}\\else\\width\\fi}{!}{${text}}`
}

function latexHeads(head: readonly string[], align: string, isGrid: boolean): string {
  const bar = isGrid ? '|' : ''
  return head
    .map((text, at) => `\\multicolumn{1}{${at === 0 ? bar : ''}${align}${bar}}{${latex(text)}}`)
    .join(' & ')
}

function latexRow(
  rows: readonly string[][],
  at: number,
  letters: readonly string[],
  isGrid: boolean,
): string {
  const row = rows[at] ?? []
  return row
    .flatMap((text, column) => {
      if (text === FROM_LEFT) return []
      if (text === FROM_ABOVE) return ['']
      const across = mergedCount(row.slice(column + 1), FROM_LEFT)
      const down = mergedCount(
        rows.slice(at + 1).map((other) => other[column] ?? ''),
        FROM_ABOVE,
      )
      const cell = down > 0 ? `\\multirow{${down + 1}}{*}{${latex(text)}}` : latex(text)
      const bar = isGrid ? '|' : ''
      return [
        across > 0
          ? `\\multicolumn{${across + 1}}{${column === 0 ? bar : ''}c${bar}}{${cell}}`
          : `${cell}${letters[column] === 'p' ? ' \\raggedright\\arraybackslash' : ''}`.replace(
              /^(.*) \\raggedright\\arraybackslash$/,
              '\\raggedright\\arraybackslash $1',
            ),
      ]
    })
    .join(' & ')
}

function lineBelow(next: readonly string[] | undefined): string {
  if (!next?.includes(FROM_ABOVE)) return ' \\hline'
  return next
    .map((text, column) => (text === FROM_ABOVE ? '' : ` \\cline{${column + 1}-${column + 1}}`))
    .join('')
}

/** The slides of a source in a theme of beamer, for any LaTeX. */
export function toBeamer({ title, blocks }: Source, theme: string): string {
  const frames = blocks.flatMap((block) =>
    block.kind === 'slide'
      ? [
          `\\begin{frame}{${latex(block.title)}}\n${latexList(block.items, block.inner, 'itemize')}\n\\end{frame}`,
        ]
      : [],
  )
  return String.raw`\documentclass{beamer}\usetheme{${theme}}
\title[${latex(title)} - all rights]{${latex(title)}}\author{Ada}
\begin{document}
${frames.join('\n')}
\end{document}
`
}
