import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { HASH_START, hashNext } from '../content/features/hash.ts'
import {
  AUTHOR_MAX_CHARS,
  isMarkedName,
  isNameText,
  LABELS,
  NAME_MIN_SCORE,
  NameSigns,
  trimName,
} from './authors.ts'
import type { PageInk, Regions } from './region.ts'
import { saysOnlyAgo, textBetween, type Stamp } from './stamps.ts'
import { findOwners } from './whose.ts'

const LEAF_MAX_CHARS = 200
/** What heads of letters call who wrote them. */
const SENDER = /^(?:from|von|de|da|van|från|fra|od|от|差出人|发件人|寄件者|من)\s?:?$/i
const SENDER_SCORE = 5
const LABEL_END = /[:：]$/
const NAME_TEXT_MAX_CHARS = 120
/** Times that are found in one post only count from this weight on. */
const LONE_MIN_WEIGHT = 2

/** A text of a page; what is seldom asked is worked out on the first question. */
export class Leaf {
  readonly id: number
  /** Cut where it is long; white space collapsed. */
  readonly text: string
  readonly #nodes: readonly TreeNode[]
  readonly #signs: NameSigns
  readonly #isSender: boolean
  #plain: number | undefined
  #name: string | undefined
  #score: number | undefined
  #style: number | undefined
  #isTrimming: boolean | undefined

  constructor(
    id: number,
    text: string,
    nodes: readonly TreeNode[],
    signs: NameSigns,
    isSender = false,
  ) {
    this.#isSender = isSender
    this.id = id
    this.text = text
    this.#nodes = nodes
    this.#signs = signs
  }

