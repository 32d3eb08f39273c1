import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { isWord } from '../page-info/byline-words.ts'
import { isName } from '../page-info/byline.ts'
import { oneLine } from '../page-info/plain-text.ts'
import { namesOf, shortText } from './parts.ts'
import { LABEL_WORDS } from './words.ts'

/** Who published a thing, and on which day; empty where the page does not say. */
export interface Byline {
  author: string
  date: string
}

const LINE_MAX_NODES = 60
const SAYS = /\b(?:released?|created|opened|reported|uploaded|tagged)\b/i
const DAY = /^\d{4}-\d\d-\d\d/
const NAME_MAX_CHARS = 60

/** Finds the line that says who published a thing and when, wherever `isApart` is not 1. */
export function bylineOf(tree: PageTree, isApart: Uint8Array): Byline {
  let first: Byline = { author: '', date: '' }
  for (const node of tree.nodes) {
    if (node.isText || isApart[node.id] === 1) continue
    const date = DAY.exec(node.attributes['datetime'] ?? '')?.[0]
    if (date === undefined) continue
    const around = lineAround(tree, node)
    if (!around) first = first.date === '' ? { author: '', date } : first
    else return { author: authorIn(tree, around), date }
  }
  return first
}

/** The block with this time that also says what happened then. */
function lineAround(tree: PageTree, time: ElementNode): ElementNode | undefined {
  let at: ElementNode | undefined = time.parent
  for (let level = 0; at && level < 3; level += 1) {
    const text = shortText(tree, at, LINE_MAX_NODES)
    if (text === undefined) return undefined
    if (saysDone(text)) return at
    at = at.parent
  }
  return undefined
}

/** Whether a line says that somebody did something, or that something is by somebody. */
function saysDone(text: string): boolean {
  if (SAYS.test(text) || DONE.some((label) => text.toLowerCase().includes(label))) return true
  return text.split(/[\s,·|]+/).some((word) => isWord('by', word) || isWord('wrote', word))
}

/** Labels of days that say what was done then. */
const DONE = LABEL_WORDS.published
  .split('|')
  .filter((label) => label.length > 4 || /^\p{Lo}{2,}$/u.test(label))

/** The link of a line whose words are a name: the first before the time, or one after “by”. */
function authorIn(tree: PageTree, line: ElementNode): string {
  let before = ''
  let isPast = false
  for (let id = line.id + 1; id < line.end; id += 1) {
    const node = tree.nodes[id]!
    if (node.isText) {
      before = node.data.trim() === '' ? before : oneLine(node.data)
      continue
    }
    if (node.attributes['datetime'] !== undefined) isPast = true
    if (node.name !== 'a' && !isNamed(node)) continue
    const text = oneLine(shortText(tree, node) ?? '')
    const holdsTime = tree.nodes.slice(id, node.end).some(isTime)
    const mayBeName =
      /\p{L}/u.test(text) && text.length <= NAME_MAX_CHARS && !/^v?\d|^[\da-f]{7,40}$/.test(text)
    const isSaid =
      /(?:^|\s)by:?$/i.test(before) && !/(?:edited|updated|modified) by:?$/i.test(before)
    if (mayBeName && !holdsTime && (isSaid || !isPast)) return text.replace(/^@/, '')
    id = node.end - 1
    if (holdsTime) isPast = true
  }
  return ''
}

/** Whether an element other than a link sets a name apart. */
function isNamed(element: ElementNode): boolean {
  if (element.isBlock || element.first?.isText !== true || element.first.next) return false
  const isMarked =
    /^(?:b|strong|cite)$/.test(element.name) ||
    namesOf(element).some((name) => /^(?:user|username|author|name|person|fn)$/.test(name))
  return isMarked && isName(oneLine(element.first.data))
}

function isTime(node: TreeNode): boolean {
  return !node.isText && node.attributes['datetime'] !== undefined
}
