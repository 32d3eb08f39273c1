import type { PageTree } from '../../markup/html/parse-page.ts'
import {
  append,
  childrenOf,
  emptyCopy,
  makeElement,
  setChildren,
  TextNode,
  type ElementNode,
  type TreeNode,
} from '../../markup/html/tree/node.ts'
import { isPageControl } from './region.ts'
import { textBetween } from './stamps.ts'
import type { Saying, Thread } from './thread.ts'

/** A page with its posts written one after another. */
export interface Arranged {
  tree: PageTree
  kept: Uint8Array
  /** What became of each node of the page itself, where `tree` is a copy: 1 is in it, 2 is a name, a time or a button of a post. */
  written?: Uint8Array
  /** Comments that were left out. */
  comments?: number
  /** The posts are the subject of the page. */
  isThread?: true
}

/** Parts of lists and tables, which are none where they are taken out of these. */
const PARTS = new Set(
  'li dt dd dl td th tr tbody thead tfoot table caption summary noscript'.split(' '),
)
const LABEL = 2
/** Longer lines in bold are no heads. */
const HEAD_MAX_CHARS = 80
/** Characters between posts, links not counted, below which they are part of the template. */
const PROSE_MIN_CHARS = 60

/**
 * Writes each post of a page as a line `**author** · date`, then what it says, in quotations as deep as the post
 * stands. What was chosen around the posts stays, but between posts only where `keepsBetween`.
 */
export function arrangeThread(
  tree: PageTree,
  kept: Uint8Array,
  thread: Thread,
  keepsBetween: boolean,
): Arranged {
  return new Arranger(tree, kept, thread, keepsBetween).arrange()
}

class Arranger {
  readonly #tree: PageTree
  readonly #kept: Uint8Array
  readonly #thread: Thread
  readonly #keepsBetween: boolean
  readonly #root = makeElement('#document')
  /** Copies of the elements around what is copied now. */
  #copies = new Map<ElementNode, ElementNode>()
  /** The quotation for each depth, the root first. */
  #quotes: ElementNode[] = [this.#root]
  /** Number of posts that begin before each node; one more at the end. */
  readonly #counts: Int32Array
  /** Copies of nodes that are not written. */
  readonly #hidden = new Set<TreeNode>()
  /** Whether what is written next would stand under the name of the post before. */
  #isUnderName = false
  readonly #written: Uint8Array
  readonly #authors: readonly string[]

