/** Reads fixed fields from bytes, front to back. Throws what `tooShort` makes where they end too early. */
export class ByteReader {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  readonly #tooShort: () => Error
  position = 0

  constructor(bytes: Uint8Array, tooShort: () => Error) {
    this.#bytes = bytes
    this.#tooShort = tooShort
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The next bytes, as they are. */
  take(count: number): Uint8Array {
    const end = this.position + count
    if (end > this.#bytes.byteLength) throw this.#tooShort()
    const taken = this.#bytes.subarray(this.position, end)
    this.position = end
    return taken
  }

  /** The next bytes as ASCII. */
  text(count: number): string {
    return Buffer.from(this.take(count)).toString('latin1')
  }

  /** The next byte. */
  byte(): number {
    return this.take(1)[0] ?? 0
  }

  /** An unsigned number of 16 bits, the higher byte first unless it is `little`. */
  uint16(little = false): number {
    const at = this.position
    this.take(2)
    return this.#view.getUint16(at, little)
  }

  /** An unsigned number of 32 bits, the highest byte first unless it is `little`. */
  uint32(little = false): number {
    const at = this.position
    this.take(4)
    return this.#view.getUint32(at, little)
  }

  /** Whether everything was read. */
  get isAtEnd(): boolean {
    return this.position >= this.#bytes.byteLength
  }

  /** Everything from a position to here. */
  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.position)
  }
}
