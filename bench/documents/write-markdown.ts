import type { Block, DocumentSource, Inline, List } from './source.ts'

/** Writes a document as Markdown of pandoc. */
export function writeMarkdown({ blocks }: DocumentSource): string {
  const notes: string[] = []
  const inline = (part: Inline): string => {
    switch (part.kind) {
      case 'bold':
        return `**${part.text}**`
      case 'italic':
        return `*${part.text}*`
      case 'struck':
        return `~~${part.text}~~`
      case 'code':
        return `\`${part.text}\``
      case 'sup':
        return `^${part.text}^`
      case 'sub':
        return `~${part.text}~`
      case 'link':
        return `[${part.text}](${part.href})`
      case 'note':
        notes.push(part.text)
        return `[^${notes.length}]`
      default:
        return part.text
    }
  }
  const line = (inlines: readonly Inline[]): string =>
    inlines.map(inline).join('').replaceAll('  ', ' ')
  const list = ({ type, start, items }: List, indent: string): string[] =>
    items.flatMap(({ inlines, more, inner }, at) => {
      const mark =
        type === '-'
          ? '-'
          : type === '1'
            ? `${start + at}.`
            : type === 'a'
              ? `${String.fromCharCode(0x60 + start + at)}.`
              : `${ROMAN[start + at]}.`
      const inside = indent + ' '.repeat(mark.length + 1)
      return [
        `${indent}${mark} ${line(inlines)}`,
        ...(more ? ['', `${inside}${line(more)}`, ''] : []),
        ...(inner ? list(inner, inside) : []),
      ]
    })
  const block = (each: Block): string => {
    switch (each.kind) {
      case 'heading':
        return `${'#'.repeat(each.level)} ${line(each.inlines)}`
      case 'quote':
        return `> ${line(each.inlines)}`
      case 'code':
        return ['```', ...each.lines, '```'].join('\n')
      case 'list':
        return list(each.list, '').join('\n')
      case 'table': {
        const [head = [], ...rows] = each.rows.map(
          (cells) => `| ${cells.map((cell) => (cell ? line(cell.inlines) : '')).join(' | ')} |`,
        )
        return [head, `|${'---|'.repeat(each.rows[0]!.length)}`, ...rows].join('\n')
      }
      default:
        return line(each.inlines)
    }
  }
  const body = blocks.map(block).join('\n\n<!-- -->\n\n')
  return [body, ...notes.map((text, at) => `[^${at + 1}]: ${text}`)].join('\n\n')
}

const ROMAN = ' i ii iii iv v vi vii viii ix x xi xii'.split(' ')
