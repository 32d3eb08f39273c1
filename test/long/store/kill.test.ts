import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { LOCK_WAIT_MAX_MS } from '../../../src/store/batch/busy-retry.ts'
import { openSqlite } from '../../../src/store/sqlite/sqlite.ts'
import { names, put, quietLog } from '../../support/store-backend.ts'
import { fillFromProcesses, writeUntilKilled } from '../../support/store-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('fifty kills lose no acknowledged row and damage nothing', { timeout: 120_000 }, async () => {
  const path = join(folder, 'killed.db')
  let total = 0
  for (let round = 0; round < 50; round += 1) {
    const acknowledged = await writeUntilKilled(path, `round ${round}`, 1 + (round % 200))
    const store = await openSqlite({ path, log: quietLog })
    const kept = new Set(await names(store))
    await store.check({ deep: true })
    await store.close()
    expect(acknowledged.filter((row) => !kept.has(`round ${round}:${row}`))).toEqual([])
    total += acknowledged.length
  }
  console.log(`50 kills, ${total} acknowledged rows, none lost`)
})

test(
  'two processes killed side by side lose no acknowledged row',
  { timeout: 60_000 },
  async () => {
    const path = join(folder, 'both.db')
    for (let round = 0; round < 10; round += 1) {
      const acknowledged = await Promise.all(
        ['a', 'b'].map(async (name) => {
          const rows = await writeUntilKilled(path, `${name}${round}`, 20)
          return rows.map((row) => `${name}${round}:${row}`)
        }),
      )
      const store = await openSqlite({ path, log: quietLog })
      const kept = new Set(await names(store))
      await store.check({ deep: true })
      await store.close()
      expect(acknowledged.flat().filter((name) => !kept.has(name))).toEqual([])
    }
  },
)

test('eight processes write for ten seconds without an error', { timeout: 60_000 }, async () => {
  const path = join(folder, 'eight.db')
  const writers = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const reports = await fillFromProcesses(path, writers, 10_000)
  const store = await openSqlite({ path, log: quietLog })
  const written = (await names(store)).length
  await store.check({ deep: true })
  await store.close()
  expect(reports.filter((report) => report.failed > 0)).toEqual([])
  expect(written).toBe(reports.reduce((sum, report) => sum + report.written, 0))
  const longest = Math.max(...reports.map((report) => report.longestWaitMs))
  console.log(`8 processes, ${written} rows, longest wait ${longest.toFixed(0)} ms`)
})

test(
  'a lock that is never given back makes the store unavailable',
  { timeout: 30_000 },
  async () => {
    const path = join(folder, 'locked.db')
    const store = await openSqlite({ path, log: quietLog })
    const other = new DatabaseSync(path)
    other.exec('begin immediate')
    const startedAt = performance.now()
    await expect(put(store, 'a')).rejects.toMatchObject({ code: 'unavailable' })
    expect(performance.now() - startedAt).toBeGreaterThan(LOCK_WAIT_MAX_MS - 100)
    expect(await names(store)).toEqual([])
    other.exec('rollback')
    other.close()
    await put(store, 'b')
    expect(await names(store)).toEqual(['b'])
    await store.close()
  },
)
