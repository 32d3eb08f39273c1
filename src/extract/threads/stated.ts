import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import type { ElementNode, TreeNode } from '../../markup/html/tree/node.ts'
import { namesOf, type Names } from './names.ts'
import type { PageInk } from './region.ts'
import type { Piece } from './thread.ts'

/** What kinds of posts are called: by microdata, by its properties, by roles, by classes and ids. */
const TYPE = /(Question|Answer|Comment|DiscussionForumPosting|SocialMediaPosting|Review|Message)$/
const PROPERTY = /\b(comment|suggestedAnswer|acceptedAnswer|review)\b/
const ROLE = /^(?:article|comment)$/
const CALLED = new Set(
  'post comment reply answer question message msg review email thing issue journal ticket toot status tweet postbit cmt kommentar commentaire comentario'.split(
    ' ',
  ),
)
/** What whole threads are called as well: those hold their posts. */
const SUBJECTS = new Set(['issue', 'ticket', 'thing'])
/** What parts of posts are called. */
const PARTS = new Set(['body', 'content', 'text', 'header', 'footer'])
const ENTRY = /^h-(?:entry|cite|review)$|^hentry$|^hreview$/
/** Elements that are no posts, whatever they are called. */
const NO_POSTS = new Set(
  'html body main a span b strong em i small time p h1 h2 h3 h4 h5 h6 nav button form input textarea label select img code pre ul ol dl tbody center'.split(
    ' ',
  ),
)
/** Elements in which others only repeat what somebody said elsewhere. */
const NO_POSTS_INSIDE = new Set('blockquote nav form aside footer pre'.split(' '))
const ARTICLE = 'article'
const STATED_MAX_COUNT = 10_000

/** An element that says that it is a post. */
interface Stated {
  element: ElementNode
  noun: string
  /** The outermost ones in it. */
  inner: readonly Stated[]
  /** Whether it is no post of its own after all. */
  isWrapper: boolean
}

/** Where names and times stand. */
export interface Signs {
  names: readonly ElementNode[]
  times: readonly ElementNode[]
}

/** Pieces that say of themselves that they are posts, and how many are of the kind that there are fewest of. */
export interface StatedPieces {
  pieces: readonly Piece[]
  smallest: number
}

/**
 * Finds the elements that say of themselves that they are posts, and in which a name or a time stands, in document order: one for each
 * post. Linear in the size of the page.
 */
export function listStated(nodes: readonly TreeNode[], signs: Signs, page: PageInk): StatedPieces {
  const quoted = quotedIn(nodes)
  const names = countBefore(nodes, signs.names, quoted)
  const times = countBefore(nodes, signs.times, quoted)
  const all: Stated[] = []
  const open: { stated: Stated; inner: Stated[] }[] = []
  const close = (): void => {
    const { stated, inner } = open.pop()!
    stated.inner = inner
    if (ownCount(stated, names) > 0) {
      // What is called alike and names nobody in a post of somebody is part of what that one says.
      for (const one of inner) {
        one.isWrapper = areAlike(one, stated) && ownCount(one, names) === 0
      }
      stated.inner = inner.flatMap((one) => (one.isWrapper ? one.inner : [one]))
    }
    unwrap(stated, names)
    open.at(-1)?.inner.push(...(stated.isWrapper ? stated.inner : [stated]))
  }
  let skipped = 0
  for (let id = 1; id < nodes.length && all.length < STATED_MAX_COUNT; id += 1) {
    const node = nodes[id]!
    if (node.isText || id < skipped) continue
    if (NO_POSTS_INSIDE.has(node.name)) {
      skipped = node.end
      continue
    }
    while (open.length > 0 && open.at(-1)!.stated.element.end <= id) close()
    const noun = nounOf(node)
    if (noun === '') continue
    const count = names[node.end]! - names[id]! + times[node.end]! - times[id]!
    if (count === 0) continue
    const stated: Stated = { element: node, noun, inner: [], isWrapper: false }
    all.push(stated)
    open.push({ stated, inner: [] })
  }
  while (open.length > 0) close()
  const found = all.filter(
    (stated) => !stated.isWrapper && ownCount(stated, names) + ownCount(stated, times) > 0,
  )
  // A lone article is no post.
  if (found.length === 1 && found[0]!.noun === ARTICLE) found.length = 0
  const counts = new Map<string, number>()
  for (const { noun } of found) counts.set(noun, (counts.get(noun) ?? 0) + 1)
  return {
    pieces: found.map(({ element }) => pieceOf(element, page)),
    smallest: Math.min(...counts.values()),
  }
}

