import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { documentJob } from '../../../src/documents/document-job.ts'
import { isPlainName } from '../../../src/documents/inner-name.ts'
import { INNER_FILE_MAX_BYTES, PACKAGE_FILES_MAX_COUNT } from '../../../src/documents/limits.ts'
import { unpackJob } from '../../../src/documents/unpack-job.ts'
import { type ZippedFile, zipOf, zipOfFiles } from '../../support/zip.ts'

const source = (bytes: Uint8Array, name = 'a.zip') => ({ bytes, name, contentType: '' })

async function unpacked(bytes: Uint8Array, path: string): Promise<string> {
  return Buffer.from((await unpackJob({ ...source(bytes), path })).bytes).toString('utf8')
}

const listed = async (bytes: Uint8Array) =>
  documentJob({ ...source(bytes), pages: undefined, keepsHidden: false, pageMarkers: false })

const inner = zipOf({ 'c.txt': 'deep', 'dir/d.txt': 'deeper' })
const archive = zipOf({
  'a.txt': 'one',
  'dir/b.txt': 'two',
  'b.zip': inner,
  'with space & more.txt': 'three',
  '100%.txt': 'four',
  'odd!/e.txt': 'five',
  'caf\u00e9.txt': 'six',
  'cafe\u0301-2.txt': 'seven',
  'c#.txt': 'eight',
  'report.docx': zipOf({ '[Content_Types].xml': 'x', 'word/embeddings/x.xlsx': 'nine' }),
})

describe('a file is found by its path', () => {
  test.each([
    ['a.txt', 'one'],
    ['dir/b.txt', 'two'],
    ['b.zip!/c.txt', 'deep'],
    ['b.zip!/dir/d.txt', 'deeper'],
    ['with space & more.txt', 'three'],
    ['with%20space%20%26%20more.txt', 'three'],
    ['100%.txt', 'four'],
    ['100%25.txt', 'four'],
    ['odd!/e.txt', 'five'],
    ['cafe\u0301.txt', 'six'],
    ['caf\u00e9-2.txt', 'seven'],
    ['caf%C3%A9.txt', 'six'],
    ['c%23.txt', 'eight'],
    ['report.docx!/word/embeddings/x.xlsx', 'nine'],
  ])('%s', async (path, text) => {
    expect(await unpacked(archive, path)).toBe(text)
  })

  test('of a format that is not packed, as its own reader finds it', async () => {
    const holders = {
      opml: async () => async (bytes: Uint8Array, name: string) =>
        name === 'note.txt' ? bytes.subarray(0, 5) : undefined,
    }
    const mail = source(Buffer.from('<opml><body/></opml>'), 'a.eml')
    const read = async (path: string) => unpackJob({ ...mail, path }, undefined, holders)
    expect(Buffer.from((await read('note.txt')).bytes).toString()).toBe('<opml')
    await expect(read('other.txt')).rejects.toMatchObject({ code: 'not_found' })
    await expect(unpackJob({ ...mail, path: 'note.txt' })).rejects.toMatchObject({
      code: 'unsupported_content',
      fields: { reason: 'not_archive' },
    })
  })

  test('three archives within each other, and no more', async () => {
    const second = zipOf({
      'c.zip': zipOf({ 'd.zip': zipOf({ 'e.txt': 'too deep' }), 'd.txt': 'third' }),
    })
    const first = zipOf({ 'b.zip': second })
    expect(await unpacked(first, 'b.zip!/c.zip!/d.txt')).toBe('third')
    await expect(unpacked(first, 'b.zip!/c.zip!/d.zip!/e.txt')).rejects.toMatchObject({
      code: 'invalid_input',
      fields: { reason: 'depth' },
    })
  })
})

