import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { hashPair } from '../content/features/hash.ts'
import { isLabelText, NAME_MIN_SCORE } from './authors.ts'
import { namesOf, type Names } from './names.ts'
import type { Regions } from './region.ts'
import type { Stamp } from './stamps.ts'

/** A text of a page, and how surely it is a name. */
export interface NameText {
  readonly id: number
  readonly text: string
  /** The name that the text may be, empty for none. */
  readonly name: string
  readonly score: number
  readonly signedBy: ElementNode | undefined
  /** How it is set off, as names are. */
  readonly style: number
}

/** A text that may be the name of whoever wrote a post. */
export interface Claim {
  leaf: NameText
  owner: number
  order: number
  /** How surely it is a name by what it stands in; 0 where another name stands there before it. */
  score: number
  /** Where it stands in the template of its post: equal for a name in a link and one in none. */
  seat: number
}

/** Posts from which on a text that is the same in all of them is a label. */
const LABEL_MIN_COUNT = 3
/** Texts up to the name behind a note that a post was changed, or that others are meant. */
const OTHERS_MAX_LEAVES = 3
const OTHERS =
  /^\W*(?:(?:last |zuletzt |dernière )?(?:edited|modified|changed|bearbeitet|geändert|modifié|editado|изменено|отредактировано)\b|(?:this post was )?last (?:edit|modified|post|reply)|(?:in reply|replying|in response|antwort) (?:to|an|auf)\b|(?:originally posted|quote from|liked|thanked|moderated|assigned)\b|reactions:)/i
const OTHERS_CLASS =
  /mentioned|(?:liked|thanked|edited)[-_]?by|repl(?:ied|ying|y)[-_]?to|in[-_]?reply|quote/i
/** What pages show for somebody who has no name. */
const NOBODY =
  /^[\s[(]*(?:guest|gast|invité|invitado|anonymous|anonym|hóspede|visitante|гость|ゲスト|游客|زائر|ضيف)[\s\])]*$/i
const OTHERS_CALLED = new Set(
  'quote quoted quoteheader quotetop quotebox blockquote replyto inreplyto parent mention mentions edited edit modified likes likers reactions reactionsbar lastpost assignee assignees participants moderators thanks'.split(
    ' ',
  ),
)
const OTHERS_MAX_LEVELS = 5
/** Elements around a name that are used up by it: what else they hold is no name because of them. */
const SIGN_MAX_LEVELS = 8
/** Items of lists tell of somebody more than the name. */
const ITEMS = new Set(['li', 'dd'])
const WRAPPERS = new Set(['a', 'span', 'bdi', 'font', 'u', 'faceplate-tracker'])

/** The texts that may be the names of whoever wrote the posts around them. */
export function claimsOf(
  { nodes, ownerOf, slotOf, pieces }: Regions,
  leaves: readonly NameText[],
  stampIds: ReadonlySet<number>,
  dates: readonly (Stamp | undefined)[],
): Claim[] {
  const claims: Claim[] = []
  const nobodies: number[] = []
  let others = -Infinity
  leaves.forEach((leaf, order) => {
    const owner = ownerOf[leaf.id]!
    if (OTHERS.test(leaf.text)) others = order
    else if (isInside(leaf.id, dates[owner])) others = -Infinity
    if (stampIds.has(leaf.id) || isInside(leaf.id, dates[owner])) return
    if (leaf.name === '') {
      if (NOBODY.test(leaf.text)) nobodies.push(leaf.id)
      return
    }
    // Whoever changed a post, or is answered in it, did not write it.
    if (order - others <= OTHERS_MAX_LEAVES && ownerOf[leaves[others]!.id] === owner) return
    if (isOfOthers(nodes[leaf.id]!, pieces[owner]!.start)) return
    if (areInitials(leaf.name, leaves[order + 1]?.text)) return
    claims.push({ leaf, owner, order, score: leaf.score, seat: 0 })
  })
  const labels = labelsOf(claims, slotOf, pieces.length)
  const isLabel = ({ leaf }: Claim): boolean => labels.has(slotOf[leaf.id]!)
  // What is called after a name holds it before all else.
  const firsts = new Set<ElementNode>()
  const useUp = (id: number): void => {
    let at = nodes[id]!.parent
    for (let level = 0; level < SIGN_MAX_LEVELS && at; level += 1, at = at.parent) firsts.add(at)
  }
  const seats = new Map<number, Claim>()
  for (const claim of claims) {
    const { leaf, owner, order } = claim
    const { signedBy } = leaf
    while (nobodies[0]! < leaf.id) useUp(nobodies.shift()!)
    if (isLabel(claim)) {
      const isOwn = signedBy === nodes[leaf.id]!.parent || signedBy?.name === 'a'
      if (isOwn) useUp(leaf.id)
      claim.score = isOwn ? Math.min(claim.score, NAME_MIN_SCORE) : 0
    } else if (signedBy) {
      if (firsts.has(signedBy)) claim.score = 0
      useUp(leaf.id)
    }
    const around = seatOf(nodes[leaf.id]!)
    const key = around ? slotOf[around.id]! : 0
    if (!around || ownerOf[around.id] !== owner) claim.seat = hashPair(slotOf[leaf.id]!, 1)
    else {
      // What is not surely a name must be the first thing that is said there.
      const isListed = ITEMS.has(around.name) && around.id !== pieces[owner]!.start
      const isFirst = !isListed && isFirstIn(around, leaves, order, stampIds)
      if (claim.score < NAME_MIN_SCORE && !isFirst) continue
      const before = seats.get(around.id)
      if (before && (before.score >= NAME_MIN_SCORE || claim.score < NAME_MIN_SCORE)) continue
      if (before) before.seat = 0
      seats.set(around.id, claim)
      claim.seat = key
    }
  }
  return claims
}

