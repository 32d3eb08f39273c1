/** Bits of a number that are cheap to test. */
const PATTERNS_MAX_COUNT = 31
let patterns = 0

/** A pattern without state (flags `g` and `y`) that is looked for in classes, made once at start. */
export class ClassPattern {
  readonly pattern: RegExp
  /** Place of the pattern in what `ClassNames` remember. */
  readonly bit: number

  constructor(pattern: RegExp) {
    if (patterns === PATTERNS_MAX_COUNT) throw new Error('Too many patterns of classes')
    this.pattern = pattern
    this.bit = 1 << patterns
    patterns += 1
  }
}

/**
 * The value of a `class` attribute: elements of a page with equal values share one object, so that it is worked out once for all
 * of them.
 */
export class ClassNames {
  readonly text: string
  /** Bits of the patterns that were looked for, and of those that were found. */
  #searched = 0
  #found = 0
  #results: Map<object, unknown> | undefined

  constructor(text: string) {
    this.text = text
  }

  /** Whether a pattern is found in it. */
  matches({ pattern, bit }: ClassPattern): boolean {
    if ((this.#searched & bit) === 0) {
      this.#searched |= bit
      if (pattern.test(this.text)) this.#found |= bit
    }
    return (this.#found & bit) !== 0
  }

  /** What a function makes of it, which is called once; the function itself is the key. */
  derive<Result>(make: (text: string) => Result): Result {
    const results = (this.#results ??= new Map())
    let result = results.get(make) as Result | undefined
    if (result === undefined) results.set(make, (result = make(this.text)))
    return result
  }
}
