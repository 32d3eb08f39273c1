import { fenceFor } from '../../markdown/code.ts'
import type { Block, ListItem, Run } from '../model.ts'
import { writeInline, writeText } from './write-inline.ts'

/** How the document is written. */
export interface WriteOptions {
  /** Put `<!-- page N -->` before the first block that begins on a page. */
  pageMarkers: boolean
}

/** Writes blocks as GitHub-flavoured Markdown. */
export function writeMarkdown(blocks: readonly Block[], { pageMarkers }: WriteOptions): string {
  const pieces: string[] = []
  let page = 0
  for (const block of blocks) {
    if (pageMarkers && block.page > page) {
      pieces.push(`<!-- page ${block.page} -->`)
      page = block.page
    }
    const text = writeBlock(block)
    if (text !== '') pieces.push(text)
  }
  return pieces.join('\n\n')
}

function writeBlock(block: Block): string {
  if (block.kind === 'heading') return writeHeading(block.level, block.runs)
  if (block.kind === 'code') return writeCode(block.lines)
  if (block.kind === 'formula') return writeCode(block.lines, 'math')
  if (block.kind === 'list') return writeList(block.items)
  if (block.kind === 'table') return writeTable(block.rows, block.isHeadless)
  if (block.kind === 'paragraph') return writeText(block.runs)
  if (block.kind === 'note') return `[^${block.label}]: ${writeText(block.runs)}`
  return prefixed(block.blocks.map(writeBlock).filter(Boolean).join('\n\n'), '> ', '> ')
}

function writeHeading(level: number, runs: readonly Run[]): string {
  const text = writeInline(runs)
  return text === '' ? '' : `${'#'.repeat(level)} ${text}`
}

function writeCode(lines: readonly string[], language = ''): string {
  const code = lines.join('\n')
  const fence = fenceFor(code)
  return code.trim() === '' ? '' : `${fence}${language}\n${code}\n${fence}`
}

function writeList(items: readonly ListItem[]): string {
  const isLoose = items.some(
    ({ blocks }) => blocks.filter(({ kind }) => kind !== 'list').length > 1,
  )
  return items
    .map(({ marker, blocks }) => {
      const mark = `${marker ?? '-'} `
      const inner = blocks.map(writeBlock).filter(Boolean)
      // A nested list needs no blank line before it.
      const text = inner.join(isLoose ? '\n\n' : '\n')
      return prefixed(text, mark, ' '.repeat(mark.length))
    })
    .join(isLoose ? '\n\n' : '\n')
}

function prefixed(text: string, first: string, rest: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, index) => (index === 0 ? first + line : line === '' ? rest.trimEnd() : rest + line))
    .join('\n')
    .trimEnd()
}

/** Markdown has no table without a head: an empty one is better than a row that is none. */
function writeTable(rows: readonly Run[][][], isHeadless = false): string {
  const width = Math.max(0, ...rows.map((row) => row.length))
  if (width === 0) return ''
  const all = isHeadless ? [[], ...rows] : rows
  const lines = all.map((row) => {
    const cells = Array.from({ length: width }, (_, index) => writeCell(row[index] ?? []))
    return `| ${cells.join(' | ')} |`
  })
  const [head = '', ...body] = lines
  return [head, `|${' --- |'.repeat(width)}`, ...body].join('\n')
}

function writeCell(runs: readonly Run[]): string {
  return writeInline(runs).replaceAll('|', String.raw`\|`)
}
