import { escapeHtml } from '../../src/lib/escape-html.ts'
import type { DocumentSource, List } from './source.ts'

/** Writes a document that is one list as an outline. */
export function writeOpml({ blocks }: DocumentSource): string {
  const lists = blocks.flatMap((block) => (block.kind === 'list' ? [block.list] : []))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<opml version="2.0"><head><title>Outline</title></head><body>${lists.map(entries).join('')}</body></opml>`
}

/** Writes a document that is one list as headings of Markdown, each as deep as its item. */
export function writeHeadings({ blocks }: DocumentSource): string {
  const lists = blocks.flatMap((block) => (block.kind === 'list' ? [block.list] : []))
  return lists.flatMap((list) => headings(list, 1)).join('\n\n')
}

function headings({ items }: List, level: number): string[] {
  return items.flatMap(({ inlines, inner }) => [
    `${'#'.repeat(level)} ${inlines.map((inline) => inline.text).join('')}`,
    ...(inner ? headings(inner, level + 1) : []),
  ])
}

function entries({ items }: List): string {
  return items
    .map(({ inlines, inner }) => {
      const text = escapeHtml(inlines.map((inline) => inline.text).join(''))
      return `<outline text="${text}">${inner ? entries(inner) : ''}</outline>`
    })
    .join('')
}
