import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { toInnerPath, unpackArchive } from '../../../../src/files/archive/unpack.ts'
import { createTarWriter } from '../../../../src/files/archive/write-tar.ts'
import { DiskSpace } from '../../../../src/lib/disk-space.ts'
import { seededRandom } from '../../../support/seeded-random.ts'
import { zipOf } from '../../../support/zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-archive-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const disk = new DiskSpace({ folder, reserveBytes: 0 })
const now = () => new Date(0)
let count = 0
const newPath = (ending = '') => join(folder, `${(count += 1)}${ending}`)

test('what is written is read again, by others too: names of any length, sizes around blocks', async () => {
  const random = seededRandom(3)
  const files = new Map(
    Array.from({ length: 40 }, (_, index) => {
      const name = `f${index}/${'ä'.repeat(Math.floor(random() * 90))}x.bin`
      const sizes = [0, 1, 511, 512, 513, 100_000]
      return [name, Buffer.alloc(sizes[index % sizes.length] ?? 0, index)] as const
    }),
  )
  const path = newPath('.tar.gz')
  await using tar = await createTarWriter(path, now)
  for (const [name, content] of files) await tar.add(name, content)
  await tar.finish()
  const ours = newPath()
  await unpackArchive(path, ours, disk)
  const theirs = newPath()
  mkdirSync(theirs)
  execFileSync('tar', ['-xzf', path, '-C', theirs])
  for (const [name, content] of files) {
    expect(readFileSync(join(ours, name)).equals(content)).toBe(true)
    expect(readFileSync(join(theirs, name)).equals(content)).toBe(true)
  }
})

test('archives of the installed tar are read, without their links', async () => {
  const source = newPath()
  mkdirSync(join(source, 'deep'.repeat(20)), { recursive: true })
  writeFileSync(join(source, 'deep'.repeat(20), 'y'.repeat(98)), 'content')
  symlinkSync('/etc/passwd', join(source, 'link'))
  for (const format of ['gnu', 'pax', 'ustar']) {
    const [path, to] = [newPath('.tar'), newPath()]
    execFileSync('tar', [`--format=${format}`, '-cf', path, '-C', source, '.'])
    await unpackArchive(path, to, disk)
    expect(readFileSync(join(to, 'deep'.repeat(20), 'y'.repeat(98)), 'utf8')).toBe('content')
    expect(existsSync(join(to, 'link'))).toBe(false)
  }
})

test('an archive left unfinished leaves nothing', async () => {
  const path = newPath('.tar.gz')
  const left = async () => {
    await using tar = await createTarWriter(path, now)
    await tar.add('a', 'b')
    throw new Error('stop')
  }
  await expect(left()).rejects.toThrow('stop')
  expect(
    readdirSync(folder).filter((name) => path === join(folder, name) || name.endsWith('.part')),
  ).toEqual([])
})

test.each([
  '../out',
  '/etc/x',
  'a/../../x',
  'a\\..\\x',
  'a\0b',
  '..',
  '',
  '.whole',
  'x'.repeat(2_000),
])('a name that leads elsewhere is no path: %j', (name) => {
  expect(toInnerPath(name)).toBeUndefined()
})

test('a zip is unpacked; what inflates to more than it says, is damaged or leads out, is not', async () => {
  const [good, to] = [newPath('.zip'), newPath()]
  writeFileSync(
    good,
    zipOf({ 'users.json': '[]', 'general/2024-01-01.json': '[1]', '../evil': 'x' }),
  )
  await unpackArchive(good, to, disk)
  expect(readFileSync(join(to, 'general/2024-01-01.json'), 'utf8')).toBe('[1]')
  expect(existsSync(join(to, '../evil'))).toBe(false)
  const bomb = newPath('.zip')
  writeFileSync(bomb, zipOf({ big: 'x'.repeat(1_000_000) }, { big: 10 }))
  const filled = newPath()
  await expect(unpackArchive(bomb, filled, disk)).rejects.toMatchObject({ code: 'unparsable' })
  expect(statSync(join(filled, 'big')).size).toBeLessThan(500_000)
  for (const bytes of [Buffer.from('PK'), zipOf({ a: 'b' }).subarray(10), Buffer.alloc(0)]) {
    const path = newPath('.zip')
    writeFileSync(path, bytes)
    await expect(unpackArchive(path, newPath(), disk)).rejects.toThrow(/./)
  }
})

test('a cut archive, noise and a full disk are refused', async () => {
  const path = newPath('.tar.gz')
  await using tar = await createTarWriter(path, now)
  await tar.add('a', Buffer.alloc(100_000, 'random '))
  await tar.finish()
  const cut = newPath('.tar.gz')
  writeFileSync(cut, readFileSync(path).subarray(0, -30))
  const noise = newPath('.tar')
  writeFileSync(noise, Buffer.alloc(2_048, 'noise'))
  for (const bad of [cut, noise]) {
    await expect(unpackArchive(bad, newPath(), disk)).rejects.toMatchObject({ code: 'unparsable' })
  }
  const full = new DiskSpace({ folder, reserveBytes: 0, read: async () => 10 })
  await expect(unpackArchive(path, newPath(), full)).rejects.toMatchObject({ code: 'unavailable' })
})
