import { join } from 'node:path'
import { incomingFolder, localFiles } from './local.ts'
import { type FileLocation, isBucket } from './location.ts'
import type { Files } from './port.ts'

/** Opens the file store. Throws `unavailable` where its driver is not installed or the location means nothing. */
export async function openFiles({ folder, location, disk }: FileLocation): Promise<Files> {
  if (location === undefined || !isBucket(location)) return localFiles(location ?? folder, disk)
  const { openBucket } = await import('./bucket.ts')
  const incoming = incomingFolder(join(folder, 'incoming'), disk)
  return { store: await openBucket(location), incoming }
}
