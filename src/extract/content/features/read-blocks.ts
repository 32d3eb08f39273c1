import type { PageTree } from '../../../markup/html/parse-page.ts'
import {
  blockAround,
  visitNodes,
  type ElementNode,
  type TreeNode,
} from '../../../markup/html/tree/node.ts'
import { Mark, type Block, type PageBlocks } from './block.ts'
import { HASH_START, hashNext, hashPair } from './hash.ts'
import type { PageFacts } from './page-facts.ts'
import { Kind, KINDS } from './words.ts'

// Constants of this module: V8 knows their values, but not those of an object of another one.
const { blank: BLANK, mark: MARK, digit: DIGIT, upper: UPPER, sign: SIGN } = Kind

/** Elements whose text is never content. */
const CONTROLS = new Set('select textarea input optgroup option rt rp noembed script'.split(' '))
/** Words of a block that are remembered, from its beginning. */
export const BLOCK_WORDS_MAX_COUNT = 12
/** Blocks up to this length may be known phrases. */
const PHRASE_MAX_CHARS = 40
const BREAKS_BETWEEN_BLOCKS = 2
/** The `Mark` of each UTF-16 code. */
const COUNTED_MARKS = new Uint8Array(0x10000)
for (const [characters, mark] of [
  [',，、;', Mark.comma],
  ['?？', Mark.question],
  ['$€£¥', Mark.currency],
  ['©', Mark.copyright],
  ['@', Mark.at],
  [':', Mark.colon],
] as const) {
  for (const character of characters) COUNTED_MARKS[character.charCodeAt(0)] = mark
}

/** Cuts the text of a page into blocks and counts what each is made of. */
export function readBlocks(tree: PageTree, facts: PageFacts): PageBlocks {
  const reader = new BlockReader(tree, facts)
  visitNodes(
    tree.root,
    (node) => reader.enter(node),
    (element) => reader.leave(element),
  )
  reader.flush()
  return { blocks: reader.blocks, blockOf: reader.blockOf }
}

function newBlock(owner: ElementNode, firstIsCapital: boolean): Block {
  return {
    owner,
    chars: 0,
    words: 0,
    linkChars: 0,
    links: 0,
    digits: 0,
    capitals: 0,
    titled: 0,
    last: 0,
    firstIsCapital,
    marks: [0, 0, 0, 0, 0, 0, 0],
    breaks: 0,
    stated: -1,
    inTitle: 0,
    phrase: HASH_START,
    whole: HASH_START,
    prefix: 0,
    wordHashes: [],
    strong: 0,
  }
}

class BlockReader {
  readonly blocks: Block[] = []
  readonly blockOf: Int32Array
  readonly #facts: PageFacts
  #owner: ElementNode
  #block: Block | undefined
  #links = 0
  #strong = 0
  #breaks = 0
  #owesSpace = false
  #word = 0
  #wordBefore = 0
  #pairBefore = 0
  #statedHits = 0

  constructor(tree: PageTree, facts: PageFacts) {
    this.#facts = facts
    this.#owner = tree.root
    this.blockOf = new Int32Array(tree.nodes.length).fill(-1)
  }

