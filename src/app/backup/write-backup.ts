import type { Kysely } from 'kysely'
import { createTarWriter, type TarWriter } from '../../files/archive/write-tar.ts'
import type { FileStore } from '../../files/port.ts'
import { VERSION } from '../../lib/version.ts'
import { readConsistently } from '../../store/consistent-reading.ts'
import {
  type DumpedRow,
  listMigrations,
  listTables,
  readTable,
  TableDigest,
} from '../../store/dump.ts'
import { anyTable } from '../../store/load.ts'
import type { Store } from '../../store/port.ts'
import { listKeptFiles } from './kept-files.ts'
import { type BackupManifest, FORMAT, MANIFEST } from './manifest.ts'

/** Rows of a table are written in files of about this size. */
const PART_MAX_CHARS = 4_000_000

/** What a backup is made of. */
export interface BackupParts {
  store: Store
  files: FileStore
  dataDir: string
  now: () => Date
}

/** What a backup holds. */
export interface BackupReport {
  rows: number
  files: number
  /** Keys and accounts in the data folder. */
  kept: number
  /** Uploads that were deleted while the backup was written, or are missing. */
  missing: number
}

/**
 * Writes everything to one archive (`.tar.gz`): all tables as they were at one moment, uploads, and the keys of the data folder.
 * Servers go on meanwhile. Its last file says what each of the others holds, with digests.
 */
export async function writeBackup(
  { store, files, dataDir, now }: BackupParts,
  path: string,
): Promise<BackupReport> {
  await using tar = await createTarWriter(path, now)
  const manifest: BackupManifest = {
    format: FORMAT,
    version: VERSION,
    made: now().toISOString(),
    migrations: [],
    tables: {},
    members: {},
  }
  const keys = await readConsistently(store, async (snapshot) => {
    const db = anyTable(snapshot)
    manifest.migrations = await listMigrations(db)
    for (const shape of await listTables(db, store.kind)) {
      manifest.tables[shape.name] = await writeTable(db, tar, shape, manifest)
    }
    return listFileKeys(snapshot)
  })
  let missing = 0
  for (const { key, bytes } of keys) {
    const stream = await files.read(key).catch(() => undefined)
    if (stream)
      manifest.members[`files/${key}`] = await tar.addStream(`files/${key}`, bytes, stream)
    else missing += 1
  }
  const kept = await listKeptFiles(dataDir)
  for (const { name, content } of kept) {
    manifest.members[`data/${name}`] = await tar.add(`data/${name}`, content)
  }
  await tar.add(MANIFEST, JSON.stringify(manifest))
  await tar.finish()
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  return { rows, files: keys.length - missing, kept: kept.length, missing }
}

async function writeTable(
  db: Kysely<never>,
  tar: TarWriter,
  shape: Awaited<ReturnType<typeof listTables>>[number],
  manifest: BackupManifest,
) {
  const digest = new TableDigest()
  let [part, number] = ['', 0]
  const flush = async () => {
    if (part === '') return
    const name = `tables/${shape.name}-${String((number += 1)).padStart(6, '0')}.ndjson`
    manifest.members[name] = await tar.add(name, part)
    part = ''
  }
  for await (const rows of readTable(db, shape)) {
    for (const row of rows) {
      digest.add(shape.columns, row)
      part += `${JSON.stringify(valuesOf(shape.columns, row))}\n`
      if (part.length > PART_MAX_CHARS) await flush()
    }
  }
  await flush()
  return { columns: shape.columns, rows: digest.rows, digest: digest.hex }
}

function valuesOf(columns: readonly string[], row: DumpedRow): unknown[] {
  return columns.map((column) => row[column])
}

/** Every stored file that a row refers to, with its size. */
async function listFileKeys(db: Store['db']): Promise<{ key: string; bytes: number }[]> {
  const found = new Map<string, number>()
  for (const table of ['chat_attachment', 'chat_public_file', 'chat_thumbnail'] as const) {
    const rows = await db
      .selectFrom(table as 'chat_attachment')
      .select(['file_key', 'bytes'])
      .execute()
    for (const { file_key, bytes } of rows) found.set(file_key, bytes)
  }
  return [...found].map(([key, bytes]) => ({ key, bytes }))
}
