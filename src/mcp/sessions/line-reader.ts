const NEWLINE = 0x0a

/** What becomes of the lines that a LineReader finds. */
export interface LineListener {
  /** A line without its end. */
  line(bytes: Buffer): void
  /** Part of a line that is longer than the limit, in order. */
  skipped(bytes: Buffer): void
  /** The end of a line that is longer than the limit. */
  skippedLine(): void
}

/** Divides bytes into lines in linear time, however small their pieces are, and keeps no more of one than a limit. */
export class LineReader {
  readonly #maxBytes: number
  readonly #listener: LineListener
  #kept = Buffer.alloc(0)
  #length = 0
  #isSkipping = false

  constructor(maxBytes: number, listener: LineListener) {
    this.#maxBytes = maxBytes
    this.#listener = listener
  }

  /** Reads on. */
  push(bytes: Buffer): void {
    let start = 0
    for (
      let end = bytes.indexOf(NEWLINE);
      end !== -1;
      start = end + 1, end = bytes.indexOf(NEWLINE, start)
    ) {
      this.#end(bytes.subarray(start, end))
    }
    if (start < bytes.length) this.#take(bytes.subarray(start))
  }

  /** The last line has no end where the sender has written none. */
  end(): void {
    if (this.#length > 0 || this.#isSkipping) this.#end(Buffer.alloc(0))
  }

  #take(piece: Buffer): void {
    if (!this.#isSkipping && this.#length + piece.length > this.#maxBytes) {
      this.#isSkipping = true
      this.#listener.skipped(this.#release())
    }
    if (this.#isSkipping) this.#listener.skipped(piece)
    else this.#keep(piece)
  }

  #end(rest: Buffer): void {
    const isWhole = this.#length === 0 && !this.#isSkipping && rest.length <= this.#maxBytes
    if (isWhole) {
      this.#listener.line(rest)
      return
    }
    this.#take(rest)
    if (this.#isSkipping) this.#listener.skippedLine()
    else this.#listener.line(this.#release())
    this.#isSkipping = false
  }

  #keep(piece: Buffer): void {
    const length = this.#length + piece.length
    if (length > this.#kept.length) {
      const larger = Buffer.allocUnsafe(
        Math.max(length, Math.min(2 * this.#kept.length, this.#maxBytes)),
      )
      this.#kept.copy(larger, 0, 0, this.#length)
      this.#kept = larger
    }
    piece.copy(this.#kept, this.#length)
    this.#length = length
  }

  #release(): Buffer {
    const line = this.#kept.subarray(0, this.#length)
    this.#kept = Buffer.alloc(0)
    this.#length = 0
    return line
  }
}
