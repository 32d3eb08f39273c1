import type { PageTree } from '../../../markup/html/parse-page.ts'
import { HEADINGS, Trait } from '../../../markup/html/tags.ts'
import { Has } from '../../../markup/html/tokens/attribute-bits.ts'
import type { ClassNames } from '../../../markup/html/tree/class-names.ts'
import type { ElementNode, TreeNode } from '../../../markup/html/tree/node.ts'
import { Mark, type Block } from './block.ts'
import { HASH_START, hashNext, hashPair, hashText } from './hash.ts'

/** Bits that elements hand down to what is inside of them. */
export const Flag = {
  nav: 1,
  footer: 2,
  aside: 4,
  header: 8,
  article: 16,
  main: 32,
  /** Roles of things around the content. */
  besides: 64,
  articleBody: 128,
  form: 256,
  table: 512,
  list: 1024,
  comments: 2048,
  figure: 4096,
  quote: 8192,
  heading: 16384,
  code: 32768,
  button: 65536,
  link: 131072,
  noscript: 262144,
  details: 524288,
  /** Hidden until a control of the page is used. */
  collapsible: 1048576,
  /** What customers say of a product. */
  review: 2097152,
  /** What a writer puts under everything written. */
  signature: 4194304,
  /** What lies over the page when it is asked for. */
  overlay: 8388608,
  carousel: 16777216,
  /** Asks whether cookies and the like may be kept. */
  consent: 33554432,
  /** Leads to other pages of the same kind. */
  related: 67108864,
  /** Advertises, or asks for an address, a subscription or a gift. */
  promotion: 134217728,
  /** Puts an event into a calendar: its button, and what a script reads for it. */
  calendar: 268435456,
  /** Stays at the window while the page moves under it. */
  fixed: 536870912,
} as const
/** The first so many bits are features; the others serve rules. */
export const FLAGS_COUNT = 21

const FLAG_OF_TAG = new Map<string, number>([
  ['nav', Flag.nav],
  ['menu', Flag.nav],
  ['footer', Flag.footer],
  ['aside', Flag.aside],
  ['header', Flag.header],
  ['article', Flag.article],
  ['main', Flag.main],
  ['form', Flag.form],
  ['table', Flag.table],
  ['ul', Flag.list],
  ['ol', Flag.list],
  ['figure', Flag.figure],
  ['figcaption', Flag.figure],
  ['blockquote', Flag.quote],
  ['pre', Flag.code],
  ['code', Flag.code],
  ['button', Flag.button],
  ['a', Flag.link],
  ['noscript', Flag.noscript],
  ['details', Flag.details],
  ...[...HEADINGS].map((name): [string, number] => [name, Flag.heading]),
])
const FLAG_OF_ROLE = new Map<string, number>([
  ['navigation', Flag.nav],
  ['menu', Flag.nav],
  ['menubar', Flag.nav],
  ['contentinfo', Flag.footer],
  ['complementary', Flag.aside],
  ['banner', Flag.header],
  ['article', Flag.article],
  ['main', Flag.main],
  ['form', Flag.form],
  ...'search dialog alertdialog alert toolbar tablist tooltip status directory'
    .split(' ')
    .map((role): [string, number] => [role, Flag.besides]),
])
const FLAG_OF_WORD = new Map<number, number>(
  (
    [
      [Flag.comments, 'comment comments commentlist replies reactions discussion disqus'],
      [Flag.review, 'review reviews'],
      [Flag.signature, 'signature'],
      [Flag.overlay, 'tooltip tooltips popover popovers modal lightbox dialog'],
      [Flag.carousel, 'carousel'],
      [Flag.consent, 'cookie cookies consent gdpr'],
      [Flag.related, 'related recommended recommendations recirc trending teasers'],
      [
        Flag.promotion,
        'newsletter subscribe subscription promo promotion sponsored sponsor advertisement advert ads donate',
      ],
      [Flag.calendar, 'addtocalendar addeventatc atcb to-calendar'],
    ] as const
  ).flatMap(([flag, words]) =>
    words.split(' ').map((word): [number, number] => [tokenOf(word), flag]),
  ),
)

