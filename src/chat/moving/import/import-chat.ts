import type { Sandbox } from '../../../contract/sandbox.ts'
import type { Chat } from '../../kernel/types.ts'
import { findNewestMessageId } from '../../messages/access.ts'
import { finishImport } from './finish-import.ts'
import { reserveIds } from './free-id.ts'
import { importAccounts } from './import-accounts.ts'
import { importChannels } from './import-channels.ts'
import { importUploads, linkUploads } from './import-files.ts'
import { importGroups } from './import-groups.ts'
import { importMessages } from './import-messages.ts'
import { importAvatars, importEmoji, importRealmPictures } from './import-pictures.ts'
import { importReactions } from './import-reactions.ts'
import { importOrganization, importPersonal } from './import-records.ts'
import { type Importing, type ImportState, importUnit, openImport } from './progress.ts'
import { openExport } from './source.ts'
import { idIn } from './values.ts'

/** What an import needs. */
export interface ImportParts {
  chat: Chat
  /** Draws pictures anew: custom emoji, people, the organization. */
  sandbox: Pick<Sandbox, 'run'>
  /** Folder of the export, unpacked. */
  folder: string
  /** Names what is imported: a repeated import of it goes on where it stopped. */
  fingerprint: string
}

/** Counts of imported records, and of those left out, by kind and reason. */
export type ImportReport = Pick<ImportState, 'brought' | 'leftOut'> & {
  /** Whether an earlier run had finished it, so that nothing was left to do. */
  wasFinished: boolean
}

/**
 * Brings an export in the public server's format into this chat. May be stopped at any time, by force too: the next call goes on.
 * Nobody may see what they could not see there; passwords and keys do not come along.
 */
export async function importChat({
  chat,
  sandbox,
  folder,
  fingerprint,
}: ImportParts): Promise<ImportReport> {
  const source = await openExport(folder)
  const importing = await openImport(chat, source, fingerprint)
  const wasFinished = importing.state.isFinished
  if (!wasFinished) {
    await placeMessages(importing)
    const isNew = importing.state.offset === 0
    await importAccounts(importing)
    await importGroups(importing)
    await importChannels(importing)
    await importOrganization(importing)
    await importEmoji(importing, sandbox)
    await importAvatars(importing, sandbox)
    if (isNew) await importRealmPictures(importing, sandbox)
    await importUploads(importing)
    await importMessages(importing)
    await linkUploads(importing)
    await importReactions(importing)
    await importPersonal(importing)
    await finishImport(importing, isNew)
  }
  const { brought, leftOut } = importing.state
  return { brought, leftOut, wasFinished }
}

/** Decides once which ids the messages get, and keeps these for them. */
async function placeMessages(importing: Importing): Promise<void> {
  const { chat, source, state } = importing
  if (state.done['placed']) return
  const [first, last] = [await edgeId(importing, 0), await edgeId(importing, -1)]
  await importUnit(importing, async (unit) => {
    const newest = await findNewestMessageId(unit.tx)
    unit.state.offset = newest === 0 || newest < first ? 0 : newest - first + 1
    unit.state.lastId = last + unit.state.offset
    unit.state.done['placed'] = 1
    if (last > 0) await reserveIds(unit.tx, chat.store.kind, 'chat_message', unit.state.lastId)
  })
  chat.log.info({ files: source.messageFiles.length }, 'an import has begun')
}

/** Id of the oldest or of the newest message of the export; 0 where there is none. */
async function edgeId({ source }: Importing, at: 0 | -1): Promise<number> {
  const name = source.messageFiles.at(at)
  if (name === undefined) return 0
  const { messages } = await source.readMessages(name)
  const row = messages.at(at)
  return (row && idIn(row, 'id')) ?? 0
}
