import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { BatchWriter } from '../../../../src/store/batch/batch-writer.ts'
import { SqliteBatches } from '../../../../src/store/sqlite/sqlite-batch.ts'
import { openConnections } from '../../../../src/store/sqlite/sqlite-file.ts'
import { WriteAheadLog } from '../../../../src/store/sqlite/sqlite-wal.ts'
import { quietLog } from '../../../support/store-backend.ts'

const folder = mkdtempSync(join(tmpdir(), 'bellhop-durability-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function openWriter(name: string, sync: (isAlone: boolean) => Promise<void>) {
  const { writer, close } = await openConnections(join(folder, `${name}.db`))
  writer.exec('create table kept (n integer)')
  const writes = new BatchWriter(new SqliteBatches(writer, sync, quietLog), 5_000)
  const keep = async (n: number) =>
    writes.write(async (tx) => sql`insert into kept values (${n})`.execute(tx))
  return { keep, close: async () => writes.close().then(close) }
}

test('a write is done when it is on the disk, not before', async () => {
  const disk = Promise.withResolvers<void>()
  const steps: string[] = []
  const { keep, close } = await openWriter('waits', async () => {
    steps.push('sync')
    await disk.promise
    steps.push('on disk')
  })
  const writing = keep(1).then(() => steps.push('done'))
  await expect.poll(() => steps).toEqual(['sync'])
  // Whoever would not wait for the disk would be done in these turns.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(steps).toEqual(['sync'])
  disk.resolve()
  await writing
  expect(steps).toEqual(['sync', 'on disk', 'done'])
  await close()
})

test('only for whoever writes alone a sync may hold up the others', async () => {
  const alone: boolean[] = []
  const { keep, close } = await openWriter('alone', async (isAlone) => void alone.push(isAlone))
  await keep(1)
  await Promise.all([keep(2), keep(3)])
  await keep(4)
  expect(alone).toEqual([true, false, true])
  await close()
})

test('what may not have reached the disk is not acknowledged, and the next write is', async () => {
  const wal = new WriteAheadLog(join(folder, 'nowhere', 'none.db'))
  let fails = true
  const { keep, close } = await openWriter('fails', async () => {
    if (fails) await wal.sync()
  })
  await expect(keep(1)).rejects.toMatchObject({ code: 'unavailable' })
  fails = false
  await keep(2)
  await close()
})

test('the log of a database is there to be synced from the first transaction on, until it is closed', async () => {
  const { writer, sync, close } = await openConnections(join(folder, 'real.db'))
  writer.exec('create table kept (n integer)')
  await sync()
  close()
  await expect(sync()).rejects.toMatchObject({ code: 'unavailable' })
})
