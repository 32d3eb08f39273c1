/**
 * Items that come and go all the time. A Set or Map is made anew every few changes, and once one of its former tables is old, the
 * collector keeps those after it, with all that was in them, for a long time; here places are used again.
 */
export class PlaceList<T extends object> {
  readonly #items: (T | undefined)[] = []
  readonly #free: number[] = []

  get size(): number {
    return this.#items.length - this.#free.length
  }

  /** Adds an item; returns what removes it, to be called once. */
  add(item: T): () => void {
    const place = this.#free.pop() ?? this.#items.length
    this.#items[place] = item
    return () => {
      this.#items[place] = undefined
      this.#free.push(place)
    }
  }

  /**
   * Goes through the items in no particular order.
   *
   * @yields each item.
   */
  *[Symbol.iterator](): Generator<T> {
    for (const item of this.#items) if (item) yield item
  }
}
