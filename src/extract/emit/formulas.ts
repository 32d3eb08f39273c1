import type { ElementNode, TreeNode } from '../tree/node.ts'
import { mathmlToTex } from './mathml.ts'

/** A formula of the page in TeX. */
export interface Formula {
  tex: string
  /** Whether it stands in a line of its own. */
  isBlock: boolean
}

const TEX_ENCODING = /\btex\b|latex/i
/** Images of formulas, whose alternative text is TeX: Wikipedia, WordPress, image services. */
const IMAGE_CLASS =
  /(?:^|\s)(?:mwe-math-fallback-image-\w+|latex|tex|math|mathImage|ql-img-\w+)(?:\s|$)/
const IMAGE_SOURCE = /(?:latex\.php|\/latex\/|codecogs\.com\/|\/math\/render\/|chart\?cht=tx)/i
/** Elements whose text is TeX between its delimiters, for a script to typeset. */
const TEX_CLASS = /(?:^|\s)(?:math|arithmatex|mathjax|tex2jax_process|mathquill)(?:\s|$)/i
const DELIMITED = /^\s*(?:\\\(([^]*)\\\)|\\\[([^]*)\\\]|\$\$([^$]*)\$\$|\$([^$]*)\$)\s*$/
/** The typeset copy of a formula whose TeX follows in a script, or stands before it as MathML. */
const TYPESET =
  /(?:^|\s)(?:MathJax(?:_Preview|_Display|_SVG|_SVG_Display|_CHTML)?|mjx-chtml|katex-html)(?:\s|$)/
const LEVELS_MAX_COUNT = 4
const SIBLINGS_MAX_COUNT = 4

/** The formula that an element stands for; undefined when it is something else. */
export function formulaOf(element: ElementNode, nodes: readonly TreeNode[]): Formula | undefined {
  const { name, attributes } = element
  if (name === 'math') return { tex: texOfMath(element, nodes), isBlock: isDisplayed(element) }
  if (name === 'script') {
    const type = attributes['type'] ?? ''
    return { tex: textOf(element), isBlock: /mode\s*=\s*display/i.test(type) }
  }
  if (name === 'img') return formulaOfImage(element, nodes)
  const className = attributes['class']
  if (className === undefined || !TEX_CLASS.test(className) || !element.first?.isText)
    return undefined
  const found = DELIMITED.exec(textOf(element))
  if (!found) return undefined
  const [, inline, display, dollars, dollar] = found
  return {
    tex: inline ?? display ?? dollars ?? dollar ?? '',
    isBlock: display !== undefined || dollars !== undefined,
  }
}

/** Whether an element only shows, typeset, a formula that is read elsewhere. */
export function isTypesetCopy({ attributes, parent, next }: ElementNode): boolean {
  const className = attributes['class']
  if (className === undefined || !TYPESET.test(className)) return false
  if (className.includes('katex-html')) {
    const before = parent?.first
    return before?.isText === false && before.attributes['class'] === 'katex-mathml'
  }
  let sibling = next
  for (let count = 0; sibling && count < SIBLINGS_MAX_COUNT; count += 1) {
    if (!sibling.isText && sibling.name === 'script') return true
    sibling = sibling.next
  }
  return false
}

function texOfMath(math: ElementNode, nodes: readonly TreeNode[]): string {
  for (let id = math.id + 1; id < math.end; id += 1) {
    const node = nodes[id]!
    if (node.isText || node.name !== 'annotation') continue
    if (TEX_ENCODING.test(node.attributes['encoding'] ?? '')) return bare(textOf(node))
  }
  const alt = bare(math.attributes['alttext'] ?? '')
  return alt === '' ? mathmlToTex(math) : alt
}

function formulaOfImage(image: ElementNode, nodes: readonly TreeNode[]): Formula | undefined {
  const { class: className = '', alt = '', src = '' } = image.attributes
  if (alt.trim() === '') return undefined
  if (!IMAGE_CLASS.test(className) && !IMAGE_SOURCE.test(src)) return undefined
  const { parent } = image
  if (parent?.attributes['class']?.includes('mwe-math')) {
    for (let id = parent.id + 1; id < image.id; id += 1) {
      const node = nodes[id]!
      if (!node.isText && node.name === 'math') return { tex: '', isBlock: false }
    }
  }
  return { tex: bare(alt), isBlock: isDisplayed(image) }
}

function isDisplayed(element: ElementNode): boolean {
  if (element.attributes['display'] === 'block') return true
  let at: ElementNode | undefined = element
  for (let level = 0; at && level < LEVELS_MAX_COUNT; level += 1) {
    const { class: className, display } = at.attributes
    const isDisplay =
      at.name === 'mjx-container'
        ? display === 'true'
        : /(?:^|\s)(?:katex-display|MathJax_Display)(?:\s|$)/.test(className ?? '')
    if (isDisplay || (at === element && /image-display/.test(className ?? ''))) return true
    at = at.parent
  }
  return false
}

/** TeX without its delimiters and without the wrapper that Wikipedia puts around it. */
function bare(tex: string): string {
  const inner = /^\{\\(?:displaystyle|textstyle)\s+([^]*)\}$/.exec(tex.trim())?.[1] ?? tex
  return inner
    .trim()
    .replace(/^\$\$?([^$]*)\$\$?$/, '$1')
    .replace(/^\\displaystyle\s+/, '')
}

function textOf(element: ElementNode): string {
  let text = ''
  for (let node = element.first; node; node = node.next) if (node.isText) text += node.data
  return text
}
