import type { DiskSpace } from '../lib/disk-space.ts'

/** The configured location of files. */
export interface FileLocation {
  /** Folder on this machine, for files on their way in, and for all where there is no location. */
  folder: string
  /** Another folder, or `s3://bucket/prefix?endpoint=…&region=…`. */
  location?: string | undefined
  /** The disk of those of this machine. */
  disk?: DiskSpace | undefined
}

/** Whether files are kept in a bucket rather than in a folder. */
export function isBucket(location: string): boolean {
  return /^s3:/i.test(location)
}
