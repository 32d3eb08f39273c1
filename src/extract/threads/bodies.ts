import { hashPair } from '../content/hash.ts'
import { blockAround, type ElementNode, type TreeNode } from '../tree/node.ts'
import type { Head, Leaf } from './heads.ts'
import { isCalled, namesOf, noteOf, type Names } from './names.ts'
import type { PageInk, Regions } from './region.ts'
import type { Stamp } from './stamps.ts'

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

/** Share of posts from which on a text that is the same in them is part of the template. */
const SAME_MIN_SHARE = 0.6
const LABEL_MAX_CHARS = 48
const SIGNATURE_MAX_CHARS = 400
/** What is called furniture inside of a body is some up to this length. */
const FURNITURE_MAX_CHARS = 160
/** Texts beside a name or time in the same line that are no longer belong to the head. */
const HEAD_MAX_CHARS = 40
const LINKS_MAX_SHARE = 0.6

const BODY = new Set(
  'body content message text cooked postbody post comment description markdown markup md prose entry commtext richtext bbwrapper posttext t f copy inner'.split(' '),
)
const CONTENT = new Set('body content text message description markdown markup md prose wrapper container'.split(' '))
const FURNITURE = new Set(
  'signature sig sign signatures avatar badge badges footer actions action buttons button controls control toolbar share sharing likes reactions reaction menu rank usertitle userinfo userdetails profile postprofile stats statistics tools tool permalink tags taglist edited notice moderatorbar postfoot back related poll attachments report rating ratings vote votes voting votecell score timestamp'.split(' '),
)
/** What is left out inside of bodies, too. */
const INNER_FURNITURE = /(?:^|[-_ ])(?:signatures?|sig\d*|\w+-?expand-?link|reactions?|share|sharing|sr-only|visually-hidden|screen-reader-text|post-?controls|post-?buttons|reply-?link|expand-?link)(?:$|[-_ ])/i
const FLOW = new Set('p pre ul ol dl blockquote table figure img h2 h3 h4 h5 h6 hr br b i em strong a code u s q sub sup font center picture video details'.split(' '))
/** Shorter texts are in a title by chance. */
const TITLE_MIN_CHARS = 8
const EDIT_MAX_CHARS = 90
const EDITED =
  /^[\s[(*]*(?:last |zuletzt |dernière )?(?:edited|updated|modified|modification|geändert|bearbeitet|editado|modifié|编辑|編集済|изменено|отредактировано)(?::| by| on| at|\s\d| von| par| por)/i
/** From this weight on a time is marked up as one. */
const SURE_WEIGHT = 3
const RULE = /^(?:[_=]{5,}|—{3,}|-- ?)$/

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
  const isLeft = leftLeaves(regions, leaves, isHead, title)
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

function sumLeaves({ nodes, page, from, to }: Regions, leaves: readonly Leaf[], isLeft: Uint8Array): Sums {
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

/** Marks texts that are the same in most posts, what follows a line that parts off a signature, and inner furniture. */
function leftLeaves({ nodes, page, smallest, ownerOf, from, to }: Regions, leaves: readonly Leaf[], isHead: Uint8Array, title: string): Uint8Array {
  const isLeft = new Uint8Array(nodes.length)
  const same = new Map<number, number>()
  const lastOf = new Map<number, number>()
  const least = Math.max(3, SAME_MIN_SHARE * smallest)
  for (const { owner, slot, text, plain } of leaves) {
    if (text.length > LABEL_MAX_CHARS) continue
    const key = hashPair(slot, plain)
    if (lastOf.get(key) === owner) continue
    lastOf.set(key, owner)
    same.set(key, (same.get(key) ?? 0) + 1)
  }
  let ruled = -1
  leaves.forEach(({ id, owner, slot, text, plain }, index) => {
    if (RULE.test(text) && leaves[index - 1]?.owner === owner && tailChars(leaves, index) <= SIGNATURE_MAX_CHARS) {
      ruled = owner
    }
    const isSame = text.length <= LABEL_MAX_CHARS && (same.get(hashPair(slot, plain)) ?? 0) >= least
    if (ruled === owner || isEditNote(text) || (isSame && /\p{L}/u.test(text)) || isControlText(nodes[id]!, text) || isTitleLine(nodes[id]!, text, title, page)) isLeft[id] = 1
  })
  for (let id = from; id < to; id += 1) {
    const node = nodes[id]!
    if (node.isText || ownerOf[id] === -1 || isHead[id] === 1) continue
    const note = noteOf(page.names[id]!, furnitureNote)
    if (note === 0) continue
    const isShort = page.ink[node.end]! - page.ink[id]! <= FURNITURE_MAX_CHARS
    if ((note & 2) !== 0 || isShort) isLeft.fill(1, id, node.end)
  }
  return isLeft
}

/** Whether a short text says when something was changed, and by whom. */
function isEditNote(text: string): boolean {
  return text.length <= EDIT_MAX_CHARS && EDITED.test(text)
}

/** Marks names and times that stand in posts a second time, and headings of the page. */
function leaveOutHeads(
  { nodes, from, to }: Regions,
  leaves: readonly Leaf[],
  heads: readonly Head[],
  stamps: readonly Stamp[],
  isLeft: Uint8Array,
): void {
  for (const { id, element, weight } of stamps) {
    if (weight >= SURE_WEIGHT && id >= from && id < to && !isQuoted(element)) {
      isLeft.fill(1, element.id, element.end)
    }
  }
  for (const { id, owner, text } of leaves) {
    const { author, authorId } = heads[owner]!
    const node = nodes[id]!
    if (text === author && id !== authorId && isLine(node)) isLeft[id] = 1
    if (node.parent?.name === 'h1' || node.parent?.parent?.name === 'h1') isLeft[id] = 1
  }
}

/** Whether nothing else stands in the line of a text. */
function isLine(node: TreeNode): boolean {
  let at = node
  while (at.parent && !at.parent.isBlock) {
    if (at.parent.first !== at.parent.last) return false
    at = at.parent
  }
  return at.parent?.first === at && at.parent.last === at
}

function isQuoted(element: ElementNode): boolean {
  let at: ElementNode | undefined = element
  for (let level = 0; level < 4 && at; level += 1) {
    if (at.name === 'p' || at.name === 'blockquote' || at.name === 'td') return true
    at = at.parent
  }
  return false
}

/** Whether a text is a line of its own that repeats the title. */
function isTitleLine(node: TreeNode, text: string, title: string, { ink }: PageInk): boolean {
  if (text.length < TITLE_MIN_CHARS || !isTitleText(text, title)) return false
  if (node.parent?.isHeading === true || node.parent?.parent?.isHeading === true) return true
  const line = blockAround(node)
  const isAlone = line !== undefined && ink[line.end]! - ink[line.id]! <= text.length
  const [main = ''] = title.split(/\s[-|–—•·]\s/, 1)
  return isAlone && withoutRe(text) === main.trim()
}

function tailChars(leaves: readonly Leaf[], index: number): number {
  const { owner } = leaves[index]!
  let chars = 0
  for (let at = index; at < leaves.length && leaves[at]!.owner === owner; at += 1) {
    chars += leaves[at]!.text.length
    if (chars > SIGNATURE_MAX_CHARS) break
  }
  return chars
}

const CONTROL_TEXT =
  /^[\s[(]*(?:reply|quote|share|report|like|edit|delete|permalink|link|save|hide|flag|embed|give award|upvote|downvote|antworten|zitieren|teilen|melden|répondre|citer|partager|signaler|responder|citar|compartir|返信|返信する|引用|回复|举报|ответить|цитировать|↑|↓|↵)[\s\])↓›>]*$/i

/** Links that are for doing something with a post. */
function isControlText(node: TreeNode, text: string): boolean {
  if (text.length > LABEL_MAX_CHARS || !CONTROL_TEXT.test(text)) return false
  let at = node.parent
  for (let level = 0; level < 3 && at; level += 1) {
    if (at.name === 'a' || at.name === 'label') return true
    at = at.parent
  }
  return false
}

/** For each node 1 when it is, or holds, a name, a time or another post: what says who speaks, or what it stands in. */
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
function cleanParts({ nodes, ownerOf, slotOf, from, to }: Regions, isHead: Uint8Array, { chars, links }: Sums, leaves: readonly Leaf[]): Candidate[] {
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
      candidates.push({ node, owner, slot: slotOf[id]!, chars: own, links: links[end]! - links[id]!, text })
    }
    id = end - 1
  }
  return candidates
}

interface Figures {
  rank: number
  isFurniture: boolean
}

function slotFigures(candidates: readonly Candidate[], heads: readonly Head[], count: number, title: string): Map<number, Figures> {
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
    const weight = node.isText ? 0.8 : weightOf(node)
    const isFurniture = isSameByAuthor(list, heads) || isTitle(list, title) || (weight < 1 && !node.isText && chars / list.length < SIGNATURE_MAX_CHARS)
    const rank = isFurniture ? 0 : weight * Math.max(0, chars - 1.3 * links) * Math.min(1, list.length / count + 0.3)
    figures.set(slot, { rank, isFurniture })
  }
  return figures
}