/** The piece of a post: of the item of a list that it begins, which also holds its answers. */
function pieceOf(element: ElementNode, { ink }: PageInk): Piece {
  const { parent } = element
  const isFirst = parent?.name === 'li' && ink[parent.id] === ink[element.id]
  const { id, end } = isFirst ? parent : element
  return { start: id, end }
}

/** Whether each node stands in a quotation, whose names say who is quoted: 1 by its id. */
function quotedIn(nodes: readonly TreeNode[]): Uint8Array {
  const quoted = new Uint8Array(nodes.length)
  for (let id = 0; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (node.isText || node.name !== 'blockquote') continue
    quoted.fill(1, id, node.end)
    id = node.end - 1
  }
  return quoted
}

/** How many of some elements begin before each node, those quoted not counted; one more at the end. */
function countBefore(
  nodes: readonly TreeNode[],
  elements: readonly ElementNode[],
  quoted: Uint8Array,
): Int32Array {
  const counts = new Int32Array(nodes.length + 1)
  for (const { id } of elements) if (quoted[id] === 0) counts[id + 1]! += 1
  for (let id = 1; id < counts.length; id += 1) counts[id]! += counts[id - 1]!
  return counts
}

/**
 * Of two elements around the same post one is a wrapper: where only the inner one names somebody, the inner one if all are called alike,
 * else the outer one.
 */
function unwrap(stated: Stated, names: Int32Array): void {
  const [first, ...others] = stated.inner
  if (!first) return
  if (SUBJECTS.has(stated.noun)) stated.isWrapper = true
  if (ownCount(stated, names) > 0 || ownCount(first, names) === 0) return
  if (stated.inner.every((inner) => areAlike(inner, stated))) {
    first.isWrapper = true
    stated.inner = [...first.inner, ...others]
  } else stated.isWrapper = true
}

/** Whether two elements are called alike: an article may be any kind of post. */
function areAlike(one: Stated, other: Stated): boolean {
  return one.noun === other.noun || one.noun === ARTICLE || other.noun === ARTICLE
}

/** How many signs belong to a post and to none in it. */
function ownCount({ element, inner }: Stated, counts: Int32Array): number {
  let sum = counts[element.end]! - counts[element.id]!
  for (const { element: other } of inner) sum -= counts[other.end]! - counts[other.id]!
  return sum
}

/** Whether an element says that it answers a question. */
export function isAnswer(node: TreeNode): boolean {
  return !node.isText && nounOf(node) === 'answer'
}

/** What an element says that it is; empty where it does not say that it is a post. */
function nounOf(element: ElementNode): string {
  const { name, attributes, bits } = element
  if (NO_POSTS.has(name)) return ''
  if ((bits & Has.itemtype) !== 0) {
    const [, noun] = TYPE.exec(attributes['itemtype']!.slice(0, 200).trim()) ?? []
    if (noun !== undefined) return noun.toLowerCase()
  }
  if ((bits & Has.itemprop) !== 0) {
    const [, noun] = PROPERTY.exec(attributes['itemprop']!) ?? []
    if (noun !== undefined) return noun.toLowerCase().replace(/^.+(?=answer$)/, '')
  }
  const names = namesOf(element)
  const index = names.noteOf(nounIndex)
  if (index >= 0) return NOUNS[index]!
  if (index === PART) return ''
  if (name.endsWith('-comment') || name.endsWith('-post')) return 'post'
  const isArticle = name === ARTICLE || ((bits & Has.role) !== 0 && ROLE.test(attributes['role']!))
  return isArticle ? ARTICLE : ''
}

const NOUNS = [...CALLED]
const PART = -2

function nounIndex({ lasts, classes, id }: Names): number {
  if (classes.some((one) => ENTRY.test(one))) return 0
  const own = /^([a-z]+)[-_]?#$/.exec(id)?.[1]
  const words = own === undefined ? lasts : [...lasts, own]
  const index = NOUNS.findIndex((noun) => words.includes(noun))
  return index === -1 && lasts.some((word) => PARTS.has(word)) ? PART : index
}
