import { parse } from '../../lib/trusted-html.ts'

/** Marks of emphasis by tag. */
const MARKS: Readonly<Record<string, string>> = {
  B: '**',
  STRONG: '**',
  I: '*',
  EM: '*',
  S: '~~',
  DEL: '~~',
  STRIKE: '~~',
}

const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DD DIV DL DT FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE UL'.split(
    ' ',
  ),
)

/** Elements whose words are not for readers. */
const SKIPPED = new Set(['HEAD', 'NOSCRIPT', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE'])

const DEPTH_MAX = 60

/** Rich text of the clipboard as Markdown. */
export function markdownOf(html: string): string {
  // The page lets no element have styles of its own, and browsers report each one that they parse.
  const plain = html
    .replaceAll(/<style\b[^]*?<\/style>/gi, '')
    .replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ' data-style='))
  return markdownOfNode(parse(plain, 'text/html').body)
}

/** Elements as Markdown. */
export function markdownOfNode(root: Node): string {
  return blocks(root, 0)
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

/** The fence for a text: longer than any inside it. */
export function fenceFor(text: string): string {
  const runs = [...text.matchAll(/`{3,}|~{3,}/g)].map(([run]) => run.length)
  return '`'.repeat(Math.max(2, ...runs) + 1)
}

function blocks(node: Node, depth: number): string {
  if (depth > DEPTH_MAX) return node.textContent ?? ''
  let text = ''
  for (const child of node.childNodes) {
    if (!(child instanceof Element)) {
      text += inlineText(child)
      continue
    }
    if (SKIPPED.has(child.tagName)) continue
    text += BLOCKS.has(child.tagName)
      ? `\n\n${block(child, depth + 1)}\n\n`
      : inline(child, depth + 1)
  }
  return text
}

function block(element: Element, depth: number): string {
  const { tagName } = element
  const [, level] = /^H([1-6])$/.exec(tagName) ?? []
  if (level !== undefined) return `${'#'.repeat(Number(level))} ${line(blocks(element, depth))}`
  switch (tagName) {
    case 'HR':
      return '---'
    case 'PRE': {
      const code = (element.textContent ?? '').replace(/\n$/, '')
      const fence = fenceFor(code)
      return `${fence}\n${code}\n${fence}`
    }
    case 'BLOCKQUOTE':
      return prefixed(markdownOfNode(element), '> ', '> ')
    case 'UL':
    case 'OL':
      return list(element, tagName === 'OL')
    case 'TABLE':
      return table(element as HTMLTableElement)
    default:
      return blocks(element, depth)
  }
}

function list(element: Element, isNumbered: boolean): string {
  const items = [...element.children].filter(({ tagName }) => !SKIPPED.has(tagName))
  return items
    .map((item, index) => {
      const mark = isNumbered ? `${index + 1}. ` : '- '
      const text = item.tagName === 'LI' ? markdownOfNode(item) : block(item, 1)
      // A list in a list stands in it without an empty line.
      return prefixed(text.replaceAll(/\n\n(?=\s*(?:-|\d+\.) )/g, '\n'), mark, '  ')
    })
    .join('\n')
}

/** Cells as a table, whose first row is its head. */
function table({ rows }: HTMLTableElement): string {
  const cells = [...rows].map((row) =>
    [...row.cells].flatMap((cell) => {
      const text = line(markdownOfNode(cell)).replaceAll('|', String.raw`\|`)
      return [text, ...Array.from({ length: Math.min(cell.colSpan, 100) - 1 }, () => '')]
    }),
  )
  const width = Math.max(0, ...cells.map(({ length }) => length))
  if (width === 0) return ''
  const lines = cells.map(
    (row) => `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`,
  )
  const rule = `|${' --- |'.repeat(width)}`
  return [lines[0], rule, ...lines.slice(1)].join('\n')
}

function inline(element: Element, depth: number): string {
  const { tagName } = element
  if (tagName === 'BR') return '\n'
  if (tagName === 'IMG') return element.getAttribute('alt') ?? ''
  if (tagName === 'CODE' || tagName === 'KBD' || tagName === 'TT') {
    const code = element.textContent ?? ''
    return code === '' ? '' : code.includes('`') ? `\`\` ${code} \`\`` : `\`${code}\``
  }
  const text = blocks(element, depth)
  if (tagName === 'A') {
    const href = element.getAttribute('href') ?? ''
    const label = line(text)
    if (!/^(?:https?:|mailto:)/i.test(href) || label === '') return text
    return label === href ? href : `[${label}](${href})`
  }
  const isUnmarked = /font-weight:\s*(?:normal|400)/i.test(styleOf(element)) && tagName === 'B'
  const mark = isUnmarked ? '' : (MARKS[tagName] ?? styleMark(element))
  return mark === '' ? text : marked(text, mark)
}

const styleOf = (element: Element) => element.getAttribute('data-style') ?? ''

/** Office programs say by styles what is bold; some put all of a document into a bold element that is not. */
function styleMark(element: Element): string {
  const style = styleOf(element)
  if (/font-weight:\s*(?:bold|[6-9]00)/i.test(style)) return '**'
  return /font-style:\s*italic/i.test(style) ? '*' : ''
}

/** A text with marks around it; spaces and empty lines stay outside. */
function marked(text: string, mark: string): string {
  const [, before = '', inner = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? []
  if (inner === '' || inner.includes('\n\n')) return text
  return `${before}${mark}${inner}${mark}${after}`
}

function inlineText(node: Node): string {
  return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').replaceAll(/\s+/g, ' ') : ''
}

function line(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((one, index) => (index === 0 ? first : one === '' ? rest.trimEnd() : rest) + one)
    .join('\n')
}