  /** Hash of the text, numbers alike. */
  get plain(): number {
    return (this.#plain ??= plainHash(this.text))
  }

  /** The name that the text may be, empty for none. */
  get name(): string {
    return (this.#name ??= this.#readName())
  }

  /** How surely it is a name. */
  get score(): number {
    return (this.#score ??= this.#readScore())
  }

  /** The element around it that says most surely that it is a name. */
  get signedBy(): ElementNode | undefined {
    return this.#isSender ? undefined : this.#signs.signerOf(this.#parent)
  }

  /** How it is set off, as names are. */
  get style(): number {
    return (this.#style ??= styleOf(this.#parent))
  }

  /** Whether it is a name for sure. */
  get isNamed(): boolean {
    if (this.#isSender) return this.name !== ''
    // What it stands in says so of few texts.
    return this.#signs.scoreIn(this.#parent) > NAME_MIN_SCORE && this.score > NAME_MIN_SCORE
  }

  get #parent(): ElementNode {
    return this.#nodes[this.id]!.parent!
  }

  /** Whether it is no part of what a post says, as `find` finds when first asked. */
  isTrimming(find: () => boolean): boolean {
    return (this.#isTrimming ??= find())
  }

  #readScore(): number {
    if (this.name === '') return 0
    if (this.#isSender) return SENDER_SCORE
    return this.#signs.scoreIn(this.#parent) - (this.name.startsWith('@') ? 1 : 0)
  }

  #readName(): string {
    const { text } = this
    if (text.length > NAME_TEXT_MAX_CHARS || this.#signs.isNone(this.#parent)) return ''
    const name = nameAt(this.#nodes, text, this.#parent, this.#signs)
    if (name === '' || LABELS.has(this.#parent.name) || saysOnlyAgo(name)) return ''
    // What ends in a colon says what stands behind it, unless that is what somebody said.
    const isLabel = LABEL_END.test(text) && !text.startsWith('<') && !isMarkedName(this.#parent)
    if (isLabel && this.#parent.name !== 'a') return ''
    return isNameText(name) || (isNameText(name, true) && isMarkedName(this.#parent)) ? name : ''
  }
}

/** Who wrote a post and when, and the nodes that say so, -1 for none. */
export interface Head {
  author: string
  /** Whether somebody is named, though perhaps not surely as the one who wrote it. */
  isLikely: boolean
  authorId: number
  date: string
  stamp: Stamp | undefined
}

/** All texts of a page, in document order, without those of controls. */
export function readPageLeaves(nodes: readonly TreeNode[], { ink }: PageInk): Leaf[] {
  const leaves: Leaf[] = []
  const signs = new NameSigns(nodes)
  let before = ''
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (!node.isText || ink[id] === ink[id + 1]) continue
    const text = node.data
      .slice(0, 2 * LEAF_MAX_CHARS)
      .replaceAll(/[\s\u00A0\u200B]+/g, ' ')
      .trim()
    if (text === '') continue
    const isSender = SENDER.test(before) && (before.endsWith(':') || text.startsWith(':'))
    leaves.push(new Leaf(id, text.slice(0, LEAF_MAX_CHARS), nodes, signs, isSender))
    before = text
  }
  return leaves
}

const [DIGIT_FIRST, DIGIT_LAST] = [48, 57]

/** The hash of a text in which each number is the same. */
function plainHash(text: string): number {
  let hash = HASH_START
  let wasDigit = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isDigit = code >= DIGIT_FIRST && code <= DIGIT_LAST
    if (!isDigit || !wasDigit) hash = hashNext(hash, isDigit ? DIGIT_FIRST : code)
    wasDigit = isDigit
  }
  return hash
}

/** The texts in posts. */
export function readLeaves({ ownerOf, from, to }: Regions, all: readonly Leaf[]): Leaf[] {
  const leaves: Leaf[] = []
  for (let at = firstFrom(all, from); at < all.length && all[at]!.id < to; at += 1) {
    if (ownerOf[all[at]!.id] !== -1) leaves.push(all[at]!)
  }
  return leaves
}

function firstFrom(all: readonly Leaf[], id: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (all[middle]!.id < id) low = middle + 1
    else high = middle
  }
  return low
}

/** Finds who wrote each post and when. */
export function readHeads(
  regions: Regions,
  leaves: readonly Leaf[],
  stamps: readonly Stamp[],
): Head[] {
  const dates = readDates(regions, stamps)
  const stampIds = new Set(dates.flatMap((stamp) => (stamp ? [stamp.id, stamp.element.id] : [])))
  for (const { id, date } of stamps) if (isAll(regions.nodes[id]!, date)) stampIds.add(id)
  return findOwners(regions, leaves, stampIds, dates).map(({ author, isLikely, id }, index) => ({
    author,
    isLikely,
    authorId: id,
    date: dates[index]?.date ?? '',
    stamp: dates[index],
  }))
}

/** Whether a text says a time and nothing else. */
function isAll(node: TreeNode, date: string): boolean {
  return node.isText && node.data.trim().length <= date.length + 1
}

/** The time of each post: of those at the place that most posts share, else the surest one. */
function readDates(
  { pieces, ownerOf, slotOf }: Regions,
  stamps: readonly Stamp[],
): (Stamp | undefined)[] {
  const own: Stamp[][] = pieces.map(() => [])
  const places = new Map<number, { weight: number; last: number; order: number }>()
  stamps.forEach((stamp, order) => {
    const owner = ownerOf[stamp.id]!
    if (owner === -1) return
    own[owner]!.push(stamp)
    const slot = slotOf[stamp.id]!
    const place = places.get(slot) ?? { weight: 0, last: -1, order }
    places.set(slot, place)
    if (place.last === owner) return
    place.last = owner
    place.weight += stamp.weight
  })
  return own.map((list) => {
    let best: Stamp | undefined
    let most = 0
    for (const stamp of list) {
      const { weight } = places.get(slotOf[stamp.id]!)!
      if (weight <= most) continue
      const isLone = weight <= stamp.weight && pieces.length > 2
      if (isLone && stamp.weight < LONE_MIN_WEIGHT) continue
      best = stamp
      most = weight
    }
    return best
  })
}

/** The name of a text: of all of the link that it stands in. */
function nameAt(
  nodes: readonly TreeNode[],
  text: string,
  parent: ElementNode,
  signs: NameSigns,
): string {
  let link: ElementNode | undefined = parent
  for (let level = 0; level < 2 && link && link.name !== 'a'; level += 1) link = link.parent
  if (link?.name !== 'a' || link.first === link.last || (link !== parent && signs.isName(parent)))
    return trimName(text)
  const whole = trimName(
    textBetween(nodes, link.id + 1, link.end, 2 * AUTHOR_MAX_CHARS, (inner) => signs.isNone(inner)),
  )
  // A letter before a name that begins with it stands for a picture.
  const name = whole.replace(/^(\p{L}) (?=\1)/iu, '')
  return name.length <= AUTHOR_MAX_CHARS && !name.includes(' @') ? name : trimName(text)
}

/** How a text is set off that may be a name. */
function styleOf(parent: ElementNode): number {
  let style = 0
  let at: ElementNode | undefined = parent
  for (let level = 0; level < 3 && at; level += 1) {
    if (at.name === 'a') style = Math.max(style, 1)
    else if (/^(?:b|strong|h[2-6]|cite|dt|th)$/.test(at.name)) style = Math.max(style, 0.7)
    at = at.parent
  }
  return style
}
