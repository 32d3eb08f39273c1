import { closeSync, fdatasync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { unavailable } from './faults.ts'

const syncData = promisify(fdatasync)

/**
 * The write-ahead log of a database, brought to disk without keeping this thread waiting: SQLite would wait inside its commit,
 * which takes hundreds of ms while other files are written. What was committed before `sync` outlasts a loss of power once it
 * has resolved.
 */
export class WriteAheadLog {
  readonly #path: string
  #file: number | undefined

  /** `path` is that of the database. */
  constructor(path: string) {
    this.#path = `${path}-wal`
  }

  /** Resolves when all that is in the log is on the disk; throws `unavailable`. Not before the first transaction: it makes the file. */
  async sync(): Promise<void> {
    try {
      this.#file ??= openSync(this.#path, 'r+')
      await syncData(this.#file)
    } catch (error) {
      throw unavailable('What was written may not have reached the disk.', error)
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}
