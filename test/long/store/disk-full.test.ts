import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { mountSmallDisk, resizeDisk, unmountDisk } from '../../support/small-disk.ts'
import { names, put, quietLog } from '../../support/store-backend.ts'

const disk = mountSmallDisk(1)

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
      resizeDisk(folder, 16)
      await put(store, 'room')
      expect(await names(store)).toContain('room')
      await store.check({ deep: true })
    } finally {
      await store.close()
      unmountDisk(folder)
    }
  },
)
