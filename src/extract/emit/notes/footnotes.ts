import type { PageTree } from '../../../markup/html/parse-page.ts'
import type { ElementNode, TreeNode } from '../../../markup/html/tree/node.ts'
import { findLooseNotes } from './loose-notes.ts'

/** The footnotes of a page, by node id. */
export interface Footnotes {
  /** Elements that refer to a note, and its label. */
  references: ReadonlyMap<number, string>
  /** Blocks that hold the text of a note, and its label. */
  notes: ReadonlyMap<number, string>
  /** Links from a note back to where it was referred to, and what only holds one: the number of the note. */
  backLinks: ReadonlySet<number>
  /** Lists of notes. */
  lists: ReadonlySet<number>
}

/** A link within the page. */
interface InnerLink {
  link: ElementNode
  target: string
}

/** How footnotes are looked for. */
export interface NoteSearch {
  /** Whether each node is written: 1 by its id. */
  kept: Uint8Array
  /** Address of the page: links that name it in full lead within it, too. */
  address: string
  /** Whether notes are kept, in `kept`, whose marks are. */
  keepsNotes: boolean
}

const TARGET_MAX_CHARS = 200
const MARK_MAX_CHARS = 12
/** What refers to a note: a number, a letter or a sign, in brackets or not. */
const MARK =
  /^[[(]?\s*(?:\d{1,4}|[a-z]{1,2}|[ivx]{1,6}|[*†‡§¶]{1,4}|(?:note|nb|fn)\.?\s*\d{1,3})\s*[\])]?$/i
/** Ids that generators give to notes. */
const NOTE_ID =
  /^(?:user-content-)?(?:fn|ftn|ftnt|_ftn|_edn|edn|footnote|_?footnotedef|endnote|note|cite_note|easy-footnote-bottom|sdfootnote|sdendnote|sidenote|sn|def)[-_:.]?(?!ref)[\w:.-]*\d/i
/** Classes and roles of notes. */
const NOTE_CLASS =
  /(?:^|\s)(?:footnote(?:s|-item|-definition|-content|-body|-text|_text)?|endnote|sidenote|side-note|marginnote|easy-footnote-single|littlefoot__note|fn)(?:\s|$)/i
const NOTE_ROLE = /^doc-(?:footnote|endnote)$/
const NOTE_ELEMENTS = new Set(['li', 'p', 'div', 'aside', 'dd', 'section', 'article', 'tr'])
const ARROW = /^\s*[\u21A9\u21B5\u2191\u2B06\u2934\u23CE^]\uFE0E?\uFE0F?\s*$/u
const NOTE_MAX_NODES = 1000
const LEVELS_MAX_COUNT = 6
const NONE: Footnotes = {
  references: new Map(),
  notes: new Map(),
  backLinks: new Set(),
  lists: new Set(),
}

/**
 * Finds footnotes: marks that link to a block further down, which links back or is named like a note, where
 * both are kept. Linear in the size of the page.
 */
export function findFootnotes(tree: PageTree, search: NoteSearch): Footnotes {
  const linked = linkedNotes(tree.nodes, search)
  if (linked.notes.size > 0) return linked
  const loose = findLooseNotes(tree, search.kept)
  return loose ? { ...linked, ...loose, backLinks: loose.numbers } : linked
}

