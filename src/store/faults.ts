import { OperationError, StoreUnusable } from '../contract/errors.ts'
import { fileFaultOf } from '../lib/file-faults.ts'

const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_DAMAGED = new Set([11, 26])
const DISK_FULL = 'The disk of the store is full; nothing was written.'
const HINT_WRITABLE =
  'This is a setting of the server, and waiting does not help: the operator should let it write its data folder, or name another one with --data-dir.'
const HINT_RESTORE =
  'Waiting does not help: the operator should restore a backup (`bellhop restore`).'
const HINT_RIGHTS =
  'Waiting does not help: an administrator of the database should make the schema for the role of --database-url ' +
  '(create schema … authorization …), or let the role use it (grant usage, create on schema … to …).'
const HINT_OPERATOR = 'Try again later; if it persists, the operator should run `bellhop doctor`.'

/** Primary SQLite result codes that mean the database, not the statement, is at fault. */
const sqliteFaults: Readonly<Record<number, string>> = {
  [SQLITE_BUSY]: 'The store is held by another process.',
  6: 'The store is held by another process.',
  7: 'The store ran out of memory.',
  [SQLITE_READONLY]: 'The store is not writable.',
  10: 'The store could not be read or written.',
  11: 'The store is damaged.',
  13: DISK_FULL,
  14: 'The store could not be opened.',
  15: 'The store could not be locked.',
  26: 'The file of the store is not a database.',
}

/** Postgres SQLSTATE classes (first two characters) that mean the server, not the statement, is at fault. */
const postgresFaultClasses = new Set(['08', '28', '3D', '53', '57', '58', 'XX'])

/** Single SQLSTATEs of the same meaning: read-only server, transaction timed out, lock not available. */
const postgresFaultStates = new Set(['25006', '25P03', '55P03'])

/** Postgres: insufficient privilege, and no schema in which the role may make anything. */
const postgresRightsStates = new Set(['42501', '3F000'])

/** Postgres: serialization failure and deadlock, with transactions of other programs than this one. */
const postgresConflictStates = new Set(['40001', '40P01'])

/** Builds the error of a store that cannot serve now; `cause` is for the log. */
export function unavailable(
  message: string,
  cause?: unknown,
  hint = HINT_OPERATOR,
): OperationError {
  return new OperationError('unavailable', message, { hint, cause })
}

function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  const { errcode } = error
  // The low byte is the primary result code, the rest refines it.
  return typeof errcode === 'number' ? errcode & 0xff : undefined
}

/** True when SQLite could not get a lock and the same step may work a moment later. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY
}

/** Turns a SQLite error into `unavailable` where the database is at fault; passes others through. */
export function sqliteFault(error: unknown): unknown {
  const code = sqliteCode(error) ?? -1
  const message = sqliteFaults[code]
  if (message === undefined) return error
  if (SQLITE_DAMAGED.has(code)) return new StoreDamaged(message, error)
  if (code === SQLITE_READONLY) {
    return new StoreUnusable(message, { hint: HINT_WRITABLE, cause: error })
  }
  return unavailable(message, error)
}

const NO_PLACE = new Set(['ENOENT', 'EEXIST'])

/** Turns what the file system said when the file of the store was made into the error of the store. */
export function folderFault(error: unknown): OperationError {
  const kind = fileFaultOf(error)
  if (kind === 'full') return unavailable(DISK_FULL, error)
  const message = 'The file of the store cannot be created.'
  // Folders that are missing are made: where one cannot be, or something else has its name, none ever is.
  const isSetting = kind === 'setting' || NO_PLACE.has((error as NodeJS.ErrnoException).code ?? '')
  if (!isSetting) return unavailable(message, error)
  return new StoreUnusable(message, { hint: HINT_WRITABLE, cause: error })
}

/** A store of which something cannot be read any more. */
export class StoreDamaged extends StoreUnusable {
  constructor(message: string, cause: unknown) {
    super(message, { hint: HINT_RESTORE, cause })
  }
}

/** Remembers that a store was found damaged: that some of it can still be read says nothing about the rest. */
export class DamageRecord {
  #found: StoreDamaged | undefined

  /** Looks at what a read or write threw, and throws it on. */
  readonly note = (thrown: unknown): never => {
    if (thrown instanceof StoreDamaged) this.#found ??= thrown
    throw thrown
  }

  /** Throws what was found. */
  check(): void {
    if (this.#found) throw this.#found
  }
}

function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  // A system error of Node's has a code too, and that of EPIPE looks like an SQLSTATE.
  if ('syscall' in error) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Whether an error of the `pg` driver is what the server has answered; else there was no answer. */
export function isAnswered(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(sqlState(error) ?? '')
}

/**
 * Turns an error of the `pg` driver into `unavailable` where the server or the way to it is at fault;
 * passes others (constraints, syntax) through.
 */
export function postgresFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OperationError) return error
  // A value of the caller's or of a row that the driver could not convert.
  if (error instanceof TypeError || error instanceof RangeError) return error
  if (!isAnswered(error)) {
    // The failure is between the driver and the server (refused, reset, timed out).
    return unavailable('The database cannot be reached.', error)
  }
  const state = sqlState(error) ?? ''
  if (postgresFaultClasses.has(state.slice(0, 2)) || postgresFaultStates.has(state)) {
    return unavailable('The database cannot serve this now.', error)
  }
  if (postgresRightsStates.has(state)) {
    return new StoreUnusable(
      'The role may not use the schema of the store, or make tables in it.',
      {
        hint: HINT_RIGHTS,
        cause: error,
      },
    )
  }
  if (postgresConflictStates.has(state)) {
    return unavailable('Other writes got in the way.', error, 'Try again in a moment.')
  }
  return error
}
