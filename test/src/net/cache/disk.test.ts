import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../../../support/bellhop.ts'
import { fakeDisk } from '../../../support/fake-disk.ts'
import {
  folderOf,
  HOUR_S,
  instance,
  page,
  serve,
  TEXT,
  bodyText,
} from '../../../support/page-cache.ts'

describe('on disk', () => {
  it('nothing is stored while less than the reserve is free, and what is older goes', async () => {
    const folder = folderOf()
    const { disk, setFree } = fakeDisk(100_000)
    const server = await serve({ '/': page() })
    const one = instance({ folder, disk })
    await one.get(server.url)
    expect(readdirSync(folder)).toHaveLength(1)
    setFree(100_000 - 1)
    one.pass(2 * HOUR_S)
    expect(bodyText(await one.get(server.url))).toBe(TEXT)
    expect(server.requests).toHaveLength(2)
    expect(readdirSync(folder)).toEqual([])
    setFree(200_000)
    await instance({ folder, disk }).get(server.url)
    expect(readdirSync(folder)).toHaveLength(1)
  })

  it('a copy outlives the process, for its owner only', async () => {
    const folder = folderOf()
    const server = await serve({ '/': page({ 'set-cookie': 'secret=1' }) })
    await instance({ folder }).get(server.url)
    const again = await instance({ folder }).get(server.url)
    expect(server.requests).toHaveLength(1)
    expect(bodyText(again)).toBe(TEXT)
    const [name = ''] = readdirSync(folder)
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(readFileSync(join(folder, name)).toString()).not.toContain('secret')
  })

  it.each([
    ['one bit of the body', (bytes: Buffer) => void (bytes[bytes.length - 9]! ^= 1)],
    ['one bit of the head', (bytes: Buffer) => void (bytes[80]! ^= 1)],
    ['its digest', (bytes: Buffer) => void (bytes[3]! ^= 1)],
    ['everything', (bytes: Buffer) => void bytes.fill(0)],
  ])('a file with %s changed is a page never seen', async (_, spoil) => {
    const folder = folderOf()
    const server = await serve({ '/': page() })
    await instance({ folder }).get(server.url)
    const path = join(folder, readdirSync(folder)[0] ?? '')
    const bytes = readFileSync(path)
    spoil(bytes)
    writeFileSync(path, bytes)
    const again = await instance({ folder }).get(server.url)
    expect(again.stored).toBeUndefined()
    expect(bodyText(again)).toBe(TEXT)
    expect((await instance({ folder }).get(server.url)).stored).toBeDefined()
  })

  it.each(['', 'short', '{}', `${'0'.repeat(64)}\n{}\nbody`])(
    'a file that holds %j is a page never seen',
    async (content) => {
      const folder = folderOf()
      const server = await serve({ '/': page() })
      await instance({ folder }).get(server.url)
      writeFileSync(join(folder, readdirSync(folder)[0] ?? ''), content)
      expect((await instance({ folder }).get(server.url)).stored).toBeUndefined()
    },
  )

  it('a file put in the place of another is not given', async () => {
    const folder = folderOf()
    const server = await serve({ '/a': page(), '/b': page({}, 'other') })
    await instance({ folder }).get(`${server.origin}/a`)
    const [a = ''] = readdirSync(folder)
    await instance({ folder }).get(`${server.origin}/b`)
    const b = readdirSync(folder).find((name) => name !== a) ?? ''
    writeFileSync(join(folder, a), readFileSync(join(folder, b)))
    expect(bodyText(await instance({ folder }).get(`${server.origin}/a`))).toBe(TEXT)
  })

  it('a folder that cannot be written is no failure', async () => {
    const dir = tempDir()
    onTestFinished(() => dir[Symbol.dispose]())
    const folder = join(dir.path, 'file')
    writeFileSync(folder, 'a file where the folder should be')
    const server = await serve({ '/': page() })
    const { get } = instance({ folder })
    await get(server.url)
    expect((await get(server.url)).stored).toBeDefined()
    expect((await instance({ folder }).get(server.url)).stored).toBeUndefined()
  })

  const sizeOf = (folder: string): number =>
    readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

  it('the files together keep their bound of bytes, the least recently used go first', async () => {
    const folder = folderOf()
    const body = 'x'.repeat(5_000)
    const server = await serve({ '/': page({}, body) })
    const { get } = instance({ folder, diskMaxBytes: 100_000 })
    await get(`${server.origin}/?first`)
    for (let n = 0; n < 40; n += 1) {
      await get(`${server.origin}/?${n}`)
      expect(sizeOf(folder)).toBeLessThanOrEqual(100_000)
    }
    expect(readdirSync(folder).length).toBeGreaterThan(10)
    const fresh = instance({ folder, diskMaxBytes: 100_000 })
    expect((await fresh.get(`${server.origin}/?39`)).stored).toBeDefined()
    expect((await fresh.get(`${server.origin}/?first`)).stored).toBeUndefined()
  })

  it('reading a copy makes it recently used', async () => {
    const folder = folderOf()
    const server = await serve({ '/': page() })
    await instance({ folder }).get(server.url)
    const path = join(folder, readdirSync(folder)[0] ?? '')
    utimesSync(path, 1, 1)
    await instance({ folder }).get(server.url)
    expect(statSync(path).mtimeMs).toBeGreaterThan(1_000_000)
  })

  it('the files keep their bound of number, and what was never finished goes', async () => {
    const folder = folderOf()
    const server = await serve({ '/': page({}, 'x') })
    const { get } = instance({ folder, diskMaxCount: 16 })
    await get(server.url)
    const stuck = join(folder, 'abc.part')
    writeFileSync(stuck, 'half')
    utimesSync(stuck, 1, 1)
    for (let n = 0; n < 40; n += 1) await get(`${server.origin}/?${n}`)
    expect(readdirSync(folder).length).toBeLessThanOrEqual(16)
    expect(readdirSync(folder).length).toBeGreaterThan(8)
    expect(readdirSync(folder)).not.toContain('abc.part')
  })

  it('nothing is written where the bound is zero', async () => {
    const folder = folderOf()
    const server = await serve({ '/': page() })
    const { get } = instance({ folder, diskMaxBytes: 0 })
    await get(server.url)
    expect((await get(server.url)).stored).toBeDefined()
    expect(() => readdirSync(folder)).toThrow('ENOENT')
  })
})
