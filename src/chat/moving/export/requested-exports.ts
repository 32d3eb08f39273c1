import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Selectable } from 'kysely'
import { WEEK_MS } from '../../../lib/durations.ts'
import { scheduleBackgroundJob } from '../../../store/background-job-queue.ts'
import type { ChatExportTable } from '../../../store/tables/chat-moving-tables.ts'
import { moveToStore } from '../../files/loose-files.ts'
import { publish, unpublish } from '../../files/own-files.ts'
import { ORGANIZATION_ID, reserveSpace } from '../../files/quota.ts'
import { makeFileKey, REALM_ID } from '../../files/store-upload.ts'
import { ROLES } from '../../groups/system-groups.ts'
import { badRequest } from '../../kernel/failures.ts'
import { requireActingAdministrator } from '../../kernel/requester.ts'
import type { Reader } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../../kernel/unit-of-work.ts'
import { toSeconds } from '../rows.ts'
import { exportChat, type ReportExport } from './export-chat.ts'
import { EXPORT_JOB, type RequestedExport } from './export-record.ts'
import { type ExportType, loadConsenting } from './scope.ts'

/** Exports that may be asked for within a week. */
const WEEKLY_MAX_COUNT = 5

/** The address of an archive is all that keeps it from others. */
const SECRET_BYTES = 32

const NOT_BEGUN = { messages_written: null, messages_total: null }

/** Pause between two notes of how far an export has come, in milliseconds. */
const NOTE_INTERVAL_MS = 1_000

type Row = Selectable<ChatExportTable>

