import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { OperationError } from '../../contract/errors.ts'
import { type FileLocation, isBucket } from '../../files/location.ts'
import { DiskSpace } from '../../lib/disk-space.ts'
import type { GaugeReading } from '../../lib/metrics.ts'
import { once } from '../../lib/once.ts'
import { requireWritable } from '../../store/check.ts'
import type { Store } from '../../store/port.ts'
import type { Config } from '../config/config.ts'

/** How long one write to the store counts as proof, in milliseconds: probes come often, from anybody. */
const WRITE_MAX_AGE_MS = 5_000

/** The disks that an instance writes to; they may be the same. */
export interface Disks {
  /** The disk of the data folder. */
  data: DiskSpace
  /** Where uploads arrive. */
  uploads: DiskSpace
  /** Disks that must have room for calls to be served. */
  needed: ReadonlySet<DiskSpace>
}

/** Where uploads are kept. */
export function uploadLocation(config: Config): FileLocation {
  return { folder: join(config['data-dir'], 'files'), location: config['upload-store'] }
}

/** Name of the file by which servers know that a folder is the same for them. */
const MARK_NAME = 'place'

/** Time that writing the file may take. */
const MARK_WAIT_MS = 500

/** Names the place where uploads are kept, alike on all servers that share it. Throws where the folder cannot be written. */
export async function markOfUploads(config: Config): Promise<string> {
  const { folder, location } = uploadLocation(config)
  if (location !== undefined && isBucket(location)) return location.replace(/\?.*$/s, '')
  const place = location ?? folder
  await mkdir(place, { recursive: true, mode: 0o700 })
  const path = join(place, MARK_NAME)
  // Whoever comes first writes it; a file system that several machines share keeps that promise too.
  await writeFile(path, randomUUID(), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  })
  const mark = await readFile(path, 'utf8')
  // Another server may be writing it at this moment.
  if (mark === '') await sleep(MARK_WAIT_MS)
  return mark === '' ? readFile(path, 'utf8') : mark
}

/** The disks of a configuration. */
export function composeDisks(config: Config): Disks {
  const reserveBytes = config['disk-reserve-mb'] * 1_000_000
  const data = new DiskSpace({ folder: config['data-dir'], reserveBytes })
  const { location } = uploadLocation(config)
  const isElsewhere = location !== undefined && !isBucket(location)
  const uploads = isElsewhere ? new DiskSpace({ folder: location, reserveBytes }) : data
  const needed = new Set<DiskSpace>()
  if (config['database-url'] === undefined) needed.add(data)
  if (config.chat === 'here') needed.add(uploads)
  return { data, uploads, needed }
}

/**
 * Whether calls can be served: the store can be read, its last write worked, and the disks that are needed have
 * more free than their reserve. Throws `unavailable`, with a message that may be shown to anybody.
 */
export function createReadinessCheck({
  store: open,
  disks,
  now = () => performance.now(),
}: {
  store(): Promise<Store>
  disks: Pick<Disks, 'needed'>
  /** Milliseconds that only grow. */
  now?: () => number
}): () => Promise<void> {
  let proof: { at: number; written: () => Promise<void> } | undefined
  return async () => {
    const store = await open()
    await store.check()
    for (const disk of disks.needed) {
      if (!(await disk.has(0))) throw new OperationError('unavailable', 'The disk is full.')
    }
    if (proof === undefined || now() - proof.at >= WRITE_MAX_AGE_MS) {
      proof = { at: now(), written: once(async () => requireWritable(store)) }
    }
    await proof.written()
  }
}

/** What `/metrics` tells of disks and, where the chat is here, of its uploads. */
export function diskReadings(
  { data, uploads }: Disks,
  store?: () => Promise<Store>,
): readonly GaugeReading[] {
  const free = async (disk: DiskSpace) => {
    const bytes = await disk.free()
    return bytes === Infinity ? undefined : bytes
  }
  const readings = [
    {
      name: 'bellhop_disk_reserve_bytes',
      help: 'Space that uploads and copies of pages leave free.',
      read: async () => data.reserveBytes,
    },
    {
      name: 'bellhop_disk_free_bytes',
      help: 'Free space on the disk of the data folder.',
      read: async () => free(data),
    },
    {
      name: 'bellhop_upload_disk_free_bytes',
      help: 'Free space on the disk where uploads arrive.',
      read: async () => free(uploads),
    },
  ]
  if (!store) return readings
  return [
    ...readings,
    {
      name: 'bellhop_upload_bytes',
      help: 'Space that uploads take, with what is reserved for unfinished ones.',
      read: async () => countUploads(await store()),
    },
  ]
}

/** Bytes that uploads take of the quota of the organization. */
export async function countUploads({ db }: Store): Promise<number> {
  const { countTakenBytes } = await import('../../chat/files/quota.ts')
  return countTakenBytes(db)
}
