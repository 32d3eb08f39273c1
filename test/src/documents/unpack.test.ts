import { describe, expect, test } from 'vitest'
import { documentJob } from '../../../src/documents/document-job.ts'
import { isPlainName } from '../../../src/documents/inner-name.ts'
import { unpackJob } from '../../../src/documents/unpack-job.ts'
import { ARCHIVE_BOMBS } from '../../support/archive-bombs.ts'
import { zipOf, zipOfFiles } from '../../support/zip.ts'

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

test.each(ARCHIVE_BOMBS)('%s', { tags: 'full' }, async (_, make, path, code) => {
  const error: unknown = await unpacked(make(), path).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code, hint: expect.stringMatching(/\S/) })
})

test('what is encrypted is listed, and said so', async () => {
  const bytes = zipOfFiles([
    { name: 'a.txt', content: 'x', flags: 1 },
    { name: 'f', content: 'text', method: 0 },
  ])
  const { notes, markdown } = await listed(bytes)
  expect(notes).toEqual(['1 file encrypted'])
  expect(markdown).toMatch(/`a\.txt`\s*\|\s*1, encrypted/)
})

test('an archive without files says so', async () => {
  expect((await listed(zipOf({}))).markdown).toBe('The archive holds no files.')
})