/** Asks for an export, which is written soon. Returns its id. For administrators. */
export async function requestExport(chat: Chat, actor: Actor, type: ExportType): Promise<number> {
  await requireActingAdministrator(chat, actor)
  if (type === 'full_without_consent') {
    throw badRequest('Only the operator exports what nobody consented to: `bellhop chat export`.')
  }
  const nowMs = chat.now().getTime()
  return writeChat(chat, async (unit) => {
    const recent = await unit.tx
      .selectFrom('chat_export')
      .select('id')
      .where('started_at', '>', nowMs - WEEK_MS)
      .execute()
    if (recent.length >= WEEKLY_MAX_COUNT) throw badRequest('Exceeded rate limit.')
    const row = { user_id: actor.user.id, export_type: type, started_at: nowMs }
    const { id } = await unit.tx
      .insertInto('chat_export')
      .values({
        ...row,
        finished_at: null,
        failed_at: null,
        deleted_at: null,
        path: null,
        ...NOT_BEGUN,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await scheduleBackgroundJob(unit.tx, EXPORT_JOB, nowMs)
    await emitExports(chat, unit)
    return id
  })
}

/** All exports that were asked for. For administrators. */
export async function listExports(chat: Chat, actor: Actor) {
  await requireActingAdministrator(chat, actor)
  return loadExports(chat, reader(chat))
}

/** Who lets their private data be exported. For administrators. */
export async function listConsents(chat: Chat, actor: Actor) {
  await requireActingAdministrator(chat, actor)
  const db = reader(chat)
  const consenting = await loadConsenting(db)
  const people = await db
    .selectFrom('chat_user')
    .select('id')
    .where('is_bot', '=', 0)
    .where('is_active', '=', 1)
    .orderBy('id')
    .execute()
  return people.map(({ id }) => ({ user_id: id, consented: consenting.has(id) }))
}

/** Writes the exports that were asked for, and removes archives that are a week old. For one process at a time. */
export async function runExports(chat: Chat, signal: AbortSignal): Promise<void> {
  const pending = await reader(chat)
    .selectFrom('chat_export')
    .selectAll()
    .where('finished_at', 'is', null)
    .where('failed_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const row of pending) {
    if (signal.aborted) return
    await writeOne(chat, row)
  }
  await removeOld(chat)
}

async function writeOne(chat: Chat, row: Row): Promise<void> {
  try {
    const path = await storeArchive(chat, row.export_type as ExportType, noteProgress(chat, row))
    await settle(chat, row, { finished_at: chat.now().getTime(), path })
  } catch (error) {
    chat.log.error({ err: error }, 'an export failed')
    await settle(chat, row, { failed_at: chat.now().getTime() })
  }
}

/** Writes an archive and shows it to whoever knows its address, which this returns. */
async function storeArchive(chat: Chat, type: ExportType, note: ReportExport): Promise<string> {
  const { incoming } = chat.files
  const key = makeFileKey()
  await incoming.requireRoom(0)
  await mkdir(dirname(incoming.path(key)), { recursive: true })
  await exportChat(chat, incoming.path(key), type, note)
  const bytes = (await incoming.size(key)) ?? 0
  const request = { key, payerId: ORGANIZATION_ID, needBytes: bytes }
  try {
    await writeChat(chat, async ({ tx }) => reserveSpace(chat, tx, request))
  } catch (thrown) {
    await incoming.remove(key)
    throw thrown
  }
  await moveToStore(chat, key)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const path = `/user_avatars/${REALM_ID}/exports/${secret}/export.tar.gz`
  const file = { file_key: key, path, name: 'export.tar.gz', media_type: 'application/gzip', bytes }
  await writeChat(chat, async ({ tx }) => publish(tx, [file]))
  return path
}

/** Notes from time to time how far an export has come. */
function noteProgress(chat: Chat, { id }: Row): ReportExport {
  let notedAt = 0
  return (messages_written, messages_total) => {
    if (performance.now() - notedAt < NOTE_INTERVAL_MS && messages_written < messages_total) return
    notedAt = performance.now()
    const columns = { messages_written, messages_total }
    writeChat(chat, async ({ tx }) =>
      tx.updateTable('chat_export').set(columns).where('id', '=', id).execute(),
    ).catch((error: unknown) =>
      chat.log.warn({ err: error }, 'the course of an export was not noted'),
    )
  }
}

async function settle(chat: Chat, { id }: Row, columns: Partial<Row>): Promise<void> {
  await writeChat(chat, async (unit) => {
    await unit.tx.updateTable('chat_export').set(columns).where('id', '=', id).execute()
    await emitExports(chat, unit)
  })
}

async function removeOld(chat: Chat): Promise<void> {
  const nowMs = chat.now().getTime()
  const old = await reader(chat)
    .selectFrom('chat_export')
    .selectAll()
    .where('finished_at', '<', nowMs - WEEK_MS)
    .where('deleted_at', 'is', null)
    .execute()
  for (const row of old) {
    await writeChat(chat, async ({ tx }) => unpublish(chat, tx, row.path ?? ''))
    await settle(chat, row, { deleted_at: nowMs, path: null })
  }
}

/** Tells administrators of all exports. */
async function emitExports(chat: Chat, { tx, emit }: ChatWork): Promise<void> {
  const administrators = await tx
    .selectFrom('chat_user')
    .select('id')
    .where('role', '<=', ROLES.administrator)
    .where('is_active', '=', 1)
    .execute()
  emit({
    payload: { type: 'realm_export', exports: await loadExports(chat, tx) },
    to: { users: administrators.map(({ id }) => id) },
  })
}

async function loadExports(chat: Chat, db: Reader): Promise<RequestedExport[]> {
  const rows = await db.selectFrom('chat_export').selectAll().orderBy('id').execute()
  return rows.map((row) => ({
    id: row.id,
    acting_user_id: row.user_id,
    export_time: row.started_at / 1_000,
    deleted_timestamp: toSeconds(row.deleted_at),
    failed_timestamp: toSeconds(row.failed_at),
    export_url: row.path === null ? null : `${chat.url}${row.path}`,
    pending: row.finished_at === null && row.failed_at === null,
    export_type: row.export_type as ExportType,
  }))
}
