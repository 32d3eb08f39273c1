import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { DiskPace } from './disk-pace.ts'
import { unavailable } from './faults.ts'

const syncData = promisify(fdatasync)

/**
 * The write-ahead log of a database, brought to disk without keeping this thread waiting: SQLite would wait inside its commit,
 * which takes hundreds of ms while other files are written. Only for whoever writes alone to a quick disk it waits: to hear from
 * another thread would take as long again. What was committed before `sync` outlasts a loss of power once it has resolved.
 */
export class WriteAheadLog {
  readonly #path: string
  readonly #pace = new DiskPace()
  #file: number | undefined

  /** `path` is that of the database. */
  constructor(path: string) {
    this.#path = `${path}-wal`
  }

  /** Resolves when all that is in the log is on the disk; throws `unavailable`. Not before the first transaction: it makes the file. */
  async sync(isAlone = false): Promise<void> {
    try {
      this.#file ??= openSync(this.#path, 'r+')
      const begunMs = performance.now()
      if (!isAlone || !this.#pace.isQuick(begunMs)) return await syncData(this.#file)
      fdatasyncSync(this.#file)
      const endedMs = performance.now()
      this.#pace.note(endedMs - begunMs, endedMs)
    } catch (error) {
      throw unavailable('What was written may not have reached the disk.', error)
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }
}
