import { damaged } from './tar-header.ts'

/** The list of files stands at the end, before a comment of at most this length. */
const TAIL_MAX_BYTES = 65_536 + 22 + 20 + 56

/** Longest list of files. */
const LIST_MAX_BYTES = 512 * 1024 * 1024

const END = 0x06_05_4b_50
const END_64_LOCATOR = 0x07_06_4b_50
const ENTRY = 0x02_01_4b_50
const LOCAL = 0x04_03_4b_50
/** Method of a file that is not packed. */
export const STORED = 0
const DEFLATED = 8
const UNKNOWN_32 = 0xff_ff_ff_ff

/** An archive whose places can be read in any order. */
export interface RandomAccess {
  size: number
  /** Throws where there are fewer bytes. */
  read(at: number, length: number): Promise<Buffer>
}

/** One file or folder of an archive, as its list has it. */
export interface ZipEntry {
  name: string
  bytes: number
  packedBytes: number
  /** Where its own head stands. */
  at: number
  method: number
  /** Whether it is stored as it is, or deflated. */
  isKnownMethod: boolean
  isEncrypted: boolean
  /** Where the next entry of the list begins. */
  end: number
}

/**
 * Reads the list of an archive. Throws `unparsable`.
 *
 * @yields what the list names, in its order.
 */
export async function* listZip(access: RandomAccess): AsyncGenerator<ZipEntry> {
  const list = await readList(access)
  for (let at = 0; at < list.byteLength;) {
    if (at + 46 > list.byteLength || list.readUInt32LE(at) !== ENTRY) throw damaged()
    const entry = readEntry(list, at)
    at = entry.end
    yield entry
  }
}

/** Where the packed bytes of a file begin. Throws `unparsable` where no file begins there. */
export async function startOfContent(access: RandomAccess, { at }: ZipEntry): Promise<number> {
  const local = await access.read(at, 30)
  if (local.readUInt32LE(0) !== LOCAL) throw damaged()
  return at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28)
}

async function readList({ size, read }: RandomAccess): Promise<Buffer> {
  const tailAt = Math.max(0, size - TAIL_MAX_BYTES)
  const tail = await read(tailAt, size - tailAt)
  let end = tail.byteLength - 22
  while (end >= 0 && tail.readUInt32LE(end) !== END) end -= 1
  if (end < 0) throw damaged()
  let bytes = tail.readUInt32LE(end + 12)
  let at = tail.readUInt32LE(end + 16)
  const locator = end - 20
  if (locator >= 0 && tail.readUInt32LE(locator) === END_64_LOCATOR) {
    const record = await read(Number(tail.readBigUInt64LE(locator + 8)), 56)
    bytes = Number(record.readBigUInt64LE(40))
    at = Number(record.readBigUInt64LE(48))
  }
  if (bytes > LIST_MAX_BYTES || at + bytes > size) throw damaged()
  return read(at, bytes)
}

function readEntry(list: Buffer, at: number): ZipEntry {
  const nameBytes = list.readUInt16LE(at + 28)
  const extraBytes = list.readUInt16LE(at + 30)
  const end = at + 46 + nameBytes + extraBytes + list.readUInt16LE(at + 32)
  if (end > list.byteLength) throw damaged()
  const method = list.readUInt16LE(at + 10)
  const extra = list.subarray(at + 46 + nameBytes, at + 46 + nameBytes + extraBytes)
  const plain = {
    bytes: list.readUInt32LE(at + 24),
    packedBytes: list.readUInt32LE(at + 20),
    at: list.readUInt32LE(at + 42),
  }
  return {
    ...withLargeValues(plain, extra),
    name: list.toString('utf8', at + 46, at + 46 + nameBytes),
    method,
    isKnownMethod: method === STORED || method === DEFLATED,
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
