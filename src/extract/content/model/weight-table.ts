/** Weights are multiples of this. */
export const WEIGHT_STEP = 1 / 16
const STEP = WEIGHT_STEP
/** Slots per entry: with more of them a look-up rarely meets another key. */
const SLOTS_PER_ENTRY = 2

/** Learned weights of names or words, by hash: log-odds of content relative to the average. */
export class WeightTable {
  /** In ascending order. */
  readonly keys: Int32Array
  /** In steps, never 0. */
  readonly steps: Int8Array
  /** By slot, 0 where it is free: most words are unknown, and end their search in this small array. */
  readonly #stepsAt: Int8Array
  readonly #keysAt: Int32Array
  readonly #mask: number

  constructor(keys: Int32Array, steps: Int8Array) {
    this.keys = keys
    this.steps = steps
    let size = 1
    while (size < SLOTS_PER_ENTRY * keys.length) size *= 2
    this.#mask = size - 1
    this.#stepsAt = new Int8Array(size)
    this.#keysAt = new Int32Array(size)
    for (let entry = 0; entry < keys.length; entry += 1) {
      let slot = slotOf(keys[entry]!) & this.#mask
      while (this.#stepsAt[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#stepsAt[slot] = steps[entry]!
      this.#keysAt[slot] = keys[entry]!
    }
  }

  /** 0 for what was never seen. */
  get(key: number): number {
    let slot = slotOf(key) & this.#mask
    for (;;) {
      const steps = this.#stepsAt[slot]!
      if (steps === 0) return 0
      if (this.#keysAt[slot] === key) return steps * STEP
      slot = (slot + 1) & this.#mask
    }
  }
}

function slotOf(key: number): number {
  return key ^ (key >>> 15)
}
