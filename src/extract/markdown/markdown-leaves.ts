/** One line of a text, without its newline. */
export interface SourceLine {
  text: string
  /** Where it begins in the text. */
  start: number
}

/** Content of one block as the parser reads it, without the marks of the blocks around it. */
export interface Leaf {
  text: string
  /** For each line of `text`: where it begins in it, and where its first character is in the source. */
  lines: { at: number; source: number }[]
}

/** The lines of a text whose line ends are all `\n`. */
export function linesOf(source: string): SourceLine[] {
  let start = 0
  return source.split('\n').map((text) => {
    const line = { text, start }
    start += text.length + 1
    return line
  })
}

/**
 * Locates the content of a block in the source; the parser reports only its first line. Each line of the
 * content ends a source line, apart from blanks and the closing marks of a heading.
 */
export function blockLeaf(lines: readonly SourceLine[], first: number, content: string): Leaf {
  let at = 0
  const placed = content.split('\n').map((text, index) => {
    const line = lines[first + index] ?? { text: '', start: lines.at(-1)?.start ?? 0 }
    // A tab that is only partly indentation comes as spaces.
    const body = text.trimStart()
    const column = line.text.endsWith(body)
      ? line.text.length - body.length
      : line.text.lastIndexOf(body)
    if (column === -1) throw new Error('The parser made up a line.')
    const place = { at, source: line.start + column - (text.length - body.length) }
    at += text.length + 1
    return place
  })
  return { text: content, lines: placed }
}

/** The cells of one row of a table, those too many for its head included. */
export function tableCells(lines: readonly SourceLine[], index: number): Leaf[] {
  const line = lines[index]
  if (!line) return []
  const cells: Leaf[] = []
  let from = 0
  for (const { index: bar } of line.text.matchAll(/(?<!\\)\||$/g)) {
    cells.push({
      text: line.text.slice(from, bar),
      lines: [{ at: 0, source: line.start + from }],
    })
    from = bar + 1
  }
  return cells
}

/** Where a position in the content of a block is in the source. */
export function sourcePosition({ lines }: Leaf, position: number): number {
  let low = 0
  let high = lines.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((lines[middle]?.at ?? 0) <= position) low = middle
    else high = middle - 1
  }
  const line = lines[low]
  return line ? line.source + position - line.at : position
}
