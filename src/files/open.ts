import { join } from 'node:path'
import type { DiskSpace } from '../lib/disk-space.ts'
import { incomingFolder, localFiles } from './local.ts'
import type { Files } from './port.ts'

/** The configured location of files. */
export interface FileLocation {
  /** Of this machine, for files on their way in, and for all where there is no location. */
  folder: string
  /** Another folder, or `s3://bucket/prefix?endpoint=…&region=…`. */
  location?: string | undefined
  /** The disk of those of this machine. */
  disk?: DiskSpace | undefined
}

/** Opens the file store. Throws `unavailable` where its driver is not installed or the location means nothing. */
export async function openFiles({ folder, location, disk }: FileLocation): Promise<Files> {
  if (location === undefined || !isBucket(location)) return localFiles(location ?? folder, disk)
  const { openBucket } = await import('./bucket.ts')
  const incoming = incomingFolder(join(folder, 'incoming'), disk)
  return { store: await openBucket(location), incoming }
}

/** Whether files are kept in a bucket rather than in a folder. */
export function isBucket(location: string): boolean {
  return /^s3:/i.test(location)
}
