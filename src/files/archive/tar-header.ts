import { OperationError } from '../../contract/errors.ts'

/** Size of a block: headers take one, files whole ones. */
export const TAR_BLOCK_BYTES = 512

/** Longest name in a plain header; longer ones stand in a record before it. */
const NAME_MAX_BYTES = 100

/** Largest size that eleven octal digits hold. */
const OCTAL_MAX_BYTES = 8 ** 11 - 1

/** What a header says of the file behind it. */
export interface TarHeader {
  name: string
  bytes: number
  /** `0` for a file, `x` and `g` for records about files, `L` for a long name; others have no content that counts. */
  kind: string
}

/** Writes the header of a file, after a record of its name and size where these do not fit. */
export function writeTarHeader(name: string, bytes: number, modifiedMs: number): Buffer {
  const isShort = Buffer.byteLength(name) <= NAME_MAX_BYTES && bytes <= OCTAL_MAX_BYTES
  if (isShort) return plainHeader({ name, bytes, kind: '0' }, modifiedMs)
  const records = Buffer.from(paxRecord('path', name) + paxRecord('size', String(bytes)))
  const short = { name: 'long-name', bytes: Math.min(bytes, OCTAL_MAX_BYTES), kind: '0' }
  return Buffer.concat([
    plainHeader({ name: 'long-name', bytes: records.byteLength, kind: 'x' }, modifiedMs),
    records,
    tarPadding(records.byteLength),
    plainHeader(short, modifiedMs),
  ])
}

/** Zeros up to the next block. */
export function tarPadding(bytes: number): Buffer {
  return Buffer.alloc((TAR_BLOCK_BYTES - (bytes % TAR_BLOCK_BYTES)) % TAR_BLOCK_BYTES)
}

function plainHeader({ name, bytes, kind }: TarHeader, modifiedMs: number): Buffer {
  const block = Buffer.alloc(TAR_BLOCK_BYTES)
  const octal = (value: number, at: number, digits: number) =>
    void block.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  block.write(name, 0, NAME_MAX_BYTES, 'utf8')
  octal(0o600, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(bytes, 124, 11)
  octal(Math.max(0, Math.floor(modifiedMs / 1_000)), 136, 11)
  block.fill(' ', 148, 156)
  block.write(kind, 156, 'latin1')
  block.write('ustar\x0000', 257, 'latin1')
  octal(checksumOf(block), 148, 6)
  return block
}

/** A record counts its own length, digits included. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  const length = bytes + String(bytes + String(bytes).length).length
  return `${length}${rest}`
}

function checksumOf(block: Buffer): number {
  let sum = 0
  for (const [index, byte] of block.entries()) sum += index >= 148 && index < 156 ? 0x20 : byte
  return sum
}

/** Reads a header; undefined for the zeros at the end. Throws `unparsable` for anything else. */
export function readTarHeader(block: Buffer): TarHeader | undefined {
  if (block.every((byte) => byte === 0)) return undefined
  if (readOctal(block, 148, 8) !== checksumOf(block)) throw damaged()
  const name = textAt(block, 0, 100)
  const prefix = textAt(block, 257, 6).startsWith('ustar') ? textAt(block, 345, 155) : ''
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    bytes: readOctal(block, 124, 12),
    kind: block[156] === 0 ? '0' : String.fromCodePoint(block[156] ?? 0),
  }
}

/** Name and size in the records before a header. Throws `unparsable`. */
export function readPaxRecords(content: Buffer): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {}
  for (let at = 0; at < content.byteLength;) {
    const space = content.indexOf(0x20, at)
    const length = Number(content.toString('latin1', at, space))
    if (space === -1 || !Number.isInteger(length) || length <= space - at) throw damaged()
    const [key = '', value = ''] = content
      .toString('utf8', space + 1, at + length - 1)
      .split(/=(.*)/s)
    if (key === 'path') found.path = value
    if (key === 'size') found.size = Number(value)
    at += length
  }
  return found
}

function readOctal(block: Buffer, at: number, length: number): number {
  // Sizes that eight digits do not hold are written as a binary number, with the first bit set.
  if ((block[at] ?? 0) & 0x80) return block.readUIntBE(at + length - 6, 6)
  const value = Number.parseInt(textAt(block, at, length).trim() || '0', 8)
  if (!Number.isSafeInteger(value) || value < 0) throw damaged()
  return value
}

function textAt(block: Buffer, at: number, length: number): string {
  const end = block.indexOf(0, at)
  return block.toString('utf8', at, end === -1 ? at + length : Math.min(end, at + length))
}

/** The error for an archive that cannot be read. */
export function damaged(cause?: unknown): OperationError {
  return new OperationError('unparsable', 'The archive is damaged, or of another format.', {
    cause,
  })
}
