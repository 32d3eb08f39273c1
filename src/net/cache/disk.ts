import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskSpace } from '../../lib/disk-space.ts'
import { MINUTE_MS } from '../../lib/durations.ts'

/** Bounds of a folder of files. */
export interface DiskBounds {
  maxBytes: number
  maxCount: number
}

/** Share of the bounds that may be written before the folder is looked through again. */
const SLACK = 1 / 8
/** Unfinished files older than this are abandoned. */
const UNFINISHED_MAX_AGE_MS = 10 * MINUTE_MS
const UNFINISHED = '.part'

interface Found {
  path: string
  bytes: number
  usedAt: number
}

/**
 * Files by name, the least recently used deleted first. Several processes may share the folder: what each reads is whole
 * or not there. Every method throws what the file system throws.
 */
export class DiskFiles {
  readonly #folder: string
  readonly #bounds: DiskBounds
  readonly #disk: Pick<DiskSpace, 'take'> | undefined
  #writtenBytes = Infinity
  #writtenCount = Infinity

  constructor(folder: string, bounds: DiskBounds, disk?: Pick<DiskSpace, 'take'>) {
    this.#folder = folder
    this.#bounds = bounds
    this.#disk = disk
  }

  /** The bytes of a file and marks it as used; undefined where there is none or it is larger than `maxBytes`. */
  async read(name: string, maxBytes: number): Promise<Uint8Array | undefined> {
    const path = join(this.#folder, name)
    try {
      if ((await stat(path)).size > maxBytes) return undefined
      const bytes = await readFile(path)
      const now = new Date()
      await utimes(path, now, now)
      return bytes
    } catch (thrown) {
      if (isMissing(thrown)) return undefined
      throw thrown
    }
  }

  /**
   * Writes a file, all at once, and deletes others until the bounds hold. On a full disk it writes nothing, and
   * deletes what it would replace.
   */
  async write(name: string, bytes: Uint8Array): Promise<void> {
    if (bytes.byteLength > this.#bounds.maxBytes * SLACK) return
    if (this.#disk && !(await this.#disk.take(bytes.byteLength))) {
      await this.delete(name)
      return
    }
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#makeRoom(bytes.byteLength)
    const part = join(this.#folder, `${name}.${randomUUID()}${UNFINISHED}`)
    try {
      await writeFile(part, bytes, { mode: 0o600 })
      await rename(part, join(this.#folder, name))
    } catch (thrown) {
      await rm(part, { force: true })
      throw thrown
    }
  }

  /** Deletes a file, if there is one. */
  async delete(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true })
  }

  async #makeRoom(bytes: number): Promise<void> {
    const { maxBytes, maxCount } = this.#bounds
    this.#writtenBytes += bytes
    this.#writtenCount += 1
    if (this.#writtenBytes <= maxBytes * SLACK && this.#writtenCount <= maxCount * SLACK) return
    this.#writtenBytes = bytes
    this.#writtenCount = 1
    const files = (await this.#list()).toSorted((one, other) => other.usedAt - one.usedAt)
    let leftBytes = maxBytes * (1 - SLACK)
    let leftCount = Math.floor(maxCount * (1 - SLACK))
    for (const file of files) {
      leftBytes -= file.bytes
      leftCount -= 1
      const isStuck =
        file.path.endsWith(UNFINISHED) && Date.now() - file.usedAt > UNFINISHED_MAX_AGE_MS
      if (leftBytes < 0 || leftCount < 0 || isStuck) await rm(file.path, { force: true })
    }
  }

  async #list(): Promise<Found[]> {
    const names = await readdir(this.#folder)
    const found: Found[] = []
    for (const name of names) {
      const path = join(this.#folder, name)
      try {
        const { size, mtimeMs } = await stat(path)
        found.push({ path, bytes: size, usedAt: mtimeMs })
      } catch (thrown) {
        // Another process may have deleted it meanwhile.
        if (!isMissing(thrown)) throw thrown
      }
    }
    return found
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT'
}
