import { walk, type ElementNode, type TreeNode } from '../tree/node.ts'
import type { PageTree } from '../tree/parse-page.ts'
import { HASH_START, hashNext, hashPair } from './hash.ts'
import type { PageFacts } from './page-facts.ts'
import { Kind, KINDS } from './words.ts'

/** Elements whose text is never content. */
const CONTROLS = new Set('select textarea input optgroup option rt rp noembed script'.split(' '))
/** Words of a block that are remembered, from its beginning. */
export const BLOCK_WORDS_MAX_COUNT = 12
/** Blocks up to this length may be known phrases. */
const PHRASE_MAX_CHARS = 40
const BREAKS_BETWEEN_BLOCKS = 2

/** One run of text between the borders of block elements: a paragraph, an item, a cell, a heading. */
export interface Block {
  owner: ElementNode
  /** Characters with white space collapsed. */
  chars: number
  words: number
  linkChars: number
  links: number
  commas: number
  digits: number
  capitals: number
  /** Words that begin with a capital letter. */
  titled: number
  /** Code of the last character. */
  last: number
  firstIsCapital: boolean
  currency: number
  questions: number
  copyrights: number
  at: number
  colons: number
  breaks: number
  /** Word triples that the linked data holds too, -1 where there are none to look for. */
  stated: number
  /** Words that the title holds too. */
  inTitle: number
  /** Hash of the whole text, digits alike; 0 for longer ones. */
  phrase: number
  /** Hash of all words, for finding repetitions. */
  whole: number
  /** Hash of the first two words. */
  prefix: number
  wordHashes: number[]
  strong: number
}

/** The blocks of a page in document order. */
export interface PageBlocks {
  blocks: Block[]
  /** For each node id the block that its text belongs to, -1 for all others. */
  blockOf: Int32Array
}

/** Cuts the text of a page into blocks and counts what each is made of. */
export function readBlocks(tree: PageTree, facts: PageFacts): PageBlocks {
  const reader = new BlockReader(tree, facts)
  walk(
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
    commas: 0,
    digits: 0,
    capitals: 0,
    titled: 0,
    last: 0,
    firstIsCapital,
    currency: 0,
    questions: 0,
    copyrights: 0,
    at: 0,
    colons: 0,
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
    let owner = element.parent
    while (owner?.parent && !owner.isBlock) owner = owner.parent
    if (owner) this.#owner = owner
  }

  flush(): void {
    const block = this.#block
    this.#breaks = 0
    this.#owesSpace = false
    if (!block) return
    this.#cutWord()
    if (block.chars > PHRASE_MAX_CHARS) block.phrase = 0
    if (this.#facts.statedTriples.size > 0 && block.words > 2) {
      block.stated = this.#statedHits
    }
    this.blocks.push(block)
    this.#block = undefined
    this.#statedHits = 0
    this.#wordBefore = 0
    this.#pairBefore = 0
  }

  /** The hot loop of the whole engine: every character of the page passes here once. */
  #text(text: string, id: number): void {
    let at = 0
    if (!this.#block) {
      while (at < text.length && KINDS[text.charCodeAt(at)] === Kind.blank) at += 1
      if (at > 0) this.#owesSpace = true
      if (at === text.length) return
      this.#block = this.#newBlock(KINDS[text.charCodeAt(at)] === Kind.upper)
    }
    const block = this.#block
    const charsInLink = this.#links > 0 ? 1 : 0
    let { chars, phrase } = block
    let word = this.#word
    let owesSpace = this.#owesSpace
    let ink = 0
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      const kind = KINDS[code]!
      if (kind === Kind.blank) {
        if (word !== 0) this.#endWord(block, word)
        word = 0
        owesSpace = true
        continue
      }
      if (owesSpace) {
        owesSpace = false
        chars += 1
        ink += charsInLink
        if (chars <= PHRASE_MAX_CHARS) phrase = hashNext(phrase, 32)
      }
      chars += 1
      ink += 1
      const letter = kind === Kind.upper ? code | 32 : code
      if (chars <= PHRASE_MAX_CHARS) phrase = hashNext(phrase, kind === Kind.digit ? 35 : letter)
      if (kind >= Kind.digit && kind !== Kind.sign) {
        if (kind === Kind.digit) block.digits += 1
        else if (kind === Kind.upper) {
          block.capitals += 1
          if (word === 0) block.titled += 1
        }
        word = hashNext(word === 0 ? HASH_START : word, letter)
        continue
      }
      if (word !== 0) this.#endWord(block, word)
      word = 0
      if (kind === Kind.mark) this.#mark(block, code)
      else this.#endWord(block, hashNext(HASH_START, code))
    }
    this.#word = word
    this.#owesSpace = owesSpace
    this.blockOf[id] = this.blocks.length
    if (ink === 0) return
    block.chars = chars
    block.phrase = phrase
    block.last = lastInk(text)
    this.#breaks = 0
    if (this.#links > 0) block.linkChars += ink
    if (this.#strong > 0) block.strong += ink
  }

  #newBlock(firstIsCapital: boolean): Block {
    const block = newBlock(this.#owner, firstIsCapital)
    if (this.#links > 0) block.links = 1
    this.#owesSpace = false
    return block
  }

  #mark(block: Block, code: number): void {
    if (code === 44 || code === 0xff0c || code === 0x3001 || code === 59) block.commas += 1
    else if (code === 63 || code === 0xff1f) block.questions += 1
    else if (code === 36 || code === 0x20ac || code === 0xa3 || code === 0xa5) block.currency += 1
    else if (code === 0xa9) block.copyrights += 1
    else if (code === 64) block.at += 1
    else if (code === 58) block.colons += 1
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

/** The code of the last character that is no white space. */
function lastInk(text: string): number {
  let at = text.length - 1
  while (KINDS[text.charCodeAt(at)] === Kind.blank) at -= 1
  return text.charCodeAt(at)
}
