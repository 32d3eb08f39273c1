/** A quotation, list, item, definition or footnote that blocks stand in. */
interface Container {
  kind: 'root' | 'quote' | 'list' | 'item' | 'definition' | 'note'
  /** The beginning of its first line, after the prefix of the blocks around it. */
  first: string
  /** What begins each further line, from the margin on. */
  rest: string
  /** Whether a line of it has been written. */
  started: boolean
  /** Whether the last block in it was bare text, which a tight list may follow at once. */
  afterText: boolean
  /** The list that ended last in it, if nothing has come since. */
  lastMarker: string
  /** Containers that were supplied around it and end with it. */
  supplied: number
}

interface List extends Container {
  kind: 'list'
  /** `-`, `*`, `.` or `)`. */
  marker: string
  ordered: boolean
  start: number
  items: number
  /** Whether items are separated by blank lines. */
  loose: boolean
  /** Width of the last item's marker. */
  indent: number
}

/** Containers inside each other; what is nested deeper is written at this depth. */
const NESTING_MAX_DEPTH = 30

/** Largest number that CommonMark takes for an item. */
const ITEM_NUMBER_MAX = 999_999_999

/** Lays out blocks inside quotations and lists: prefixes, markers and the lines between blocks. */
export class BlockWriter {
  #text = ''
  readonly #isFaithful: boolean
  readonly #stack: Container[] = [container('root', '', '')]
  /** Whether each opened container was really opened, or lies too deep. */
  readonly #opened: boolean[] = []
  #items = 0
  /** Whether the last line was a marker that the next block of its container follows at once. */
  #followsMarker = false

  /** `isFaithful` to write quotations and items without content too, and no number of an item that readers of Markdown would not count to. */
  constructor(isFaithful: boolean) {
    this.#isFaithful = isFaithful
  }

  /** The document so far. */
  get text(): string {
    return this.#text
  }

  /** Whether the next block is the first of a list item. */
  get atItemStart(): boolean {
    const top = this.#top()
    return top.kind === 'item' && !top.started
  }

  /** Whether the next block stands in nothing. */
  get atRoot(): boolean {
    return this.#stack.length === 1
  }

