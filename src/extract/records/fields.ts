import type { PageTree } from '../../markup/html/parse-page.ts'
import { childrenOf, type ElementNode, type TreeNode } from '../../markup/html/tree/node.ts'
import { isWord } from '../page-info/byline-words.ts'
import { oneLine } from '../page-info/plain-text.ts'
import { isFile } from './assets.ts'
import { isControl, namesOf, shortText } from './parts.ts'
import { ADDRESSES, COUNTS, PLURAL, termOf, VERSION, type Term } from './terms.ts'
import { valuesOf, type Value } from './values.ts'

/** Statements about a thing, in the order of the page; no values where the page says that there are none. */
export type Fields = Map<Term, readonly Value[]>

/** Fields with the places that they were read from. */
export interface ReadFields {
  fields: Fields
  /** Nodes that hold a label or a value. */
  places: readonly TreeNode[]
}

/** Elements between a label and its value that only set them. */
const CLIMB_MAX_LEVELS = 3
/** Siblings of a label that are one value. */
const VALUE_MAX_NODES = 12
const LABEL_MAX_NODES = 8
const LABELLING = new Set(
  'dt th td h2 h3 h4 h5 h6 strong b span div label p em small a summary'.split(' '),
)
const ENTRIES = new Set(['li', 'tr', 'td', 'a', 'ul', 'ol'])
const COUNTED = /^(\d[\d.,\s\u202F]*[kKmM]?)\s*(\p{L}[\p{L}\s()-]{2,24})$/u
const VERSIONED = /^(\p{L}{2,12})\s+(v?\d+(?:\.\d+)+\S*)$/u
const STATED = /^\s*(\p{L}[\p{L}\s/]{2,24})[:：]\s*([^]*)$/u

/** Reads what labels state, wherever `isApart` is not 1. The first statement of each term counts. */
export function readFields(tree: PageTree, isApart: Uint8Array): ReadFields {
  return new FieldReader(tree, isApart).read()
}

class FieldReader {
  readonly #tree: PageTree
  readonly #isApart: Uint8Array
  readonly #fields: Fields = new Map()
  readonly #places: TreeNode[] = []

  /** A value is no label in turn: `isApart` is copied, as values are added to it. */
  constructor(tree: PageTree, isApart: Uint8Array) {
    this.#tree = tree
    this.#isApart = isApart.slice()
  }

