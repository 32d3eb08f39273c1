import type { DrawnChar } from './drawn-char.ts'

/** How far a copy may stand from its character, in parts of its width and of the type size. */
const ALONG = 0.5
const ALONG_NEXT = 0.75
const ACROSS = 0.3
/** How far all copies of a word may stand from it, and how much these distances may differ, in parts of the type size. */
const SHIFT = 0.4
const SAME_SHIFT = 0.04
const WORD_MIN_CHARS = 3
/** How much sizes of copies may differ. */
const SAME_SIZE = 0.08
/** Copies of one character at one place that are looked at. */
const NEAR_MAX_COUNT = 12
const SHIFTS_MAX_COUNT = 6
/** Cells of the raster on which characters are marked, in points, and how large it may be. */
const CELL_X_PT = 1
const CELL_Y_PT = 2
const CELLS_MAX_COUNT = 4_000_000
const PAGE_MAX_PT = 4_000

/** Whether characters of a page stand on each other: of most pages, none does. */
export function mayRepeat(chars: readonly DrawnChar[]): boolean {
  let left = Number.POSITIVE_INFINITY
  let bottom = Number.POSITIVE_INFINITY
  let right = Number.NEGATIVE_INFINITY
  let top = Number.NEGATIVE_INFINITY
  for (const { x, y } of chars) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  const columns = Math.ceil((Math.min(PAGE_MAX_PT, right - left) + 40) / CELL_X_PT)
  const rows = Math.ceil((Math.min(PAGE_MAX_PT, top - bottom) + 40) / CELL_Y_PT)
  if (!(columns * rows < CELLS_MAX_COUNT)) return chars.length > 1
  const taken = new Uint8Array(columns * rows)
  for (const { x, y, endX, endY, size } of chars) {
    const middleX = ((x + endX) / 2 - left + 10) / CELL_X_PT
    const middleY = ((y + endY) / 2 - bottom + 10) / CELL_Y_PT
    if (taken[Math.floor(middleY) * columns + Math.floor(middleX)] === 1) return true
    const reachX = Math.min(20, (Math.abs(endX - x) * 0.35) / CELL_X_PT)
    const reachY = Math.min(20, (size * ACROSS) / CELL_Y_PT)
    const from = Math.max(0, Math.floor(middleX - reachX))
    const to = Math.min(columns, middleX + reachX)
    const end = Math.min(rows, middleY + reachY)
    for (let row = Math.max(0, Math.floor(middleY - reachY)); row <= end; row += 1)
      for (let cell = row * columns + from; cell <= row * columns + to; cell += 1) taken[cell] = 1
  }
  return false
}

/**
 * Characters that a page draws once more at about the same place, to make them bold or to give them a shadow or an outline: in
 * whichever order and pieces. Of the copies, the one stays that is seen and that the document names as its text.
 */
export function findRepeats(chars: readonly DrawnChar[]): Set<DrawnChar> {
  const repeats = new Repeats()
  for (const word of wordsOf(chars)) repeats.add(word)
  const found = repeats.found
  // A blank between two copies is one itself.
  let last: DrawnChar | undefined
  let blanks: DrawnChar[] = []
  for (const char of chars) {
    if (char.isBlank) {
      blanks.push(char)
      continue
    }
    if (found.has(char) && (!last || found.has(last))) for (const blank of blanks) found.add(blank)
    blanks = []
    last = char
  }
  return found
}

class Repeats {
  readonly found = new Set<DrawnChar>()
  /** Characters by their text and place. */
  readonly #places = new Map<string, DrawnChar[]>()
  /** Which characters stand for others. */
  #last: DrawnChar | undefined

  add(word: readonly DrawnChar[]): void {
    const twins = this.#twinsOf(word)
    for (const [index, char] of word.entries()) {
      const twin = twins?.[index] ?? this.#twinOf(char)
      if (twin) this.#join(twin, char)
      else this.#place(char)
      this.#last = char
    }
  }

