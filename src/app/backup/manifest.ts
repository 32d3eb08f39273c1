import { z } from 'zod'
import { OperationError } from '../../contract/errors.ts'

/** Name of the file that says what a backup holds; the last one in it. */
export const MANIFEST = 'manifest.json'

/** Form of the archive. */
export const FORMAT = 'bellhop-backup-1'

const schema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  made: z.string(),
  migrations: z.array(z.string()),
  tables: z.record(
    z.string(),
    z.object({ columns: z.array(z.string()).readonly(), rows: z.int(), digest: z.string() }),
  ),
  members: z.record(z.string(), z.object({ sha256: z.string(), bytes: z.int() })),
})

/** What a backup holds: tables with a digest of their rows, and files with one of their bytes. */
export type BackupManifest = z.infer<typeof schema>

/** Reads the description of a backup. Throws `unparsable`. */
export function readManifest(text: string): BackupManifest {
  try {
    return schema.parse(JSON.parse(text))
  } catch (thrown) {
    throw new OperationError('unparsable', 'This is no backup of Bellhop, or not a whole one.', {
      cause: thrown,
    })
  }
}
