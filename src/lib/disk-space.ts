import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How long one look at the disk counts, in milliseconds. */
const LOOK_MAX_AGE_MS = 250

/** Errors for a folder that is not there, or has none above it. */
const ABSENT = new Set(['ENOENT', 'ENOTDIR'])

/** Reads how many bytes are free for us on the disk of a folder; throws what the file system throws. */
export type ReadFreeBytes = (folder: string) => Promise<number>

/** A folder, and what must stay free on its disk. */
export interface DiskSpaceOptions {
  /** Need not be there yet. */
  folder: string
  /** What writers leave to the database. */
  reserveBytes: number
  read?: ReadFreeBytes
  /** Milliseconds that only grow. */
  now?: () => number
}

/** Free space of one disk, looked at a few times a second at most, and a reserve that stays free. */
export class DiskSpace {
  readonly folder: string
  readonly reserveBytes: number
  readonly #read: ReadFreeBytes
  readonly #now: () => number
  #looked: { at: number; bytes: Promise<number> } | undefined
  /** Written since the last look. */
  #takenBytes = 0

  constructor({
    folder,
    reserveBytes,
    read = readFreeBytes,
    now = () => performance.now(),
  }: DiskSpaceOptions) {
    this.folder = folder
    this.reserveBytes = reserveBytes
    this.#read = read
    this.#now = now
  }

  /** Returns the free bytes; infinity where the system does not say. */
  async free(): Promise<number> {
    const now = this.#now()
    if (this.#looked === undefined || now - this.#looked.at >= LOOK_MAX_AGE_MS) {
      this.#takenBytes = 0
      this.#looked = { at: now, bytes: this.#look() }
    }
    return (await this.#looked.bytes) - this.#takenBytes
  }

  /** Whether the reserve stays free when this many more bytes are written. */
  async has(bytes: number): Promise<boolean> {
    return (await this.free()) - bytes >= this.reserveBytes
  }

  /** Takes room for bytes that are written at once; false where the reserve would not stay free. */
  async take(bytes: number): Promise<boolean> {
    const isFree = await this.has(bytes)
    if (isFree) this.#takenBytes += bytes
    return isFree
  }

  async #look(): Promise<number> {
    try {
      return await this.#read(this.folder)
    } catch {
      return Infinity
    }
  }
}

/** Looks at the disk of the nearest folder above that is there. */
async function readFreeBytes(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch (thrown) {
    const above = dirname(folder)
    if (!ABSENT.has((thrown as NodeJS.ErrnoException).code ?? '') || above === folder) throw thrown
    return readFreeBytes(above)
  }
}
