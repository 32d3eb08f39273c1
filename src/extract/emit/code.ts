import { visitNodes, type ElementNode } from '../../markup/html/tree/node.ts'

const CODE_ELEMENTS = new Set(['pre', 'listing', 'xmp'])
/** Classes of tables and blocks that show code line by line, without `<pre>`. */
const CODE_CLASS =
  /(?:^|\s)(?:syntaxhighlighter|hljs-ln|js-file-line-container|blob-wrapper|diff-table|rouge-table|highlighttable|lntable|crayon-table|CodeMirror-code|cm-content|view-lines|ace_text-layer|enlighter|code-block-lines|react-code-lines)(?:\s|$)/
/** Classes of what shows the numbers of lines. */
const GUTTER =
  /(?:^|[\s_-])(?:gutters?|gutter-wrapper|gutterElement|rouge-gutter|line-?nos?|line-?numbers?(?:-rows|-wrapper)?|line-?num|lnt?|lnum|ln-num|blob-num(?:-\w+)?|hljs-ln-n(?:umbers)?|crayon-nums?|linenodiv|react-line-number|codeLineNumber_\w+|gutter-cell)(?:\s|$)/i
const COPY = /(?:^|[\s_-])(?:copy|clipboard|copybtn|copy-?button|copy-?btn)(?:[\s_-]|$)/i
/** Classes of what stands beside the lines of an editor, and of the buttons of a highlighter. */
const GUTTERS =
  /(?:^|\s)(?:margin-view-overlays|cm-gutters|CodeMirror-gutters|ace_gutter|line-numbers-wrapper)(?:\s|$)/
const TOOLBAR = /(?:^|\s)(?:toolbar|code-?tools|code-?actions)(?:\s|$)/
const CONTROLS = new Set(['button', 'clipboard-copy', 'select', 'input', 'textarea'])
const LABEL_MAX_CHARS = 40
/** Elements of code that hold code themselves: no gutters, whatever their classes say. */
const NO_GUTTERS = new Set(['pre', 'code', 'table', 'tbody', 'tr', 'ol'])
/** What the text of a gutter is made of: it may hold marks of changes, but no words. */
const NUMBERS = /^[\d\s.:|+*↵…-]*$/
const NUMBERS_MAX_NODES = 5000
/** Nodes of a code span that are looked at for line breaks. */
const LOOK_MAX_NODES = 500

/** Whether an element is a block of code: preformatted, a table of lines of code, or code with line breaks. */
export function isCodeBlock(element: ElementNode): boolean {
  const { name, attributes } = element
  if (CODE_ELEMENTS.has(name)) return true
  if (name !== 'table' && name !== 'div' && name !== 'ol')
    return name === 'code' && isLines(element)
  const className = attributes['class']
  return className !== undefined && CODE_CLASS.test(className)
}

/** Whether a code element is all that its parent holds, and of several lines. */
function isLines({ first, parent }: ElementNode): boolean {
  if (!parent || parent.first !== parent.last) return false
  let count = 0
  for (let node = first; node && count < LOOK_MAX_NODES; node = node.next) {
    count += 1
    if (!node.isText && node.isBlock) return true
  }
  return false
}

/** The text of a block of code: line by line, without numbers of lines and buttons. */
export function codeText(block: ElementNode, kept: Uint8Array): string {
  const lines = /(?:^|\s)view-lines(?:\s|$)/.test(block.attributes['class'] ?? '')
    ? placedLines(block)
    : []
  if (lines.length === 0) return keptText(block, kept)
  return lines.map((line) => keptText(line, kept)).join('\n')
}

/** The lines of an editor that places them one by one, from the top down. */
function placedLines({ first }: ElementNode): ElementNode[] {
  const lines: { line: ElementNode; top: number }[] = []
  for (let child = first; child; child = child.next) {
    if (child.isText) continue
    const top = /(?:^|;)\s*top:\s*(\d{1,7})/.exec(child.attributes['style'] ?? '')?.[1]
    if (top === undefined) return []
    lines.push({ line: child, top: Number(top) })
  }
  return lines.toSorted((one, other) => one.top - other.top).map(({ line }) => line)
}

function keptText(block: ElementNode, kept: Uint8Array): string {
  let text = ''
  let owesBreak = false
  const endLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) text += '\n'
  }
  visitNodes(
    block,
    (node) => {
      if (kept[node.id] === 0) return false
      if (node.isText) {
        if (owesBreak && !/^[ \t]*\r?\n/.test(node.data)) endLine()
        owesBreak = false
        text += node.data
        return false
      }
      if (isLeftOut(node)) return false
      text += node.attributes['data-code-marker'] ?? ''
      if (node.name === 'br') text += '\n'
      else if (isLine(node)) {
        if (owesBreak) text += '\n'
        else endLine()
        owesBreak = false
      }
      return true
    },
    (element) => {
      if (isLine(element)) owesBreak = true
    },
  )
  // A line break at the very start of `<pre>` is none of its text; one at the start of what is in it is meant likewise.
  const begins = block.first?.isText === true && block.first.data.startsWith('\n')
  return (begins ? text : text.replace(/^[ \t]*\n/, '')).replaceAll('\u00A0', ' ').trimEnd()
}

function isLine({ name, isBlock }: ElementNode): boolean {
  return isBlock && name !== 'br' && name !== 'td' && name !== 'th'
}

function isLeftOut(element: ElementNode): boolean {
  const { name, attributes } = element
  if (CONTROLS.has(name)) return true
  const className = attributes['class']
  if (className === undefined) return attributes['data-line-number'] !== undefined && name === 'td'
  if (COPY.test(className) && !NO_GUTTERS.has(name)) return true
  if (!GUTTER.test(className)) return false
  // A column of numbers may be made of the same elements as the code beside it.
  return (!NO_GUTTERS.has(name) || name === 'pre') && holdsNumbers(element)
}

/** Whether an element holds nothing but numbers, if anything. */
function holdsNumbers(element: ElementNode): boolean {
  let isNumbers = true
  let count = 0
  visitNodes(element, (node) => {
    count += 1
    if (node.isText && !NUMBERS.test(node.data)) isNumbers = false
    return isNumbers && count < NUMBERS_MAX_NODES
  })
  return isNumbers
}

/** Whether an element beside code is there to copy it, numbers its lines or names its language once more. */
export function isCodeTool(element: ElementNode): boolean {
  const { name, attributes, first, last, parent } = element
  const className = attributes['class']
  if (name === 'button' || name === 'clipboard-copy') {
    const label = first?.isText && first === last ? first.data.trim() : ''
    return (
      name !== 'button' ||
      /^(?:copy|copied|copy code|copy to clipboard|copy link)!?$/i.test(label) ||
      (className !== undefined && COPY.test(className) && label.length < LABEL_MAX_CHARS)
    )
  }
  if (className === undefined) return false
  if (GUTTERS.test(className)) return true
  if (TOOLBAR.test(className)) return isBesideCode(parent)
  if (name === 'span') return className === 'lang' && parent !== undefined && isBesideCode(parent)
  if (name === 'td') return GUTTER.test(className) && holdsNumbers(element)
  return GUTTER.test(className) && isBesideCode(parent) && holdsNumbers(element)
}

/** Whether what is in an element stands beside code in it. */
function isBesideCode(holder: ElementNode | undefined): boolean {
  for (let child = holder?.first; child; child = child.next) {
    if (!child.isText && (child.name === 'pre' || isCodeBlock(child))) return true
  }
  return false
}
