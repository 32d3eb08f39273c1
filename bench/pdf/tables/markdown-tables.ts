/** A table as Markdown has it. */
export interface ReadTable {
  head: string[]
  rows: string[][]
}

/** The tables of Markdown, without those in code blocks. */
export function readMarkdownTables(markdown: string): ReadTable[] {
  const tables: ReadTable[] = []
  let open: string[][] = []
  let isCode = false
  for (const line of [...markdown.split('\n'), '']) {
    if (line.trim().startsWith('```')) isCode = !isCode
    if (!isCode && line.trim().startsWith('|')) open.push(cellsOf(line))
    else if (open.length > 0) {
      const [head = [], , ...rows] = open
      tables.push({ head, rows })
      open = []
    }
  }
  return tables
}

function cellsOf(line: string): string[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map(plainText)
}

/** A text without the marks of Markdown. */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\\(?=[^\p{L}\p{N}\s])/gu, '')
    .replaceAll(/\*\*|[`*]/g, '')
    .replaceAll(/<br\s*\/?>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