/** Whether an element is called something that nobody writes posts in. */
function isFurniture(element: ElementNode): boolean {
  return (noteOf(namesOf(element), furnitureNote) & 1) !== 0
}

function furnitureNote({ lasts, classes, id }: Names): number {
  const isSome = lasts.some((word) => FURNITURE.has(word)) && !lasts.some((word) => CONTENT.has(word))
  const isInner = INNER_FURNITURE.test(id) || classes.some((name) => INNER_FURNITURE.test(name))
  return (isSome ? 1 : 0) | (isInner ? 2 : 0)
}

function weightOf(node: ElementNode): number {
  const { itemprop } = node.attributes
  if (itemprop !== undefined && /\b(?:text|articleBody|commentText|reviewBody)\b/.test(itemprop)) return 6
  if (isFurniture(node)) return 0.2
  if (/^(?:footer|aside|dl)$/.test(node.name)) return 0.5
  return isCalled(node, BODY) ? 2 : 1
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

/** Whether a text is the title of the page, or of the thread in it. */
function isTitleText(text: string, title: string): boolean {
  const own = withoutRe(text)
  return own.length >= TITLE_MIN_CHARS && title.includes(own)
}

function withoutRe(text: string): string {
  return text.replace(/^(?:re|aw|sv|rép|res)\s?:\s?/i, '')
}

function bodyOf(list: readonly Candidate[], bySlot: ReadonlyMap<number, Figures>, sums: Sums, head: Head): Body {
  let main: Candidate | undefined
  let most = 0
  for (const candidate of list) {
    const { rank } = bySlot.get(candidate.slot)!
    const own = candidate.chars > 0 ? rank + 1e-6 * candidate.chars : 0
    if (bySlot.get(candidate.slot)!.isFurniture || isHeadLine(candidate, head, sums) || own <= most) continue
    main = candidate
    most = own
  }
  if (!main) return { parts: [], chars: 0, linkShare: 0 }
  const parts = list.filter((candidate) => candidate === main || isBeside(candidate, main, bySlot, sums, head))
  let chars = 0
  let links = 0
  for (const part of parts) {
    chars += part.chars
    links += part.links
  }
  return { parts: parts.map(({ node }) => node), chars, linkShare: chars === 0 ? 0 : links / chars }
}

/** Whether a part goes on with what the main part of a post says. */
function isBeside(part: Candidate, main: Candidate, bySlot: ReadonlyMap<number, Figures>, sums: Sums, head: Head): boolean {
  if (part.node.parent !== main.node.parent) return false
  const { isFurniture } = bySlot.get(part.slot)!
  if (isFurniture || isHeadLine(part, head, sums)) return false
  if (part.slot === main.slot) return true
  if (part.chars > 0 && part.links > LINKS_MAX_SHARE * part.chars && part.chars < LABEL_MAX_CHARS && part.node.id < main.node.id) return false
  if (part.node.isText) return main.node.isText || FLOW.has(main.node.name)
  return FLOW.has(part.node.name)
}

/** Whether a short text stands in one line with the name or the time of its post. */
function isHeadLine({ node, chars }: Candidate, { authorId, stamp }: Head, { breaks }: Sums): boolean {
  if (chars > HEAD_MAX_CHARS || (!node.isText && node.isBlock)) return false
  const line = blockAround(node)
  if (!line) return false
  const ids = [authorId, stamp?.id ?? -1].filter((id) => id > line.id && id < line.end)
  if (ids.length === 0) return false
  const last = Math.max(...ids)
  // Behind a line break the text begins.
  return node.id < last || breaks[node.id] === breaks[last]
}
