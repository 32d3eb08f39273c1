import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import type { ArchiveEntry } from './read-tar.ts'
import { damaged } from './tar-header.ts'
import { listZip, type RandomAccess, startOfContent, STORED, type ZipEntry } from './zip-list.ts'

/**
 * Reads an archive (`.zip`, of any size). Throws `unparsable`.
 *
 * @yields its files, in the order of its list.
 */
export async function* readZip(path: string): AsyncGenerator<ArchiveEntry> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const access: RandomAccess = {
    size,
    async read(at, length) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      if (bytesRead !== length) throw damaged()
      return buffer
    },
  }
  for await (const entry of listZip(access)) {
    if (entry.name.endsWith('/')) continue
    if (entry.isEncrypted || !entry.isKnownMethod) throw damaged()
    const { name, bytes } = entry
    yield { name, bytes, content: contentOf(access, path, entry) }
  }
}

async function* contentOf(
  access: RandomAccess,
  path: string,
  entry: ZipEntry,
): AsyncGenerator<Uint8Array> {
  const { packedBytes, bytes, method } = entry
  const start = await startOfContent(access, entry)
  if (packedBytes === 0) return
  const packed = createReadStream(path, { start, end: start + packedBytes - 1 })
  let read = 0
  try {
    for await (const piece of method === STORED ? packed : packed.pipe(createInflateRaw())) {
      read += (piece as Buffer).byteLength
      // What inflates to more than it says would fill the disk.
      if (read > bytes) throw damaged()
      yield piece as Buffer
    }
  } catch (thrown) {
    throw isInflateFault(thrown) ? damaged(thrown) : thrown
  } finally {
    packed.destroy()
  }
  if (read !== bytes) throw damaged()
}

function isInflateFault(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('Z_')
}
