import { inflateSync } from 'node:zlib'

/** What pdf.js uses of a stream that unpacks. */
class UnpackedAtOnce {
  #packed: Uint8Array = new Uint8Array()
  readonly writable = {
    getWriter: () => ({
      ready: Promise.resolve(),
      write: async (bytes: Uint8Array): Promise<void> => void (this.#packed = bytes),
      close: async (): Promise<void> => {},
    }),
  }
  readonly readable = {
    unpack: (): Uint8Array => inflateSync(this.#packed),
    async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
      // What was written is there in the next turn.
      await Promise.resolve()
      yield this.unpack()
    },
  }
}

interface Home {
  DecompressionStream: unknown
}

let users = 0
let usual: unknown

/**
 * Has deflated streams unpacked at once until the function that is returned is called. A page has one or two of a few kilobytes
 * each, for which the streams of the platform take a fifth of the whole time.
 */
export function unpackAtOnce(home = globalThis as unknown as Home): () => void {
  if (users === 0) {
    usual = home.DecompressionStream
    home.DecompressionStream = streamOf
  }
  users += 1
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    users -= 1
    if (users === 0) home.DecompressionStream = usual
  }
}

/** Called with `new`, like the class whose place it takes. */
function streamOf(format: string): object {
  if (format === 'deflate') return new UnpackedAtOnce()
  return new (usual as new (format: string) => object)(format)
}