  constructor(tree: PageTree, kept: Uint8Array, thread: Thread, keepsBetween: boolean) {
    this.#tree = tree
    this.#kept = kept
    this.#thread = thread
    this.#keepsBetween = keepsBetween
    this.#counts = new Int32Array(tree.nodes.length + 1)
    this.#written = new Uint8Array(tree.nodes.length)
    this.#authors = [...new Set(thread.posts.map(({ author }) => author))].filter(
      (author) => author !== '',
    )
  }

  arrange(): Arranged {
    const { nodes } = this.#tree
    const { posts, opening } = this.#thread
    const isOwn = new Uint8Array(nodes.length)
    const counts = this.#counts
    for (const { start, end } of posts) {
      isOwn.fill(1, start, end)
      this.#written.fill(LABEL, start, end)
      counts[start + 1]! += 1
    }
    for (const part of [...(opening?.body ?? []), ...(opening?.heads ?? [])]) {
      isOwn.fill(1, part.id, part.isText ? part.id + 1 : part.end)
      counts[part.id + 1]! += 1
    }
    for (let id = 1; id < counts.length; id += 1) counts[id]! += counts[id - 1]!
    const last = posts.at(-1)?.end ?? 0
    const first = posts[0]?.start ?? 0
    let next = 0
    for (let id = 1; id < nodes.length; id += 1) {
      if (opening?.at === id) {
        for (const part of opening.body) this.#copyTitle(part.id, part.isText ? part.id : part.end)
        this.#write(opening, 0)
      }
      if (posts[next]?.start === id) {
        const post = posts[next]!
        if (next === 0) this.#copyTitle(post.start, post.body[0]?.id ?? post.end)
        if (post.body.length > 0) this.#write(post, post.depth)
        next += 1
        // Another piece may begin at the same node.
        while (posts[next]?.start === id) next += 1
      }
      if (isOwn[id] === 1) continue
      const node = nodes[id]!
      const end = node.isText ? id + 1 : node.end
      const holdsPosts = counts[end]! > counts[id]!
      if (holdsPosts && !node.isText) continue
      const isBetween = id > first && id < last
      if (this.#kept[id] === 1 && (!isBetween || this.#keepsBetween || this.#isProse(node))) {
        this.#copyBeside(node)
      }
      id = end - 1
    }
    return this.#result()
  }

  /** Copies the title of the thread where it stands in the first post. */
  #copyTitle(start: number, end: number): void {
    for (let id = start; id < end; id += 1) {
      const node = this.#tree.nodes[id]!
      if (!node.isText && node.name === 'h1' && this.#kept[id] === 1) this.#copyBeside(node)
    }
  }

  /** Whether something between posts says more than labels do. */
  #isProse(node: TreeNode): boolean {
    const end = node.isText ? node.id + 1 : node.end
    let chars = 0
    for (let id = node.id; id < end && chars < PROSE_MIN_CHARS; id += 1) {
      const inner = this.#tree.nodes[id]!
      if (!inner.isText && inner.name === 'a') id = inner.end - 1
      else if (inner.isText && this.#kept[id] === 1) chars += inner.data.trim().length
    }
    return chars >= PROSE_MIN_CHARS
  }

  /** Copies something that no post is in, with the elements around it; a rule parts it from the post before. */
  #copyBeside(node: TreeNode): void {
    this.#quotes = [this.#root]
    if (this.#isUnderName) this.#endPost(node)
    append(
      this.#around(node.parent),
      this.#copy(node, (id) => this.#kept[id] === 1),
    )
  }

  #around(parent: ElementNode | undefined): ElementNode {
    if (!parent?.parent) return this.#root
    const known = this.#copies.get(parent)
    if (known) return known
    const chain: ElementNode[] = []
    let at: ElementNode | undefined = parent
    while (at?.parent && !this.#copies.has(at)) {
      chain.push(at)
      at = at.parent
    }
    let around = (at && this.#copies.get(at)) ?? this.#root
    for (const element of chain.toReversed()) {
      const copy = copyOf(element, this.#holdsPosts(element))
      append(around, copy)
      this.#copies.set(element, copy)
      around = copy
    }
    return around
  }

  /** Ends what the name of the post before heads, unless something that is copied next begins with a heading, or with nothing. */
  #endPost(node: TreeNode): void {
    const end = node.isText ? node.id + 1 : node.end
    for (let id = node.id; id < end; id += 1) {
      const inner = this.#tree.nodes[id]!
      if (this.#kept[id] === 0 || (inner.isText && inner.ink === 0)) continue
      if (!inner.isText && !inner.isHeading && inner.name !== 'img') continue
      if (inner.isText || !inner.isHeading) this.#addRule()
      this.#isUnderName = false
      return
    }
  }

  #addRule(): void {
    append(this.#root, makeElement('hr'))
    this.#isUnderName = false
  }

  #holdsPosts({ id, end }: ElementNode): boolean {
    return this.#counts[end]! > this.#counts[id + 1]!
  }

  #write(saying: Saying, depth: number): void {
    this.#copies = new Map()
    const around = this.#quoteAt(depth)
    if (saying.author === '' && this.#isUnderName) append(around, makeElement('hr'))
    this.#isUnderName = saying.author !== ''
    append(around, headOf(saying))
    const body = makeElement('div')
    append(around, body)
    const { isLeft } = this.#thread
    for (const part of saying.body) {
      const copy = this.#copy(part, (id) => isLeft[id] === 0, true)
      append(body, copy)
    }
    unwrap(body)
  }

  #quoteAt(depth: number): ElementNode {
    this.#quotes.length = Math.min(this.#quotes.length, depth + 1)
    while (this.#quotes.length <= depth) {
      const quote = makeElement('blockquote')
      append(this.#quotes.at(-1)!, quote)
      this.#quotes.push(quote)
    }
    return this.#quotes[depth]!
  }

  /** A copy of a node with all inside, without recursion. */
  #copy(node: TreeNode, isKept: (id: number) => boolean, isBody = false): TreeNode {
    const { nodes } = this.#tree
    const copies = new Map<ElementNode, ElementNode>()
    let top: TreeNode | undefined
    const end = node.isText ? node.id + 1 : node.end
    for (let id = node.id; id < end; id += 1) {
      const from = nodes[id]!
      const isOut =
        isBody && (from.isText ? !isKept(id) : isPageControl(from) || this.#endsPost(from))
      if (isOut && top) {
        if (!from.isText) id = from.end - 1
        continue
      }
      const copy = from.isText
        ? new TextNode(from.data)
        : isBody && this.#looksLikeHead(from)
          ? emptyCopy(from, 'span')
          : copyOf(from, top === undefined)
      if (from.isText ? isOut || !isKept(id) : !isBody && !isKept(id)) this.#hidden.add(copy)
      else this.#written[id] = 1
      if (!from.isText) copies.set(from, copy as ElementNode)
      if (top === undefined) top = copy
      else append(copies.get(from.parent!)!, copy)
    }
    return top!
  }

  /** Whether a line in bold names somebody who wrote a post: it would look like the head of what stands below it. */
  #looksLikeHead(element: ElementNode): boolean {
    const { id, end, name } = element
    if (name !== 'b' && name !== 'strong') return false
    const { nodes } = this.#tree
    const text = textBetween(nodes, id + 1, end)
    if (text === '' || text.length > HEAD_MAX_CHARS) return false
    return this.#authors.some((author) => text.startsWith(author))
  }

  /** Whether an element says nothing, but would end what the name above heads: a rule, or a heading that holds only an icon. */
  #endsPost({ id, end, isHeading, name }: ElementNode): boolean {
    if (!isHeading) return name === 'hr'
    for (let inside = id + 1; inside < end; inside += 1) {
      const node = this.#tree.nodes[inside]!
      if (node.isText && node.ink > 0 && this.#thread.isLeft[inside] === 0) return false
    }
    return true
  }

  #result(): Arranged {
    const nodes: TreeNode[] = []
    const open: TreeNode[] = [this.#root]
    while (open.length > 0) {
      const node = open.pop()!
      node.id = nodes.length
      nodes.push(node)
      if (node.isText) continue
      const children = childrenOf(node)
      for (let at = children.length - 1; at >= 0; at -= 1) open.push(children[at]!)
    }
    const kept = new Uint8Array(nodes.length).fill(1)
    for (let id = nodes.length - 1; id >= 0; id -= 1) {
      const node = nodes[id]!
      if (!node.isText) {
        node.end =
          node.last === undefined ? id + 1 : node.last.isText ? node.last.id + 1 : node.last.end
      }
      if (this.#hidden.has(node)) kept[id] = 0
    }
    return { tree: { ...this.#tree, root: this.#root, nodes }, kept, written: this.#written }
  }
}

/** A copy without what is inside; what was part of a list or table is none where it is taken out. */
function copyOf(element: ElementNode, isOut: boolean): ElementNode {
  return emptyCopy(element, isOut && PARTS.has(element.name) ? 'div' : element.name)
}

function headOf({ author, date, votes, isAccepted }: Saying): ElementNode {
  const line = makeElement('p')
  const rest = [date, votes, isAccepted ? 'accepted' : ''].filter((part) => part !== '')
  if (author !== '') {
    const name = makeElement('strong')
    append(name, new TextNode(author))
    append(line, name)
  }
  const text = rest.join(' · ')
  if (text !== '') append(line, new TextNode(author === '' ? text : ` · ${text}`))
  return line
}

/** Makes a block of a quotation, or of text as it was typed, that holds all of a body: engines write posts so. */
function unwrap(body: ElementNode): void {
  let at = body
  for (let level = 0; level < 6; level += 1) {
    const children: ElementNode[] = []
    let hasText = false
    for (let child = at.first; child; child = child.next) {
      if (child.isText) hasText ||= child.data.trim() !== ''
      else if (child.first) children.push(child)
    }
    const [only] = children
    if (hasText || children.length !== 1 || !only) return
    if (only.name === 'blockquote' || PARTS.has(only.name))
      replace(at, only, emptyCopy(only, 'div'))
    else if (only.name === 'pre') {
      if (only.first?.isText && only.first === only.last)
        replace(at, only, paragraphsOf(only.first.data))
      return
    }
    at =
      childrenOf(at).find(
        (child): child is ElementNode => !child.isText && child.first !== undefined,
      ) ?? at
  }
}

/** Puts one element in the place of another, which gives it what it holds unless it has something. */
function replace(parent: ElementNode, old: ElementNode, fresh: ElementNode): void {
  const siblings = childrenOf(parent)
  if (!fresh.first) setChildren(fresh, childrenOf(old))
  setChildren(
    parent,
    siblings.map((child) => (child === old ? fresh : child)),
  )
}

/** Text as it was typed: empty lines part paragraphs. */
function paragraphsOf(text: string): ElementNode {
  const all = makeElement('div')
  for (const part of text.split(/\n[ \t]*\n/)) {
    const paragraph = makeElement('p')
    part.split('\n').forEach((line, index) => {
      if (index > 0) append(paragraph, makeElement('br'))
      append(paragraph, new TextNode(line))
    })
    append(all, paragraph)
  }
  return all
}