  enter(node: TreeNode): boolean {
    if (node.isText) {
      this.#text(node.data, node.id)
      return false
    }
    const { name } = node
    if (CONTROLS.has(name)) return false
    if (name === 'br') {
      this.#cutWord()
      this.#owesSpace = true
      this.#breaks += 1
      if (this.#breaks === BREAKS_BETWEEN_BLOCKS) this.flush()
      if (this.#block) this.#block.breaks += 1
      return false
    }
    if (name === 'a') {
      this.#links += 1
      if (this.#block) this.#block.links += 1
    } else if (name === 'b' || name === 'strong') this.#strong += 1
    if (node.isBlock) {
      this.flush()
      this.#owner = node
    } else if (name === 'img') {
      this.#cutWord()
      this.#owesSpace = true
    }
    return true
  }

  leave(element: ElementNode): void {
    const { name } = element
    if (name === 'a') this.#links -= 1
    else if (name === 'b' || name === 'strong') this.#strong -= 1
    if (!element.isBlock) return
    this.flush()
    const owner = blockAround(element)
    if (owner) this.#owner = owner
  }

  flush(): void {
    const block = this.#block
    this.#breaks = 0
    this.#owesSpace = false
    if (!block) return
    this.#cutWord()
    if (block.chars > PHRASE_MAX_CHARS) block.phrase = 0
    const isStatable = this.#facts.statedTriples.size > 0 && block.words > 2
    block.stated = isStatable ? this.#statedHits : -1
    this.blocks.push(block)
    this.#block = undefined
    this.#statedHits = 0
    this.#wordBefore = 0
    this.#pairBefore = 0
  }

  /** The hot loop of the whole engine: every character of the page passes here once. */
  #text(text: string, id: number): void {
    const charsInLink = this.#links > 0 ? 1 : 0
    let block = this.#block
    let chars = block?.chars ?? 0
    let phrase = block?.phrase ?? HASH_START
    let last = block?.last ?? 0
    let word = this.#word
    let owesSpace = this.#owesSpace
    let ink = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      const kind = KINDS[code]!
      if (kind === BLANK) {
        if (block && word !== 0) this.#endWord(block, word)
        word = 0
        owesSpace = true
        continue
      }
      if (!block) {
        block = this.#newBlock(kind === UPPER)
        owesSpace = false
      }
      if (owesSpace) {
        owesSpace = false
        chars += 1
        ink += charsInLink
        if (chars <= PHRASE_MAX_CHARS) phrase = hashNext(phrase, 32)
      }
      chars += 1
      ink += 1
      last = code
      const letter = kind === UPPER ? code | 32 : code
      if (chars <= PHRASE_MAX_CHARS) phrase = hashNext(phrase, kind === DIGIT ? 35 : letter)
      if (kind >= DIGIT && kind !== SIGN) {
        if (kind === DIGIT) block.digits += 1
        else if (kind === UPPER) {
          block.capitals += 1
          if (word === 0) block.titled += 1
        }
        word = hashNext(word === 0 ? HASH_START : word, letter)
        continue
      }
      if (word !== 0) this.#endWord(block, word)
      word = 0
      if (kind === MARK) block.marks[COUNTED_MARKS[code]!]! += 1
      else this.#endWord(block, hashNext(HASH_START, code))
    }
    this.#word = word
    this.#owesSpace = owesSpace
    if (!block) return
    this.blockOf[id] = this.blocks.length
    if (ink === 0) return
    block.chars = chars
    block.phrase = phrase
    block.last = last
    this.#breaks = 0
    if (this.#links > 0) block.linkChars += ink
    if (this.#strong > 0) block.strong += ink
  }

  #newBlock(firstIsCapital: boolean): Block {
    const block = newBlock(this.#owner, firstIsCapital)
    if (this.#links > 0) block.links = 1
    this.#block = block
    return block
  }

  /** Ends the word that goes on from one run of text to the next, if there is one. */
  #cutWord(): void {
    if (this.#word !== 0 && this.#block) this.#endWord(this.#block, this.#word)
    this.#word = 0
  }

  #endWord(block: Block, word: number): void {
    const { titleWords, statedTriples } = this.#facts
    block.words += 1
    block.whole = hashPair(block.whole, word)
    if (block.wordHashes.length < BLOCK_WORDS_MAX_COUNT) block.wordHashes.push(word)
    if (titleWords.has(word)) block.inTitle += 1
    const pair = hashPair(this.#wordBefore, word)
    if (block.words === 2) block.prefix = pair
    if (statedTriples.size > 0 && block.words > 2) {
      if (statedTriples.has(hashPair(this.#pairBefore, word))) this.#statedHits += 1
    }
    this.#wordBefore = word
    this.#pairBefore = pair
  }
}
