import {
  blockAround,
  type ElementNode,
  type TextNode,
  type TreeNode,
} from '../../markup/html/tree/node.ts'
import { isControl, lettersIn, standsAround } from './around-content.ts'

/** Characters of one block that are looked at. */
const TEXT_MAX_CHARS = 1000
/** Letters outside of links after which a page has content, whatever else it shows. */
const ENOUGH_LETTERS = 1500
/** Lines, links and controls of a page that is no list of them. */
const PARTS_MAX_COUNT = 3000

/** A line or paragraph as a page shows it. */
export interface VisibleBlock {
  around: ElementNode
  /** Place of its first and its last text among the nodes. */
  from: number
  to: number
  /** Beginning of the block; `plainText` is without links and controls. */
  text: string
  plainText: string
  /** Letters and digits, those of Chinese, Japanese and Korean three times. */
  letters: number
  /** Letters and digits in links and controls, counted as `letters`. */
  linked: number
  /** Letters and digits in links to other pages, counted as `letters`. */
  leading: number
  /** Whether it stands in what its element, role or name calls a menu, a footer or the like. */
  isAround: boolean
}

/** What a page shows, in order. */
export interface VisiblePage {
  blocks: readonly VisibleBlock[]
  /** Links to other pages that hold something. */
  links: readonly ElementNode[]
  /** Places of what is pressed for an answer. */
  controls: readonly number[]
  /** Pictures outside of menus, footers and the like. */
  images: readonly ElementNode[]
  /** False when the page has so much text that the rest was not read. */
  isWhole: boolean
}

/** Longer text is prose, even in a link: one that nobody closed holds the whole page. */
const LABEL_MAX_LETTERS = 100
const CONTROL_TAGS: ReadonlySet<string> = new Set(['button', 'select', 'option'])
const LINE_ENDS: ReadonlySet<string> = new Set(['br', 'hr'])

/** Takes the text of a page apart. */
export function visiblePage(nodes: readonly TreeNode[]): VisiblePage {
  const taking = new Taking(nodes)
  for (let id = 1; id < nodes.length && taking.isWhole; id += 1) taking.node(nodes[id]!)
  return taking
}

class Taking implements VisiblePage {
  readonly blocks: VisibleBlock[] = []
  readonly links: ElementNode[] = []
  readonly controls: number[] = []
  readonly images: ElementNode[] = []
  isWhole = true
  readonly #nodes: readonly TreeNode[]
  #linkEnd = 0
  #controlEnd = 0
  #aroundEnd = 0
  #plain = 0
  #last: VisibleBlock | undefined

  constructor(nodes: readonly TreeNode[]) {
    this.#nodes = nodes
  }

  node(node: TreeNode): void {
    if (!node.isText) this.#element(node)
    else if (/\S/.test(node.data)) this.#text(node)
    const parts = Math.max(this.blocks.length, this.links.length, this.controls.length)
    this.isWhole = parts <= PARTS_MAX_COUNT && this.#plain <= ENOUGH_LETTERS
  }

  #element(element: ElementNode): void {
    const { id, end, name } = element
    if (LINE_ENDS.has(name)) this.#last = undefined
    if (isControl(element)) this.controls.push(id)
    if (name === 'a' && leadsElsewhere(element)) {
      this.#linkEnd = Math.max(this.#linkEnd, end)
      this.links.push(element)
    } else if (name === 'a' || CONTROL_TAGS.has(name) || isChoice(element, this.#nodes)) {
      this.#controlEnd = Math.max(this.#controlEnd, end)
    }
    if (id < this.#aroundEnd) return
    if (name === 'img') this.images.push(element)
    if (standsAround(element, this.#nodes)) this.#aroundEnd = end
  }

  #text(node: TextNode): void {
    const { id, data } = node
    const block = this.#blockOf(node)
    const letters = lettersIn(data)
    block.to = id
    block.letters += letters
    if (block.text.length < TEXT_MAX_CHARS) block.text += data.slice(0, TEXT_MAX_CHARS)
    if (Math.max(this.#linkEnd, this.#controlEnd) > id && letters <= LABEL_MAX_LETTERS) {
      block.linked += letters
      if (id < this.#linkEnd) block.leading += letters
      return
    }
    this.#plain += letters
    if (block.plainText.length < TEXT_MAX_CHARS) {
      block.plainText += data.slice(0, TEXT_MAX_CHARS)
    }
  }

  #blockOf(node: TextNode): VisibleBlock {
    const { id } = node
    const around = blockAround(node) ?? this.#root
    if (this.#last?.around === around) return this.#last
    const counts = { letters: 0, linked: 0, leading: 0 }
    const isAround = id < this.#aroundEnd
    this.#last = { around, from: id, to: id, text: '', plainText: '', ...counts, isAround }
    this.blocks.push(this.#last)
    return this.#last
  }

  get #root(): ElementNode {
    return this.#nodes[0] as ElementNode
  }
}

/** Whether a label is that of a choice that stands in it: of a language, an order. */
function isChoice({ id, end, name }: ElementNode, nodes: readonly TreeNode[]): boolean {
  if (name !== 'label') return false
  const inside = nodes.slice(id + 1, Math.min(end, id + 1 + LABEL_MAX_NODES))
  return inside.some((node) => !node.isText && node.name === 'select')
}

const LABEL_MAX_NODES = 6

function leadsElsewhere({ id, end, attributes: { href = '#' } }: ElementNode): boolean {
  return end > id + 1 && !/^\s*#/.test(href)
}
