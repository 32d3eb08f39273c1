import { OperationError } from '../contract/errors.ts'

/** Kinds of pictures that are read. */
export type PictureType = 'image/png' | 'image/gif' | 'image/jpeg' | 'image/webp'

/** A picture, written anew of nothing but what is needed to show it. */
export interface Picture {
  type: PictureType
  width: number
  height: number
  /** More than one where it moves. */
  frames: number
  bytes: Uint8Array
  /** Its first frame, where it moves. */
  still?: Uint8Array | undefined
}

/** Frames of one moving picture. */
export const FRAMES_MAX_COUNT = 500

/** The refusal of bytes that are no whole picture of a known kind. */
export function noPicture(): OperationError {
  return new OperationError(
    'invalid_input',
    'Could not decode image; did you upload an image file?',
    { hint: 'Upload a PNG, GIF, JPEG, or a WebP that does not move.' },
  )
}

/** Reads numbers of a picture and notices its end. Throws `noPicture` beyond it. */
export class ByteReader {
  readonly #view: DataView
  readonly #bytes: Uint8Array
  position = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The next bytes, as they are. */
  take(count: number): Uint8Array {
    const end = this.position + count
    if (end > this.#bytes.byteLength) throw noPicture()
    const taken = this.#bytes.subarray(this.position, end)
    this.position = end
    return taken
  }

  /** The next bytes as ASCII. */
  text(count: number): string {
    return Buffer.from(this.take(count)).toString('latin1')
  }

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

  get isAtEnd(): boolean {
    return this.position >= this.#bytes.byteLength
  }

  /** Everything from a position to here. */
  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.position)
  }
}
