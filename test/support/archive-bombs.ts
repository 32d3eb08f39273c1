import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { INNER_FILE_MAX_BYTES, PACKAGE_FILES_MAX_COUNT } from '../../src/documents/limits.ts'
import { type ZippedFile, zipOf, zipOfFiles } from './zip.ts'

const ARCHIVE = zipOf({ 'a.txt': 'one', 'dir/b.txt': 'two' })
const bomb = deflateRawSync(Buffer.alloc(150_000_000))
const hundred = Array.from({ length: 100 }, (_, at): ZippedFile => ({
  name: `f${at}`,
  packed: bomb,
  bytes: 150_000_000,
  at: 0,
}))
const stored = { name: 'f', content: 'text', method: 0 }

/** Archives that do harm where they are believed, with the file that is asked for and the code of its error. */
export const ARCHIVE_BOMBS: readonly (readonly [
  what: string,
  make: () => Uint8Array,
  path: string,
  code: string,
])[] = [
  ['a file of 150 MB in 150 KB', () => zipOf({ f: Buffer.alloc(150_000_000) }), 'f', 'too_large'],
  [
    'the same that claims to be small',
    () => zipOf({ f: Buffer.alloc(150_000_000) }, { f: 10 }),
    'f',
    'too_large',
  ],
  [
    'a file larger than a result',
    () => zipOf({ f: Buffer.alloc(INNER_FILE_MAX_BYTES + 1) }),
    'f',
    'too_large',
  ],
  ['one that claims 4 GB', () => zipOf({ f: 'small' }, { f: 0xffff_fffe }), 'f', 'too_large'],
  [
    'entries that overlap',
    () => zipOfFiles([{ name: 'f', packed: bomb, bytes: 150_000_000 }, ...hundred]),
    'f99',
    'too_large',
  ],
  [
    'a bomb in an archive in an archive',
    () => zipOf({ 'b.zip': zipOf({ 'c.zip': zipOf({ f: Buffer.alloc(150_000_000) }) }) }),
    'b.zip!/c.zip!/f',
    'too_large',
  ],
  [
    'as many entries as an archive may have, and one',
    () =>
      zipOfFiles(
        Array.from({ length: PACKAGE_FILES_MAX_COUNT + 1 }, (_, at) => ({
          name: `f${at}`,
          packed: Buffer.alloc(0),
        })),
      ),
    'f1',
    'too_large',
  ],
  ['a million entries of one name', () => millionEntries(), 'f', 'too_large'],
  [
    'an encrypted file',
    () => zipOfFiles([{ name: 'f', content: 'x', flags: 1 }]),
    'f',
    'unsupported_content',
  ],
  [
    'a method that nobody has',
    () => zipOfFiles([{ name: 'f', content: 'x', method: 97 }]),
    'f',
    'unsupported_content',
  ],
  [
    'packed bytes that are none',
    () => zipOfFiles([{ name: 'f', packed: randomBytes(500) }]),
    'f',
    'unparsable',
  ],
  ['a file behind the end', () => zipOfFiles([{ ...stored, at: 5_000_000 }]), 'f', 'unparsable'],
  ['a file that begins in the list', () => zipOfFiles([{ ...stored, at: 40 }]), 'f', 'unparsable'],
  [
    'a file that is longer than the archive',
    () => zipOfFiles([{ ...stored, packedBytes: 5_000_000 }]),
    'f',
    'unparsable',
  ],
  ['half of an archive', () => ARCHIVE.subarray(0, ARCHIVE.byteLength / 2), 'f', 'unparsable'],
  ['the beginning of an archive alone', () => Buffer.from('PK\u0003\u0004'), 'f', 'unparsable'],
  ['a list that claims more than there is', () => claiming(12, 0xfff_ffff), 'f', 'unparsable'],
  ['a list that begins behind the end', () => claiming(16, 0xfff_ffff), 'f', 'unparsable'],
  ['a list cut within an entry', () => claiming(12, 50), 'f', 'unparsable'],
  [
    'an archive that holds itself',
    () => zipOf({ 'f.zip': ARCHIVE }),
    'f.zip!/f.zip!/f.zip!/f',
    'not_found',
  ],
  ['a text that is called an archive', () => Buffer.from('no archive'), 'f', 'unsupported_content'],
  ['nothing', () => Buffer.alloc(0), 'f', 'unsupported_content'],
  [
    'an old office document',
    () => Buffer.from('D0CF11E0A1B11AE1', 'hex'),
    'f',
    'unsupported_content',
  ],
  ['an empty archive', () => zipOf({}), 'f', 'not_found'],
  ['a folder', () => zipOf({ 'f/': '' }), 'f', 'not_found'],
]

/** An archive with another number in its last record. */
function claiming(at: number, value: number): Buffer {
  const bytes = zipOf({ f: 'text' })
  bytes.writeUInt32LE(value, bytes.byteLength - 22 + at)
  return bytes
}

/** An archive with the same entry a million times in its list. */
function millionEntries(): Buffer {
  const one = zipOf({ f: '' })
  const at = one.readUInt32LE(one.byteLength - 6)
  const entry = one.subarray(at, one.byteLength - 22)
  const list = Buffer.alloc(entry.byteLength * 1_000_000, entry)
  const end = Buffer.from(one.subarray(-22))
  end.writeUInt32LE(list.byteLength, 12)
  return Buffer.concat([one.subarray(0, at), list, end])
}
