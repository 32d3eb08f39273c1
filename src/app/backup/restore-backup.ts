import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { OperationError } from '../../contract/errors.ts'
import { isThere, toInnerPath, unpackArchive } from '../../files/archive/unpack.ts'
import type { FileStore } from '../../files/port.ts'
import type { DiskSpace } from '../../lib/disk-space.ts'
import {
  type DumpedRow,
  listMigrations,
  listTables,
  readTable,
  TableDigest,
  type TableShape,
} from '../../store/dump.ts'
import { anyTable, beginRestoring, endRestoring, isRestorable, loadRows } from '../../store/load.ts'
import type { Store } from '../../store/port.ts'
import { type BackupManifest, MANIFEST, readManifest } from './manifest.ts'

/** Rows of one unit of work. */
const UNIT_MAX_ROWS = 2_000

/** Where a backup is restored to. */
export interface RestoreParts {
  store: Store
  files: FileStore
  dataDir: string
  disk: DiskSpace
}

/** What was restored. */
export interface RestoreReport {
  rows: number
  files: number
  kept: number
  /** Keys and accounts that stay as they are here. */
  stayed: string[]
}

/**
 * Fills a new instance from a backup, on either kind of database, and checks it: every file by its digest before anything is
 * changed, every table by that of its rows afterwards. Stopped, it begins anew. Throws `invalid_input` for a store in use.
 */
export async function restoreBackup(parts: RestoreParts, path: string): Promise<RestoreReport> {
  const { store, dataDir, disk } = parts
  if (!(await isRestorable(store))) {
    throw new OperationError('invalid_input', 'This store is in use.', {
      hint: 'Restore to a new data folder (--data-dir), or to an empty database.',
    })
  }
  const folder = join(dataDir, 'imports', 'restoring')
  await rm(folder, { recursive: true, force: true })
  await unpackArchive(path, folder, disk)
  const manifest = await requireMembers(folder)
  const tables = await requireShape(store, manifest)
  await beginRestoring(store, tables)
  // What counts changes by itself is set last.
  const order = tables.toSorted((a, b) => Number(isCounter(a)) - Number(isCounter(b)))
  for (const shape of order) await loadTable(store, shape, folder, manifest)
  await requireTables(store, tables, manifest)
  const files = await restoreFiles(parts.files, folder, manifest)
  const { kept, stayed } = await restoreKept(dataDir, folder, manifest)
  await endRestoring(store)
  await rm(folder, { recursive: true, force: true })
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  return { rows, files, kept, stayed }
}

function isCounter({ name }: TableShape): boolean {
  return name === 'chat_counter'
}

async function requireMembers(folder: string): Promise<BackupManifest> {
  const at = join(folder, MANIFEST)
  const manifest = readManifest((await isThere(at)) ? await readFile(at, 'utf8') : '')
  for (const [name, { sha256 }] of Object.entries(manifest.members)) {
    const path = join(folder, toInnerPath(name) ?? MANIFEST)
    if (!(await isThere(path)) || (await digestOf(path)) !== sha256) {
      throw new OperationError('unparsable', `The backup is damaged: ${name} is not what it was.`)
    }
  }
  return manifest
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** A backup fits the tables of the version that made it. */
async function requireShape(store: Store, manifest: BackupManifest): Promise<TableShape[]> {
  const db = anyTable(store.db)
  const tables = await listTables(db, store.kind)
  const isSame =
    (await listMigrations(db)).join() === manifest.migrations.join() &&
    tables.map(({ name }) => name).join() === Object.keys(manifest.tables).join() &&
    tables.every(({ name, columns }) => manifest.tables[name]?.columns.join() === columns.join())
  if (isSame) return tables
  throw new OperationError('invalid_input', 'The backup is of another version of Bellhop.', {
    hint: `Restore it with version ${manifest.version}, and upgrade that.`,
  })
}

async function loadTable(
  store: Store,
  shape: TableShape,
  folder: string,
  manifest: BackupManifest,
): Promise<void> {
  const { columns } = shape
  const names = Object.keys(manifest.members).filter((name) =>
    new RegExp(`^tables/${shape.name}-\\d+\\.ndjson$`).test(name),
  )
  for (const name of names) {
    const rows = (await readFile(join(folder, name), 'utf8'))
      .split('\n')
      .filter((line) => line !== '')
      .map((line): DumpedRow => {
        const values = JSON.parse(line) as unknown[]
        return Object.fromEntries(columns.map((column, index) => [column, values[index]]))
      })
    for (let start = 0; start < rows.length; start += UNIT_MAX_ROWS) {
      await loadRows(store, shape, rows.slice(start, start + UNIT_MAX_ROWS))
    }
  }
}

async function requireTables(
  store: Store,
  tables: readonly TableShape[],
  manifest: BackupManifest,
): Promise<void> {
  for (const shape of tables) {
    const digest = new TableDigest()
    for await (const rows of readTable(anyTable(store.db), shape)) {
      for (const row of rows) digest.add(shape.columns, row)
    }
    const expected = manifest.tables[shape.name]
    if (digest.rows !== expected?.rows || digest.hex !== expected.digest) {
      throw new OperationError('unparsable', `The table ${shape.name} is not what it was.`)
    }
  }
}

async function restoreFiles(
  files: FileStore,
  folder: string,
  manifest: BackupManifest,
): Promise<number> {
  const keys = Object.keys(manifest.members)
    .filter((name) => /^files\/[0-9a-f]{32}$/.test(name))
    .map((name) => name.slice('files/'.length))
  for (const key of keys) await files.keep(key, join(folder, 'files', key))
  return keys.length
}

async function restoreKept(
  dataDir: string,
  folder: string,
  manifest: BackupManifest,
): Promise<Pick<RestoreReport, 'kept' | 'stayed'>> {
  const stayed: string[] = []
  let kept = 0
  for (const name of Object.keys(manifest.members).filter((one) => one.startsWith('data/'))) {
    const inner = toInnerPath(name.slice('data/'.length))
    if (inner === undefined) continue
    const to = join(dataDir, inner)
    if (await isThere(to)) {
      stayed.push(inner)
      continue
    }
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await writeFile(to, await readFile(join(folder, 'data', inner)), { mode: 0o600, flag: 'wx' })
    kept += 1
  }
  return { kept, stayed }
}
