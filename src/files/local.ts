import { constants, createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DiskSpace } from '../lib/disk-space.ts'
import { once } from '../lib/once.ts'
import { diskFull, guardStorage } from './faults.ts'
import type { Files, FileStore, Incoming } from './port.ts'

/** Readable by the owner of the data folder only. */
const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** Keeps files in a folder: those that arrive in `incoming`, the others in `kept`. Without a disk, no reserve is left. */
export function localFiles(folder: string, disk?: DiskSpace): Files {
  return {
    store: folderStore(join(folder, 'kept')),
    incoming: incomingFolder(join(folder, 'incoming'), disk),
  }
}

/** Incoming files, in a folder created by the first of them. */
export function incomingFolder(folder: string, disk?: DiskSpace): Incoming {
  const ready = once(async () => mkdir(folder, { recursive: true, mode: FOLDER_MODE }))
  const path = (id: string) => join(folder, checked(id))
  return {
    path,
    async requireRoom(bytes) {
      if (disk && !(await disk.has(bytes))) throw diskFull()
    },
    append: async (id, offset, bytes) => {
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW
      await using file = await guardStorage(async () => {
        await ready()
        return open(path(id), flags, FILE_MODE)
      })
      let end = offset
      try {
        for await (const chunk of bytes) {
          if (disk && !(await disk.take(chunk.byteLength))) throw diskFull()
          await guardStorage(async () => writeWhole(file, chunk, end))
          end += chunk.byteLength
        }
      } finally {
        await guardStorage(async () => file.datasync())
      }
      return end
    },
    async size(id) {
      try {
        return (await stat(path(id))).size
      } catch (thrown) {
        if (isMissing(thrown)) return undefined
        throw thrown
      }
    },
    remove: async (id) => rm(path(id), { force: true }),
    async idleSince(time) {
      const names = await readdir(folder).catch((thrown: unknown) => {
        if (isMissing(thrown)) return []
        throw thrown
      })
      const idle: string[] = []
      for (const name of names) {
        const found = await stat(join(folder, name)).catch(() => undefined)
        if (found && found.mtimeMs < time.getTime() && KEY.test(name)) idle.push(name)
      }
      return idle
    },
  }
}

/** The last bytes that fit on a disk are written without an error; the next ones fail. */
async function writeWhole(file: FileHandle, bytes: Uint8Array, at: number): Promise<void> {
  for (let done = 0; done < bytes.byteLength;) {
    const left = bytes.byteLength - done
    done += (await file.write(bytes, done, left, at + done)).bytesWritten
  }
}

/** Two digits of the key name a folder, so that none gets too large to list. */
function folderStore(folder: string): FileStore {
  const path = (key: string) => join(folder, checked(key).slice(0, 2), key)
  return {
    keep: async (key, from) =>
      guardStorage(async () => {
        const to = path(key)
        await mkdir(dirname(to), { recursive: true, mode: FOLDER_MODE })
        await rename(from, to)
        await syncFolder(dirname(to))
      }),
    read: async (key, range = { start: 0, end: Number.POSITIVE_INFINITY }) => {
      const stream = createReadStream(path(key), range)
      return guardStorage(
        async () =>
          new Promise((resolve, reject) => {
            stream.once('open', () => resolve(stream)).once('error', reject)
          }),
      )
    },
    remove: async (key) => rm(path(key), { force: true }),
  }
}

/** A name is durable with the folder that holds it. Windows opens no folders, and needs none of this. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using held = await open(folder, 'r')
  await held.sync()
}

const KEY = /^[0-9a-f]{32}$/

/** Only names of our own become paths. */
function checked(key: string): string {
  if (!KEY.test(key)) throw new TypeError('A file has a key that is none of ours.')
  return key
}

function isMissing(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ENOENT'
}
