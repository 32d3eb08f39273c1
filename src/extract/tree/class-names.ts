/**
 * The value of a `class` attribute, one object for all elements of a page that have the same: what is worked out of it, is so once
 * for all of them.
 */
export class ClassNames {
  readonly text: string
  readonly #results = new Map<object, unknown>()

  constructor(text: string) {
    this.text = text
  }

  /** Whether a pattern without state (flags `g` and `y`) is found in it. */
  matches(pattern: RegExp): boolean {
    let result = this.#results.get(pattern) as boolean | undefined
    if (result === undefined) this.#results.set(pattern, (result = pattern.test(this.text)))
    return result
  }

  /** What a function makes of it, which is called once; the function itself is the key. */
  derive<Result>(make: (text: string) => Result): Result {
    let result = this.#results.get(make) as Result | undefined
    if (result === undefined) this.#results.set(make, (result = make(this.text)))
    return result
  }
}
