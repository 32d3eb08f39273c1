import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeOwnFolder } from '../../lib/own-folder.ts'
import { retryWhileBusy } from '../batch/busy-retry.ts'
import { folderFault } from '../faults.ts'
import { WriteAheadLog } from './sqlite-wal.ts'

/** The `-wal` file is cut back to this size once its content is in the database. */
const WAL_KEEP_BYTES = 64 * 1024 * 1024

/** The two connections of one SQLite database: writing never holds up reading. */
export interface SqliteConnections {
  reader: DatabaseSync
  writer: DatabaseSync
  /** Resolves when all that was committed outlasts a loss of power; throws `unavailable`. */
  sync: WriteAheadLog['sync']
  close: () => void
}

/** Creates a folder and those above it, one by one: Node's recursive mkdir never ends below /proc. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error
  }
}

/** Creates the file for its owner only, in a folder for its owner only; leaves existing ones as they are. */
function createPrivately(path: string): void {
  try {
    createFolder(dirname(resolve(path)))
    closeSync(openSync(path, 'a', 0o600))
  } catch (error) {
    throw folderFault(error)
  }
}

/**
 * Opens both connections: write-ahead log, foreign keys enforced, and no waiting inside SQLite, neither for locks nor for
 * the disk. `:memory:` is a private temporary file that goes with the store, because two connections cannot share a
 * database in memory without locking each other out.
 */
export async function openConnections(path: string): Promise<SqliteConnections> {
  // Loaded on first use: a call that needs no store should not pay for it.
  const { DatabaseSync } = await import('node:sqlite')
  const scratch = path === ':memory:' ? makeOwnFolder('store') : undefined
  const file = scratch ? join(scratch, 'store.db') : path
  const opened: DatabaseSync[] = []
  const wal = new WriteAheadLog(file)
  const close = (): void => {
    wal.close()
    // Readers first: the last connection to close folds the log into the database.
    for (const database of opened.splice(0).toReversed()) database.close()
    if (scratch) rmSync(scratch, { recursive: true, force: true })
  }
  const connect = async (...pragmas: string[]): Promise<DatabaseSync> => {
    const database = await retryWhileBusy(() => new DatabaseSync(file, { timeout: 0 }))
    opened.push(database)
    for (const pragma of pragmas) await retryWhileBusy(() => database.exec(`pragma ${pragma}`))
    return database
  }
  try {
    createPrivately(file)
    const writer = await connect(
      'journal_mode = wal',
      // Commits are synced by `sync`; SQLite syncs what it moves from the log into the database.
      'synchronous = normal',
      'foreign_keys = on',
      `journal_size_limit = ${WAL_KEEP_BYTES}`,
    )
    const reader = await connect('query_only = on')
    // What goes with the store needs no disk.
    return {
      reader,
      writer,
      sync: async (isAlone) => (scratch ? undefined : wal.sync(isAlone)),
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}

/** A number that changes whenever another connection has committed; undefined while that cannot be read. */
export function readDataVersion(database: DatabaseSync): unknown {
  try {
    return database.prepare('pragma data_version').get()?.['data_version']
  } catch {
    return undefined
  }
}