/** The token of a word, or of two that follow each other in a name. */
function tokenOf(word: string): number {
  const [first, second] = word.split('-')
  return second === undefined ? hashText(word) : hashPair(hashText(first!), hashText(second))
}

/** Reviews by the editors of a shop or publisher describe the product. */
const EDITORIAL = hashText('editorial')
const CLASS_MAX_CHARS = 300
const TOKENS_MAX_COUNT = 40
const TOKEN_MAX_CHARS = 23
const REPEATED_MIN_COUNT = 3

/**
 * Figures about every element, by node id; text nodes hold zeros. Elements without a block inside, such as those within
 * a line, have no names, flags and depth either.
 */
export interface ElementStats {
  /** Names of each different tag, tokens of `class`, `id`, `role` and `itemprop`: hashed words and pairs. */
  namings: readonly (readonly number[])[]
  /** Index into `namings` of each element. */
  namingOf: Int32Array
  /** What an element is, without its content: equal for things made by the same template. */
  signature: Int32Array
  /** Bits of the element and all around it. */
  flags: Int32Array
  depth: Int32Array
  /** Score of the prose inside. */
  prose: Float64Array
  chars: Float64Array
  linkChars: Float64Array
  blocks: Int32Array
  /** Images, and fields and buttons, inside. */
  images: Int32Array
  controls: Int32Array
  /** Blocks inside that name a price. */
  prices: Int32Array
  /** Elements with the same parent and signature. */
  repeats: Int32Array
  /** Characters inside all of these together. */
  repeatedChars: Float64Array
  /** Id of the nearest element, itself included, that is one of a series; 0 when there is none. */
  item: Int32Array
  /** The greatest of `repeatedChars`. */
  longestSeries: number
}

/** Sums up blocks and attributes over the tree, in passes over the nodes, without recursion. */
export function elementStats({ nodes }: PageTree, blocks: readonly Block[]): ElementStats {
  const count = nodes.length
  const stats: ElementStats = {
    namings: [],
    namingOf: new Int32Array(count),
    signature: new Int32Array(count),
    flags: new Int32Array(count),
    depth: new Int32Array(count),
    prose: new Float64Array(count),
    chars: new Float64Array(count),
    linkChars: new Float64Array(count),
    blocks: new Int32Array(count),
    images: new Int32Array(count),
    controls: new Int32Array(count),
    prices: new Int32Array(count),
    repeats: new Int32Array(count),
    repeatedChars: new Float64Array(count),
    item: new Int32Array(count),
    longestSeries: 1,
  }
  addBlocks(stats, blocks)
  sumUp(stats, nodes)
  const namings = nameElements(stats, nodes)
  groupElements(stats, nodes)
  return { ...stats, namings }
}

/** Records the blocks of each element, without those of the elements inside. */
function addBlocks(stats: ElementStats, list: readonly Block[]): void {
  const { prose, chars, linkChars, blocks, prices } = stats
  for (let index = 0; index < list.length; index += 1) {
    const block = list[index]!
    const { id } = block.owner
    prose[id]! += proseOf(block)
    chars[id]! += block.chars
    linkChars[id]! += block.linkChars
    blocks[id]! += 1
    if (block.marks[Mark.currency]! > 0) prices[id]! += 1
  }
}

