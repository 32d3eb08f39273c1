import type { PageTree } from '../../markup/html/parse-page.ts'
import { Has } from '../../markup/html/tokens/attribute-bits.ts'
import { type ElementNode, type TreeNode } from '../../markup/html/tree/node.ts'
import type { PageSignals } from '../content/features/block-features.ts'
import { Flag } from '../content/features/element-stats.ts'
import { STATED_ARTICLE, STATED_PRODUCT } from '../content/features/page-facts.ts'
import { SAYING_MIN_CHARS } from '../content/leave/emptied.ts'
import { PAGE_TYPES } from '../content/model/page-type.ts'
import { isCalled } from './names.ts'
import { textBetween } from './stamps.ts'
import type { Post, Thread } from './thread.ts'

/** The role of posts on their page: its subject, or comments of readers on something else; `none` where they are no posts after all. */
export type ThreadRole = 'thread' | 'comments' | 'none'

/** Facts of a page besides its posts. */
export interface PageView {
  tree: PageTree
  signals: Pick<PageSignals, 'facts' | 'blocks' | 'blockOf' | 'stats'>
  /** How likely the page is of each of `PAGE_TYPES`. */
  types: Float32Array
  /** Whether each node was chosen as content: 1 by its id. */
  kept: Uint8Array
  address: string
}

/** Chance by the model from which on a page is a forum. */
const FORUM_MIN_CHANCE = 0.4
/** Chance from which on posts are looked for, and chosen characters in what is called comments. */
const PERHAPS_MIN_CHANCE = 0.05
const COMMENTS_MIN_CHARS = 100
/** Most characters beside the posts of a page that is about them, and their share of those of the posts. */
const BESIDE_MAX_CHARS = 250
const BESIDE_MAX_SHARE = 0.15
/** Share of posts that must say who wrote them, and when. */
const NAMED_MIN_SHARE = 0.7
/** Share of posts that must do so where they say that they are posts: of deleted accounts pages show no name. */
const CALLED_MIN_SHARE = 0.3
/** Nodes of a page that is searched for posts in any case. */
const SMALL_MAX_NODES = 500
/** Posts that say something on a page with posts. */
const SAYING_MIN_COUNT = 2
/** Posts on a page that does not call itself a thread. */
const POSTS_MIN_COUNT = 3
const POST_MIN_CHARS = 6
const LINKS_MAX_SHARE = 0.5
/** Share of the text of posts that may be missed by reading them so. */
const MISSED_MAX_SHARE = 0.3
/** Share of posts whose heading leads elsewhere, from which on they are entries of a list. */
const ENTRIES_MIN_SHARE = 0.5
const LINKED_THREAD = 8
const LINKED_FAQ = 64
const COMMENT_WORDS = new Set(
  'comment comments commentlist commentarea replies reply reactions discussion disqus respond responses webmentions kommentare commentaires comentarios reviews'.split(
    ' ',
  ),
)

/**
 * Whether it is worth looking for posts: on small pages, those that may be threads, and where what may be comments of readers was chosen
 * or is wanted.
 */
export function mayHavePosts(view: PageView, wantsComments: boolean): boolean {
  const isSmall = view.tree.nodes.length <= SMALL_MAX_NODES
  if (wantsComments || isSmall || forumChance(view) >= PERHAPS_MIN_CHANCE) return true
  const { blocks, stats } = view.signals
  let chars = 0
  for (const block of blocks) {
    const { id } = block.owner
    if (view.kept[id] === 1 && (stats.flags[id]! & Flag.comments) !== 0) chars += block.chars
  }
  return chars >= COMMENTS_MIN_CHARS
}

/** How many times a page must show for its posts to be looked for: those of a forum do without, and a small page takes no time. */
export function leastTimes(view: PageView): number {
  const isStated = (view.tree.bits & Has.itemtype) !== 0
  if (view.tree.nodes.length <= SMALL_MAX_NODES) return 0
  return mayBeForum({ isStated }, view) ? 0 : Math.ceil(NAMED_MIN_SHARE * SAYING_MIN_COUNT)
}

function forumChance({ types }: PageView): number {
  return types[PAGE_TYPES.indexOf('forum')]!
}

