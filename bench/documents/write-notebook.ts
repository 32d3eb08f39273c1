import type { DocumentSource } from './source.ts'
import { writeMarkdown } from './write-markdown.ts'

/** Writes a document as a notebook: code in cells of its own, every other block in a cell of Markdown. */
export function writeNotebook(source: DocumentSource): string {
  const cells = source.blocks.map((block) =>
    block.kind === 'code'
      ? { cell_type: 'code', source: block.lines.join('\n'), outputs: [], execution_count: null }
      : { cell_type: 'markdown', source: writeMarkdown({ ...source, blocks: [block] }) },
  )
  const metadata = { language_info: { name: 'python' } }
  return JSON.stringify({
    cells: cells.map((cell) => ({ ...cell, metadata: {} })),
    metadata,
    nbformat: 4,
    nbformat_minor: 5,
  })
}
