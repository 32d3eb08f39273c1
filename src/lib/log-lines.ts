import { constants, fstatSync, openSync, writeSync } from 'node:fs'

/** What waits for a slow reader, in bytes; lines beyond it are lost. */
const WAITING_MAX_BYTES = 1_000_000

/** A pipe that was full is tried again after this many milliseconds. */
const RETRY_MS = 50

/** How long a process that ends waits for the reader of its last lines, in milliseconds. */
const LAST_WAIT_MAX_MS = 1_000

/** One line, and how many lost ones it tells of. */
interface Line {
  bytes: Buffer
  tells: number
}

/**
 * Lines on their way to a file descriptor. One that does not take them (its disk is full, its reader is gone or does not read) costs
 * lines and nothing else: `write` neither throws nor waits. The first line that is taken again says how many are missing.
 */
export class LogLines {
  readonly #target: number
  #fd: number | undefined
  readonly #tellLost: (count: number) => string
  #waiting: Line[] = []
  #waitingBytes = 0
  #isRetrying = false
  #isEndAwaited = false
  /** Whether the last line that was lost had been begun. */
  #isTorn = false
  #untold = 0
  #lost = 0

  /** `tellLost` words the line about lost ones. */
  constructor(fd: number, tellLost: (count: number) => string) {
    this.#target = fd
    this.#tellLost = tellLost
  }

  /** Lines that were lost since the start. */
  get lostCount(): number {
    return this.#lost
  }

  /** Counts a line that could not even be made. */
  lose(count = 1): void {
    this.#lost += count
    this.#untold += count
  }

  /** Takes one line, with its line break. */
  write(line: string): void {
    if (this.#waitingBytes > WAITING_MAX_BYTES) this.#flush()
    if (this.#waitingBytes > WAITING_MAX_BYTES) return this.lose()
    const isNext = this.#waiting.length === 0
    const tells = isNext ? this.#untold : 0
    const lossNotice = tells > 0 ? this.#tellLost(tells) : ''
    const bytes = Buffer.from((isNext && this.#isTorn ? '\n' : '') + lossNotice + line)
    this.#waiting.push({ bytes, tells })
    this.#waitingBytes += bytes.length
    this.#flush()
  }

  /** Writes what waits, as far as it is taken. Returns whether nothing waits any more. */
  #flush(): boolean {
    for (let [line] = this.#waiting; line; [line] = this.#waiting) {
      try {
        this.#fd ??= unblocked(this.#target)
        const taken = writeSync(this.#fd, line.bytes)
        this.#isTorn = taken < line.bytes.length
        line.bytes = line.bytes.subarray(taken)
        this.#waitingBytes -= taken
        if (this.#isTorn) continue
        this.#untold -= line.tells
        this.#waiting.shift()
      } catch (thrown) {
        if ((thrown as NodeJS.ErrnoException).code === 'EAGAIN') this.#retryLater()
        else this.#loseWaiting()
        return this.#waiting.length === 0
      }
    }
    return true
  }

  #loseWaiting(): void {
    this.lose(this.#waiting.length)
    this.#waiting = []
    this.#waitingBytes = 0
  }

  #retryLater(): void {
    if (!this.#isRetrying) {
      this.#isRetrying = true
      setTimeout(() => {
        this.#isRetrying = false
        this.#flush()
      }, RETRY_MS).unref()
    }
    if (this.#isEndAwaited) return
    this.#isEndAwaited = true
    process.once('exit', () => this.#writeLast())
  }

  #writeLast(): void {
    const sleeping = new Int32Array(new SharedArrayBuffer(4))
    for (let waited = 0; !this.#flush() && waited < LAST_WAIT_MAX_MS; waited += RETRY_MS) {
      Atomics.wait(sleeping, 0, 0, RETRY_MS)
    }
  }
}

/**
 * A descriptor of a pipe that never waits for its reader, where the system lends one; anything else as it is. Throws where the
 * pipe has no reader.
 */
function unblocked(fd: number): number {
  try {
    if (!fstatSync(fd).isFIFO()) return fd
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENXIO') throw thrown
    return fd
  }
}
