import {
  FROM_ABOVE,
  FROM_LEFT,
  type Source,
  type SourceBlock,
  type SourceTable,
} from './sources.ts'

/** Escapes text for HTML and XML. */
export function html(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const SLIDES = '@page{size:254mm 143mm;margin:12mm}body{font-size:18pt}h2{break-before:page}'
const COLUMNS = '.text{column-count:2;column-gap:8mm;text-align:justify}'
const TABLES =
  'table{margin:8pt 0}table.rules,table.none{border-collapse:collapse}table.rules td,table.rules th,table.none td,table.none th{border:none}table.rules thead th{border-top:1pt solid #000;border-bottom:.5pt solid #000}table.rules{border-bottom:1pt solid #000}caption{font-size:90%}'

/** A source as a web page; `pageStyle` adds rules for paged media. `hasNotes` where footnotes are printed at the foot of the page. */
export function toHtml(source: Source, pageStyle = '', hasNotes = false): string {
  const { title, language, blocks, layout } = source
  const direction = language === 'en' ? 'ltr' : 'rtl'
  const look = layout === 'slides' ? SLIDES : layout === 'columns' ? COLUMNS : ''
  const style = `body{font:11pt/1.35 "DejaVu Serif"}table{border-collapse:collapse}td,th{border:1px solid #000;padding:2pt 4pt}pre{font:9pt/1.3 "DejaVu Sans Mono"}${TABLES}${look}.note{float:footnote}.note::footnote-call{font-size:70%;vertical-align:super;line-height:0}${pageStyle}`
  const [first, ...rest] = blocks.map((block) => htmlBlock(block, hasNotes))
  const body =
    layout === 'columns' ? [first, '<div class="text">', ...rest, '</div>'] : [first, ...rest]
  return `<!doctype html><html lang="${language}" dir="${direction}"><meta charset="utf-8"><title>${html(title)}</title><style>${style}</style><body>${body.join('\n')}</body></html>`
}

function htmlBlock(block: SourceBlock, hasNotes: boolean): string {
  if (block.kind === 'heading') return `<h${block.level}>${html(block.text)}</h${block.level}>`
  if (block.kind === 'paragraph') {
    const { text, link, note } = block
    const linked = link
      ? html(text).replace(html(link.text), `<a href="${link.url}">${html(link.text)}</a>`)
      : html(text)
    return `<p>${linked}${hasNotes && note !== undefined ? `<span class="note">${html(note)}</span>` : ''}</p>`
  }
  if (block.kind === 'list')
    return htmlList(block.items, block.inner, block.isOrdered ? 'ol' : 'ul')
  if (block.kind === 'slide')
    return `<h2>${html(block.title)}</h2>${htmlList(block.items, block.inner, 'ul')}`
  if (block.kind === 'lines')
    return block.lines.map((line) => `<div>${html(line)}</div>`).join('\n')
  return htmlTable(block)
}

function htmlList(
  items: readonly string[],
  inner: readonly string[][] | undefined,
  tag: string,
): string {
  const entries = items.map((item, at) => {
    const below = inner?.[at] ?? []
    return `<li>${html(item)}${below.length > 0 ? htmlList(below, undefined, 'ul') : ''}</li>`
  })
  return `<${tag}>${entries.join('')}</${tag}>`
}

function htmlTable(table: SourceTable): string {
  const { rows, columns, borders = 'grid', caption, heads, beside } = table
  if (beside) {
    const pair = [{ ...table, beside: undefined }, beside].map(
      (one) =>
        `<div style="display:inline-block;vertical-align:top;margin-right:12mm">${htmlTable(one)}</div>`,
    )
    return `<div>${pair.join('')}</div>`
  }
  const cell = (text: string, row: number, column: number, tag: string): string => {
    if (text === FROM_LEFT || text === FROM_ABOVE) return ''
    const across = mergedCount(rows[row]?.slice(column + 1) ?? [], FROM_LEFT)
    const down = mergedCount(
      rows.slice(row + 1).map((other) => other[column] ?? ''),
      FROM_ABOVE,
    )
    const align =
      (tag === 'th' && columns?.[column] !== 'p' ? heads : undefined) ?? columns?.[column]
    const style = {
      l: 'text-align:left',
      r: 'text-align:right',
      c: 'text-align:center',
      p: 'width:48mm;text-align:left',
    }
    const spans = `${across > 0 ? ` colspan="${across + 1}"` : ''}${down > 0 ? ` rowspan="${down + 1}"` : ''}`
    return `<${tag}${spans}${align ? ` style="${style[align]}"` : ''}>${html(text)}</${tag}>`
  }
  const line = (cells: readonly string[], row: number, tag: string): string =>
    `<tr>${cells.map((text, column) => cell(text, row, column, tag)).join('')}</tr>`
  const [head = [], ...others] = rows
  const name = caption === undefined ? '' : `<caption>${html(caption)}</caption>`
  return `<table class="${borders}">${name}<thead>${line(head, 0, 'th')}</thead><tbody>${others.map((cells, at) => line(cells, at + 1, 'td')).join('')}</tbody></table>`
}

/** How many cells go on from the one before them. */
export function mergedCount(following: readonly string[], mark: string): number {
  const end = following.findIndex((text) => text !== mark)
  return end === -1 ? following.length : end
}

/** Rules for running heads and page numbers, as paged media have them. */
export function pagedStyle({ title, layout }: Source): string {
  const name = title.replaceAll('"', "'")
  const size = layout === 'slides' ? '' : 'size:A4;margin:2cm;'
  return `@page{${size}@top-center{content:"${name} - all rights";font-size:8pt}@bottom-center{content:"Page " counter(page) " of " counter(pages);font-size:8pt}}`
}