function linkedNotes(nodes: readonly TreeNode[], search: NoteSearch): Footnotes {
  const { kept } = search
  const links = innerLinks(nodes, search)
  const mayBe = links.filter(
    ({ link }) => search.kept[link.id] === 1 && MARK.test(shortText(link, nodes)),
  )
  if (mayBe.length === 0) return NONE
  const targets = targetsOf(nodes, search, new Set(links.map(({ target }) => target)))
  const backLinks = backLinksByTarget(links, targets)
  const marks: { link: ElementNode; note: ElementNode }[] = []
  const proven = new Set<ElementNode>()
  for (const { link, target } of mayBe) {
    const anchor = targets.get(target)
    if (!anchor) continue
    const note = noteAround(anchor, nodes)
    if (!note || isIn(link, note) || (kept[note.id] === 0 && !search.keepsNotes)) continue
    const isNamed = NOTE_ID.test(target) || isNamedNote(note)
    // What stands before its mark may be a mark itself, to which a note leads back.
    if (note.id < link.id && (!isNamed || !isNamedNote(note))) continue
    marks.push({ link, note })
    if (isNamed || linksBack(link, note, backLinks)) proven.add(note)
  }
  const found = new Map<number, { note: ElementNode; marks: ElementNode[] }>()
  for (const { link, note } of marks) {
    if (!proven.has(note)) continue
    const known = found.get(note.id) ?? { note, marks: [] }
    known.marks.push(link)
    found.set(note.id, known)
  }
  if (found.size === 0) return NONE
  if (search.keepsNotes) for (const { note } of found.values()) keepAll(note, kept)
  const lists = noteLists(found)
  const leadingBack = links.filter(({ link, target }) => isBack(link, target, targets, found))
  return labelled(
    [...found.values()].filter(({ note }) => isFree(note, lists)),
    { lists, backLinks: new Set(leadingBack.map(({ link }) => link.id)), nodes },
  )
}

/** Keeps a note with everything inside and around it. */
function keepAll(note: ElementNode, kept: Uint8Array): void {
  kept.fill(1, note.id, note.end)
  for (let at = note.parent; at && kept[at.id] === 0; at = at.parent) kept[at.id] = 1
}

function isIn({ id }: ElementNode, note: ElementNode): boolean {
  return id >= note.id && id < note.end
}

function isNamedNote({ attributes, parent, name }: ElementNode): boolean {
  const isPart = name === 'dd' && NOTE_CLASS.test(parent?.attributes['class'] ?? '')
  if (isPart) return true
  return NOTE_ROLE.test(attributes['role'] ?? '') || NOTE_CLASS.test(attributes['class'] ?? '')
}

function innerLinks(
  nodes: readonly TreeNode[],
  { kept, address, keepsNotes }: NoteSearch,
): InnerLink[] {
  const links: InnerLink[] = []
  const page = address.split('#', 1)[0] ?? ''
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText) continue
    if (kept[id] === 0 && !keepsNotes) {
      id = node.end - 1
      continue
    }
    if (node.name !== 'a') continue
    const target = targetOf(node.attributes['href'], page)
    if (target !== '') links.push({ link: node, target })
  }
  return links
}

/** The id within the page that a link leads to; empty for all other links. */
function targetOf(href: string | undefined, page: string): string {
  if (href === undefined) return ''
  const at = href.indexOf('#')
  if (at === -1 || href.length - at < 2 || href.length - at > TARGET_MAX_CHARS) return ''
  if (at === 0) return decoded(href.slice(1))
  if (at > page.length || page === '') return ''
  const before = href.slice(0, at)
  const isOwn = before === page || (before.startsWith('/') && page.endsWith(before))
  return isOwn ? decoded(href.slice(at + 1)) : ''
}

function decoded(target: string): string {
  if (!target.includes('%')) return target
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}

/** The elements that are linked to; the first of each id, as in browsers. */
function targetsOf(
  nodes: readonly TreeNode[],
  { kept, keepsNotes }: NoteSearch,
  ids: ReadonlySet<string>,
): Map<string, ElementNode> {
  const targets = new Map<string, ElementNode>()
  for (let at = 1; at < nodes.length; at += 1) {
    const node = nodes[at]!
    if (node.isText) continue
    const { id, name } = node.attributes
    if (id !== undefined && ids.has(id) && !targets.has(id)) targets.set(id, node)
    if (name !== undefined && node.name === 'a' && ids.has(name) && !targets.has(name)) {
      targets.set(name, node)
    }
    // An empty anchor is not kept itself, but stands at the start of what may be.
    if (kept[at] === 0 && !keepsNotes) at = node.end - 1
  }
  return targets
}

