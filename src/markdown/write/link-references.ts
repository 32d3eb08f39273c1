import { escapeDestination } from '../escape.ts'

/** The addresses of a document whose links name them by number: `[text][1]`, `[1]: address`. */
export class LinkReferences {
  readonly #numbers = new Map<string, number>()
  #defined = 0

  /** The number of an address, the next one for an address that is new. */
  numberOf(address: string): number {
    const known = this.#numbers.get(address)
    if (known !== undefined) return known
    const number = this.#numbers.size + 1
    this.#numbers.set(address, number)
    return number
  }

  /** Definitions of all addresses that were numbered since the last call, one a line; empty for none. */
  takeDefinitions(): string {
    if (this.#defined === this.#numbers.size) return ''
    const lines: string[] = []
    for (const [address, number] of this.#numbers) {
      if (number > this.#defined) lines.push(`[${number}]: ${escapeDestination(address, false)}`)
    }
    this.#defined = this.#numbers.size
    return lines.join('\n')
  }
}
