import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './tables/schema.ts'

/** Which database is behind the port. */
export type StoreKind = 'sqlite' | 'postgres'

/** What reads the store, committed or within a unit of work. */
export type StoreReader = Pick<Kysely<Schema>, 'selectFrom' | 'withRecursive' | 'getExecutor'>

/**
 * One unit of writing. Units behave as if they ran one after another, but one may run more than once
 * before it is committed: it must have no effect except through `tx`, must not call `write` or read
 * through `db`, and must settle within `WORK_DEADLINE_MS`. A failed statement fails the unit, even
 * when the error is caught: to tolerate a conflict, use `on conflict do nothing`.
 */
export type Work<T> = (tx: Transaction<Schema>, hooks: UnitHooks) => Promise<T>

/** What a unit may leave to the store. */
export interface UnitHooks {
  /** Has something run once the unit is durable, or is rolled back: then the unit may run again. */
  atEnd(run: (isDurable: boolean) => void): void
  /**
   * Takes a statement that was sent, for whose answer the work does not wait: so it is answered together with those that follow.
   * The unit fails when it does. What needs a further statement on Postgres cannot be left, since the commit may have been sent.
   */
  meanwhile(statement: Promise<unknown>): void
  /** Rings at the other processes right after the commit, or after one that was undone. */
  ring(news: string): void
}

/**
 * The work of units of one kind, on the inputs of those that wait together; returns an output for each, in
 * their order. When it throws, each runs alone, so that the error reaches only the one that it is about.
 */
export type JointWork<I, T> = (
  tx: Transaction<Schema>,
  inputs: readonly I[],
  hooks: UnitHooks,
) => Promise<readonly T[]>

/** Tells the processes on one database of what others have done. Not all is heard: what matters must be looked for too. */
export interface Doorbell {
  /** Whether rings of other processes are heard at this time. */
  readonly isHeard: boolean
  /** Rings at the other processes with a short text; once for equal ones that wait. */
  ring(news: string): void
  /** Calls the listener at each ring of another process; without news when rings may have been missed. */
  onRing(listener: (news: string | undefined) => void): void
  /** Begins to hear, which costs a connection. */
  start(): void
  /** Begins anew: something happened for which nobody was heard to ring. */
  doubt(): void
}

/** The connections of a process to its database. */
export interface Connections {
  open: number
  idle: number
  /** Calls that wait for one. */
  waiting: number
}

/** The embedded or shared database. Opened lazily; several processes may share one. */
export interface Store {
  readonly kind: StoreKind
  /** Absent where processes must look for what others have done. */
  readonly doorbell?: Doorbell
  /** Connections of this process to the database, as they are now; absent where there are none. */
  connections?(): Connections
  /** Reads what is committed; never waits for writers. The database refuses writes through it. */
  readonly db: StoreReader
  /**
   * Runs one unit of work in a transaction and resolves after it is durable. Concurrent units of one
   * process share a commit; a unit that throws is rolled back alone and its error is passed on. Throws
   * `unavailable` when the database cannot take the write (disk full, locked out, unreachable, unit
   * too slow). When the connection to Postgres breaks during the commit, that error leaves open
   * whether the unit was committed: give rows that must not be doubled a unique key of the caller's.
   */
  write<T>(work: Work<T>): Promise<T>
  /** Runs one of many units that do the same, with those that wait, as `write` does; all have the same object for their work. */
  writeJointly<I, T>(work: JointWork<I, T>, input: I): Promise<T>
  /** Resolves when a trivial read works; throws `unavailable` otherwise, also once a newer version has upgraded it. `deep` also verifies integrity. */
  check(options?: { deep?: boolean }): Promise<void>
  /** Waits for the writes already asked for, then lets go of the database. Later calls are refused. */
  close(): Promise<void>
}
