import { escapeHtml } from '../../src/lib/escape-html.ts'
import type { Block, DocumentSource, Inline, List } from './source.ts'

const ELEMENTS: Readonly<Record<string, string>> = {
  bold: 'b',
  italic: 'i',
  struck: 's',
  code: 'code',
  sup: 'sup',
  sub: 'sub',
}

/** Writes a document as HTML, as office programs open it; notes are left out. */
export function writeHtml(source: DocumentSource): string {
  return `<!DOCTYPE html><html><head><meta charset="utf-8"></head><body>${writeHtmlBody(source)}</body></html>`
}

/** The blocks of a document as elements. */
export function writeHtmlBody({ blocks }: DocumentSource): string {
  return blocks.map(block).join('\n')
}

function line(inlines: readonly Inline[]): string {
  return inlines.map(inline).join('')
}

function inline(part: Inline): string {
  const text = escapeHtml(part.text)
  if (part.kind === 'note') return ''
  if (part.kind === 'link') return `<a href="${escapeHtml(part.href)}">${text}</a>`
  const name = ELEMENTS[part.kind]
  return name === undefined ? text : `<${name}>${text}</${name}>`
}

function list({ type, start, items }: List): string {
  const name = type === '-' ? 'ul' : 'ol'
  const inner = items.map(
    (item) =>
      `<li><p>${line(item.inlines)}</p>${item.more ? `<p>${line(item.more)}</p>` : ''}${item.inner ? list(item.inner) : ''}</li>`,
  )
  const facts = type === '-' ? '' : ` type="${type}" start="${start}"`
  return `<${name}${facts}>${inner.join('')}</${name}>`
}

function block(each: Block): string {
  switch (each.kind) {
    case 'heading':
      return `<h${each.level}>${line(each.inlines)}</h${each.level}>`
    case 'quote':
      return `<blockquote><p>${line(each.inlines)}</p></blockquote>`
    case 'code':
      return `<pre>${escapeHtml(each.lines.join('\n'))}</pre>`
    case 'list':
      return list(each.list)
    case 'table': {
      const rows = each.rows.map((cells, at) => {
        const name = at === 0 ? 'th' : 'td'
        const written = cells.map((cell) =>
          cell
            ? `<${name} colspan="${cell.columns}" rowspan="${cell.rows}">${line(cell.inlines)}</${name}>`
            : '',
        )
        return `<tr>${written.join('')}</tr>`
      })
      return `<table border="1">${rows.join('')}</table>`
    }
    default:
      return `<p>${line(each.inlines)}</p>`
  }
}
