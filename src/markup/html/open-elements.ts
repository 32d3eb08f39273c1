import { HEADINGS, TABLE_CONTEXT, Trait, traitsOf } from './tags.ts'

// Constants of this module: V8 knows their values, but not those of an object of another one.
const {
  scope: SCOPE,
  special: SPECIAL,
  closesParagraph: CLOSES_PARAGRAPH,
  heading: HEADING,
  tablePart: TABLE_PART,
  holdsHtml: HOLDS_HTML,
  follows: FOLLOWS,
  leavesForeign: LEAVES_FOREIGN,
} = Trait

/** A depth that no stack reaches: stands for a part that is not open. An integer, as `Infinity` is none for V8. */
export const NOWHERE = 2 ** 30

const OPTION: ReadonlySet<string> = new Set(['option'])
const CHOICES: ReadonlySet<string> = new Set(['option', 'optgroup'])
const RUBY: ReadonlySet<string> = new Set(['rb', 'rtc', 'rt', 'rp'])
const RUBY_TEXT: ReadonlySet<string> = new Set(['rb', 'rt', 'rp'])

/** A name of elements, as one document uses it. */
export interface Tag {
  readonly name: string
  /** Bits of `Trait`. */
  readonly traits: number
  /** Elements of this name that are open. */
  open: number
}

/**
 * The stack of open elements: which of them a tag closes, as the HTML standard says (13.2.6), without its
 * adoption agency: an end tag of a formatting element that has a block inside does nothing.
 * Time is linear in the number of tags.
 */
export class OpenElements {
  readonly #tags = new Map<string, Tag>()
  readonly #open: Tag[] = []
  readonly #p = this.tag('p')
  readonly #dd = this.tag('dd')
  readonly #dt = this.tag('dt')
  readonly #table = this.tag('table')
  readonly #button = this.tag('button')
  readonly #li = this.tag('li')
  readonly #ul = this.tag('ul')
  readonly #ol = this.tag('ol')
  readonly #headings = Array.from(HEADINGS, (name) => this.tag(name))
  /** Depth of the outermost open drawing or formula. */
  #foreignDepth = NOWHERE

  /** Names of all elements that were asked for. */
  get names(): Pick<ReadonlySet<string>, 'has'> {
    return this.#tags
  }

  get depth(): number {
    return this.#open.length
  }

  /** Whether a drawing or formula is open, in which other rules hold. */
  get isForeign(): boolean {
    return this.#foreignDepth !== NOWHERE
  }

  /** The one tag of a name. */
  tag(name: string): Tag {
    let tag = this.#tags.get(name)
    if (!tag) this.#tags.set(name, (tag = { name, traits: traitsOf(name), open: 0 }))
    return tag
  }

  push(tag: Tag): void {
    const isForeign = tag.name === 'svg' || tag.name === 'math'
    if (isForeign && !this.isForeign) this.#foreignDepth = this.#open.length
    this.#open.push(tag)
    tag.open += 1
  }

  /** Takes out the innermost open element; there must be one. */
  pop(): Tag {
    const tag = this.#open.pop()!
    tag.open -= 1
    if (this.#open.length === this.#foreignDepth) this.#foreignDepth = NOWHERE
    return tag
  }

  #isList(tag: Tag): boolean {
    return tag === this.#ul || tag === this.#ol
  }

