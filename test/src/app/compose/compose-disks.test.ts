import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import {
  composeDisks,
  createReadinessCheck,
  diskReadings,
} from '../../../../src/app/compose/compose-disks.ts'
import { loadConfig } from '../../../../src/app/config/config.ts'
import { createHttpApp } from '../../../../src/http/app.ts'
import { createMetrics } from '../../../../src/lib/metrics.ts'
import type { Store } from '../../../../src/store/port.ts'
import { openSqlite } from '../../../../src/store/sqlite/sqlite.ts'
import { tempDir } from '../../../support/bellhop.ts'
import { fakeDisk } from '../../../support/fake-disk.ts'
import { testServices } from '../../../support/operations.ts'
import { quietLog } from '../../../support/store-backend.ts'

const RESERVE_BYTES = 1_000

async function openStore(): Promise<Store> {
  const store = await openSqlite({ path: ':memory:', log: quietLog })
  onTestFinished(async () => store.close())
  return store
}

/** The probes of a server on a fake disk, with a clock that the test moves. */
async function startProbes() {
  return startProbesOf(await openStore())
}

function startProbesOf(store: Store) {
  const { disk, setFree } = fakeDisk(RESERVE_BYTES)
  let nowMs = 0
  const requireStore = createReadinessCheck({
    store: async () => store,
    disks: { needed: new Set([disk]) },
    now: () => nowMs,
  })
  const app = createHttpApp({
    operations: [],
    services: { ...testServices(), requireStore },
    metrics: createMetrics(() => 0),
    mcp: async () => new Response(null, { status: 404 }),
    allowedHosts: [],
    publicUrl: 'http://localhost',
  })
  const probe = async (path: string) => {
    const response = await app.request(path, { headers: { host: 'localhost' } })
    return [response.status, await response.json()]
  }
  return { store, setFree, probe, pass: (seconds: number) => void (nowMs += 1_000 * seconds) }
}

test('a server whose disk is full is not ready, but healthy, until there is room', async () => {
  const { setFree, probe } = await startProbes()
  expect(await probe('/readyz')).toEqual([200, { status: 'ready' }])
  setFree(RESERVE_BYTES - 1)
  const full = { status: 'not ready', reason: 'The disk is full.' }
  expect(await probe('/readyz')).toEqual([503, full])
  expect(await probe('/healthz')).toEqual([200, { status: 'ok' }])
  setFree(RESERVE_BYTES)
  expect(await probe('/readyz')).toEqual([200, { status: 'ready' }])
})

test('a server whose store takes no writes is not ready, as soon as the next write is due', async () => {
  const { store, probe, pass } = await startProbes()
  expect(await probe('/readyz')).toEqual([200, { status: 'ready' }])
  await store.write(async (tx) => sql`pragma query_only = 1`.execute(tx))
  pass(10)
  const readOnly = { status: 'not ready', reason: 'The store is not writable.' }
  expect(await probe('/readyz')).toEqual([503, readOnly])
  expect(await probe('/readyz')).toEqual([503, readOnly])
})

test('a server whose store was found damaged is not ready, though its probe finds nothing', async () => {
  using dir = tempDir()
  const path = join(dir.path, 'store.db')
  const log = quietLog
  const whole = await openSqlite({ path, log })
  const rows = Array.from({ length: 10_000 }, (_, n) => ({ payer_id: n, bytes: 1e12 + n }))
  await whole.write(async (tx) => {
    for (let at = 0; at < rows.length; at += 1_000) {
      await tx
        .insertInto('chat_upload_space')
        .values(rows.slice(at, at + 1_000))
        .execute()
    }
  })
  await whole.close()
  const content = readFileSync(path)
  writeFileSync(path, content.fill(0xff, content.length - 30_000))
  const store = await openSqlite({ path, log })
  onTestFinished(async () => store.close())
  const { probe } = startProbesOf(store)
  expect(await probe('/readyz')).toEqual([200, { status: 'ready' }])
  const all = store.db.selectFrom('chat_upload_space').selectAll().execute()
  await expect(all).rejects.toThrow('damaged')
  const damaged = { status: 'not ready', reason: 'The store is damaged.' }
  expect(await probe('/readyz')).toEqual([503, damaged])
})

test('probes, however many, write a few times a minute at most', async () => {
  const { store, probe, pass } = await startProbes()
  const written = async () =>
    store.db.selectFrom('setting').select('value').where('name', '=', 'check').executeTakeFirst()
  await probe('/readyz')
  const first = await written()
  pass(4)
  await Promise.all(Array.from({ length: 20 }, async () => probe('/readyz')))
  expect(await written()).toEqual(first)
  pass(2)
  await probe('/readyz')
  expect(await written()).not.toEqual(first)
})

test('what is needed is the disk of the database, and that of uploads where the chat is here', () => {
  const needed = (flags: Record<string, string>) => {
    const disks = composeDisks(loadConfig({ flags: { 'data-dir': '/data', ...flags }, env: {} }))
    return [...disks.needed].map(({ folder, reserveBytes }) => [folder, reserveBytes])
  }
  const postgres = { 'database-url': 'postgres://db/x' }
  expect(needed({})).toEqual([['/data', 256_000_000]])
  const elsewhere = { 'upload-store': '/uploads', 'disk-reserve-mb': '10' }
  expect(needed(elsewhere)).toEqual([
    ['/data', 10_000_000],
    ['/uploads', 10_000_000],
  ])
  expect(needed({ ...elsewhere, ...postgres })).toEqual([['/uploads', 10_000_000]])
  expect(needed({ ...postgres, 'upload-store': 's3://bucket' })).toEqual([['/data', 256_000_000]])
  expect(needed({ ...postgres, chat: 'off' })).toEqual([])
})

test('metrics tell what is free and what uploads take, and leave out what is not known', async () => {
  const store = await openStore()
  await store.write(async (tx) =>
    tx.insertInto('chat_upload_space').values({ payer_id: 7, bytes: 123 }).execute(),
  )
  const { disk } = fakeDisk(RESERVE_BYTES)
  const disks = { data: disk, uploads: disk, needed: new Set<never>() }
  const read = async (open: () => Promise<Store>) =>
    (await createMetrics(() => 0, diskReadings(disks, open)).render()).body
  const known = await read(async () => store)
  expect(known).toContain('\nbellhop_disk_free_bytes 2000\n')
  expect(known).toContain('\nbellhop_upload_disk_free_bytes 2000\n')
  expect(known).toContain('\nbellhop_upload_bytes 123\n')
  const unknown = await read(async () => Promise.reject(new Error('no store')))
  expect(unknown).toContain('\nbellhop_disk_free_bytes 2000\n')
  expect(unknown).toContain('\nbellhop_upload_bytes Nan\n')
})
