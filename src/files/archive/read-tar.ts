import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { damaged, readPaxRecords, readTarHeader, TAR_BLOCK_BYTES } from './tar-header.ts'

/** Longest record about a file. */
const RECORD_MAX_BYTES = 65_536

/** A file in an archive. Its content must be read, or left, before the next one is asked for. */
export interface ArchiveEntry {
  name: string
  bytes: number
  content: AsyncIterable<Uint8Array>
}

/**
 * Reads an archive (`.tar` or `.tar.gz`) from beginning to end. Throws `unparsable`.
 *
 * @yields its files, no links.
 */
export async function* readTar(path: string): AsyncGenerator<ArchiveEntry> {
  const file = createReadStream(path)
  const pieces = new Pieces((await isGzip(path)) ? file.pipe(createGunzip()) : file)
  file.once('error', (error) => pieces.fail(error))
  try {
    let named: { path?: string; size?: number } = {}
    for (;;) {
      const block = await pieces.take(TAR_BLOCK_BYTES)
      const header = block && readTarHeader(block)
      if (!header) return
      const bytes = named.size ?? header.bytes
      if (!Number.isSafeInteger(bytes) || bytes < 0) throw damaged()
      const padded = Math.ceil(bytes / TAR_BLOCK_BYTES) * TAR_BLOCK_BYTES
      if (header.kind === 'x' || header.kind === 'L') {
        if (bytes > RECORD_MAX_BYTES) throw damaged()
        const record = (await pieces.take(padded))?.subarray(0, bytes)
        if (!record) throw damaged()
        named =
          header.kind === 'x'
            ? { ...named, ...readPaxRecords(record) }
            : { ...named, path: record.toString('utf8').replace(/\0.*$/s, '') }
        continue
      }
      const content = pieces.content(bytes)
      if (header.kind === '0') yield { name: named.path ?? header.name, bytes, content }
      await content.skip()
      await pieces.drop(padded - bytes)
      named = {}
    }
  } finally {
    file.destroy()
  }
}

async function isGzip(path: string): Promise<boolean> {
  const start: Buffer[] = []
  for await (const chunk of createReadStream(path, { start: 0, end: 1 }))
    start.push(chunk as Buffer)
  return Buffer.concat(start).toString('hex') === '1f8b'
}

/** The bytes of a stream, in pieces of the wanted size. */
class Pieces {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #stream: NodeJS.ReadableStream
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: NodeJS.ReadableStream) {
    this.#stream = stream
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  fail(error: Error): void {
    ;(this.#stream as NodeJS.ReadableStream & { destroy(error: Error): void }).destroy(error)
  }

  async #more(): Promise<boolean> {
    try {
      const { value, done } = await this.#chunks.next()
      if (done) return false
      this.#rest = this.#rest.byteLength === 0 ? value : Buffer.concat([this.#rest, value])
      return true
    } catch (thrown) {
      throw damaged(thrown)
    }
  }

  /** Exactly so many bytes; undefined at the end. */
  async take(bytes: number): Promise<Buffer | undefined> {
    while (this.#rest.byteLength < bytes) {
      if (await this.#more()) continue
      if (this.#rest.byteLength === 0) return undefined
      throw damaged()
    }
    const taken = this.#rest.subarray(0, bytes)
    this.#rest = this.#rest.subarray(bytes)
    return taken
  }

  /** Some bytes, at most so many. */
  async #some(max: number): Promise<Buffer> {
    if (this.#rest.byteLength === 0 && !(await this.#more())) throw damaged()
    const taken = this.#rest.subarray(0, max)
    this.#rest = this.#rest.subarray(taken.byteLength)
    return taken
  }

  async drop(bytes: number): Promise<void> {
    for (let left = bytes; left > 0;) left -= (await this.#some(left)).byteLength
  }

  content(bytes: number): AsyncIterable<Uint8Array> & { skip(): Promise<void> } {
    let left = bytes
    const next = async (): Promise<Buffer | undefined> => {
      if (left === 0) return undefined
      const piece = await this.#some(left)
      left -= piece.byteLength
      return piece
    }
    return {
      async *[Symbol.asyncIterator]() {
        for (let piece = await next(); piece; piece = await next()) yield piece
      },
      skip: async () => {
        await this.drop(left)
        left = 0
      },
    }
  }
}
