/** The line between the head of a table and its rows. */
const TABLE_RULE = /^\|(?: *:?-+:? *\|)+$/

/** The head of the table that begins at a place, with the line below it; empty where none does. */
export function headOf(markdown: string, start: number): string {
  if (markdown.charAt(start) !== '|') return ''
  const first = markdown.indexOf('\n', start)
  const second = first === -1 ? -1 : markdown.indexOf('\n', first + 1)
  if (second === -1 || !TABLE_RULE.test(markdown.slice(first + 1, second))) return ''
  return markdown.slice(start, second + 1)
}

/** Where the table begins whose rows go on at a position; the position itself elsewhere. */
export function tableStart(markdown: string, position: number): number {
  if (markdown.charAt(position) !== '|' || markdown[position - 1] !== '\n') return position
  const border = markdown.lastIndexOf('\n\n', position - 1)
  const start = border === -1 ? 0 : border + 2
  const head = headOf(markdown, start)
  return head !== '' && start + head.length <= position ? start : position
}

/** The head of the table whose rows go on at a position; empty elsewhere. */
export function tableHead(markdown: string, position: number): string {
  const start = tableStart(markdown, position)
  return start === position ? '' : headOf(markdown, start)
}
