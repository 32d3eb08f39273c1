import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import type { ArchiveEntry } from './read-tar.ts'
import { damaged } from './tar-header.ts'

/** The list of files stands at the end, before a comment of at most this length. */
const TAIL_MAX_BYTES = 65_536 + 22 + 20 + 56

/** Longest list of files. */
const LIST_MAX_BYTES = 512 * 1024 * 1024

const END = 0x06_05_4b_50
const END_64_LOCATOR = 0x07_06_4b_50
const ENTRY = 0x02_01_4b_50
const LOCAL = 0x04_03_4b_50
const STORED = 0
const DEFLATED = 8
const UNKNOWN_32 = 0xff_ff_ff_ff

/**
 * Reads an archive (`.zip`, of any size). Throws `unparsable`.
 *
 * @yields its files, in the order of its list.
 */
export async function* readZip(path: string): AsyncGenerator<ArchiveEntry> {
  await using file = await open(path, 'r')
  const list = await readList(file)
  for (let at = 0; at < list.byteLength;) {
    if (at + 46 > list.byteLength || list.readUInt32LE(at) !== ENTRY) throw damaged()
    const entry = readEntry(list, at)
    at = entry.end
    if (entry.name.endsWith('/')) continue
    if (entry.isEncrypted || (entry.method !== STORED && entry.method !== DEFLATED)) throw damaged()
    const { name, bytes } = entry
    yield { name, bytes, content: contentOf(file, path, entry) }
  }
}

interface ZipEntry {
  name: string
  bytes: number
  packedBytes: number
  at: number
  method: number
  isEncrypted: boolean
  /** Where the next entry begins. */
  end: number
}

async function readList(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  const tailAt = Math.max(0, size - TAIL_MAX_BYTES)
  const tail = await readAt(file, tailAt, size - tailAt)
  let end = tail.byteLength - 22
  while (end >= 0 && tail.readUInt32LE(end) !== END) end -= 1
  if (end < 0) throw damaged()
  let bytes = tail.readUInt32LE(end + 12)
  let at = tail.readUInt32LE(end + 16)
  const locator = end - 20
  if (locator >= 0 && tail.readUInt32LE(locator) === END_64_LOCATOR) {
    const record = await readAt(file, Number(tail.readBigUInt64LE(locator + 8)), 56)
    bytes = Number(record.readBigUInt64LE(40))
    at = Number(record.readBigUInt64LE(48))
  }
  if (bytes > LIST_MAX_BYTES || at + bytes > size) throw damaged()
  return readAt(file, at, bytes)
}

function readEntry(list: Buffer, at: number): ZipEntry {
  const nameBytes = list.readUInt16LE(at + 28)
  const extraBytes = list.readUInt16LE(at + 30)
  const end = at + 46 + nameBytes + extraBytes + list.readUInt16LE(at + 32)
  if (end > list.byteLength) throw damaged()
  const extra = list.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes)
  const plain = {
    bytes: list.readUInt32LE(at + 24),
    packedBytes: list.readUInt32LE(at + 20),
    at: list.readUInt32LE(at + 42),
  }
  return {
    ...withLargeValues(plain, extra),
    name: list.toString('utf8', at + 46, at + 46 + nameBytes),
    method: list.readUInt16LE(at + 10),
    isEncrypted: (list.readUInt16LE(at + 8) & 1) === 1,
    end,
  }
}

/** Values above 32 bits stand in an extra field, in this order, where the plain ones are full. */
function withLargeValues<T extends Record<'bytes' | 'packedBytes' | 'at', number>>(
  values: T,
  extra: Buffer,
): T {
  const large = { ...values }
  for (let at = 0; at + 4 <= extra.byteLength;) {
    const bytes = extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1) {
      const field = extra.subarray(at + 4, at + 4 + bytes)
      let read = 0
      for (const name of ['bytes', 'packedBytes', 'at'] as const) {
        if (values[name] !== UNKNOWN_32 || read + 8 > field.byteLength) continue
        large[name] = Number(field.readBigUInt64LE(read))
        read += 8
      }
    }
    at += 4 + bytes
  }
  return large
}

async function* contentOf(
  file: FileHandle,
  path: string,
  { at, packedBytes, bytes, method }: ZipEntry,
): AsyncGenerator<Uint8Array> {
  const local = await readAt(file, at, 30)
  if (local.readUInt32LE(0) !== LOCAL) throw damaged()
  if (packedBytes === 0) return
  const start = at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
  const packed = createReadStream(path, { start, end: start + packedBytes - 1 })
  let read = 0
  try {
    for await (const piece of method === STORED ? packed : packed.pipe(createInflateRaw())) {
      read += (piece as Buffer).byteLength
      // What inflates to more than it says would fill the disk.
      if (read > bytes) throw damaged()
      yield piece as Buffer
    }
  } finally {
    packed.destroy()
  }
  if (read !== bytes) throw damaged()
}

async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead !== length) throw damaged()
  return buffer
}
