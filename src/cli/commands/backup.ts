import { resolve } from 'node:path'
import { restoreBackup } from '../../app/backup/restore-backup.ts'
import { writeBackup } from '../../app/backup/write-backup.ts'
import type { Composed } from '../../app/compose.ts'
import { uploadLocation } from '../../app/compose/compose-disks.ts'
import { type Config, ConfigError } from '../../app/config/config.ts'
import { isThere } from '../../files/archive/unpack.ts'
import { openFiles } from '../../files/open.ts'

const USAGE = 'backup and restore take the name of a file, e.g. bellhop backup monday.tar.gz'

type Parts = Pick<Composed, 'store' | 'disks' | 'services'>

/** `bellhop backup <file>`: everything of this instance in one file, while it is used. Returns the text to print. */
export async function backup(
  { store, services }: Parts,
  config: Config,
  words: readonly string[],
): Promise<string> {
  const path = fileIn(words)
  if (await isThere(path)) throw new ConfigError(`There is a file ${path} already.`)
  const { store: files } = await openFiles(uploadLocation(config))
  const parts = { store: await store(), files, dataDir: config['data-dir'], now: services.now }
  const report = await writeBackup(parts, path)
  const { rows, kept, missing } = report
  return [
    `${path}: ${rows} rows, ${report.files} uploads, ${kept} files of keys and accounts. Keep the file secret: it holds the keys.`,
    ...(missing > 0 ? [`${missing} uploads were missing.`] : []),
  ].join('\n')
}

/** `bellhop restore <file>`: a new instance as it was, on either kind of database. Returns the text to print. */
export async function restore(
  { store, disks }: Omit<Parts, 'services'>,
  config: Config,
  words: readonly string[],
): Promise<string> {
  const path = fileIn(words)
  if (!(await isThere(path))) throw new ConfigError(`There is no file ${path}.`)
  const { store: files } = await openFiles(uploadLocation(config))
  const opened = await store()
  const parts = { store: opened, files, dataDir: config['data-dir'], disk: disks.data }
  const report = await restoreBackup(parts, path)
  const { rebuildWords } = await import('../../chat/narrow/rebuild-words.ts')
  const found = await rebuildWords(opened)
  return [
    `Restored and checked: ${report.rows} rows, ${report.files} uploads, ${report.kept} files of keys and accounts; ${found} messages can be searched.`,
    ...report.stayed.map((name) => `Not overwritten here: ${name}`),
  ].join('\n')
}

function fileIn([file, ...rest]: readonly string[]): string {
  if (file === undefined || rest.length > 0) throw new ConfigError(USAGE)
  return resolve(file)
}