/** Adds what is in each element to the one around it, from the last to the first. */
function sumUp(stats: ElementStats, nodes: readonly TreeNode[]): void {
  const { prose, chars, linkChars, blocks, images, controls, prices } = stats
  for (let id = nodes.length - 1; id > 0; id -= 1) {
    const node = nodes[id]!
    if (node.isText) continue
    const parent = node.parent ? node.parent.id : 0
    if (node.name === 'img' && (node.traits & Trait.added) === 0) images[id] = 1
    else if (CONTROLS.has(node.name)) controls[id]! += 1
    images[parent]! += images[id]!
    controls[parent]! += controls[id]!
    if (chars[id] === 0) continue
    prices[parent]! += prices[id]!
    prose[parent]! += prose[id]!
    chars[parent]! += chars[id]!
    linkChars[parent]! += linkChars[id]!
    blocks[parent]! += blocks[id]!
  }
}

/** Reads the names of elements that hold blocks, and hands down what they say to the elements inside. */
function nameElements(stats: ElementStats, nodes: readonly TreeNode[]): NameReader['namings'] {
  const { namingOf, signature, flags, depth, chars } = stats
  const reader = new NameReader()
  for (let id = 0; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText || chars[id] === 0) continue
    const own = reader.read(node)
    namingOf[id] = own.index
    signature[id] = own.signature
    flags[id] = flagsOf(node, own)
    if (id === 0) continue
    const parent = node.parent ? node.parent.id : 0
    flags[id]! |= flags[parent]!
    depth[id] = depth[parent]! + 1
  }
  return reader.namings
}

/** Finds series: elements with text that have the same parent and signature. */
function groupElements(stats: ElementStats, nodes: readonly TreeNode[]): void {
  const { signature, chars, repeats, repeatedChars, item } = stats
  const groups = new Map<number, number>()
  const groupOf = new Int32Array(nodes.length)
  const members: number[] = []
  const memberChars: number[] = []
  for (let id = 0; id < nodes.length; id += 1) {
    if (chars[id] === 0) continue
    const { parent } = nodes[id]!
    const key = hashPair(parent ? parent.id : 0, signature[id]!)
    let group = groups.get(key)
    if (group === undefined) {
      group = members.length
      groups.set(key, group)
      members.push(0)
      memberChars.push(0)
    }
    groupOf[id] = group
    members[group]! += 1
    memberChars[group]! += chars[id]!
  }
  for (let id = 1; id < nodes.length; id += 1) {
    if (chars[id] === 0) continue
    const { name, parent } = nodes[id] as ElementNode
    const group = groupOf[id]!
    repeats[id] = members[group]!
    repeatedChars[id] = memberChars[group]!
    const isItem = members[group]! >= REPEATED_MIN_COUNT && !PLAIN.has(name)
    if (isItem) stats.longestSeries = Math.max(stats.longestSeries, memberChars[group]!)
    item[id] = isItem ? id : item[parent ? parent.id : 0]!
  }
}

const HIDES = /display\s*:\s*none|visibility\s*:\s*hidden/i
const STAYS = /(?:^|;)\s*position\s*:\s*fixed/i
const CONTROLS = new Set('input select textarea button'.split(' '))

/** Elements that repeat in any prose. */
const PLAIN = new Set('p br span a b i em strong code sup sub img td th'.split(' '))

/** The amount of prose in a block, in characters. */
export function proseOf({ chars, linkChars, last, owner }: Block): number {
  const ends = last === 46 || last === 33 || last === 63 || last === 58 || last === 0x3002
  const trust = chars < 25 ? 0.15 : chars >= 80 ? 1 : ends ? 0.8 : 0.4
  const prose = Math.max(0, chars - 1.5 * linkChars) * trust
  return owner.isHeading ? prose / 2 : prose
}

function flagsOf({ name, attributes, bits }: ElementNode, naming: Naming): number {
  let flags = naming.flags | (FLAG_OF_TAG.get(name) ?? 0)
  if ((bits & SAYING) === 0) return flags
  const { role } = attributes
  if (role !== undefined) flags |= FLAG_OF_ROLE.get(role) ?? 0
  if (attributes['itemprop'] === 'articleBody') flags |= Flag.articleBody
  if (attributes['hidden'] !== undefined || attributes['aria-hidden'] === 'true') {
    flags |= Flag.collapsible
  } else if (attributes['style'] !== undefined && HIDES.test(attributes['style'])) {
    flags |= Flag.collapsible
  }
  if (attributes['style'] !== undefined && STAYS.test(attributes['style'])) flags |= Flag.fixed
  return flags
}

