import { Has } from '../tokens/attribute-bits.ts'
import type { Attributes } from '../tokens/attributes.ts'
import { FORMULA_SOURCES } from '../tokens/script-attributes.ts'
import type { ElementNode, TreeNode } from './node.ts'

/** Attributes that hold TeX on any element; the others only on one that is named for formulas. */
const SURE_SOURCES = new Set(['data-latex', 'data-tex', 'data-katex'])
const NAMED = /math|katex|latex|tex|formula|equation/i
/** Classes of what a formula is drawn in. */
const DRAWN = /(?:^|\s)(?:MathJax_SVG|mjpage|mathjax|katex-svg|math)(?:\s|$)/i
/** Classes of the parts of a formula of which one is hidden from readers, and another from programs that read aloud. */
const MATHML = /(?:^|\s)(?:katex-mathml|MJX_Assistive_MathML)(?:\s|$)/
const GLYPH_CLASS = /(?:^|\s)mjx-c([\dA-F]{2,5})(?:\s|$)/
const GLYPH_ADDRESS = /^#(?:E\d+-)?MJ\w+-([\dA-F]{2,5})$/
const TEXT_MAX_CHARS = 2000

/** The source of a formula that an attribute of its element holds, for a script that has set it, or will; undefined for none. */
export function formulaSource({ name, attributes, bits }: ElementNode): string | undefined {
  if ((bits & Has.formula) === 0) return undefined
  for (const each of FORMULA_SOURCES) {
    const source = attributes[each]
    if (source === undefined || source.trim() === '') continue
    const hint = `${name} ${attributes['class'] ?? ''} ${attributes['data-type'] ?? ''}`
    if (SURE_SOURCES.has(each) || NAMED.test(hint)) return source
  }
  return undefined
}

/** Whether an element has an attribute that only formulas have. */
export function hasSource({ attributes, bits }: ElementNode): boolean {
  if ((bits & Has.formula) === 0) return false
  return (
    attributes['data-latex'] !== undefined ||
    attributes['data-tex'] !== undefined ||
    attributes['data-katex'] !== undefined
  )
}

/** Whether a drawing is a formula, by what it says of itself or by what it is in. */
export function isDrawnFormula(parent: ElementNode, attributes: Attributes): boolean {
  if (parent.name === 'mjx-container' || DRAWN.test(parent.attributes['class'] ?? '')) return true
  return attributes['role'] === 'math' || attributes['data-latex'] !== undefined
}

/** Whether a hidden element is a part of a formula that is read: its MathML, or what is set where it has none. */
export function isPartOfFormula(
  { first }: ElementNode,
  name: string,
  { class: className = '' }: Attributes,
): boolean {
  if (name === 'mjx-math' || name === 'mjx-assistive-mml' || MATHML.test(className)) return true
  if (className !== 'katex-html') return false
  return first === undefined || first.isText || !MATHML.test(first.attributes['class'] ?? '')
}

/** The character that an element of MathJax draws, by its code; empty for none. */
export function glyphOf(attributes: Attributes): string {
  const { class: className, href } = attributes
  const code =
    attributes['data-c'] ??
    (className === undefined ? undefined : GLYPH_CLASS.exec(className)?.[1]) ??
    GLYPH_ADDRESS.exec(attributes['xlink:href'] ?? href ?? '')?.[1]
  if (code === undefined || !/^[\dA-F]{2,5}$/i.test(code)) return ''
  const point = Number.parseInt(code, 16)
  // Half of a pair is no character.
  return (point >= 0xd800 && point <= 0xdfff) || point > 0x10ffff ? '' : String.fromCodePoint(point)
}

/** Whether an element may be a formula without text: one of MathJax, a drawing, or one that waits for a script. */
export function mayLackText(element: ElementNode): boolean {
  const { name, first, bits } = element
  if (name === 'mjx-container' || name === 'svg') return true
  if (first !== undefined) return false
  return (bits & Has.class) !== 0 || hasSource(element)
}

/**
 * Text that stands for a formula which shows none: its source, or the characters of its glyphs. Empty where it has
 * text, or neither. `nodes` are all nodes up to the last inside of the element.
 */
export function formulaText(element: ElementNode, nodes: readonly TreeNode[]): string {
  const { first, name, attributes } = element
  const isDrawing = name === 'svg'
  if (first === undefined && !isDrawing)
    return formulaSource(element)?.slice(0, TEXT_MAX_CHARS) ?? ''
  let text = ''
  for (let id = element.id + 1; id < nodes.length && text.length < TEXT_MAX_CHARS; id += 1) {
    const node = nodes[id]!
    if (!node.isText) text += glyphOf(node.attributes)
    else if (node.data.trim() !== '') return ''
  }
  return text === '' && isDrawing ? (attributes['aria-label'] ?? '') : text
}
