import { blockAround, type ElementNode, type TreeNode } from '../../markup/html/tree/node.ts'
import type { Head, Leaf } from './heads.ts'
import { isCalled } from './names.ts'
import type { Regions } from './region.ts'
import type { Stamp } from './stamps.ts'
import { trimmingsOf, isCalledTrimming, isTitleText, leaveOutHeads } from './trimmings.ts'

/** What a post says. */
export interface Body {
  parts: TreeNode[]
  chars: number
  linkShare: number
}

/** Bodies, and for each node 1 where it is furniture inside of one. */
export interface Bodies {
  bodies: Body[]
  isLeft: Uint8Array
}

/** How likely a part is what a post says: by microdata, by its name, by nothing, as mere text, as furniture. */
const STATED_WEIGHT = 6
const CALLED_WEIGHT = 2
const TEXT_WEIGHT = 0.8
const FURNITURE_WEIGHT = 0.2
/** How much links count against text. */
const LINKS_WEIGHT = 1.3
/** Parts that are called furniture are some up to this length. */
const PART_MAX_CHARS = 400
/** Texts beside a name or time in the same line that are no longer belong to the head. */
const HEAD_MAX_CHARS = 40
/** Links before a text, up to this length and from this share on, are no part of it. */
const LABEL_MAX_CHARS = 48
const LINKS_MAX_SHARE = 0.6

const BODY = new Set(
  'body content message text cooked postbody post comment description markdown markup md prose entry commtext richtext bbwrapper posttext t f copy inner'.split(
    ' ',
  ),
)
/** Elements that go on with a text. */
const FLOW = new Set(
  'p pre ul ol dl blockquote table figure img h2 h3 h4 h5 h6 hr br b i em strong a code u s q sub sup font center picture video details'.split(
    ' ',
  ),
)

interface Candidate {
  node: TreeNode
  owner: number
  slot: number
  chars: number
  links: number
  text: string
}

/** Finds what each post says: the parts of its template with most of the text, without heads, labels, signatures. */
export function readBodies(
  regions: Regions,
  leaves: readonly Leaf[],
  heads: readonly Head[],
  stamps: readonly Stamp[],
  title: string,
): Bodies {
  const { pieces } = regions
  const isHead = headNodes(regions, heads)
  const isLeft = trimmingsOf(regions, leaves, isHead, title)
  leaveOutHeads(regions, leaves, heads, stamps, isLeft)
  const sums = sumLeaves(regions, leaves, isLeft)
  const candidates = cleanParts(regions, isHead, sums, leaves)
  const bySlot = slotFigures(candidates, heads, pieces.length, title)
  const bodies: Body[] = pieces.map(() => ({ parts: [], chars: 0, linkShare: 0 }))
  const own: Candidate[][] = pieces.map(() => [])
  for (const candidate of candidates) own[candidate.owner]!.push(candidate)
  own.forEach((list, owner) => {
    bodies[owner] = bodyOf(list, bySlot, sums, heads[owner]!)
  })
  return { bodies, isLeft }
}

/** Characters of kept leaves before each node, all and in links, and line breaks. */
interface Sums {
  chars: Float64Array
  links: Float64Array
  breaks: Int32Array
}

function sumLeaves(
  { nodes, page, from, to }: Regions,
  leaves: readonly Leaf[],
  isLeft: Uint8Array,
): Sums {
  const chars = new Float64Array(nodes.length + 1)
  const links = new Float64Array(nodes.length + 1)
  const breaks = new Int32Array(nodes.length + 1)
  let next = 0
  let linkEnd = 0
  for (let id = from; id < to; id += 1) {
    const node = nodes[id]!
    if (!node.isText && node.name === 'a') linkEnd = Math.max(linkEnd, node.end)
    const isLeaf = leaves[next]?.id === id
    if (isLeaf) next += 1
    const ink = isLeaf && isLeft[id] === 0 ? page.ink[id + 1]! - page.ink[id]! : 0
    chars[id + 1] = chars[id]! + ink
    breaks[id + 1] = breaks[id]! + (!node.isText && node.name === 'br' ? 1 : 0)
    links[id + 1] = links[id]! + (id < linkEnd ? ink : 0)
  }
  return { chars, links, breaks }
}

/** Marks, with 1, nodes that are or hold a name, a time or another post, and so say who speaks. */
function headNodes({ nodes, pieces }: Regions, heads: readonly Head[]): Uint8Array {
  const isHead = new Uint8Array(nodes.length)
  const mark = (from: TreeNode | undefined): void => {
    for (let at = from; at && isHead[at.id] === 0; at = at.parent) isHead[at.id] = 1
  }
  for (const { authorId, stamp } of heads) {
    if (authorId > 0) mark(nodes[authorId])
    if (stamp) mark(nodes[stamp.id])
  }
  for (const { start } of pieces) mark(nodes[start]!.parent)
  return isHead
}

/** The outermost parts of posts without head inside, in document order. */
function cleanParts(
  { nodes, ownerOf, slotOf, from, to }: Regions,
  isHead: Uint8Array,
  { chars, links }: Sums,
  leaves: readonly Leaf[],
): Candidate[] {
  const candidates: Candidate[] = []
  let next = 0
  for (let id = from; id < to; id += 1) {
    const owner = ownerOf[id]!
    if (owner === -1 || isHead[id] === 1) continue
    const node = nodes[id]!
    const end = node.isText ? id + 1 : node.end
    const own = chars[end]! - chars[id]!
    while (next < leaves.length && leaves[next]!.id < id) next += 1
    const text = own > 0 && leaves[next] && leaves[next]!.id < end ? leaves[next]!.text : ''
    if (own > 0 || (!node.isText && node.name === 'img')) {
      candidates.push({
        node,
        owner,
        slot: slotOf[id]!,
        chars: own,
        links: links[end]! - links[id]!,
        text,
      })
    }
    id = end - 1
  }
  return candidates
}