/** Attributes that say what an element is. */
const SAYING = Has.role | Has.itemprop | Has.hidden | Has.style

interface Naming {
  index: number
  signature: number
  /** Bits that its words give an element. */
  flags: number
}

/** Takes names apart, each different one once. */
class NameReader {
  readonly namings: number[][] = []
  readonly #known = new Map<string, TagNamings>()

  read({ name, attributes, bits, classes }: ElementNode): Naming {
    let tag = this.#known.get(name)
    if (!tag) {
      this.#known.set(name, (tag = { token: hashText(`<${name}>`), byClass: new Map() }))
    }
    if ((bits & (Has.id | Has.role | Has.itemprop)) !== 0) {
      const { id = '', role = '', itemprop = '' } = attributes
      // An id is hardly ever met again on a page.
      if (id !== '' || role !== '' || itemprop !== '') {
        return this.#take(tag.token, classes?.text ?? '', [id, role, itemprop])
      }
    }
    let naming = tag.byClass.get(classes)
    if (!naming) tag.byClass.set(classes, (naming = this.#take(tag.token, classes?.text ?? '')))
    return naming
  }

  #take(tag: number, classes: string, others?: readonly [string, string, string]): Naming {
    const tokens = [tag]
    const cut = classes.slice(0, CLASS_MAX_CHARS)
    tokensIn(cut, tokens)
    if (others) addOthers(others, tokens)
    let flags = 0
    for (let at = 0; at < tokens.length; at += 1) flags |= FLAG_OF_WORD.get(tokens[at]!) ?? 0
    if ((flags & Flag.review) !== 0 && tokens.includes(EDITORIAL)) flags &= ~Flag.review
    this.namings.push(tokens)
    return { index: this.namings.length - 1, signature: hashPair(tag, hashText(cut)), flags }
  }
}

/** Elements of one tag: its token, and what has been read of them by their classes. */
interface TagNamings {
  token: number
  byClass: Map<ClassNames | undefined, Naming>
}

function addOthers(
  [id, role, itemprop]: readonly [string, string, string],
  tokens: number[],
): void {
  tokensIn(id.slice(0, CLASS_MAX_CHARS), tokens)
  if (role !== '') tokens.push(hashText(`role=${role.slice(0, CLASS_MAX_CHARS)}`))
  if (itemprop !== '') tokens.push(hashText(`itemprop=${itemprop.slice(0, CLASS_MAX_CHARS)}`))
}

/** Adds the words of a list of names, and pairs of words that follow each other in one name. */
export function tokensIn(names: string, tokens: number[], maxCount = TOKENS_MAX_COUNT): void {
  let hash = HASH_START
  let length = 0
  let before = 0
  let wasLower = false
  for (let at = 0; at <= names.length && tokens.length < maxCount; at += 1) {
    // What comes after the last name ends it like a blank.
    const code = at === names.length ? BLANK : names.charCodeAt(at)
    const isLower = code >= 97 && code <= 122
    const isUpper = code >= 65 && code <= 90
    if (length > 0 && !isLower && (!isUpper || wasLower)) {
      if (length > 1 && length <= TOKEN_MAX_CHARS) {
        tokens.push(hash)
        if (before !== 0) tokens.push(hashPair(before, hash))
        before = hash
      }
      hash = HASH_START
      length = 0
    }
    if (isLower || isUpper) {
      hash = hashNext(hash, code | 32)
      length += 1
    } else if (code <= BLANK) before = 0
    wasLower = isLower
  }
}
const BLANK = 32
