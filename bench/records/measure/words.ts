import { tokensOf } from '../../newcomer/measure.ts'

/** The words of a text, each of which can be taken once. */
export class Words {
  readonly #tokens: readonly string[]
  readonly #places = new Map<string, number[]>()
  readonly #taken: Uint8Array

  constructor(text: string) {
    this.#tokens = tokensOf(text)
    this.#taken = new Uint8Array(this.#tokens.length)
    this.#tokens.forEach((token, place) => {
      const places = this.#places.get(token)
      if (places) places.push(place)
      else this.#places.set(token, [place])
    })
  }

  get size(): number {
    return this.#tokens.length
  }

  /** Takes a text, in pieces where it does not stand together; returns how many of its words are not there. */
  lost(text: string): number {
    return this.#lostOf(tokensOf(text))
  }

  /** Takes a text where it first stands. */
  takeOnce(text: string): void {
    this.#take(tokensOf(text))
  }

  /** Takes a text wherever it stands. */
  takeAll(text: string): void {
    const wanted = tokensOf(text)
    while (this.#take(wanted));
  }

  /** Returns the words that nobody took. */
  rest(): string[] {
    return this.#tokens.filter((_, place) => this.#taken[place] === 0)
  }

  #lostOf(wanted: readonly string[]): number {
    if (wanted.length === 0 || this.#take(wanted)) return 0
    if (wanted.length === 1) return 1
    const middle = wanted.length >> 1
    return this.#lostOf(wanted.slice(0, middle)) + this.#lostOf(wanted.slice(middle))
  }

  #take(wanted: readonly string[]): boolean {
    if (wanted.length === 0) return false
    const place = (this.#places.get(wanted[0]!) ?? []).find((start) =>
      wanted.every(
        (token, at) => this.#tokens[start + at] === token && this.#taken[start + at] === 0,
      ),
    )
    if (place === undefined) return false
    this.#taken.fill(1, place, place + wanted.length)
    return true
  }
}
