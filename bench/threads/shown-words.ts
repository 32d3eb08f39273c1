import type { ShownWord } from './read-markdown.ts'

/** Words up to which a text is only found where it is all of a line. */
const SHORT_MAX_WORDS = 2
/** Words of a text that is not there as a whole that must follow one another. */
const RUN_MIN_WORDS = 3
/** Letters of a word that is taken alone. */
const ALONE_MIN_CHARS = 4

type Accepts = (frame: number) => boolean

/** The words of an extraction, each of which can be taken once. */
export class ShownWords {
  readonly #words: readonly ShownWord[]
  readonly #places = new Map<string, number[]>()
  readonly #taken: Uint8Array

  constructor(words: readonly ShownWord[]) {
    this.#words = words
    this.#taken = new Uint8Array(words.length)
    words.forEach(({ word }, place) => {
      const places = this.#places.get(word)
      if (places) places.push(place)
      else this.#places.set(word, [place])
    })
  }

  /** The frame over a word. */
  frameAt(place: number): number {
    return this.#words[place]!.frame
  }

  /** Takes words where they stand one after another, under a frame that is accepted; returns their places. */
  take(wanted: readonly string[], accepts?: Accepts): number[] {
    if (wanted.length === 0) return []
    const isShort = wanted.length <= SHORT_MAX_WORDS
    const start =
      this.#find(wanted, 0, wanted.length, accepts, isShort) ??
      (isShort && accepts ? this.#find(wanted, 0, wanted.length, accepts, false) : undefined)
    return start === undefined ? [] : this.#mark(start, wanted.length)
  }

  /** Takes a text wherever it stands. */
  takeAll(wanted: readonly string[]): void {
    if (wanted.length === 0) return
    for (;;) {
      const start = this.#find(wanted, 0, wanted.length, undefined, false)
      if (start === undefined) return
      this.#mark(start, wanted.length)
    }
  }

  /**
   * Takes as many of the words as stand in runs, those under accepted frames first; where most are there, also longer ones
   * that stand alone.
   */
  takeRuns(wanted: readonly string[], accepts?: Accepts): number[] {
    const taken: number[] = []
    const alone: number[] = []
    let at = 0
    while (at < wanted.length) {
      let length = wanted.length - at
      let start: number | undefined
      while (length >= RUN_MIN_WORDS && start === undefined) {
        start = this.#findNear(wanted, at, length, accepts)
        if (start === undefined) length -= 1
      }
      if (start === undefined) {
        alone.push(at)
        at += 1
      } else {
        taken.push(...this.#mark(start, length))
        at += length
      }
    }
    if (2 * taken.length < wanted.length) return taken
    for (const place of alone) {
      if (wanted[place]!.length < ALONE_MIN_CHARS) continue
      const start = this.#findNear(wanted, place, 1, accepts)
      if (start !== undefined) taken.push(...this.#mark(start, 1))
    }
    return taken
  }

  /** The words that nobody took. */
  rest(): ShownWord[] {
    return this.#words.filter((_, place) => this.#taken[place] === 0)
  }

  #findNear(
    wanted: readonly string[],
    at: number,
    length: number,
    accepts: Accepts | undefined,
  ): number | undefined {
    const own = accepts && this.#find(wanted, at, length, accepts, false)
    return own ?? this.#find(wanted, at, length, undefined, false)
  }

  #find(
    wanted: readonly string[],
    at: number,
    length: number,
    accepts: Accepts | undefined,
    isLine: boolean,
  ): number | undefined {
    return this.#places.get(wanted[at]!)?.find((start) => {
      for (let step = 0; step < length; step += 1) {
        if (this.#words[start + step]?.word !== wanted[at + step]) return false
        if (this.#taken[start + step] === 1) return false
      }
      if (accepts && !accepts(this.#words[start]!.frame)) return false
      return !isLine || this.#isLine(start, start + length)
    })
  }

  #isLine(start: number, end: number): boolean {
    const { line } = this.#words[start]!
    return this.#words[start - 1]?.line !== line && this.#words[end]?.line !== line
  }

  #mark(start: number, length: number): number[] {
    this.#taken.fill(1, start, start + length)
    return Array.from({ length }, (_, step) => start + step)
  }
}