/** Whether nothing but labels and times stands in an element before a text. */
function isFirstIn(
  { id }: ElementNode,
  leaves: readonly NameText[],
  order: number,
  stampIds: ReadonlySet<number>,
): boolean {
  let at = order - 1
  while (at >= 0 && leaves[at]!.id > id) {
    if (!isLabelText(leaves[at]!.text) && !stampIds.has(leaves[at]!.id)) return false
    at -= 1
  }
  return true
}

/** Whether a text only shows how the name behind it begins, in the place of a picture. */
function areInitials(text: string, next = ''): boolean {
  if (text.length > 2) return false
  const words = next.split(/\s+/, 3)
  const initials = words.map((word) => word.slice(0, 1)).join('')
  const own = text.toLowerCase()
  return next.length > text.length && initials.toLowerCase().startsWith(own)
}

/** The nearest element around a name that is more than a mark of it. */
function seatOf({ parent }: TreeNode): ElementNode | undefined {
  let at = parent
  while (at && WRAPPERS.has(at.name)) at = at.parent
  return at
}

/** Places in the template at which all of many posts have the same text. */
function labelsOf(claims: readonly Claim[], slotOf: Int32Array, count: number): Set<number> {
  const texts = new Map<number, { posts: Set<number>; text: string }>()
  for (const { leaf, owner } of claims) {
    const slot = slotOf[leaf.id]!
    const known = texts.get(slot)
    if (!known) texts.set(slot, { posts: new Set([owner]), text: leaf.name })
    else if (known.text !== leaf.name) known.text = ''
    else known.posts.add(owner)
  }
  const labels = new Set<number>()
  if (count < LABEL_MIN_COUNT) return labels
  for (const [slot, { posts, text }] of texts) {
    if (text !== '' && posts.size >= LABEL_MIN_COUNT && posts.size === count) labels.add(slot)
  }
  return labels
}

/** Whether a text stands in something that tells of others than whoever wrote the post: a quotation, thanks, a note of changes. */
function isOfOthers(node: TreeNode, start: number): boolean {
  let at = node.parent
  for (
    let level = 0;
    level < OTHERS_MAX_LEVELS && at && at.id > start;
    level += 1, at = at.parent
  ) {
    if (at.name === 'blockquote' || at.name === 'q') return true
    if (namesOf(at).noteOf(ofOthers) === 1) return true
  }
  return false
}

function ofOthers({ lasts, classes }: Names): number {
  if (lasts.some((word) => OTHERS_CALLED.has(word))) return 1
  return classes.some((name) => OTHERS_CLASS.test(name)) ? 1 : 0
}

/** Whether a node is the time of a post, or stands in it. */
export function isInside(id: number, stamp: Stamp | undefined): boolean {
  if (stamp === undefined) return false
  const { element, id: at } = stamp
  return at === element.id ? id >= element.id && id < element.end : id === at
}