function backLinksByTarget(
  links: readonly InnerLink[],
  targets: ReadonlyMap<string, ElementNode>,
): Map<number, ElementNode[]> {
  const found = new Map<number, ElementNode[]>()
  for (const { link, target } of links) {
    const anchor = targets.get(target)
    if (!anchor || anchor.id >= link.id) continue
    found.set(anchor.id, [...(found.get(anchor.id) ?? []).slice(-8), link])
  }
  return found
}

/** The block that an anchor stands in, if it can be a note: no heading, no part of a table, not too long. */
function noteAround(anchor: ElementNode, nodes: readonly TreeNode[]): ElementNode | undefined {
  let note: ElementNode | undefined = anchor
  for (let level = 0; note && !note.isBlock && level < LEVELS_MAX_COUNT; level += 1) {
    note = note.parent
  }
  if (!note?.parent) return undefined
  // Generators have put notes into tables and lists of definitions, whose first part is the number.
  if (note.name === 'dt') return definitionOf(note)
  const isTable = note.name === 'table' && NOTE_CLASS.test(note.attributes['class'] ?? '')
  if (!isTable && !NOTE_ELEMENTS.has(note.name)) return undefined
  if (note.end - note.id > NOTE_MAX_NODES) return undefined
  for (let id = note.id + 1; id < anchor.id; id += 1) {
    const node = nodes[id]!
    if (node.isText && node.data.trim() !== '') return undefined
  }
  let around: ElementNode | undefined = note.parent
  for (let level = 0; around && level < LEVELS_MAX_COUNT; level += 1) {
    if (around.name === 'td' || around.name === 'th' || around.name === 'li') return undefined
    around = around.parent
  }
  return note
}

function definitionOf({ next }: ElementNode): ElementNode | undefined {
  const note = next?.isText === true ? next.next : next
  return note?.isText === false && note.name === 'dd' ? note : undefined
}

/** Whether something in the note leads to the mark, what it is in or what it holds. */
function linksBack(
  link: ElementNode,
  note: ElementNode,
  backLinks: ReadonlyMap<number, readonly ElementNode[]>,
): boolean {
  const inside = link.first?.isText === false ? [link.first] : []
  for (const candidate of [link, link.parent, link.parent?.parent, ...inside]) {
    const back = candidate && backLinks.get(candidate.id)
    if (back?.some(({ id }) => id >= note.id && id < note.end)) return true
  }
  return false
}

/** Whether a link leads from a note to a place before it, or out of it to its mark. */
function isBack(
  link: ElementNode,
  target: string,
  targets: ReadonlyMap<string, ElementNode>,
  found: ReadonlyMap<number, { note: ElementNode; marks: readonly ElementNode[] }>,
): boolean {
  const anchor = targets.get(target)
  if (!anchor) return false
  if (anchor.id < link.id) return true
  for (let at: ElementNode | undefined = link; at; at = at.parent) {
    const known = found.get(at.id)
    if (known) return known.marks.some((mark) => mark.id === anchor.id || isIn(mark, anchor))
  }
  return false
}

/** Lists of which at least half of the items are notes. */
function noteLists(found: ReadonlyMap<number, { note: ElementNode }>): Set<number> {
  const counts = new Map<ElementNode, number>()
  for (const { note } of found.values()) {
    if (note.name === 'li' && note.parent)
      counts.set(note.parent, (counts.get(note.parent) ?? 0) + 1)
  }
  const lists = new Set<number>()
  for (const [list, count] of counts) {
    let items = 0
    for (let child = list.first; child; child = child.next) if (!child.isText) items += 1
    if (count * 2 >= items) lists.add(list.id)
  }
  return lists
}

function isFree({ name, parent }: ElementNode, lists: ReadonlySet<number>): boolean {
  return name !== 'li' || (parent !== undefined && lists.has(parent.id))
}

