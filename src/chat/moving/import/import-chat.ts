import type { Sandbox } from '../../../contract/sandbox.ts'
import type { Chat } from '../../kernel/types.ts'
import { findNewestMessageId } from '../../messages/access.ts'
import { LEFT_OUT_TABLE, MESSAGES_FOUND_TABLE } from '../rows.ts'
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
import { openLeftOutFile } from './left-out-file.ts'
import { addCount, type Importing, type ImportState, importUnit, openImport } from './progress.ts'
import { openExport } from './source.ts'
import { idIn, intIn, rowsIn, textIn } from './values.ts'

/** What an import needs. */
export interface ImportParts {
  chat: Chat
  /** Draws pictures anew: custom emoji, people, the organization. */
  sandbox: Pick<Sandbox, 'run'>
  /** Folder of the export, unpacked. */
  folder: string
  /** Names what is imported: a repeated import of it goes on where it stopped. */
  fingerprint: string
  /** Where to write all that is left out. */
  leftOutPath?: string
  /** Called as it goes on, with how many files of messages are done. */
  onProgress?(done: number, total: number): void
}

/** Counts of imported records, and of those left out, by kind and reason. */
export type ImportReport = Pick<
  ImportState,
  'brought' | 'leftOut' | 'messagesFound' | 'messagesLeftOut'
> & {
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
  leftOutPath,
  onProgress = () => {},
}: ImportParts): Promise<ImportReport> {
  const source = await openExport(folder)
  const leftOutFile = leftOutPath === undefined ? undefined : openLeftOutFile(leftOutPath)
  const importing = await openImport(chat, source, fingerprint, leftOutFile)
  const wasFinished = importing.state.isFinished
  if (!wasFinished) {
    await placeMessages(importing, folder)
    const isNew = importing.state.offset === 0
    await importAccounts(importing)
    await importGroups(importing)
    await importChannels(importing)
    await importOrganization(importing)
    await importEmoji(importing, sandbox)
    await importAvatars(importing, sandbox)
    if (isNew) await importRealmPictures(importing, sandbox)
    const attachments = await source.attachments()
    await importUploads(importing, 'uploads', attachments)
    await importMessages(importing, attachments, onProgress)
    await linkUploads(importing, 'links of uploads', attachments)
    await importReactions(importing)
    await importPersonal(importing)
    await finishImport(importing, isNew)
  }
  const { brought, leftOut, messagesFound, messagesLeftOut } = importing.state
  return { brought, leftOut, messagesFound, messagesLeftOut, wasFinished }
}

/** Decides once which ids the messages get, keeps these for them, and takes over what a conversion left out. */
async function placeMessages(importing: Importing, folder: string): Promise<void> {
  const { chat, source, state, leftOutFile } = importing
  if (state.done['placed']) return
  const leftOutBytes = (await leftOutFile?.begin(folder)) ?? 0
  const [first, last] = [await edgeId(importing, 0), await edgeId(importing, -1)]
  await importUnit(importing, async (unit) => {
    const newest = await findNewestMessageId(unit.tx)
    unit.state.offset = newest === 0 || newest < first ? 0 : newest - first + 1
    unit.state.firstId = first
    unit.state.lastId = last + unit.state.offset
    unit.state.done['placed'] = 1
    unit.state.leftOutBytes = leftOutBytes
    for (const row of source.rows(LEFT_OUT_TABLE)) {
      addCount(unit.state.leftOut, textIn(row, 'reason'), intIn(row, 'count'))
    }
    for (const row of source.rows(MESSAGES_FOUND_TABLE)) {
      // What the conversion let through is counted with the files.
      unit.state.messagesFound += intIn(row, 'left_out')
      unit.state.messagesLeftOut += intIn(row, 'left_out')
    }
    if (last > 0) await reserveIds(unit.tx, chat.store.kind, 'chat_message', unit.state.lastId)
  })
  chat.log.info({ files: source.messageFiles.length }, 'an import has begun')
}

/** Id of the oldest or of the newest message of the export; 0 where there is none. */
async function edgeId({ source }: Importing, at: 0 | -1): Promise<number> {
  const names = at === 0 ? source.messageFiles : source.messageFiles.toReversed()
  for (const name of names) {
    const { messages } = await source.readMessages(name)
    const ids = rowsIn(messages).flatMap((row) => idIn(row, 'id') ?? [])
    const edge = ids.at(at)
    if (edge !== undefined) return edge
  }
  return 0
}
