import { join } from 'node:path'
import type { Composed } from '../../app/compose.ts'
import type { Config } from '../../app/config/config.ts'
import type { ArchiveParts } from '../../chat/moving/import-archive.ts'

/** The folder in which archives lie to be imported, and what imports leave out. */
export function importFolder(config: Pick<Config, 'data-dir'>): string {
  return join(config['data-dir'], 'imports')
}

/** What every import of this instance needs. */
export async function importParts(
  { chat, services, disks }: Pick<Composed, 'chat' | 'services' | 'disks'>,
  config: Config,
): Promise<Pick<ArchiveParts, 'chat' | 'sandbox' | 'folder' | 'disk' | 'openStore'>> {
  const { openSqlite } = await import('../../store/sqlite/sqlite.ts')
  const here = await chat.chat()
  return {
    chat: here,
    sandbox: services.sandbox,
    folder: importFolder(config),
    disk: disks.data,
    openStore: async (path) => openSqlite({ path, log: here.log }),
  }
}