  /** Opens the text of a footnote (`[^1]: …`, as GitHub reads it). */
  openNote(label: string): void {
    if (!this.#mayOpen()) return
    const top = this.#top()
    top.lastMarker = ''
    this.#stack.push(container('note', `[^${label}]: `, `${top.rest}    `))
  }

  /** Opens what a term means (`:   …`, as PHP Markdown Extra and pandoc read it); the term is the block before. */
  openDefinition(): void {
    if (!this.#mayOpen()) return
    const top = this.#top()
    top.lastMarker = ''
    this.#stack.push(container('definition', ':   ', `${top.rest}    `))
  }

  openQuote(): void {
    if (!this.#mayOpen()) return
    const top = this.#top()
    top.lastMarker = ''
    this.#stack.push(container('quote', '> ', `${top.rest}> `))
  }

  openList(ordered: boolean, start: number): void {
    if (!this.#mayOpen()) return
    const supplied = this.#top().kind === 'list' ? this.#supplyItem() : 0
    const top = this.#top()
    const [marker = '', other = ''] = ordered ? ['.', ')'] : ['-', '*']
    const list: List = {
      ...container('list', '', top.rest),
      kind: 'list',
      // Two lists in a row would be one if their markers were alike.
      marker: top.lastMarker === marker ? other : marker,
      ordered,
      start: start >= 0 ? itemNumber(start, 1) : 1,
      items: 0,
      loose: false,
      indent: 2,
      supplied,
    }
    this.#stack.push(list)
  }

  /** Opens an item; `number` is that of a numbered item, if it is not simply the next. */
  openItem(number?: number): void {
    if (!this.#mayOpen()) return
    let supplied = 0
    if (!isList(this.#top())) {
      this.openList(false, 1)
      this.#opened.pop()
      supplied = 1
    }
    const list = this.#top() as List
    if (number !== undefined && number >= 0 && (list.items === 0 || !this.#isFaithful))
      list.start = itemNumber(number - list.items, list.start)
    const first = list.ordered ? `${list.start + list.items}${list.marker} ` : `${list.marker} `
    list.indent = first.length
    this.#stack.push({
      ...container('item', first, list.rest + ' '.repeat(first.length)),
      supplied,
    })
    this.#items += 1
  }

  /** Says that the open item holds a paragraph, so that its list gets blank lines between items. */
  loosen(): void {
    const list = this.#stack.at(-2)
    if (this.#top().kind === 'item' && list && isList(list)) list.loose = true
  }

  /** Ends what was opened last. */
  close(): void {
    if (this.#opened.pop() !== true) return
    const top = this.#top()
    if (this.#isFaithful && top.kind !== 'list' && !top.started) this.write('', false)
    this.#pop()
  }

  /** Writes a line that says what kind of container it stands in; what comes next in it follows without a blank line. */
  writeMarker(line: string): void {
    this.write(line, true)
    this.#followsMarker = true
  }

  /** Writes one block of one or more lines; `isText` when it is the bare text of its container. */
  write(block: string, isText: boolean): void {
    const fresh = this.#stack.findIndex(({ kind, started }) => kind !== 'list' && !started)
    const isNext = this.#followsMarker && this.#mayInterrupt(fresh)
    if (this.#text !== '') this.#text += isNext ? '\n' : this.#separator(fresh, block)
    this.#followsMarker = false
    const top = this.#top()
    const first = fresh === -1 ? top.rest : this.#start(fresh)
    const lines = block.includes('\n')
      ? block.replaceAll(/\n(?=([^\n]?))/g, (_, next: string) =>
          next === '' ? `\n${top.rest.trimEnd()}` : `\n${top.rest}`,
        )
      : block
    this.#text += lines === '' ? first.trimEnd() : first + lines
    top.afterText = isText
    top.lastMarker = ''
    // Text between items, which no item holds.
    if (isList(top)) top.loose = true
  }

  /** Writes a thematic break, in a form that no list marker can swallow. */
  writeRule(): void {
    this.write(this.#items > 0 ? '___' : '---', false)
  }

  /** Marks everything from `fresh` on as begun; returns the prefix of the first line. */
  #start(fresh: number): string {
    let prefix = this.#stack[fresh - 1]?.rest ?? ''
    for (const [index, each] of this.#stack.entries()) {
      if (index < fresh || each.kind === 'list') continue
      each.started = true
      prefix += each.first
      const list = this.#stack[index - 1]
      if (list && isList(list)) list.items += 1
    }
    return prefix
  }

  #separator(fresh: number, block: string): string {
    const outer = fresh === -1 ? this.#top() : (this.#stack[fresh - 1] ?? this.#top())
    return this.#isTight(fresh, outer, block) ? '\n' : `\n${outer.rest.trimEnd()}\n`
  }

  /** Whether what is written next ends the line of a marker by itself: a list does if it counts from one. */
  #mayInterrupt(fresh: number): boolean {
    const list = this.#stack[fresh - 1]
    return !list || !isList(list) || !list.ordered || list.start === 1
  }

  /** Whether a block follows the one before without a blank line between them. */
  #isTight(fresh: number, list: Container, block: string): boolean {
    if (this.#stack[fresh]?.kind === 'definition') return true
    if (fresh === -1 || !isList(list)) return false
    if (list.items > 0) return !list.loose
    const holder = this.#stack[fresh - 2]
    // Only a list that begins like this may interrupt a paragraph.
    return (
      holder?.kind === 'item' &&
      holder.afterText &&
      block !== '' &&
      (!list.ordered || list.start === 1)
    )
  }

  /** A list right inside a list belongs to the item before it, or else to one without text. */
  #supplyItem(): number {
    const list = this.#top() as List
    if (list.items === 0) {
      this.openItem()
      this.#opened.pop()
    } else {
      const rest = list.rest + ' '.repeat(list.indent)
      this.#stack.push({ ...container('item', '', rest), started: true })
      this.#items += 1
    }
    return 1
  }

  #mayOpen(): boolean {
    const may = this.#stack.length < NESTING_MAX_DEPTH
    this.#opened.push(may)
    return may
  }

  #pop(): void {
    const ended = this.#stack.pop()
    this.#followsMarker = false
    if (!ended) return
    if (ended.kind === 'item') this.#items -= 1
    const top = this.#top()
    top.afterText = false
    if (isList(ended) && ended.items > 0) top.lastMarker = ended.marker
    for (let more = ended.supplied; more > 0; more -= 1) this.#pop()
  }

  #top(): Container {
    return this.#stack.at(-1) as Container
  }
}

/** The wanted item number where it is valid, else the other one. */
function itemNumber(requested: number, otherwise: number): number {
  return Number.isInteger(requested) && Math.abs(requested) < ITEM_NUMBER_MAX / 2
    ? requested
    : otherwise
}

function isList(candidate: Container): candidate is List {
  return candidate.kind === 'list'
}

function container(kind: Container['kind'], first: string, rest: string): Container {
  return {
    kind,
    first,
    rest,
    started: kind === 'root',
    afterText: false,
    lastMarker: '',
    supplied: 0,
  }
}