  /** True inside of a part of a drawing or formula that holds HTML. */
  #isInText(): boolean {
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const { name, traits } = this.#open[at]!
      if ((traits & HOLDS_HTML) !== 0) return true
      if (name === 'svg' || name === 'math') return false
    }
    return false
  }

  /** The depth to which the start tag closes a drawing or formula that it cannot be part of: `depth` when there is none. */
  depthLeaving({ traits }: Tag): number {
    const leaves = this.isForeign && (traits & LEAVES_FOREIGN) !== 0 && !this.#isInText()
    return leaves ? this.#foreignDepth : this.#open.length
  }

  /** The depth to which the end tag closes: `depth` when it closes nothing. */
  depthAfterEnd(tag: Tag): number {
    // The end of a heading ends one of any level, that of a template whatever it holds.
    const alike = tag.traits & HEADING
    const isOpen = alike === 0 ? tag.open > 0 : this.#headings.some(({ open }) => open > 0)
    if (!isOpen) return this.#open.length
    const isPart = (tag.traits & TABLE_PART) !== 0
    const stops = (tag.traits & SPECIAL) !== 0 ? SCOPE : SCOPE | SPECIAL
    if (tag.name === 'template') return this.#open.lastIndexOf(tag)
    for (let at = this.#open.length - 1; at >= 0; at -= 1) {
      const open = this.#open[at]!
      if (open === tag || (open.traits & alike) !== 0) return at
      if (isPart ? open === this.#table : (open.traits & stops) !== 0) break
      if (tag === this.#p ? open === this.#button : tag === this.#li && this.#isList(open)) break
    }
    return this.#open.length
  }

  /** The depth to which a start tag closes open elements: `depth` where it closes none. */
  depthBeforeStart(tag: Tag): number {
    if (this.isForeign) return this.#open.length
    const { traits } = tag
    const context = (traits & TABLE_PART) === 0 ? undefined : TABLE_CONTEXT.get(tag.name)
    if (context) return this.#depthUnder(context)
    let depth = this.#open.length
    if ((traits & FOLLOWS) !== 0) depth = this.#depthOfSame(tag)
    if ((traits & CLOSES_PARAGRAPH) === 0) return depth
    if (this.#p.open > 0) depth = Math.min(depth, this.depthAfterEnd(this.#p))
    const closesHeading = (traits & HEADING) !== 0 && depth === this.#open.length
    return closesHeading && ((this.#open.at(-1)?.traits ?? 0) & HEADING) !== 0 ? depth - 1 : depth
  }

  /** The depth to which the start of an item, link, part of a ruby and so on closes what is open before it. */
  #depthOfSame(tag: Tag): number {
    switch (tag.name) {
      case 'li':
        return this.#itemDepth(tag, tag)
      case 'dd':
      case 'dt':
        return this.#itemDepth(this.#dd, this.#dt)
      case 'option':
      case 'optgroup':
        return this.#depthWithout(tag.name === 'option' ? OPTION : CHOICES)
      case 'rb':
      case 'rtc':
        return this.#depthWithout(RUBY)
      case 'rt':
      case 'rp':
        return this.#depthWithout(RUBY_TEXT)
      case 'table':
        return this.#depthOutsideOfTable()
      default:
        return this.depthAfterEnd(tag)
    }
  }

  /** The depth without the innermost elements that have one of some names. */
  #depthWithout(names: ReadonlySet<string>): number {
    let at = this.#open.length
    while (at > 0 && names.has(this.#open[at - 1]!.name)) at -= 1
    return at
  }

  /** A table that stands in another one, but in none of its cells, ends that. */
  #depthOutsideOfTable(): number {
    for (let at = this.#open.length - 1; at >= 0 && this.#table.open > 0; at -= 1) {
      const open = this.#open[at]!
      if (open === this.#table) return at
      if ((open.traits & SCOPE) !== 0) break
    }
    return this.#open.length
  }

  #depthUnder(context: ReadonlySet<string>): number {
    if (this.#table.open === 0) return this.#depthOfLoneCell()
    let at = this.#open.length
    while (at > 0 && !context.has(this.#open[at - 1]!.name)) at -= 1
    return at
  }

  /** Cells outside of any table, which the standard ignores: each closes the one before. */
  #depthOfLoneCell(): number {
    const top = this.#open.at(-1)
    return top && TABLE_CONTEXT.has(top.name) ? this.#open.length - 1 : this.#open.length
  }

  #itemDepth(one: Tag, other: Tag): number {
    if (one.open > 0 || other.open > 0) {
      for (let at = this.#open.length - 1; at >= 0; at -= 1) {
        const open = this.#open[at]!
        if (open === one || open === other) return at
        const { name, traits } = open
        const stops = (traits & SPECIAL) !== 0
        if (stops && name !== 'address' && name !== 'div' && name !== 'p') break
      }
    }
    return this.#open.length
  }
}
