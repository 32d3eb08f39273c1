import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DiskSpace } from '../../../src/lib/disk-space.ts'
import { fakeDisk } from '../../support/fake-disk.ts'

test('the reserve stays free, also of what was written since the last look', async () => {
  const { disk, setFree } = fakeDisk(1_000)
  expect(await disk.free()).toBe(2_000)
  expect([await disk.has(1_000), await disk.has(1_001)]).toEqual([true, false])
  expect(await disk.take(600)).toBe(true)
  expect(await disk.take(600)).toBe(false)
  expect(await disk.take(400)).toBe(true)
  expect([await disk.free(), await disk.has(0), await disk.has(1)]).toEqual([1_000, true, false])
  setFree(999)
  expect([await disk.free(), await disk.has(0)]).toEqual([999, false])
})

test('callers at the same time share one look', async () => {
  let looks = 0
  const read = async () => {
    looks += 1
    return 5_000
  }
  const disk = new DiskSpace({ folder: '/', reserveBytes: 1, read, now: () => 0 })
  await Promise.all(Array.from({ length: 50 }, async () => disk.take(10)))
  expect([looks, await disk.free()]).toEqual([1, 4_500])
})

test('a folder that is not there yet is on the disk of the one above', async () => {
  const [here, below] = [tmpdir(), join(tmpdir(), 'bellhop-no-such', 'folder')].map(
    (folder) => new DiskSpace({ folder, reserveBytes: 0 }),
  )
  const free = (await here?.free()) ?? 0
  expect(free).toBeGreaterThan(0)
  expect(Math.abs(((await below?.free()) ?? 0) - free)).toBeLessThan(free / 2)
})

test('where the system does not say what is free, nothing is refused', async () => {
  const read = async () => Promise.reject(new Error('ENOSYS'))
  const disk = new DiskSpace({ folder: '/', reserveBytes: 1_000, read })
  expect([await disk.free(), await disk.take(1_000_000)]).toEqual([Infinity, true])
})
