import type { ElementNode, TreeNode } from '../tree/node.ts'

/** The footnotes of a page, by node id. */
export interface Footnotes {
  /** Elements that refer to a note, and its label. */
  references: ReadonlyMap<number, string>
  /** Blocks that hold the text of a note, and its label. */
  notes: ReadonlyMap<number, string>
  /** Links from a note back to where it was referred to. */
  backLinks: ReadonlySet<number>
  /** Lists of notes. */
  lists: ReadonlySet<number>
}

/** A link within the page. */
interface InnerLink {
  link: ElementNode
  target: string
}

const TARGET_MAX_CHARS = 200
const MARK_MAX_CHARS = 12
/** What refers to a note: a number, a letter or a sign, in brackets or not. */
const MARK =
  /^[[(]?\s*(?:\d{1,4}|[a-z]{1,2}|[ivx]{1,6}|[*†‡§¶]{1,4}|(?:note|nb|fn)\.?\s*\d{1,3})\s*[\])]?$/i
/** Ids that generators give to notes. */
const NOTE_ID =
  /^(?:user-content-)?(?:fn|ftn|_ftn|_edn|edn|footnote|endnote|note|cite_note|easy-footnote-bottom|sdfootnote|sdendnote|def)[-_:.]?[\w:.-]*\d/i
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
export function findFootnotes(nodes: readonly TreeNode[], kept: Uint8Array): Footnotes {
  const links = innerLinks(nodes, kept)
  if (links.length === 0) return NONE
  const targets = targetsOf(nodes, kept, new Set(links.map(({ target }) => target)))
  const backLinks = backLinksByTarget(links, targets)
  const marks: { link: ElementNode; note: ElementNode }[] = []
  const proven = new Set<ElementNode>()
  for (const { link, target } of links) {
    const anchor = targets.get(target)
    if (!anchor || anchor.id <= link.id || !MARK.test(shortText(link, nodes))) continue
    const note = noteAround(anchor, nodes, kept)
    if (!note || note.id < link.id) continue
    marks.push({ link, note })
    if (NOTE_ID.test(target) || linksBack(link, note, backLinks)) proven.add(note)
  }
  const found = new Map<number, { note: ElementNode; marks: ElementNode[] }>()
  for (const { link, note } of marks) {
    if (!proven.has(note)) continue
    const known = found.get(note.id) ?? { note, marks: [] }
    known.marks.push(link)
    found.set(note.id, known)
  }
  if (found.size === 0) return NONE
  const lists = noteLists(found)
  return labelled(
    [...found.values()].filter(({ note }) => isFree(note, lists)),
    {
      lists,
      backLinks: new Set(
        links
          .filter(({ link, target }) => isBack(link, target, targets))
          .map(({ link }) => link.id),
      ),
      nodes,
    },
  )
}

function innerLinks(nodes: readonly TreeNode[], kept: Uint8Array): InnerLink[] {
  const links: InnerLink[] = []
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText) continue
    if (kept[id] === 0) {
      id = node.end - 1
      continue
    }
    if (node.name !== 'a') continue
    const href = node.attributes['href']
    if (href === undefined || !href.startsWith('#') || href.length < 2) continue
    if (href.length <= TARGET_MAX_CHARS) links.push({ link: node, target: href.slice(1) })
  }
  return links
}

/** The elements that are linked to; the first of each id, as in browsers. */
function targetsOf(
  nodes: readonly TreeNode[],
  kept: Uint8Array,
  wanted: ReadonlySet<string>,
): Map<string, ElementNode> {
  const targets = new Map<string, ElementNode>()
  for (let at = 1; at < nodes.length; at += 1) {
    const node = nodes[at]!
    if (node.isText) continue
    const { id, name } = node.attributes
    if (id !== undefined && wanted.has(id) && !targets.has(id)) targets.set(id, node)
    if (name !== undefined && node.name === 'a' && wanted.has(name) && !targets.has(name)) {
      targets.set(name, node)
    }
    // An empty anchor is not kept itself, but stands at the start of what may be.
    if (kept[at] === 0) at = node.end - 1
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
function noteAround(
  anchor: ElementNode,
  nodes: readonly TreeNode[],
  kept: Uint8Array,
): ElementNode | undefined {
  let note: ElementNode | undefined = anchor
  for (let level = 0; note && !note.isBlock && level < LEVELS_MAX_COUNT; level += 1) {
    note = note.parent
  }
  if (!note?.parent || !/^(?:li|p|div|aside|dd|section|article)$/.test(note.name)) return undefined
  if (note.end - note.id > NOTE_MAX_NODES || kept[note.id] === 0) return undefined
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

function isBack(
  link: ElementNode,
  target: string,
  targets: ReadonlyMap<string, ElementNode>,
): boolean {
  const anchor = targets.get(target)
  return anchor !== undefined && anchor.id < link.id
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
    for (let id = note.id + 1; id < note.end; id += 1) if (backLinks.has(id)) within.add(id)
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

function shortText(element: ElementNode, nodes: readonly TreeNode[]): string {
  let text = ''
  for (let id = element.id + 1; id < element.end && text.length <= MARK_MAX_CHARS; id += 1) {
    const node = nodes[id]!
    if (node.isText) text += node.data.slice(0, MARK_MAX_CHARS + 1)
  }
  return text.trim()
}
