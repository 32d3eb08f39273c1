import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeNewFile } from '../../src/lib/new-file.ts'
import { mountSmallDisk, unmountDisk } from '../support/small-disk.ts'

const disk = mountSmallDisk(1)
afterAll(() => {
  if (disk) unmountDisk(disk)
})

test.skipIf(!disk)(
  'a wallet or key is written whole or not at all on a really full disk',
  async () => {
    const folder = disk ?? ''
    const fill = () => writeFileSync(join(folder, 'full'), Buffer.alloc(2_000_000))
    expect(fill).toThrow('ENOSPC')
    const path = join(folder, 'wallet.json')
    await expect(writeNewFile(path, 'x'.repeat(500))).rejects.toThrow('ENOSPC')
    expect(readdirSync(folder)).toEqual(['full'])
    writeFileSync(join(folder, 'full'), '')
    await writeNewFile(path, 'whole')
    await expect(writeNewFile(path, 'other')).rejects.toThrow('EEXIST')
    expect(readdirSync(folder).toSorted((a, b) => a.localeCompare(b))).toEqual([
      'full',
      'wallet.json',
    ])
  },
)