/** Decides what the posts of a page are, and which of them count: an article is none of those that comment on it. */
export function judgeThread(found: Thread, view: PageView): Judged {
  const isStated = view.signals.facts.stated === STATED_ARTICLE && !saysThreadItself(found, view)
  const isArticle = isStated ? forumChance(view) < FORUM_MIN_CHANCE : !mayBeForum(found, view)
  const thread = isArticle ? withoutArticle(found, view.tree.nodes, isStated) : found
  const role = roleOf(thread, view)
  return { thread: role === 'thread' && !isStated ? found : thread, role }
}

/** What the posts of a page are, and those that count. */
export interface Judged {
  role: ThreadRole
  thread: Thread
}

/** The posts without the text that they comment on, where that is written like one of them. */
function withoutArticle(found: Thread, nodes: readonly TreeNode[], isStated: boolean): Thread {
  const thread = isStated ? { ...found, opening: undefined } : found
  const [first, ...others] = thread.posts
  const isOne =
    first && others.length > 0 && isInComments(others, nodes) && !isInComments([first], nodes)
  if (!isOne) return thread
  const least = Math.min(...others.map(({ depth }) => depth))
  const posts = others.map((post) => ({ ...post, depth: post.depth - least }))
  return { ...thread, posts, opening: undefined, isFirstApart: false }
}

function saysThreadItself(
  { isStated }: Pick<Thread, 'isStated'>,
  { signals: { facts } }: PageView,
): boolean {
  // Questions that a page answers itself are linked in the same way as those of a thread.
  return (
    isStated ||
    ((facts.linkedKinds & LINKED_THREAD) !== 0 && (facts.linkedKinds & LINKED_FAQ) === 0)
  )
}

function mayBeForum(thread: Pick<Thread, 'isStated'>, view: PageView): boolean {
  const chance = forumChance(view)
  if (chance >= FORUM_MIN_CHANCE) return true
  return (
    chance >= PERHAPS_MIN_CHANCE && (saysThreadItself(thread, view) || view.signals.facts.isForum)
  )
}

function roleOf(thread: Thread, view: PageView): ThreadRole {
  const posts = thread.posts.filter(({ body }) => body.length > 0)
  const isForum = mayBeForum(thread, view)
  if (posts.length < (thread.isCalled && isForum ? 1 : SAYING_MIN_COUNT)) return 'none'
  const { facts } = view.signals
  const named = posts.filter(({ isLikely }) => isLikely).length
  const dated = posts.filter(({ date }) => date !== '').length
  const chars = posts.reduce((sum, post) => sum + post.chars, 0)
  const links = posts.reduce((sum, post) => sum + post.chars * post.linkShare, 0)
  const saysThread = saysThreadItself(thread, view)
  if (named < (thread.isCalled ? CALLED_MIN_SHARE : NAMED_MIN_SHARE) * posts.length) return 'none'
  const beside = charsBeside(thread, view)
  const isComments = isInComments(posts, view.tree.nodes)
  const isFew = posts.length === 1 || (posts.length < POSTS_MIN_COUNT && !isComments)
  if (isFew && !areChosen(posts, view)) return 'none'
  // Where hardly anything stands beside them they comment on nothing, but are what the page is about.
  const isAllThereIs =
    beside < SAYING_MIN_CHARS && (isComments || (thread.isCalled && areChosen(posts, view)))
  if (dated < NAMED_MIN_SHARE * posts.length && !isForum && !isAllThereIs) return 'none'
  const isShort = !thread.isCalled && chars < POST_MIN_CHARS * posts.length
  if (links > LINKS_MAX_SHARE * chars || isShort) return 'none'
  if (thread.missed > MISSED_MAX_SHARE * chars || isListOfEntries(posts, thread.isCalled, view))
    return 'none'
  if (isLog(posts, view)) return 'none'
  if (facts.stated === STATED_PRODUCT) return isComments ? 'comments' : 'none'
  const isAlone = beside <= Math.max(BESIDE_MAX_CHARS, BESIDE_MAX_SHARE * chars)
  if (facts.stated === STATED_ARTICLE && !saysThread) {
    return isAlone && isForum ? 'thread' : isComments ? 'comments' : 'none'
  }
  if (isForum && (isAlone || beside < chars || saysThread)) return 'thread'
  const isLikely = forumChance(view) >= PERHAPS_MIN_CHANCE
  if (isAlone && isLikely && posts.length >= POSTS_MIN_COUNT) return 'thread'
  if (isAllThereIs) return 'thread'
  if (!isComments) return 'none'
  return beside < chars && thread.opening && thread.posts.some(({ depth }) => depth > 1)
    ? 'thread'
    : 'comments'
}

