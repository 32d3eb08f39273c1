import { blockAround, type ElementNode, type TreeNode } from '../../markup/html/tree/node.ts'
import { hashPair } from '../content/features/hash.ts'
import type { Head, Leaf } from './heads.ts'
import { namesOf, type Names } from './names.ts'
import type { PageInk, Regions } from './region.ts'
import type { Stamp } from './stamps.ts'

/** Share of posts from which on a text that is the same in them is part of the template. */
const SAME_MIN_SHARE = 0.6
const SAME_MIN_POSTS = 3
const LABEL_MAX_CHARS = 48
const SIGNATURE_MAX_CHARS = 400
/** Elements named as furniture inside of a body are some up to this length. */
const FURNITURE_MAX_CHARS = 160
/** Shorter texts are in a title by chance. */
const TITLE_MIN_CHARS = 8
const EDIT_MAX_CHARS = 90
/** Weight from which on a time is marked up as one. */
const SURE_WEIGHT = 3

const CONTENT = new Set(
  'body content text message description markdown markup md prose wrapper container'.split(' '),
)
const FURNITURE = new Set(
  'signature sig sign signatures avatar badge badges footer actions action buttons button controls control toolbar share sharing likes reactions reaction menu rank usertitle userinfo userdetails profile postprofile stats statistics tools tool permalink tags taglist edited notice moderatorbar postfoot back related poll attachments report rating ratings vote votes voting votecell score timestamp'.split(
    ' ',
  ),
)
/** Elements left out inside of bodies of any length. */
const INNER_FURNITURE =
  /(?:^|[-_ ])(?:signatures?|sig#?|reactions?|share|sharing|sr-only|visually-hidden|screen-reader-text|post-?controls|post-?buttons|reply-?link)(?:$|[-_ ])|expand-?link/i
const EDITED =
  /^[\s[(*]*(?:last |zuletzt |dernière )?(?:edited|updated|modified|modification|geändert|bearbeitet|editado|modifié|编辑|編集済|изменено|отредактировано)(?::| by| on| at|\s\d| von| par| por)/i
/** Lines that part off a signature. */
const RULE = /^(?:[_=]{5,}|—{3,}|-- ?)$/

/** Marks texts that are the same in most posts, what follows a line that parts off a signature, and inner furniture. */
export function trimmingsOf(
  { nodes, page, smallest, ownerOf, slotOf, from, to }: Regions,
  leaves: readonly Leaf[],
  isHead: Uint8Array,
  title: string,
): Uint8Array {
  const isLeft = new Uint8Array(nodes.length)
  const same = new Map<number, number>()
  const lastOf = new Map<number, number>()
  const least = Math.max(SAME_MIN_POSTS, SAME_MIN_SHARE * smallest)
  for (const leaf of leaves) {
    if (leaf.text.length > LABEL_MAX_CHARS) continue
    const owner = ownerOf[leaf.id]!
    const key = hashPair(slotOf[leaf.id]!, leaf.plain)
    if (lastOf.get(key) === owner) continue
    lastOf.set(key, owner)
    same.set(key, (same.get(key) ?? 0) + 1)
  }
  let ruled = -1
  leaves.forEach((leaf, index) => {
    const { id, text } = leaf
    const owner = ownerOf[id]!
    const before = leaves[index - 1]
    if (
      RULE.test(text) &&
      before !== undefined &&
      ownerOf[before.id] === owner &&
      tailChars(leaves, index, ownerOf) <= SIGNATURE_MAX_CHARS
    ) {
      ruled = owner
    }
    const isSame =
      text.length <= LABEL_MAX_CHARS && (same.get(hashPair(slotOf[id]!, leaf.plain)) ?? 0) >= least
    const isOut = ruled === owner || (isSame && /\p{L}/u.test(text))
    if (isOut || leaf.isTrimming(() => isTrimming(nodes[id]!, text, title, page))) isLeft[id] = 1
  })
  for (let id = from; id < to; id += 1) {
    const node = nodes[id]!
    if (node.isText || ownerOf[id] === -1 || isHead[id] === 1) continue
    const note = page.names[page.namesOf[id]!]!.noteOf(trimmingNote)
    if (note === 0) continue
    const isShort = page.ink[node.end]! - page.ink[id]! <= FURNITURE_MAX_CHARS
    if ((note & 2) !== 0 || isShort) isLeft.fill(1, id, node.end)
  }
  return isLeft
}

/** Whether a text is no part of a post, wherever it stands in one. */
function isTrimming(node: TreeNode, text: string, title: string, page: PageInk): boolean {
  return isEditNote(text) || isControlText(node, text) || isTitleLine(node, text, title, page)
}

/** Whether a short text says when something was changed, and by whom. */
function isEditNote(text: string): boolean {
  return text.length <= EDIT_MAX_CHARS && EDITED.test(text)
}

/** Marks names and times that stand in posts a second time, and headings of the page. */
export function leaveOutHeads(
  { nodes, ownerOf, from, to }: Regions,
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
  for (const { id, text } of leaves) {
    const { author, authorId } = heads[ownerOf[id]!]!
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

function tailChars(leaves: readonly Leaf[], index: number, ownerOf: Int32Array): number {
  const owner = ownerOf[leaves[index]!.id]
  let chars = 0
  for (let at = index; at < leaves.length && ownerOf[leaves[at]!.id] === owner; at += 1) {
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

/** Whether an element is called something that nobody writes posts in. */
export function isCalledTrimming(element: ElementNode): boolean {
  return (namesOf(element).noteOf(trimmingNote) & 1) !== 0
}

function trimmingNote({ lasts, classes, id }: Names): number {
  const isSome =
    lasts.some((word) => FURNITURE.has(word)) && !lasts.some((word) => CONTENT.has(word))
  const isInner = INNER_FURNITURE.test(id) || classes.some((name) => INNER_FURNITURE.test(name))
  return (isSome ? 1 : 0) | (isInner ? 2 : 0)
}

/** Whether a text is the title of the page, or of the thread in it. */
export function isTitleText(text: string, title: string): boolean {
  const own = withoutRe(text)
  return own.length >= TITLE_MIN_CHARS && title.includes(own)
}

function withoutRe(text: string): string {
  return text.replace(/^(?:re|aw|sv|rép|res)\s?:\s?/i, '')
}
