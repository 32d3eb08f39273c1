import type { PageTree } from '../../markup/html/parse-page.ts'
import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import { ClassPattern } from '../../markup/html/tree/class-names.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'

/** Panels of which a page shows one at a time, and the strip of their labels. */
export interface Tabs {
  /** The label of each panel, by node id. */
  labels: ReadonlyMap<number, string>
  /** Ids of the strips, which say nothing beside the labels. */
  strips: ReadonlySet<number>
}

const STRIP_CLASS = new ClassPattern(
  /(?:^|\s)(?:tabs|tab-?list|tabbed-labels|nav-tabs|tabs?__(?:nav|header|list)|code-?tabs-?(?:nav|header|labels)|tab-?nav|tabset-?nav|starlight-tabs-list)(?:\s|$)/i,
)
const LABELS = new Set(['label', 'button', 'a', 'li', 'summary', 'span', 'div', 'p'])
const LABEL_MAX_CHARS = 80
const TABS_MAX_COUNT = 30
const STRIPS_MAX_COUNT = 200
/** How far after a strip its panels begin. */
const PANELS_MAX_NODES = 20_000
/** Elements that may stand among panels. */
const BETWEEN = new Set(['input', 'label', 'style', 'script', 'br'])

/**
 * Finds groups of panels with code in them whose labels stand in a strip before them, where there are as many panels as
 * labels and something of a panel is kept.
 */
export function findTabs({ nodes, names }: PageTree, kept: Uint8Array): Tabs {
  const labels = new Map<number, string>()
  const strips = new Set<number>()
  const holdsPre = names.has('pre') && nodes.some((node) => !node.isText && node.name === 'pre')
  if (!holdsPre) return { labels, strips }
  let seen = 0
  for (let id = 1; id < nodes.length && seen < STRIPS_MAX_COUNT; id += 1) {
    const node = nodes[id]!
    if (node.isText || !isStrip(node)) continue
    seen += 1
    const texts = labelsIn(node, nodes)
    if (texts.length < 2) continue
    const panels = panelsOf(node, texts.length, nodes)
    if (!panels || !panels.some((panel) => kept[panel.id] === 1 && holdsCode(panel, nodes)))
      continue
    strips.add(id)
    panels.forEach((panel, index) => labels.set(panel.id, texts[index]!))
    id = node.end - 1
  }
  return { labels, strips }
}

function isStrip({ attributes, bits, classes }: ElementNode): boolean {
  if ((bits & Has.role) !== 0 && attributes['role'] === 'tablist') return true
  return classes?.matches(STRIP_CLASS) === true
}

/** The texts of the tabs in a strip: of those that say that they are, else of its children with text. */
function labelsIn(strip: ElementNode, nodes: readonly TreeNode[]): string[] {
  const said: string[] = []
  for (let id = strip.id + 1; id < strip.end; id += 1) {
    const node = nodes[id]!
    if (node.isText || node.attributes['role'] !== 'tab') continue
    said.push(textIn(node, nodes))
    id = node.end - 1
  }
  if (said.length > 0) return usable(said)
  const children: string[] = []
  for (let child = strip.first; child; child = child.next) {
    if (!child.isText && LABELS.has(child.name)) children.push(textIn(child, nodes))
  }
  return usable(children.filter((text) => text !== ''))
}

function usable(texts: readonly string[]): string[] {
  const isUsable =
    texts.length <= TABS_MAX_COUNT &&
    texts.every((text) => text !== '' && text.length <= LABEL_MAX_CHARS)
  return isUsable ? [...texts] : []
}

/** As many panels as there are labels: those that say that they are, or the children of what follows the strip. */
function panelsOf(
  strip: ElementNode,
  count: number,
  nodes: readonly TreeNode[],
): ElementNode[] | undefined {
  for (const at of [strip, strip.parent, strip.parent?.parent]) {
    const follower = at && nextElement(at)
    if (!follower) continue
    const children = elementsIn(follower)
    if (children.length === count) return children
    const siblings = followers(at).slice(0, count)
    if (siblings.length === count && siblings.every((each) => isPanel(each))) return siblings
  }
  const panels: ElementNode[] = []
  const end = Math.min(
    nodes.length,
    strip.end + PANELS_MAX_NODES,
    strip.parent?.parent?.end ?? strip.end,
  )
  for (let id = strip.end; id < end && panels.length <= count; id += 1) {
    const node = nodes[id]!
    if (node.isText) continue
    if (node.attributes['role'] === 'tablist') break
    if (!isPanel(node)) continue
    panels.push(node)
    id = node.end - 1
  }
  return panels.length === count ? panels : undefined
}

function isPanel({ attributes }: ElementNode): boolean {
  return (
    attributes['role'] === 'tabpanel' ||
    /(?:^|\s)tab-?(?:pane|panel|item)(?:\s|$)/i.test(attributes['class'] ?? '')
  )
}

function nextElement({ next }: ElementNode): ElementNode | undefined {
  let follower = next
  while (follower && (follower.isText || BETWEEN.has(follower.name))) follower = follower.next
  return follower
}

function followers(element: ElementNode): ElementNode[] {
  const found: ElementNode[] = []
  for (let at = nextElement(element); at && found.length < TABS_MAX_COUNT; at = nextElement(at))
    found.push(at)
  return found
}

function elementsIn({ first }: ElementNode): ElementNode[] {
  const found: ElementNode[] = []
  for (let child = first; child && found.length <= TABS_MAX_COUNT; child = child.next) {
    if (!child.isText && !BETWEEN.has(child.name)) found.push(child)
  }
  return found
}

function holdsCode(panel: ElementNode, nodes: readonly TreeNode[]): boolean {
  for (let id = panel.id; id < panel.end; id += 1) {
    const node = nodes[id]!
    if (!node.isText && (node.name === 'pre' || node.name === 'code')) return true
  }
  return false
}

function textIn(element: ElementNode, nodes: readonly TreeNode[]): string {
  let text = ''
  for (let id = element.id + 1; id < element.end && text.length <= LABEL_MAX_CHARS; id += 1) {
    const node = nodes[id]!
    if (node.isText) text += node.data
  }
  return text.replaceAll(/\s+/g, ' ').trim()
}