  read(): ReadFields {
    const { nodes } = this.#tree
    for (let id = 1; id < nodes.length; id += 1) {
      if (this.#isApart[id] === 1) continue
      const node = nodes[id]!
      if (node.isText) this.#readText(node)
      else if (this.#readLabel(node)) id = node.end - 1
    }
    for (let id = 1; id < nodes.length; id += 1) {
      const node = nodes[id]!
      if (!node.isText && this.#isApart[id] === 0) this.#readName(node)
    }
    return { fields: this.#fields, places: this.#places }
  }

  /** A label that is an element of its own; returns whether it is one. */
  #readLabel(element: ElementNode): boolean {
    const { name } = element
    if (element.end === element.id + 1) return this.#readIcon(element)
    if (name === 'tr' && !hasOther(element, 'th')) this.#readRow(element)
    if (!LABELLING.has(name)) return false
    const text = shortText(this.#tree, element, LABEL_MAX_NODES)
    if (text === undefined || text === '' || text.length > 40) return false
    const counted = COUNTED.exec(text)
    const countedTerm = counted ? termOf(counted[2]!.trim()) : undefined
    if (counted && countedTerm && COUNTS.has(countedTerm)) {
      this.#state(countedTerm, [{ text: counted[1]!.trim() }], [element])
      return true
    }
    const term = termOf(text)
    if (term === undefined) return false
    const url = ADDRESSES.has(term) ? this.#addressIn(element) : undefined
    if (url !== undefined) {
      if (/^https?:/.test(url)) this.#state(term, [{ text: url, url }], [element])
      return true
    }
    const value = this.#valueAfter(element, text)
    if (value.length > 0) this.#state(term, valuesOf(this.#tree, value, term), [element, ...value])
    else if (!/^(?:td|dd)$/.test(name) && isEmptyPair(element)) this.#state(term, [], [element])
    return true
  }

  /** `License: MIT` where the label is no element, or `License <b>MIT</b>`. */
  #readText(node: TreeNode): void {
    if (!node.isText || node.data.length > 120) return
    const parent = node.parent
    if (!parent || firstInk(parent) !== node) return
    const text = oneLine(node.data)
    const [, label = text, given = ''] = STATED.exec(text) ?? VERSIONED.exec(text) ?? []
    const term = isWord('by', text.replace(/:$/, '')) ? 'reporter' : termOf(label.trim())
    if (term === undefined) return
    const rest = given.trim()
    const more = rest === '' ? this.#inlineAfter(node) : []
    if (rest === '' && !/[:：]$/.test(text) && more[0]?.isText !== false) return
    const values = rest === '' ? valuesOf(this.#tree, more, term) : [{ text: rest }]
    if (values.length > 0) this.#state(term, values, [node, ...more])
  }

  /** The only row of a table below a row of labels. */
  #readRow(row: ElementNode): void {
    const heads = childrenOf(row).filter((cell) => !cell.isText)
    const values = onlyRowBelow(row)
    if (heads.length < 2 || !values) return
    let column = 0
    for (const head of heads) {
      const term = termOf(shortText(this.#tree, head, LABEL_MAX_NODES) ?? '')
      const cell = cellAt(values, column)
      if (term !== undefined && cell && !isLong(cell))
        this.#state(term, valuesOf(this.#tree, [cell], term), [head, cell])
      column += spanOf(head)
    }
  }

  /** A drawn label, whose words are its title. */
  #readIcon(element: ElementNode): boolean {
    const term = termOf(oneLine(element.attributes['title'] ?? ''))
    const next = nextInk(element)
    if (term === undefined || !next) return false
    const text = shortText(this.#tree, next)
    if (text === undefined || text === '') return false
    this.#state(term, valuesOf(this.#tree, [next], term), [next])
    return true
  }

  /** What classes call a license, a version or tags. */
  #readName(element: ElementNode): void {
    const { attributes, bits } = element
    if (bits === 0) return
    const isTag = /(?:^|\s)tag(?:\s|$)/.test(attributes['rel'] ?? '')
    const names = isTag ? ['tags'] : namesOf(element)
    const properties = attributes['itemprop']?.toLowerCase().split(/[^a-z]+/)
    const has = (name: string): boolean =>
      names.includes(name) || properties?.includes(name) === true
    if (has('license') || has('licence')) {
      const text = shortText(this.#tree, element)
      if (text && text.length < 60 && termOf(text) === undefined) {
        this.#state('license', [{ text }], [element])
      }
    } else if (has('version') || has('softwareversion')) {
      const text = shortText(this.#tree, element)
      if (text && VERSION.exec(text)?.[0] === text) this.#state('version', [{ text }], [element])
    } else if (has('date') || has('published') || has('datepublished')) {
      const text = shortText(this.#tree, element) ?? ''
      const date = /^\d{4}-\d\d-\d\d(?!\d)/.exec(element.attributes['datetime'] ?? text)?.[0]
      if (date !== undefined && text.length < 40)
        this.#state('published', [{ text: date }], [element])
    } else if (has('tags') || has('keywords') || has('topics')) {
      const around = isTag
        ? element.parent?.name === 'li'
          ? element.parent.parent!
          : element.parent!
        : element
      if (around.end - around.id > 120 || this.#fields.has('labels')) return
      const values = valuesOf(this.#tree, [around], 'labels', true)
      if (values.length > 0) this.#state('labels', values, [around])
    }
  }

  /** Where the only link in a label leads to. */
  #addressIn({ id, end }: ElementNode): string | undefined {
    const link = this.#tree.nodes.slice(id, end).find((node) => !node.isText && node.name === 'a')
    return link && !link.isText ? (link.attributes['href'] ?? '') : undefined
  }

  /** The siblings after a label, or after an element that holds it alone, that are its value. */
  #valueAfter(label: ElementNode, text: string): TreeNode[] {
    const hasColon = /[:：]$/.test(text)
    let at = label
    for (let level = 0; level < CLIMB_MAX_LEVELS; level += 1) {
      const next = nextInk(at)
      if (next) return this.#valueFrom(next, label, hasColon)
      const parent = at.parent
      if (!parent?.parent || firstInk(parent) !== at || ENTRIES.has(at.name)) return []
      at = parent
    }
    return []
  }

  #valueFrom(next: TreeNode, label: ElementNode, hasColon: boolean): TreeNode[] {
    if ((label.name === 'a' || label.parent?.name === 'a') && !hasColon) return []
    const isCell = label.name === 'th' || label.name === 'td'
    if (!next.isText && next.isBlock) {
      if (isCell && next.name !== 'td') return []
      if (isLong(next)) return []
      const isPaired = isPair(label, next) || (isCell && hasColon)
      return !isPaired && this.#labels(next) ? [] : [next]
    }
    if (!next.isText && this.#labels(next)) return []
    if (!hasColon && !label.isBlock && firstInk(label.parent!) !== label) return []
    if (next.isText) {
      const isColon = /^\s*[:：]\s*$/.test(next.data)
      return isColon ? this.#inlineAfter(next) : [next, ...this.#inlineAfter(next)]
    }
    return [next, ...this.#inlineAfter(next)]
  }

  #inlineAfter(node: TreeNode): TreeNode[] {
    const found: TreeNode[] = []
    for (let at = node.next; at && found.length < VALUE_MAX_NODES; at = at.next) {
      if (!at.isText && (at.name === 'br' || this.#isLabel(at))) break
      if (!at.isText && at.isBlock) {
        if (found.length === 0 && node.isText && !isLong(at)) found.push(at)
        break
      }
      found.push(at)
    }
    return found
  }

  /** Whether an element is a label of what comes after it. */
  #labels(element: ElementNode): boolean {
    return this.#isLabel(element) && nextInk(element) !== undefined
  }

  #isLabel(element: ElementNode): boolean {
    if (/^h[1-6]$/.test(element.name) || element.name === 'dt') return true
    const text = shortText(this.#tree, element, LABEL_MAX_NODES)
    return text !== undefined && termOf(text) !== undefined
  }

  #state(term: Term, values: readonly Value[], places: readonly TreeNode[]): void {
    const isKnown = this.#fields.has(term)
    if (isKnown || !values.every((value) => isLike(value, term))) return
    for (const place of places)
      this.#isApart.fill(1, place.id, place.isText ? place.id + 1 : place.end)
    this.#fields.set(term, PLURAL.has(term) ? values : values.slice(0, 1))
    this.#places.push(...places)
  }
}

/** Whether a value looks like one of its kind. */
function isLike({ text, url }: Value, term: Term): boolean {
  if (ADDRESSES.has(term)) return /^https?:/.test(url ?? text) && !isFile(url ?? text)
  if (COUNTS.has(term)) return /^\W*\d/.test(text)
  if (term === 'version' || term === 'published') return /\d/.test(text)
  return text.length <= (VALUE_MAX_CHARS[term] ?? 100)
}

const VALUE_MAX_CHARS: Readonly<Partial<Record<Term, number>>> = { state: 40, reporter: 80 }

/** Whether an element has children of another name than this, or none. */
function hasOther(element: ElementNode, name: string): boolean {
  const children = childrenOf(element).filter((child) => !child.isText)
  return children.length === 0 || children.some((child) => !child.isText && child.name !== name)
}

/** The row after a row of labels where it is the only one. */
function onlyRowBelow(row: ElementNode): ElementNode | undefined {
  const next = elementAfter(row)
  const group = next ? row : row.parent
  const body = next ?? (group ? elementAfter(group) : undefined)
  const first = body?.name === 'tr' ? body : body && childrenOf(body).find((one) => !one.isText)
  if (!first || first.isText || first.name !== 'tr') return undefined
  return elementAfter(first) ? undefined : first
}

function elementAfter(element: ElementNode): ElementNode | undefined {
  let at = element.next
  while (at?.isText) at = at.next
  return at && !at.isText ? at : undefined
}

function spanOf(cell: ElementNode): number {
  return Math.min(Math.max(Number.parseInt(cell.attributes['colspan'] ?? '1', 10) || 1, 1), 20)
}

function cellAt(row: ElementNode, column: number): ElementNode | undefined {
  let at = 0
  for (const cell of childrenOf(row)) {
    if (cell.isText) continue
    if (at === column) return cell
    at += spanOf(cell)
  }
  return undefined
}

/** Whether a cell or a term has an empty one beside it. */
function isEmptyPair(element: ElementNode): boolean {
  const sibling = elementAfter(element)
  return sibling !== undefined && isPair(element, sibling)
}

/** Whether two elements are a label and a value by their names. */
function isPair(label: ElementNode, value: ElementNode): boolean {
  return label.name === 'th' ? value.name === 'td' : label.name === 'dt' && value.name === 'dd'
}

/** A value is no section of a page. */
const VALUE_MAX_SIZE = 160

function isLong({ id, end }: ElementNode): boolean {
  return end - id > VALUE_MAX_SIZE
}

function hasInk(node: TreeNode): boolean {
  if (node.isText) return /\S/.test(node.data)
  return node.end > node.id + 1 && !isControl(node) && node.name !== 'br'
}

function firstInk({ first }: ElementNode): TreeNode | undefined {
  let at = first
  while (at && !hasInk(at)) at = at.next
  return at
}

function nextInk({ next }: TreeNode): TreeNode | undefined {
  let at = next
  while (at && !hasInk(at)) at = at.next
  return at
}