  /** The characters of which all of a word are copies, at one distance. */
  #twinsOf(word: readonly DrawnChar[]): DrawnChar[] | undefined {
    const [first] = word
    if (!first || word.length < WORD_MIN_CHARS) return undefined
    const near = this.#near(first, first.x, first.y)
    for (const start of near.slice(0, SHIFTS_MAX_COUNT)) {
      const dx = start.x - first.x
      const dy = start.y - first.y
      if (Math.hypot(dx, dy) > first.size * SHIFT) continue
      const twins = word.map((char) =>
        this.#near(char, char.x + dx, char.y + dy).find(
          (one) => Math.hypot(one.x - char.x - dx, one.y - char.y - dy) < char.size * SAME_SHIFT,
        ),
      )
      if (twins.every((twin) => twin !== undefined)) return twins
    }
    return undefined
  }

  #twinOf(char: DrawnChar): DrawnChar | undefined {
    const width = Math.hypot(char.endX - char.x, char.endY - char.y)
    const [unitX, unitY] =
      width > 0 ? [(char.endX - char.x) / width, (char.endY - char.y) / width] : [1, 0]
    return this.#near(char, char.x, char.y).find((one) => {
      const [dx, dy] = [char.x - one.x, char.y - one.y]
      const along = Math.abs(dx * unitX + dy * unitY)
      const across = Math.abs(dx * unitY - dy * unitX)
      const most = width * (one === this.#last ? ALONG_NEXT : ALONG)
      return along <= Math.max(most, char.size * SAME_SHIFT) && across <= char.size * ACROSS
    })
  }

  #join(twin: DrawnChar, char: DrawnChar): void {
    const isBetter =
      (twin.hidden !== undefined && char.hidden === undefined) ||
      (twin.hidden === char.hidden && !twin.isTagged && char.isTagged)
    if (!isBetter) {
      this.found.add(char)
      return
    }
    this.found.add(twin)
    const cell = this.#places.get(this.#key(twin, twin.x, twin.y))
    cell?.splice(cell.indexOf(twin), 1)
    this.#place(char)
  }

  #place(char: DrawnChar): void {
    const key = this.#key(char, char.x, char.y)
    const cell = this.#places.get(key)
    if (!cell) this.#places.set(key, [char])
    else if (cell.length < NEAR_MAX_COUNT) cell.push(char)
  }

  #near(char: DrawnChar, x: number, y: number): DrawnChar[] {
    const step = stepOf(char)
    return [-1, 0, 1].flatMap((column) =>
      [-1, 0, 1].flatMap((row) =>
        (this.#places.get(this.#key(char, x + column * step, y + row * step)) ?? []).filter(
          ({ size }) => Math.abs(size - char.size) <= char.size * SAME_SIZE,
        ),
      ),
    )
  }

  #key(char: DrawnChar, x: number, y: number): string {
    const step = stepOf(char)
    return `${char.text} ${step} ${Math.floor(x / step)} ${Math.floor(y / step)}`
  }
}

/** The width of a cell: that of the farthest copy, or somewhat more, so that types of about one size share it. */
function stepOf({ size }: DrawnChar): number {
  return 2 ** Math.ceil(Math.log2(Math.max(0.1, size * SHIFT)) - 0.05)
}

/** Characters drawn one after the other without a step back or a gap. */
function wordsOf(chars: readonly DrawnChar[]): DrawnChar[][] {
  const words: DrawnChar[][] = []
  let last: DrawnChar | undefined
  for (const char of chars) {
    if (char.isBlank || char.size === 0) {
      last = undefined
      continue
    }
    const isNext =
      last !== undefined && Math.hypot(char.x - last.endX, char.y - last.endY) < char.size * 0.2
    if (isNext) words.at(-1)?.push(char)
    else words.push([char])
    last = char
  }
  return words
}
