// @module-tag full
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { names, quietLog } from '../../../support/store-backend.ts'
import {
  fillFromProcesses,
  startStoreProcess,
  writeUntilKilled,
} from '../../../support/store-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('opening a store leaves stdout and stderr clean', async () => {
  const child = startStoreProcess('open', join(folder, 'clean.db'))
  await child.ended
  expect(child.process.exitCode).toBe(0)
  expect(child.stdout() + child.stderr()).toBe('')
})

test('four processes write one file: no error, no lost row, none is starved', async () => {
  const path = join(folder, 'shared.db')
  const reports = await fillFromProcesses(path, ['a', 'b', 'c', 'd'], 2_000)
  const store = await openSqlite({ path, log: quietLog })
  const written = (await names(store)).length
  await store.check({ deep: true })
  await store.close()
  expect(reports.map((report) => report.failed)).toEqual([0, 0, 0, 0])
  const counts = reports.map((report) => report.written)
  const total = counts.reduce((sum, count) => sum + count, 0)
  expect(written).toBe(total)
  // A starved writer has one row or two; a fair share is a quarter.
  expect(Math.min(...counts)).toBeGreaterThan(total / 40)
})

test('a process killed in the middle of writing loses no acknowledged row', async () => {
  const path = join(folder, 'killed.db')
  for (let round = 0; round < 3; round += 1) {
    const acknowledged = await writeUntilKilled(path, `round ${round}`, 40)
    const store = await openSqlite({ path, log: quietLog })
    const kept = new Set(await names(store))
    await store.check({ deep: true })
    await store.close()
    expect(acknowledged.length).toBeGreaterThanOrEqual(40)
    expect(acknowledged.filter((row) => !kept.has(`round ${round}:${row}`))).toEqual([])
  }
})
