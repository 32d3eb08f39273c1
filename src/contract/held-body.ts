/** A large document outside of this process's memory: in a file without a name, until a job has it. */
export interface HeldBody {
  readonly byteLength: number
  /** The bytes in order; each piece is valid until the next one is asked for. Throws after `release`. */
  pieces(): AsyncIterable<Uint8Array>
  /** Gives its room back at once; a second time does nothing. */
  release(): void
}

/** Tells a held document from what an input has besides. */
export function isHeldBody(value: unknown): value is HeldBody {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pieces' in value &&
    typeof value.pieces === 'function'
  )
}
