import { isInChrome, leadsToPanel } from '../../markup/html/hiding/collapsible.ts'
import { holdsText } from '../../markup/html/hiding/layers.ts'
import { ClassPattern } from '../../markup/html/tree/class-names.ts'
import { formulaSource, hasSource } from '../../markup/html/tree/formula-text.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { calloutOf } from './callouts.ts'
import { isCodeBlock } from './code.ts'
import { texOfImage } from './formulas/formula-images.ts'

/** Elements that are kept whole where anything of them is, and beside kept text. */
const WHOLES = new Set([
  'math',
  'mjx-container',
  'svg',
  'details',
  'pre',
  'iframe',
  'video',
  'audio',
])
/** What stands in a figure that it is kept with, as its caption is. */
const IN_FIGURES = new Set(['pre', 'video', 'audio', 'iframe'])
const SET_CLASS =
  /(?:^|\s)(?:katex|katex-display|MathJax|MathJax_Display|mjx-chtml|MathJax_CHTML|math-display|stemblock|math|equation|ltx_equation|disp-formula|js-display-math|mathjax-tex)(?:\s|$)/
/** Groups of code in tabs, and code with its title. */
const GROUP_CLASS =
  /(?:^|\s)(?:vp-code-group|tabbed-set|sd-tab-set|tabs-container|theme-code-block|expressive-code|cm-editor|CodeMirror|crayon-syntax|enlighter-default)(?:\s|$)/
/** Whether classes may be those of a structure, at little cost. */
const MAYBE = new ClassPattern(
  /math|mj[xp]|tex(?!t)|formula|equation|katex|stem|code|highlight|tab|cm-|mirror|crayon|enlighter|admon|alert|callout|custom-block|hint|notice|message|note|aside|macro|tip|important|warning|caution|danger|rouge|view-lines|ace_|lntable|hljs/i,
)
/** Names of boxes that only look like remarks. */
const BANNER =
  /cookie|consent|gdpr|newsletter|subscri|banner|promo|advert|sponsor|paywall|login|signup/i
const NAMES_MAX_CHARS = 300
/** Boxes around a structure that hold little else, and the nodes that they add. */
const WRAPPING_MAX_LEVELS = 5
const WRAPPING_MAX_NODES = 30
/** Children that say that an element holds text. */
const BLOCKS_OF_TEXT = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl table pre blockquote figure'.split(' '),
)
/** Nodes of a remark or a collapsed part, beyond which it is rather a part of the page. */
const PART_MAX_NODES = 4000

/**
 * Keeps wholes that cannot be kept in part, and neighbours of kept text: formulas, code, remarks, collapsed parts
 * with what opens them. `kept` is changed. One pass over the nodes.
 */
export function completeStructures(nodes: readonly TreeNode[], kept: Uint8Array): void {
  const inText = textParents(nodes, kept)
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText) continue
    const panel = leadsToPanel(node)
    if (panel) keepPanel(node, panel, { nodes, kept, inText })
    if ((kept[id] === 0 && !isBesideText(node, inText)) || !mayBeWhole(node)) continue
    if (!isWhole(node, nodes)) continue
    const isPlain = node.name === 'pre' || holdsText(nodes, node)
    const isSure = kept[id] === 1 && node.name !== 'details'
    if (isSure || (isPlain && !isBesides(node))) keepWhole(withCaption(node), kept)
  }
}

/** Keeps a part of the page that opens on a click together with what opens it. */
function keepPanel(
  control: ElementNode,
  panel: ElementNode,
  { nodes, kept, inText }: { nodes: readonly TreeNode[]; kept: Uint8Array; inText: Uint8Array },
): void {
  if (panel.end - panel.id >= PART_MAX_NODES) return
  const isNear = kept[control.id] === 1 || kept[panel.id] === 1 || isBesideText(control, inText)
  if (!isNear || !holdsText(nodes, panel) || isBesides(panel)) return
  keepWhole(control, kept)
  keepWhole(panel, kept)
}

/** Whether an element may be a structure, at little cost. */
function mayBeWhole(element: ElementNode): boolean {
  const { name, classes } = element
  if (WHOLES.has(name) || name === 'aside' || name === 'blockquote' || name.includes('-'))
    return true
  return classes?.matches(MAYBE) === true || hasSource(element)
}

/** Whether an element, or a box that holds little else, stands beside kept text. */
function isBesideText(element: ElementNode, inText: Uint8Array): boolean {
  const mostNodes = 2 * (element.end - element.id) + WRAPPING_MAX_NODES
  let { parent } = element
  for (let level = 0; parent && level < WRAPPING_MAX_LEVELS; level += 1) {
    if (inText[parent.id] === 1) return true
    if (parent.end - parent.id > mostNodes) return false
    parent = parent.parent
  }
  return false
}

/** Marks by node id, with 1, elements that hold kept blocks. */
function textParents(nodes: readonly TreeNode[], kept: Uint8Array): Uint8Array {
  const parents = new Uint8Array(nodes.length)
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    const { parent } = node
    if (kept[id] === 0 || !parent || parents[parent.id] === 1) continue
    if (node.isText || BLOCKS_OF_TEXT.has(node.name)) parents[parent.id] = 1
  }
  return parents
}

function isWhole(element: ElementNode, nodes: readonly TreeNode[]): boolean {
  const { name, attributes, id, end } = element
  const className = attributes['class']
  if (WHOLES.has(name)) return end - id < PART_MAX_NODES
  if (end - id >= PART_MAX_NODES) return false
  if (name === 'img') return texOfImage(attributes) !== undefined
  if (formulaSource(element) !== undefined || /^(?:math-renderer|d-math|tex-math)$/.test(name))
    return true
  if (className === undefined && name !== 'aside') return false
  const isSet =
    className !== undefined && (SET_CLASS.test(className) || GROUP_CLASS.test(className))
  if (isSet || (className !== undefined && isHighlighted(element, className, nodes))) return true
  return isCodeBlock(element) || calloutOf(element, nodes) !== undefined
}

/** Whether an element is the box that a highlighter puts around code, with its name. */
function isHighlighted(
  { id, end }: ElementNode,
  className: string,
  nodes: readonly TreeNode[],
): boolean {
  if (!/(?:^|\s)(?:code)?highlight(?:\s|$)/.test(className)) return false
  for (let at = id + 1; at < end; at += 1) {
    const node = nodes[at]!
    if (!node.isText && node.name === 'pre') return true
  }
  return false
}

function isBesides(element: ElementNode): boolean {
  const { class: className = '', id = '' } = element.attributes
  return BANNER.test(`${className} ${id}`.slice(0, NAMES_MAX_CHARS)) || isInChrome(element)
}

/** Code or a video with the figure that it is, and its caption. */
function withCaption(element: ElementNode): ElementNode {
  const { name, parent } = element
  return IN_FIGURES.has(name) && parent?.name === 'figure' ? parent : element
}

function keepWhole(element: ElementNode, kept: Uint8Array): void {
  kept.fill(1, element.id, element.end)
  for (let at = element.parent; at && kept[at.id] === 0; at = at.parent) kept[at.id] = 1
}
