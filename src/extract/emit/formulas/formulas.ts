import { parsePage } from '../../../markup/html/parse-page.ts'
import { formulaSource } from '../../../markup/html/tree/formula-text.ts'
import type { ElementNode, TreeNode } from '../../../markup/html/tree/node.ts'
import { asciimathToTex } from './asciimath.ts'
import { delimitedTex, texOfImage } from './formula-images.ts'
import { mathmlToTex } from './mathml.ts'
import { typesetMathml } from './typeset-math.ts'
import { visibleFormula } from './visible-formula.ts'

/** A formula of the page. */
export interface Formula {
  /** TeX of the formula; empty where the page does not hold it. */
  tex: string
  /** Where there is no TeX, what a reader sees. */
  visibleText?: string
  /** Whether it stands in a line of its own. */
  isBlock: boolean
}

const TEX_ENCODING = /\btex\b|latex/i
/** Elements whose text is TeX between its delimiters, for a script to typeset. */
const TEX_CLASS =
  /(?:^|\s)(?:math(?:s|-container|jax|jax-tex|-tex|-inline|-block|-display|quill|-expression|-formula)?|arithmatex|tex2jax_process|latex|tex|formula|equation|js-(?:inline|display|render)-math|ql-formula|asciimath|stem(?:block)?|katex-(?:block|inline|expression)|inline-math|display-math|block-math)(?:\s|$)/i
/** Elements whose text is TeX without delimiters. */
const BARE_CLASS =
  /(?:^|\s)(?:math (?:inline|display)|math-(?:inline|display)|language-math|js-render-math|inline-math|display-math|block-math|d-math)(?:\s|$)/i
const TEX_ELEMENTS = new Set([
  'math-renderer',
  'tex-math',
  'd-math',
  'math-inline',
  'math-display',
  'math-block',
])
/** The typeset copy of a formula whose TeX follows in a script, or stands before it as MathML. */
const TYPESET =
  /(?:^|\s)(?:MathJax(?:_Preview|_Display|_SVG|_SVG_Display|_CHTML)?|mjx-chtml|katex-html)(?:\s|$)/
const DISPLAYED =
  /(?:^|\s)(?:katex-display|MathJax_Display|MathJax_SVG_Display|MJXc-display|mjpage__block|math-display|display-math|math-block|block-math|katex-block|js-display-math|tml-display|mwe-math-fallback-image-display|mwe-math-mathml-display|image-display|notion-equation-block|math display|display math)(?:\s|$)/
const LEVELS_MAX_COUNT = 4
const SIBLINGS_MAX_COUNT = 4
const TEXT_MAX_NODES = 2000

/** The formula that an element stands for; undefined when it is something else. */
export function formulaOf(element: ElementNode, nodes: readonly TreeNode[]): Formula | undefined {
  const { name, attributes } = element
  if (name === 'math') return { tex: texOfMath(element, nodes), isBlock: isDisplayed(element) }
  if (name === 'script') return formulaOfScript(element)
  if (name === 'img') return formulaOfImage(element, nodes)
  if (name === 'mjx-container' || name === 'svg') return formulaOfTypeset(element, nodes)
  const className = attributes['class'] ?? ''
  if (
    /(?:^|\s)(?:katex|MathJax|MathJax_SVG|MathJax_CHTML|mjx-chtml|temml|mjpage)(?:\s|$)/.test(
      className,
    )
  ) {
    return formulaOfTypeset(element, nodes)
  }
  const source = sourceOf(element)
  if (source !== undefined) return { tex: bare(source), isBlock: isDisplayed(element) }
  if (name === 'pre' || name === 'code' || name === 'table') return formulaOfCode(element, nodes)
  const isElement = TEX_ELEMENTS.has(name)
  const isBare = isElement || BARE_CLASS.test(className)
  if (!isBare && !TEX_CLASS.test(className)) return undefined
  const text = ownText(element, nodes)
  if (text === undefined || text.trim() === '') return undefined
  if (/(?:^|\s)asciimath(?:\s|$)/.test(className)) {
    return {
      tex: asciimathToTex(text.replaceAll(/^\s*`|`\s*$/g, '')),
      isBlock: isDisplayed(element),
    }
  }
  const ascii = /^\s*\\\$([^]*)\\\$\s*$/.exec(text)?.[1]
  if (ascii !== undefined) return { tex: asciimathToTex(ascii), isBlock: element.isBlock }
  const delimited = delimitedTex(text)
  if (delimited) {
    return { ...delimited, isBlock: delimited.isBlock || (isElement && isDisplayed(element)) }
  }
  return isBare ? { tex: text, isBlock: isDisplayed(element) } : undefined
}

