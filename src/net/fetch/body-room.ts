import { OperationError } from '../../contract/errors.ts'
import type { HeldBody } from '../../contract/held-body.ts'
import type { ByteBudget, ByteLease } from '../../lib/byte-budget.ts'
import { BytePace } from '../../lib/byte-pace.ts'
import type { Log } from '../../lib/log.ts'
import {
  BODY_MEMORY_MAX_BYTES,
  HELD_HEAD_BYTES,
  MEMORY_BODY_MAX_BYTES,
  SPOOL_MAX_BYTES,
} from '../limits.ts'
import type { BodySize } from './body.ts'
import { sharedBudget } from './shared-budget.ts'
import { Spool, type SpooledFile } from './spool.ts'

/** What fetched bodies may take up; the defaults are those of the settings. */
export interface BodyRoomOptions {
  log: Log
  /** Bytes in this process's memory, which request bodies may share. */
  memory?: ByteBudget
  /** Where larger bodies go; absent: nowhere, all are kept in memory. */
  folder?: string | undefined
  /** Bytes there. */
  disk?: ByteBudget
  /** How fast bodies are taken. */
  pace?: BytePace
}

/** How one body is kept. */
export interface KeepOptions {
  /** Whose room it takes. */
  principalId: string
  /** Whether a large body may be a held one. */
  hold: boolean
  signal: AbortSignal
  /** Waits for work that is no fault of the other server. */
  waitFor<T>(work: Promise<T>): Promise<T>
}

/** Errors of a place where this process may never write; others, such as a full disk, pass. */
const READ_ONLY_CODES = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'])

/** The room that all fetches of one process have for their bodies, in memory and in files. */
export class BodyRoom {
  readonly memory: ByteBudget
  readonly disk: ByteBudget
  readonly pace: BytePace
  readonly #log: Log
  #spool: Spool | undefined

  constructor({ log, memory, folder, disk, pace }: BodyRoomOptions) {
    this.memory = memory ?? sharedBudget(BODY_MEMORY_MAX_BYTES)
    this.disk = disk ?? sharedBudget(SPOOL_MAX_BYTES)
    this.pace = pace ?? new BytePace()
    this.#log = log
    this.#spool = folder === undefined ? undefined : new Spool(folder)
  }

  /** Starts to keep one body. */
  keep(options: KeepOptions): KeptBody {
    return new KeptBody(this, options)
  }

  /** Opens a file, undefined where there can be none; throws `unavailable` when the disk is full or the like. */
  async openFile(onClosed: () => void): Promise<SpooledFile | undefined> {
    try {
      return await this.#spool?.open(onClosed)
    } catch (cause) {
      if (!isReadOnly(cause)) throw noDisk(cause)
      this.#log.warn(
        { err: cause },
        'large bodies stay in memory: the spool folder is not writable',
      )
      this.#spool = undefined
      return undefined
    }
  }
}

/** One body as it arrives: in memory at first, and in a file from `MEMORY_BODY_MAX_BYTES` on if that is wanted. */
export class KeptBody {
  readonly #room: BodyRoom
  readonly #options: KeepOptions
  readonly #memory: ByteLease
  readonly #disk: ByteLease
  #buffer = Buffer.alloc(0)
  #bytes = 0
  #file: SpooledFile | undefined
  #spools: boolean

  constructor(room: BodyRoom, options: KeepOptions) {
    this.#room = room
    this.#options = options
    this.#spools = options.hold
    this.#memory = room.memory.lease(options.principalId)
    this.#disk = room.disk.lease(options.principalId)
  }

  /** Takes the next chunk, and waits where its principal is too fast. Throws `unavailable` when there is no room for it. */
  async add(chunk: Uint8Array, { totalBytes, maxBytes }: BodySize): Promise<void> {
    const bytes = this.#bytes + chunk.byteLength
    // An announced size does not bind a reader that takes only the beginning.
    const mostBytes = Math.min(totalBytes ?? maxBytes, maxBytes)
    if (this.#spools && (totalBytes ?? bytes) > MEMORY_BODY_MAX_BYTES) await this.#spill(mostBytes)
    if (this.#file) await onDisk(this.#file.append(chunk))
    else this.#remember(chunk, mostBytes)
    this.#bytes = bytes
    const { principalId, signal, waitFor } = this.#options
    const { pace } = this.#room
    const waitMs = pace.count(principalId, chunk.byteLength)
    if (waitMs > 0) await waitFor(pace.clock.sleep(waitMs, signal))
  }

  /** The body, or of a held one its first bytes and what holds it. */
  async finish(): Promise<{ bytes: Uint8Array; held?: HeldBody }> {
    this.#memory.shrinkTo()
    if (!this.#file) {
      const isExact = this.#bytes === this.#buffer.byteLength
      return { bytes: isExact ? this.#buffer : Buffer.from(this.#buffer.subarray(0, this.#bytes)) }
    }
    const bytes = await onDisk(this.#file.complete(HELD_HEAD_BYTES))
    this.#disk.shrinkTo(this.#bytes)
    return { bytes, held: this.#file }
  }

  /** Gives all room back, that of a body which was finished too. */
  discard(): void {
    this.#memory.shrinkTo()
    this.#file?.release()
  }

  /** Moves the body to a file, with room for all of it: whoever has begun one never waits for more. */
  async #spill(mostBytes: number): Promise<void> {
    this.#spools = false
    const { signal, waitFor } = this.#options
    if (!(await waitFor(this.#disk.grow(mostBytes, signal)))) {
      signal.throwIfAborted()
      throw noRoom()
    }
    const free = (): void => this.#disk.shrinkTo()
    try {
      this.#file = await this.#room.openFile(free)
    } finally {
      if (!this.#file) free()
    }
    if (!this.#file) return
    await onDisk(this.#file.append(this.#buffer.subarray(0, this.#bytes)))
    this.#buffer = Buffer.alloc(0)
    this.#memory.shrinkTo()
  }

  #remember(chunk: Uint8Array, expectedBytes: number): void {
    const bytes = this.#bytes + chunk.byteLength
    if (bytes > this.#buffer.byteLength) {
      // Doubled, so that a body in tiny chunks is not copied for each of them.
      const capacity = Math.min(Math.max(bytes, expectedBytes), Math.max(bytes, 2 * this.#bytes))
      if (!this.#memory.tryGrow(capacity - this.#buffer.byteLength)) throw noRoom()
      const larger = Buffer.allocUnsafeSlow(capacity)
      larger.set(this.#buffer)
      this.#buffer = larger
    }
    this.#buffer.set(chunk, this.#bytes)
  }
}

async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    throw noDisk(cause)
  }
}

function isReadOnly(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && READ_ONLY_CODES.has(String(thrown.code))
}

function noDisk(cause: unknown): OperationError {
  return new OperationError(
    'unavailable',
    'This server has no room on its disk for the document.',
    {
      hint: 'Try again later, or use a smaller document.',
      cause,
    },
  )
}

function noRoom(): OperationError {
  return new OperationError('unavailable', 'This server holds too many large documents just now.', {
    hint: 'Try again in a few seconds, with fewer calls at once.',
  })
}
