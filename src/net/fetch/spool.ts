import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { HeldBody } from '../../contract/held-body.ts'
import { once } from '../../lib/once.ts'

/** Bytes that are written to a spooled file, or read from it, at a time. */
const PIECE_BYTES = 256 * 1024

/**
 * A folder of files that have no name: each is deleted as soon as it is open, so that nothing is left of one however its process
 * ends. Several processes may share the folder. Everything throws what the file system throws.
 */
export class Spool {
  readonly #folder: string
  readonly #sweep = once(async () => sweep(this.#folder))

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Opens a file; `onClosed` is called when its room on the disk is free again. */
  async open(onClosed: () => void): Promise<SpooledFile> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#sweep()
    const path = join(this.#folder, randomUUID())
    const file = await open(path, 'wx+', 0o600)
    try {
      await rm(path, { force: true })
    } catch (thrown) {
      await file.close()
      throw thrown
    }
    return new SpooledFile(file, onClosed)
  }
}

/** Deletes what a process left that was killed between opening a file and deleting it. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { force: true })
}

/** A file that is written from beginning to end and then read. */
export class SpooledFile implements HeldBody {
  readonly #file: FileHandle
  readonly #onClosed: () => void
  #unwritten: Buffer | undefined = Buffer.allocUnsafe(PIECE_BYTES)
  #unwrittenBytes = 0
  #writtenBytes = 0
  #released = false

  constructor(file: FileHandle, onClosed: () => void) {
    this.#file = file
    this.#onClosed = onClosed
  }

  get byteLength(): number {
    return this.#writtenBytes + this.#unwrittenBytes
  }

  /** Appends a chunk, which is free for other use when this resolves. */
  async append(chunk: Uint8Array): Promise<void> {
    const unwritten = this.#unwritten
    if (!unwritten) throw new Error('The file is complete.')
    for (let at = 0; at < chunk.byteLength;) {
      const part = chunk.subarray(at, at + PIECE_BYTES - this.#unwrittenBytes)
      unwritten.set(part, this.#unwrittenBytes)
      this.#unwrittenBytes += part.byteLength
      at += part.byteLength
      if (this.#unwrittenBytes === PIECE_BYTES) await this.#flush(unwritten)
    }
  }

  /** Writes what is left, and returns the first bytes; from then on all can be read. */
  async complete(headBytes: number): Promise<Uint8Array> {
    if (this.#unwritten) await this.#flush(this.#unwritten)
    this.#unwritten = undefined
    const head = Buffer.alloc(Math.min(headBytes, this.#writtenBytes))
    await this.#file.read(head, 0, head.byteLength, 0)
    return head
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    const piece = Buffer.allocUnsafe(PIECE_BYTES)
    for (let at = 0; at < this.#writtenBytes;) {
      const { bytesRead } = await this.#file.read(piece, 0, PIECE_BYTES, at)
      if (bytesRead === 0) throw new Error('A spooled file has become shorter.')
      at += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  }

  release(): void {
    if (this.#released) return
    this.#released = true
    this.#unwritten = undefined
    // Closing waits for a read or write that is under way.
    this.#file.close().then(this.#onClosed, this.#onClosed)
  }

  async #flush(unwritten: Buffer): Promise<void> {
    for (let at = 0; at < this.#unwrittenBytes;) {
      const { bytesWritten } = await this.#file.write(unwritten, at, this.#unwrittenBytes - at)
      at += bytesWritten
    }
    this.#writtenBytes += this.#unwrittenBytes
    this.#unwrittenBytes = 0
  }
}
