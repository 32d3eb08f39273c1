import { inspect } from 'node:util'

/** Shown wherever a secret would be printed. */
const MASK = '[secret]'

/** A key or password that no log, error, JSON or template shows by accident. */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  /** The value itself: for the one place that uses it, never to be kept. */
  reveal(): string {
    return this.#value
  }

  toString(): string {
    return MASK
  }

  toJSON(): string {
    return MASK
  }

  [inspect.custom](): string {
    return MASK
  }
}
