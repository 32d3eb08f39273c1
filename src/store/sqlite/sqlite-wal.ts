import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import { promisify } from 'node:util'
import { unavailable } from '../faults.ts'

const syncData = promisify(fdatasync)

/** Longest sync of a quick disk, in milliseconds: as long as any turn of the event loop may be. */
const QUICK_MAX_MS = 20

/** Time for which a disk counts as slow after a slow sync; twice as long each time that it is slow again. */
const FIRST_PAUSE_MS = 4_000
const PAUSE_MAX_MS = 64_000

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

/** Whether a disk takes what it is given at once, as it does while nobody writes much else. */
export class DiskPace {
  #pauseMs = 0
  #slowUntilMs = 0

  isQuick(nowMs: number): boolean {
    return nowMs >= this.#slowUntilMs
  }

  /** Remembers a sync of a disk that counted as quick. */
  note(ms: number, nowMs: number): void {
    if (ms > QUICK_MAX_MS) {
      this.#pauseMs = Math.min(Math.max(2 * this.#pauseMs, FIRST_PAUSE_MS), PAUSE_MAX_MS)
      this.#slowUntilMs = nowMs + this.#pauseMs
    } else if (nowMs > this.#slowUntilMs + this.#pauseMs) {
      this.#pauseMs = 0
    }
  }
}
