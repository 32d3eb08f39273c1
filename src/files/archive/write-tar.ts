import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { tarPadding, TAR_BLOCK_BYTES, writeTarHeader } from './tar-header.ts'

/** Readable by its owner only: an archive holds what people wrote to each other. */
const OWNER_ONLY = 0o600

/** A file that was written to an archive. */
export interface Written {
  /** Hex. */
  sha256: string
  bytes: number
}

/** An archive that is being written. It has its name once it is whole. */
export interface TarWriter extends AsyncDisposable {
  add(name: string, content: Uint8Array | string): Promise<Written>
  /** Adds a file whose content comes in pieces. Throws where they are not as many bytes as was said. */
  addStream(name: string, bytes: number, content: AsyncIterable<Uint8Array>): Promise<Written>
  /** Ends the archive, durably, and gives it its name. */
  finish(): Promise<void>
}

/** Writes a compressed archive (`.tar.gz`) for its owner only. Replaces a file of the name. Left early, nothing stays. */
export async function createTarWriter(path: string, now: () => Date): Promise<TarWriter> {
  const unfinished = `${path}.part`
  await rm(unfinished, { force: true })
  const file = createWriteStream(unfinished, { mode: OWNER_ONLY, flags: 'wx' })
  const gzip = createGzip({ level: 6 })
  gzip.pipe(file)
  const failed = new Promise<never>((_, reject) => {
    file.once('error', reject)
    gzip.once('error', reject)
  })
  failed.catch(() => {})
  let isFinished = false
  const push = async (bytes: Uint8Array): Promise<void> => {
    if (!gzip.write(bytes)) await Promise.race([once(gzip, 'drain'), failed])
  }
  const addStream: TarWriter['addStream'] = async (name, bytes, content) => {
    await push(writeTarHeader(name, bytes, now().getTime()))
    const hash = createHash('sha256')
    let written = 0
    for await (const piece of content) {
      written += piece.byteLength
      if (written > bytes) break
      hash.update(piece)
      await push(piece)
    }
    if (written !== bytes) throw new Error(`${name} is not of ${bytes} bytes.`)
    await push(tarPadding(bytes))
    return { sha256: hash.digest('hex'), bytes }
  }
  return {
    addStream,
    async add(name, content) {
      const bytes = Buffer.from(content)
      return addStream(name, bytes.byteLength, one(bytes))
    },
    async finish() {
      gzip.end(Buffer.alloc(2 * TAR_BLOCK_BYTES))
      await Promise.race([finished(file), failed])
      await using written = await open(unfinished, 'r')
      await written.sync()
      await rename(unfinished, path)
      isFinished = true
    },
    async [Symbol.asyncDispose]() {
      if (isFinished) return
      gzip.destroy()
      // A file that is only being opened would be there again after it is removed.
      const isClosed = file.closed || once(file, 'close')
      file.destroy()
      await isClosed
      await rm(unfinished, { force: true })
    },
  }
}

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
