import { join } from 'node:path'
import { incomingFolder, localFiles } from './local.ts'
import type { Files } from './port.ts'

/** The configured location of files. */
export interface FileLocation {
  /** Of this machine, for files on their way in, and for all where there is no location. */
  folder: string
  /** Another folder, or `s3://bucket/prefix?endpoint=…&region=…`. */
  location?: string | undefined
}

/** Opens the file store. Throws `unavailable` where its driver is not installed or the location means nothing. */
export async function openFiles({ folder, location }: FileLocation): Promise<Files> {
  if (location === undefined || !/^s3:/i.test(location)) return localFiles(location ?? folder)
  const { openBucket } = await import('./bucket.ts')
  return { store: await openBucket(location), incoming: incomingFolder(join(folder, 'incoming')) }
}