/** Whether most of what posts say was chosen. */
function areChosen(posts: readonly Post[], { tree: { nodes }, kept }: PageView): boolean {
  let chosen = 0
  let all = 0
  for (const { body, chars } of posts) {
    all += chars
    for (const part of body) {
      for (let id = part.id; id < (part.isText ? part.id + 1 : part.end); id += 1) {
        const node = nodes[id]!
        if (node.isText && kept[id] === 1) chosen += node.ink
      }
    }
  }
  return 2 * chosen > all
}

/** Characters of chosen text that no post holds, without headings and links. */
function charsBeside({ posts, opening }: Thread, { tree: { nodes }, kept }: PageView): number {
  const own = new Uint8Array(nodes.length)
  for (const { start, end } of posts) own.fill(1, start, end)
  for (const part of [...(opening?.body ?? []), ...(opening?.heads ?? [])]) {
    own.fill(1, part.id, part.isText ? part.id + 1 : part.end)
  }
  let chars = 0
  let skipped = 0
  for (let id = 1; id < nodes.length; id += 1) {
    const node = nodes[id]!
    if (!node.isText) {
      if (node.isHeading || node.name === 'a') skipped = Math.max(skipped, node.end)
    } else if (kept[id] === 1 && own[id] === 0 && id >= skipped) chars += node.ink
  }
  return chars
}

/** Whether posts stand under something that is called comments. */
function isInComments(posts: readonly Post[], nodes: readonly TreeNode[]): boolean {
  const first = nodes[posts[0]!.start]!
  let at: ElementNode | undefined = first.isText ? first.parent : first
  for (let level = 0; level < 5 && at?.parent; level += 1) {
    if (isCalled(at, COMMENT_WORDS)) return true
    at = at.parent
  }
  return false
}

/** Whether most posts have a heading that leads to a page of their own, as cards and search results have. */
function isListOfEntries(
  posts: readonly Post[],
  saysPosts: boolean,
  { tree: { nodes }, address }: PageView,
): boolean {
  const page = pathOf(address)
  const targets = new Set<string>()
  for (const { start, end, author } of posts) {
    for (let id = start; id < end; id += 1) {
      const node = nodes[id]!
      if (node.isText || node.name !== 'a' || !isTitle(node)) continue
      const text = textBetween(nodes, id + 1, node.end)
      if (text === author || text === '') continue
      const { href = '' } = node.attributes
      const target = pathOf(href)
      if (href.includes('#') || target === '' || target === page) continue
      targets.add(target)
      break
    }
  }
  // Of what says that it is posts, one heading of that kind is that of the thread.
  const least = saysPosts ? 2 : 1
  return targets.size >= Math.max(least, ENTRIES_MIN_SHARE * posts.length)
}

const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/

/** Whether the headings of most posts say when, and nothing who: those of a list of changes or of events, which nobody said. */
function isLog(posts: readonly Post[], { tree: { nodes } }: PageView): boolean {
  const dated = posts.filter(({ start, end, author }) => {
    const heading = nodes
      .slice(start, end)
      .find((node): node is ElementNode => !node.isText && node.isHeading)
    const text = heading ? textBetween(nodes, heading.id + 1, heading.end) : ''
    return YEAR.test(text) && author === ''
  })
  return dated.length >= ENTRIES_MIN_SHARE * posts.length
}

const NAMES = new Set(
  'author user username name nick poster creator fn nickname member profile'.split(' '),
)

/** Whether a link stands in, or around, a heading that is no name. */
function isTitle(link: ElementNode): boolean {
  if (isCalled(link, NAMES)) return false
  for (let child = link.first; child; child = child.next)
    if (!child.isText && child.isHeading) return true
  let at = link.parent
  for (let level = 0; level < 3 && at; level += 1) {
    if (isCalled(at, NAMES)) return false
    if (at.isHeading) return true
    at = at.parent
  }
  return false
}

function pathOf(href: string): string {
  const text = href.trim().slice(0, 500)
  if (text === '' || text.startsWith('#') || /^(?:javascript|mailto):/i.test(text)) return ''
  return text
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/^\.?\//, '')
    .replace(/[?#].*$/, '')
}
