import type { ElementNode, TextNode, TreeNode } from '../../../markup/html/tree/node.ts'
import { asciimathToTex } from './asciimath.ts'

/** A piece of text: prose, or a formula without its delimiters. */
export interface TextPiece {
  text: string
  /** What the delimiters say; undefined for prose. */
  formula: 'inline' | 'block' | undefined
}

/** Whether there may be a formula, at little cost. */
const MAYBE = /\$|\\[([]|\\begin\{/
const OPENER =
  /\\\\|\\\$|\$\$?|\\[([]|\\begin\{((?:equation|align|alignat|gather|multline|eqnarray|displaymath|aligned|cases|[bpvV]?matrix)\*?)\}/g
const FORMULA_MAX_CHARS = 5000
/** Formulas between single dollars are short. */
const INLINE_MAX_CHARS = 400
/** What an amount of money is not: a command, a script, a relation, or a single letter. */
const TEX =
  /\\[a-zA-Z]|[\^_]|^[a-zA-Z]'{0,3}$|^[a-zA-Z]'{0,3}\([^()\s]{1,9}\)$|^\S{1,20}[=<>+*/-]\S{1,20}$|\S ?[=<>] ?\S/
/** Elements in which no script sets formulas. */
const VERBATIM = new Set('pre code kbd samp tt textarea script style button'.split(' '))
const LEVELS_MAX_COUNT = 6
const NODES_MAX_COUNT = 60

/**
 * The prose and the formulas of a text, in order: between the delimiters `$$`, `\[`, `\(` and `$` that scripts look for, and
 * in environments that need none; `\$` is that of AsciiMath. Linear in the text.
 */
export function splitFormulas(text: string): TextPiece[] {
  if (!MAYBE.test(text)) return [{ text, formula: undefined }]
  const pieces: TextPiece[] = []
  const closers = new Map<string, number>()
  let end = 0
  for (const found of text.matchAll(OPENER)) {
    const at = found.index
    if (at < end) continue
    const formula = formulaAt(text, found, closers)
    if (!formula) continue
    if (at > end) pieces.push({ text: text.slice(end, at), formula: undefined })
    pieces.push(formula)
    end = formula.end
  }
  if (end < text.length) pieces.push({ text: text.slice(end), formula: undefined })
  return pieces
}

/** The formula that a delimiter opens; `closers` remembers where each closing one was found last. */
function formulaAt(
  text: string,
  found: RegExpExecArray,
  closers: Map<string, number>,
): (TextPiece & { end: number }) | undefined {
  const [opener, environment] = found
  const close = closerOf(opener, environment)
  if (close === '') return undefined
  const start = found.index + opener.length
  let closes = closers.get(close) ?? -1
  if (closes < start) {
    closes = text.indexOf(close, start)
    closers.set(close, closes === -1 ? Infinity : closes)
  }
  if (closes === -1 || closes - start > FORMULA_MAX_CHARS) return undefined
  const inner = text.slice(start, closes)
  if (inner.trim() === '') return undefined
  const end = closes + close.length
  if (environment !== undefined) {
    return { text: text.slice(found.index, end), formula: 'block', end }
  }
  if (opener === '\\$') {
    const isMath = isTex(inner) && !/^\d/.test(inner)
    return isMath ? { text: asciimathToTex(inner), formula: 'inline', end } : undefined
  }
  if (opener !== '$') return { text: inner, formula: opener === '\\(' ? 'inline' : 'block', end }
  const isBare = !isWord(text.charAt(found.index - 1)) && !isWord(text.charAt(end))
  return isBare && isTex(inner) ? { text: inner, formula: 'inline', end } : undefined
}

function closerOf(opener: string, environment: string | undefined): string {
  if (environment !== undefined) return `\\end{${environment}}`
  const closer = { $: '$', $$: '$$', '\\$': '\\$', '\\(': '\\)', '\\[': '\\]' }[opener]
  return closer ?? ''
}

function isWord(character: string): boolean {
  return character === '$' || /^[\p{L}\p{N}]$/u.test(character)
}

/** Single dollars are amounts of money too, and formulas have no blanks at their edges. */
function isTex(text: string): boolean {
  if (text.length > INLINE_MAX_CHARS || text.trim() !== text || text.endsWith('\\')) return false
  return TEX.test(text) && !/^\d[\d.,]*(?:\s|$)/.test(text)
}

/** Whether formulas in this text are set: not in code. */
export function mayHoldFormulas({ data, parent }: TextNode): boolean {
  if ((!data.includes('$') && !data.includes('\\')) || !MAYBE.test(data)) return false
  let at: ElementNode | undefined = parent
  for (let level = 0; at && level < LEVELS_MAX_COUNT; level += 1) {
    if (VERBATIM.has(at.name)) return false
    at = at.parent
  }
  return true
}

/**
 * The text from a node on in which a formula begins, to the one in which it ends, where only breaks and emphasis (which
 * Markdown makes of underscores) are between them. Undefined when the node holds all of its formulas.
 */
export function formulaAcross(node: TextNode): { text: string; last: TreeNode } | undefined {
  const close = openCloser(node.data)
  if (close === '') return undefined
  let text = node.data
  let count = 0
  for (let next = node.next; next && count < NODES_MAX_COUNT; next = next.next) {
    count += 1
    const part = partOf(next)
    if (part === undefined || text.length > FORMULA_MAX_CHARS) return undefined
    text += part
    if (part.includes(close)) return { text, last: next }
  }
  return undefined
}

/** What would close the formula that a text ends in; empty when it ends in none. */
function openCloser(text: string): string {
  const rest = splitFormulas(text).at(-1)
  if (!rest || rest.formula !== undefined) return ''
  const openers = [...rest.text.matchAll(OPENER)].filter(
    ([opener]) => !opener.endsWith('$') || opener === '$$',
  )
  const last = openers.at(-1)
  return last ? closerOf(last[0], last[1]) : ''
}

function partOf(node: TreeNode): string | undefined {
  if (node.isText) return node.data
  if (node.name === 'br') return '\n'
  const mark = node.name === 'em' || node.name === 'i' ? '_' : node.name === 'wbr' ? '' : undefined
  if (mark === undefined) return undefined
  const { first, last } = node
  if (first === undefined) return ''
  return first === last && first.isText ? `${mark}${first.data}${mark}` : undefined
}
