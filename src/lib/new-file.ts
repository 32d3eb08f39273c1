import { open, rm } from 'node:fs/promises'

/** Readable by its owner only. */
const OWNER_ONLY = 0o600

/**
 * Writes a new file, durably, for its owner only. Throws where there is one already, and what the file system throws;
 * where it cannot be written whole, nothing stays.
 */
export async function writeNewFile(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY)
  try {
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
  } catch (thrown) {
    await rm(path, { force: true })
    throw thrown
  }
}