interface Figures {
  rank: number
  isTrimming: boolean
  /** Whether posts say something here, also those that say it in a few words. */
  isText: boolean
}

function slotFigures(
  candidates: readonly Candidate[],
  heads: readonly Head[],
  count: number,
  title: string,
): Map<number, Figures> {
  const lists = new Map<number, Candidate[]>()
  for (const candidate of candidates) {
    const list = lists.get(candidate.slot)
    if (list) list.push(candidate)
    else lists.set(candidate.slot, [candidate])
  }
  const figures = new Map<number, Figures>()
  for (const [slot, list] of lists) {
    let chars = 0
    let links = 0
    for (const candidate of list) {
      chars += candidate.chars
      links += candidate.links
    }
    const { node } = list[0]!
    const weight = node.isText ? TEXT_WEIGHT : weightOf(node)
    const isTrimming =
      isSameByAuthor(list, heads) ||
      isTitle(list, title) ||
      (weight < 1 && !node.isText && chars / list.length < PART_MAX_CHARS)
    const rank = isTrimming
      ? 0
      : weight * Math.max(0, chars - LINKS_WEIGHT * links) * Math.min(1, list.length / count + 0.3)
    const isText = !isTrimming && (weight >= CALLED_WEIGHT || chars > HEAD_MAX_CHARS * list.length)
    figures.set(slot, { rank, isTrimming, isText })
  }
  return figures
}

function weightOf(node: ElementNode): number {
  const { itemprop } = node.attributes
  if (itemprop !== undefined && /\b(?:text|articleBody|commentText|reviewBody)\b/.test(itemprop))
    return STATED_WEIGHT
  if (isCalledTrimming(node)) return FURNITURE_WEIGHT
  if (/^(?:footer|aside|dl)$/.test(node.name)) return FURNITURE_WEIGHT
  return isCalled(node, BODY) ? CALLED_WEIGHT : 1
}

/** Whether everybody has a text of their own here that never changes: numbers of posts, places, signatures. */
function isSameByAuthor(list: readonly Candidate[], heads: readonly Head[]): boolean {
  const texts = new Map<string, string>()
  let same = 0
  for (const { owner, text, chars } of list) {
    const { author } = heads[owner]!
    if (author === '') continue
    const own = `${chars} ${text}`
    const before = texts.get(author)
    if (before === undefined) texts.set(author, own)
    else if (before !== own) return false
    else same += 1
  }
  return same > 0 && same >= list.length / 4
}

/** Whether the posts repeat the title of the thread here. */
function isTitle(list: readonly Candidate[], title: string): boolean {
  if (title === '') return false
  return list.every(({ text, chars }) => chars <= text.length && isTitleText(text, title))
}

function bodyOf(
  list: readonly Candidate[],
  bySlot: ReadonlyMap<number, Figures>,
  sums: Sums,
  head: Head,
): Body {
  let main: Candidate | undefined
  let most = 0
  for (const candidate of list) {
    const { rank, isTrimming, isText } = bySlot.get(candidate.slot)!
    const own = candidate.chars > 0 ? rank + 1e-6 * candidate.chars : 0
    if (isTrimming || own <= most || (!isText && isHeadLine(candidate, head, sums))) continue
    main = candidate
    most = own
  }
  if (!main) return { parts: [], chars: 0, linkShare: 0 }
  const parts = list.filter(
    (candidate) => candidate === main || isBeside(candidate, main, bySlot, sums, head),
  )
  let chars = 0
  let links = 0
  for (const part of parts) {
    chars += part.chars
    links += part.links
  }
  return { parts: parts.map(({ node }) => node), chars, linkShare: chars === 0 ? 0 : links / chars }
}

/** Whether a part goes on with what the main part of a post says. */
function isBeside(
  part: Candidate,
  main: Candidate,
  bySlot: ReadonlyMap<number, Figures>,
  sums: Sums,
  head: Head,
): boolean {
  if (part.node.parent !== main.node.parent) return false
  if (bySlot.get(part.slot)!.isTrimming || isHeadLine(part, head, sums)) return false
  if (part.slot === main.slot) return true
  if (
    part.chars > 0 &&
    part.links > LINKS_MAX_SHARE * part.chars &&
    part.chars < LABEL_MAX_CHARS &&
    part.node.id < main.node.id
  )
    return false
  if (part.node.isText) return main.node.isText || FLOW.has(main.node.name)
  return FLOW.has(part.node.name)
}

/** Whether a short text stands in one line with the name or the time of its post. */
function isHeadLine(
  { node, chars }: Candidate,
  { authorId, stamp }: Head,
  { breaks }: Sums,
): boolean {
  if (chars > HEAD_MAX_CHARS || (!node.isText && node.isBlock)) return false
  const line = blockAround(node)
  if (!line) return false
  const ids = [authorId, stamp?.id ?? -1].filter((id) => id > line.id && id < line.end)
  if (ids.length === 0) return false
  const last = Math.max(...ids)
  // Behind a line break the text begins.
  return node.id < last || breaks[node.id] === breaks[last]
}
