import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '../../../src/store/sqlite.ts'
import { names, put, quietLog } from '../../support/store-backend.ts'

/** Mounts a small disk, or says loudly that this user may not. */
function mountSmallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'pipe' })
    return folder
  } catch {
    rmdirSync(folder)
    console.warn(
      'SKIPPED: the test on a really full disk, because only root can mount a small one.',
    )
    return undefined
  }
}

const disk = mountSmallDisk()

test.skipIf(!disk)(
  'a really full disk refuses writes, keeps reading, and is over with room',
  async () => {
    const folder = disk ?? ''
    const store = await openSqlite({ path: join(folder, 'store.db'), log: quietLog })
    try {
      const acknowledged: string[] = []
      const refusals: unknown[] = []
      for (let row = 0; refusals.length < 50; row += 1) {
        const outcomes = await Promise.allSettled(
          [0, 1, 2].map(async (part) => {
            await put(store, `${row}.${part}`, 'x'.repeat(3_000))
            return `${row}.${part}`
          }),
        )
        for (const outcome of outcomes) {
          if (outcome.status === 'fulfilled') acknowledged.push(outcome.value)
          else refusals.push(outcome.reason)
        }
      }
      for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'unavailable' })
      expect(await names(store)).toEqual(acknowledged.sort())
      await store.check()
      execFileSync('mount', ['-o', 'remount,size=16m', folder])
      await put(store, 'room')
      expect(await names(store)).toContain('room')
      await store.check({ deep: true })
    } finally {
      await store.close()
      execFileSync('umount', [folder])
      rmdirSync(folder)
    }
  },
)
