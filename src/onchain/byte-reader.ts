/** Reads fixed fields from bytes, front to back. Throws where they end too early. */
export class ByteReader {
  readonly #bytes: Uint8Array
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  /** The next `length` bytes. */
  take(length: number): Uint8Array {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new Error('the answer ends too early')
    const taken = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return taken
  }

  /** The next byte. */
  byte(): number {
    return this.take(1)[0] ?? 0
  }

  /** Whether everything was read. */
  get done(): boolean {
    return this.#at === this.#bytes.length
  }
}
