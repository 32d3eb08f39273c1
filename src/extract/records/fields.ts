import type { PageTree } from '../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { isControl, namesOf, oneLine, shortText } from './parts.ts'
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

  /** `License: MIT` where the label is no element. */
  #readText(node: TreeNode): void {
    if (!node.isText || node.data.length > 120 || !/[:：]/.test(node.data)) return
    const parent = node.parent
    if (!parent || firstInk(parent) !== node) return
    const stated = STATED.exec(node.data)
    const term = stated ? termOf(stated[1]!.trim()) : undefined
    if (!stated || term === undefined) return
    const rest = oneLine(stated[2]!)
    const more = rest === '' ? this.#inlineAfter(node) : []
    const values = rest === '' ? valuesOf(this.#tree, more, term) : [{ text: rest }]
    if (values.length > 0) this.#state(term, values, [node, ...more])
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
      return this.#isLabel(next) || isLong(next) ? [] : [next]
    }
    if (!next.isText && this.#isLabel(next)) return []
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

  #isLabel(element: ElementNode): boolean {
    if (/^h[1-6]$/.test(element.name) || element.name === 'dt') return true
    const text = shortText(this.#tree, element, LABEL_MAX_NODES)
    return text !== undefined && termOf(text) !== undefined
  }

  #state(term: Term, values: readonly Value[], places: readonly TreeNode[]): void {
    const isKnown = this.#fields.has(term)
    const isAddress = values.every(({ url, text }) => /^https?:/.test(url ?? text))
    if (isKnown || (ADDRESSES.has(term) && !isAddress)) return
    for (const place of places)
      this.#isApart.fill(1, place.id, place.isText ? place.id + 1 : place.end)
    this.#fields.set(term, PLURAL.has(term) ? values : values.slice(0, 1))
    this.#places.push(...places)
  }
}

/** Whether a cell or a term has an empty one beside it. */
function isEmptyPair({ name, next }: ElementNode): boolean {
  if (name !== 'th' && name !== 'dt') return false
  const sibling = next?.isText ? next.next : next
  return (
    sibling !== undefined && !sibling.isText && (sibling.name === 'td' || sibling.name === 'dd')
  )
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