/** Names that lead out of an archive, or that nobody can ask for. */
const BAD_NAMES: [label: string, name?: string][] = [
  ['../up.txt'],
  ['../../../../etc/passwd'],
  ['dir/../../up.txt'],
  ['/../up.txt'],
  ['a/./b.txt'],
  ['dir//b.txt'],
  ['..\\..\\up.txt'],
  ['C:\\..\\up.txt'],
  ['nul\0.txt'],
  ['line\nbreak.txt'],
  ['escape\u001b[31m.txt'],
  ['gnp\u202etxt.exe'],
  ['zero\u200bwidth.txt'],
  ['too long', 'x'.repeat(1_001)],
  ['too deep', `${'d/'.repeat(30_000)}x`],
]

describe('names that are no use', () => {
  test.each(BAD_NAMES)('%j is neither listed nor read', async (label, named) => {
    const name = named ?? label
    const bytes = zipOf({ [name]: 'secret', 'good.txt': 'good' })
    const { files, notes, markdown } = await listed(bytes)
    expect(files).toEqual([{ name: 'good.txt', bytes: 4 }])
    expect(notes).toEqual(['1 file with names that cannot be asked for'])
    expect(markdown).toContain('`good.txt`')
    await expect(unpacked(bytes, name)).rejects.toMatchObject({ code: 'not_found' })
    await expect(unpacked(bytes, encodeURIComponent(name))).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await unpacked(bytes, 'good.txt')).toBe('good')
  })

  test('a name with a root stands for the path behind it', async () => {
    const bytes = zipOf({ '/etc/passwd': 'of the archive' })
    expect(await unpacked(bytes, 'etc/passwd')).toBe('of the archive')
  })

  test('of two with one name the first is read, and told', async () => {
    const bytes = zipOfFiles([
      { name: 'a.txt', content: 'first' },
      { name: 'a.txt', content: 'second' },
      { name: '/a.txt', content: 'third' },
    ])
    const { files, notes } = await listed(bytes)
    expect(files).toEqual([{ name: 'a.txt', bytes: 5 }])
    expect(notes).toEqual(['2 files with the name of an earlier one'])
    expect(await unpacked(bytes, 'a.txt')).toBe('first')
  })

  test('the empty path is none', () => {
    expect(isPlainName('')).toBe(false)
    expect(isPlainName('a/b c.txt')).toBe(true)
  })
})

const bomb = deflateRawSync(Buffer.alloc(150_000_000))
const hundred = Array.from({ length: 100 }, (_, at): ZippedFile => ({
  name: `f${at}`,
  packed: bomb,
  bytes: 150_000_000,
  at: 0,
}))
const stored = { name: 'f', content: 'text', method: 0 }

/** Archives that do harm where they are believed, with the file that is asked for and the code of its error. */
const BOMBS: readonly (readonly [string, () => Uint8Array, string, string])[] = [
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
  ['half of an archive', () => archive.subarray(0, archive.byteLength / 2), 'f', 'unparsable'],
  ['the beginning of an archive alone', () => Buffer.from('PK\u0003\u0004'), 'f', 'unparsable'],
  ['a list that claims more than there is', () => claiming(12, 0xfff_ffff), 'f', 'unparsable'],
  ['a list that begins behind the end', () => claiming(16, 0xfff_ffff), 'f', 'unparsable'],
  ['a list cut within an entry', () => claiming(12, 50), 'f', 'unparsable'],
  [
    'an archive that holds itself',
    () => zipOf({ 'f.zip': archive }),
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

test.each(BOMBS)('%s', { tags: 'full' }, async (_, make, path, code) => {
  const error: unknown = await unpacked(make(), path).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code, hint: expect.stringMatching(/\S/) })
})

test('what is encrypted is listed, and said so', async () => {
  const bytes = zipOfFiles([{ name: 'a.txt', content: 'x', flags: 1 }, stored])
  const { notes, markdown } = await listed(bytes)
  expect(notes).toEqual(['1 file encrypted'])
  expect(markdown).toMatch(/`a\.txt`\s*\|\s*1, encrypted/)
})

test('an archive without files says so', async () => {
  expect((await listed(zipOf({}))).markdown).toBe('The archive holds no files.')
})
