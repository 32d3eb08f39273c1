/** A generator of pseudo-random choices: the same seed gives the same choices on every machine. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns a whole number from `min` to `max`, both included. */
  int(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  /** Returns true in this share of cases. */
  chance(share: number): boolean {
    return this.next() < share
  }

  /** Returns one of the values. */
  pick<Value>(values: readonly Value[]): Value {
    return values[this.int(0, values.length - 1)]!
  }

  /** Returns `count` of the values, fewer where there are not so many, in their order. */
  some<Value>(values: readonly Value[], count: number): Value[] {
    const left = values.map((_, index) => index)
    while (left.length > count) left.splice(this.int(0, left.length - 1), 1)
    return left.map((index) => values[index]!)
  }

  /** Returns what `make` returns, that many times, called with the index. */
  times<Value>(count: number, make: (index: number) => Value): Value[] {
    return Array.from({ length: count }, (_, index) => make(index))
  }
}