function labelled(
  found: readonly { note: ElementNode; marks: readonly ElementNode[] }[],
  {
    lists,
    backLinks,
    nodes,
  }: { lists: Set<number>; backLinks: Set<number>; nodes: readonly TreeNode[] },
): Footnotes {
  const references = new Map<number, string>()
  const notes = new Map<number, string>()
  const within = new Set<number>()
  const used = new Set<string>()
  let next = 1
  for (const { note, marks } of found) {
    const own = /\d{1,4}/.exec(shortText(marks[0]!, nodes))?.[0]
    while (used.has(String(next))) next += 1
    const label = own === undefined || used.has(own) ? String(next) : own
    used.add(label)
    notes.set(note.id, label)
    for (const mark of marks) references.set(wholeMark(mark).id, label)
    const from = note.name === 'dd' ? termOf(note, nodes) : note.id + 1
    for (let id = from; id < note.end; id += 1) {
      const node = nodes[id]!
      if (node.isText) continue
      if (backLinks.has(id) || isArrow(node)) within.add(wholeBack(node, note).id)
    }
    const number = numberIn(note, label)
    if (number) within.add(number.id)
    if (from < note.id) within.add(from)
  }
  return { references, notes, backLinks: within, lists }
}

/** The mark with the small script around it that holds nothing else. */
function wholeMark(link: ElementNode): ElementNode {
  const { parent } = link
  if (parent?.name !== 'sup') return link
  for (let child = parent.first; child; child = child.next) {
    if (child !== link && !(child.isText && /^[\s[\]()]*$/.test(child.data))) return link
  }
  return parent
}

/** Whether an element is a link that only points back. */
function isArrow({ name, attributes, first, last }: ElementNode): boolean {
  if (name !== 'a' || !(attributes['href'] ?? '').includes('#')) return false
  return first !== undefined && first === last && first.isText && ARROW.test(first.data)
}

/** The number that a note begins with, in an element of its own that is no link. */
function numberIn({ first }: ElementNode, label: string): ElementNode | undefined {
  const start = first?.isText === true && first.data.trim() === '' ? first.next : first
  const inner = start?.isText === false && start.name === 'p' ? start.first : start
  if (inner?.isText !== false || !/^(?:sup|span|b|strong)$/.test(inner.name)) return undefined
  const text = inner.first?.isText === true && inner.first === inner.last ? inner.first.data : ''
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '') === label ? inner : undefined
}

/** A link back with the brackets and boxes around it that hold nothing else, up to the note. */
function wholeBack(link: ElementNode, note: ElementNode): ElementNode {
  let whole = link
  for (let level = 0; level < LEVELS_MAX_COUNT; level += 1) {
    const { parent } = whole
    if (!parent || parent === note || parent.id <= note.id) return whole
    for (let child = parent.first; child; child = child.next) {
      if (child !== whole && !isPunctuation(child)) return whole
    }
    whole = parent
  }
  return whole
}

/** Whether a node holds nothing but the brackets around a number. */
function isPunctuation(node: TreeNode): boolean {
  if (node.isText) return /^[\s[\]()^:.]*$/.test(node.data)
  return (
    node.first === undefined ||
    (node.first === node.last && node.first.isText && /^[\s[\]()^:.]*$/.test(node.first.data))
  )
}

/** The id of the term that a definition follows; the one after its own where there is none. */
function termOf({ id, parent }: ElementNode, nodes: readonly TreeNode[]): number {
  const first = parent?.id ?? id
  for (let at = id - 1; at > first; at -= 1) {
    const node = nodes[at]!
    if (node.parent === parent && !node.isText) return node.name === 'dt' ? at : id + 1
  }
  return id + 1
}

function shortText(element: ElementNode, nodes: readonly TreeNode[]): string {
  let text = ''
  for (let id = element.id + 1; id < element.end && text.length <= MARK_MAX_CHARS; id += 1) {
    const node = nodes[id]!
    if (node.isText) text += node.data.slice(0, MARK_MAX_CHARS + 1)
  }
  return text.trim()
}
