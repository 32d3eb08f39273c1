import { escapeHtmlText } from '../../lib/escape-html.ts'
import type { TextTable } from '../table.ts'

/** A table as HTML; the texts of its cells are escaped. */
export function tableHtml({ header, rows }: TextTable): string {
  const lines = ['<table>']
  if (header) lines.push('<thead>', row(header, 'th'), '</thead>')
  lines.push('<tbody>')
  for (const cells of rows) lines.push(row(cells, 'td'))
  lines.push('</tbody>', '</table>', '')
  return lines.join('\n')
}

function row(cells: readonly string[], element: 'td' | 'th'): string {
  return `<tr>${cells.map((cell) => `<${element}>${escaped(cell)}</${element}>`).join('')}</tr>`
}

function escaped(text: string): string {
  return escapeHtmlText(text).replaceAll(/\r\n?|\n/g, '<br>')
}
