import type { Kysely } from 'kysely'
import { createTarWriter, type TarWriter } from '../../../files/archive/write-tar.ts'
import { readConsistently } from '../../../store/consistent-reading.ts'
import type { Schema } from '../../../store/tables/schema.ts'
import type { Chat } from '../../kernel/types.ts'
import { EXPORT_VERSION, type ExportRow, type ExportTables, messageFileName } from '../rows.ts'
import { readDirectoryTables } from './directory-tables.ts'
import { type FileRecords, readAttachmentRows, readFileRecords } from './file-records.ts'
import { readMessageFiles } from './message-files.ts'
import { loadRecipients } from './recipients.ts'
import { readRecordTables } from './record-tables.ts'
import { type ExportScope, type ExportType, limitFiles, limitTables, loadScope } from './scope.ts'

/** Counts of an export: of records that it holds, and of those left out. */
export interface ExportReport {
  users: number
  channels: number
  messages: number
  /** Uploads and images of custom emoji. */
  files: number
  /** Names of files that could not be read. */
  missing: string[]
}

/** Told how many messages are written, and how many there are. */
export type ReportExport = (written: number, total: number) => void

interface ExportCourse {
  add: (name: string, content: unknown) => Promise<unknown>
  report: ReportExport
  scope: ExportScope | undefined
}

/** Name of the folder in the archive. */
const FOLDER = 'export'

/**
 * Writes everything that the public server's export format has a place for to an archive (`.tar.gz`), as it was at one moment;
 * the chat goes on meanwhile. Not in it: passwords and keys, drafts, reminders, what browsers and phones are registered with.
 */
export async function exportChat(
  chat: Chat,
  path: string,
  type: ExportType = 'full_without_consent',
  report: ReportExport = () => {},
): Promise<ExportReport> {
  await using tar = await createTarWriter(path, chat.now)
  const add = async (name: string, content: unknown) =>
    tar.add(`${FOLDER}/${name}`, JSON.stringify(content))
  const { records, ...counts } = await readConsistently(chat.store, async (db) =>
    exportRows(chat, db, { add, report, scope: await loadScope(db, type) }),
  )
  const missing = await addFiles(chat, tar, records)
  await add('analytics.json', {
    analytics_realmcount: [],
    analytics_usercount: [],
    analytics_streamcount: [],
  })
  await add('migration_status.json', { migrations_by_app: {}, zulip_version: EXPORT_VERSION })
  await tar.finish()
  return {
    ...counts,
    files: records.flatMap(({ files }) => files).length - missing.length,
    missing,
  }
}

async function exportRows(chat: Chat, db: Kysely<Schema>, { add, report, scope }: ExportCourse) {
  const { count: total } = await db
    .selectFrom('chat_message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const recipients = await loadRecipients(db)
  const clients = new Map<string, number>()
  const ids = new Set<unknown>()
  let [messages, number] = [0, 0]
  for await (const file of readMessageFiles(db, recipients, clients, scope)) {
    messages += file.zerver_message.length
    if (scope) for (const { id } of file.zerver_message) ids.add(id)
    await add(messageFileName((number += 1)), file)
    report(messages, total)
  }
  const all: ExportTables = {
    ...(await readDirectoryTables(chat, db, recipients)),
    ...(await readRecordTables(db, recipients)),
    zerver_client: [...clients].map(([name, id]) => ({ id, name })),
  }
  const tables = scope ? limitTables(all, scope, ids) : all
  const files = { attachments: await readAttachmentRows(db), groups: await readFileRecords(db) }
  const { attachments, groups } = scope ? limitFiles(files.attachments, files.groups, ids) : files
  await add('realm.json', tables)
  await add('attachment.json', { zerver_attachment: attachments })
  return {
    users: tables['zerver_userprofile']?.length ?? 0,
    channels: tables['zerver_stream']?.length ?? 0,
    messages,
    records: groups,
  }
}

/** Files are read after the rows, so that no reading of them keeps the database from cleaning up. */
async function addFiles(
  chat: Chat,
  tar: TarWriter,
  groups: readonly FileRecords[],
): Promise<string[]> {
  const missing: string[] = []
  for (const { folder, files } of groups) {
    const kept: ExportRow[] = []
    for (const { key, bytes, record } of files) {
      const name = `${folder}/${String(record['path'])}`
      const stream = await chat.files.store.read(key).catch(() => undefined)
      if (!stream) {
        missing.push(name)
        continue
      }
      await tar.addStream(`${FOLDER}/${name}`, bytes, stream)
      kept.push(record)
    }
    await tar.add(`${FOLDER}/${folder}/records.json`, JSON.stringify(kept))
  }
  return missing
}