/** A formula that is written as code, for a script to set it. */
function formulaOfCode(element: ElementNode, nodes: readonly TreeNode[]): Formula | undefined {
  const { first, last, name } = element
  const inner = name === 'pre' && first === last && first?.isText === false ? first : element
  const isNamed = [element, inner].some(({ attributes }) =>
    BARE_CLASS.test(attributes['class'] ?? ''),
  )
  const tex = isNamed ? ownText(element, nodes) : undefined
  if (tex === undefined || tex.trim() === '') return undefined
  return { tex: bare(tex), isBlock: isDisplayed(inner) || name === 'pre' }
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

function formulaOfScript(script: ElementNode): Formula {
  const type = script.attributes['type'] ?? ''
  const text = directText(script)
  const tex = /asciimath/i.test(type) ? asciimathToTex(text) : text
  return {
    tex: tex.replaceAll(/^\s*%\s*<!\[CDATA\[|%\s*\]\]>\s*$/g, ''),
    isBlock: /mode\s*=\s*display/i.test(type),
  }
}

/** A formula that was set: by its MathML, its source in an attribute, the structure of its glyphs, or as it is seen. */
function formulaOfTypeset(holder: ElementNode, nodes: readonly TreeNode[]): Formula | undefined {
  const isBlock = isDisplayed(holder)
  const math = mathIn(holder, nodes)
  if (math) {
    const tex = texOfMath(math, nodes)
    if (tex !== '') return { tex, isBlock: isBlock || isDisplayed(math) }
  }
  const source = sourceOf(holder) ?? sourceInside(holder, nodes)
  if (source !== undefined) return { tex: bare(source), isBlock }
  const written = holder.attributes['data-mathml']
  const fromMathml = written === undefined ? '' : texOfWritten(written)
  if (fromMathml !== '')
    return { tex: fromMathml, isBlock: isBlock || /display="block"/.test(written ?? '') }
  const typeset = typesetMathml(holder)
  const tex = typeset ? mathmlToTex(typeset) : ''
  if (tex !== '') return { tex, isBlock }
  const stated = titleOf(holder, nodes)
  if (/\\[a-z]|[\^_]/i.test(stated)) return { tex: bare(stated), isBlock }
  const visibleText = stated || visibleFormula(holder)
  return visibleText === '' ? undefined : { tex: '', visibleText, isBlock }
}

function formulaOfImage(image: ElementNode, nodes: readonly TreeNode[]): Formula | undefined {
  const { attributes, parent } = image
  if (parent?.attributes['class']?.includes('mwe-math')) {
    for (let id = parent.id + 1; id < image.id; id += 1) {
      const node = nodes[id]!
      if (!node.isText && node.name === 'math') return { tex: '', isBlock: false }
    }
  }
  const source = sourceOf(image)
  if (source !== undefined) return { tex: bare(source), isBlock: isDisplayed(image) }
  const written = attributes['data-mathml']
  if (written !== undefined) {
    const tex = texOfWritten(written)
    return tex === '' ? undefined : { tex, isBlock: false }
  }
  const found = texOfImage(attributes)
  return found && { tex: bare(found.tex), isBlock: found.isBlock || isDisplayed(image) }
}

function texOfMath(math: ElementNode, nodes: readonly TreeNode[]): string {
  for (let id = math.id + 1; id < math.end; id += 1) {
    const node = nodes[id]!
    if (node.isText || node.name !== 'annotation') continue
    if (TEX_ENCODING.test(node.attributes['encoding'] ?? '')) {
      const tex = bare(directText(node))
      if (tex !== '') return tex
    }
  }
  const alt = bare(math.attributes['alttext'] ?? math.attributes['data-latex'] ?? '')
  return alt === '' ? mathmlToTex(math) : alt
}

function texOfWritten(written: string): string {
  const { math, nodes } = mathmlOfText(written)
  return math ? texOfMath(math, nodes) : ''
}

function mathIn(holder: ElementNode, nodes: readonly TreeNode[]): ElementNode | undefined {
  for (let id = holder.id + 1; id < holder.end; id += 1) {
    const node = nodes[id]!
    if (!node.isText && node.name === 'math') return node
  }
  return undefined
}

function sourceOf(element: ElementNode): string | undefined {
  const { attributes } = element
  const isEditors = /(?:^|\s)ql-formula(?:\s|$)/.test(attributes['class'] ?? '')
  return formulaSource(element) ?? (isEditors ? attributes['data-value'] : undefined)
}

/** The source that MathJax 4 gives to the first of its elements: that of the whole formula. */
function sourceInside(holder: ElementNode, nodes: readonly TreeNode[]): string | undefined {
  for (let id = holder.id + 1; id < holder.end; id += 1) {
    const node = nodes[id]!
    if (node.isText) continue
    const { name, attributes } = node
    const isMath = name === 'mjx-math' || attributes['data-mml-node'] === 'math'
    if (isMath) return attributes['data-latex']
  }
  return undefined
}

function titleOf(holder: ElementNode, nodes: readonly TreeNode[]): string {
  const label = holder.attributes['aria-label'] ?? ''
  for (let id = holder.id + 1; id < holder.end; id += 1) {
    const node = nodes[id]!
    if (node.isText) continue
    if (node.name === 'title' || node.name === 'desc') return directText(node).trim() || label
    const inner = node.attributes['aria-label'] ?? ''
    if (node.name === 'svg' && inner !== '') return inner
    if (node.name === 'mjx-speech' && inner !== '') return inner
  }
  return label
}

function isDisplayed(element: ElementNode): boolean {
  const { attributes } = element
  if (attributes['display'] === 'block' || attributes['mode'] === 'display') return true
  if (attributes['data-math-style'] === 'display' || attributes['block'] !== undefined) return true
  let at: ElementNode | undefined = element
  for (let level = 0; at && level < LEVELS_MAX_COUNT; level += 1) {
    const isDisplay =
      at.name === 'mjx-container'
        ? at.attributes['display'] === 'true'
        : DISPLAYED.test(at.attributes['class'] ?? '')
    if (isDisplay || /^(?:math-display|math-block|disp-formula)$/.test(at.name)) return true
    at = at.parent
  }
  return element.isBlock && element.name !== 'svg'
}

/** TeX without its delimiters and without the wrapper that Wikipedia puts around it. */
function bare(tex: string): string {
  const inner = /^\{\\(?:displaystyle|textstyle)\s+([^]*)\}$/.exec(tex.trim())?.[1] ?? tex
  const delimited = delimitedTex(inner)
  return (delimited?.tex ?? inner).trim().replace(/^\\displaystyle\s+/, '')
}

/** The text of an element that holds nothing else, but what scripts put into it before they typeset. */
function ownText(element: ElementNode, nodes: readonly TreeNode[]): string | undefined {
  if (element.end - element.id > TEXT_MAX_NODES) return undefined
  let text = ''
  for (let id = element.id + 1; id < element.end; id += 1) {
    const node = nodes[id]!
    if (node.isText) text += node.data
    else if (node.name === 'br') text += ' '
    else if (!/^(?:span|code|nobr|p|div)$/.test(node.name)) return undefined
    else if (TYPESET.test(node.attributes['class'] ?? '') || node.attributes['class'] === 'katex') {
      return undefined
    }
  }
  return text
}

function directText(element: ElementNode): string {
  let text = ''
  for (let node = element.first; node; node = node.next) if (node.isText) text += node.data
  return text
}

const WRITTEN_MAX_CHARS = 20_000

/** The formula that is written as MathML in a text, such as an attribute; `math` is undefined where there is none. */
function mathmlOfText(text: string): {
  math: ElementNode | undefined
  nodes: readonly TreeNode[]
} {
  if (text.length > WRITTEN_MAX_CHARS) return { math: undefined, nodes: [] }
  // One editor writes tags with other signs, so that they pass through filters of HTML.
  const html = text.includes('«')
    ? text.replaceAll('«', '<').replaceAll('»', '>').replaceAll('¨', '"').replaceAll('§', '&')
    : text
  const { nodes } = parsePage(html)
  const math = nodes.find((node): node is ElementNode => !node.isText && node.name === 'math')
  return { math, nodes }
}
