import { createReadStream } from 'node:fs'
import { NO_MEDIA_FACTS, readMediaFacts } from '../../files/media-facts.ts'
import { toPathName, toDisplayName } from '../../files/names.ts'
import { addSpace, payerOf } from '../../files/quota.ts'
import { REALM_ID } from '../../files/store-upload.ts'
import type { Tx } from '../../kernel/rows.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { requireUserById } from '../../users/find-users.ts'
import type { ExportRow } from '../rows.ts'
import { keepBytes } from './keep-bytes.ts'
import { type Importing, importPrepared, importRows, messageIdOf } from './progress.ts'
import { idIn, msIn, textIn } from './values.ts'

/** A path that keeps its secret: parts of harmless characters, at most so long. */
const PATH = /^[\p{L}\p{N}_.~-]{1,120}(?:\/[\p{L}\p{N}_.~-]{1,120}){1,5}$/u

/** Brings uploads: their paths stay as far as that can be, so that links to them go on leading there. */
export async function importUploads(
  importing: Importing,
  step: string,
  attachments: readonly ExportRow[],
): Promise<void> {
  const { source } = importing
  const records = new Map(
    (await source.records('uploads')).map((row) => [
      textIn(row, 's3_path') || textIn(row, 'path'),
      textIn(row, 'path'),
    ]),
  )
  const copy = async (row: ExportRow) => {
    const oldPath = textIn(row, 'path_id')
    const path = await source.fileAt('uploads', records.get(oldPath) ?? oldPath)
    if (path === undefined) return undefined
    const kept = await keepBytes(importing, `upload ${oldPath}`, createReadStream(path))
    const facts =
      kept.bytes === 0
        ? NO_MEDIA_FACTS
        : await readMediaFacts((count) => createReadStream(path, { start: 0, end: count - 1 }))
    return { ...kept, facts }
  }
  await importPrepared(importing, step, attachments, copy, async (unit, row, file) => {
    const [old, oldPath] = [idIn(row, 'id'), textIn(row, 'path_id')]
    const owner = unit.idOf('user', idIn(row, 'owner'))
    if (old === undefined || owner === undefined || file === undefined) {
      return unit.leaveOut('uploads without a file or an owner', [row])
    }
    const { key, bytes, facts } = file
    const name = toDisplayName(textIn(row, 'file_name') || oldPath)
    const { id } = await unit.tx
      .insertInto('chat_attachment')
      .values({
        owner_id: owner,
        name,
        path_id: await freePath(unit.tx, oldPath, name, key),
        file_key: key,
        bytes,
        ...facts,
        created_at: msIn(row, 'create_time') ?? importing.chat.now().getTime(),
        unclaimed_since: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addSpace(unit.tx, payerOf(await requireUserById(unit.tx, owner)), bytes)
    unit.setId('attachment', old, id)
    return unit.brought('uploads')
  })
}

/** The links between messages and uploads that the other server knew: they say who may see a file. */
export async function linkUploads(
  importing: Importing,
  step: string,
  attachments: readonly ExportRow[],
): Promise<void> {
  await importRows(importing, step, attachments, async (unit, row) => {
    const attachment_id = unit.idOf('attachment', idIn(row, 'id'))
    const messages = Array.isArray(row['messages']) ? row['messages'] : []
    if (attachment_id === undefined) return
    for (const old of messages) {
      const message_id = typeof old === 'number' ? messageIdOf(unit.state, old) : undefined
      if (message_id === undefined) continue
      const found = unit.tx.selectFrom('chat_message').select('id').where('id', '=', message_id)
      if (!(await found.executeTakeFirst())) continue
      await unit.tx
        .insertInto('chat_attachment_message')
        .values({ attachment_id, message_id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  })
}

async function freePath(tx: Tx, oldPath: string, name: string, key: string): Promise<string> {
  const fresh = `${REALM_ID}/${key}/${toPathName(name)}`
  const [, ...rest] = oldPath.split('/')
  const inner = rest.join('/')
  if (!PATH.test(inner) || inner.includes('..')) return fresh
  const path = `${REALM_ID}/${inner}`
  const taken = tx.selectFrom('chat_attachment').select('id').where('path_id', '=', path)
  return (await taken.executeTakeFirst()) ? fresh : path
}

/** Rows whose paths are read in one statement. */
const PATHS_MAX_COUNT = 500

/** Paths of uploads that are others here, for the links in messages. */
export async function loadNewPaths(
  { chat, ids }: Importing,
  attachments: readonly ExportRow[],
): Promise<ReadonlyMap<string, string>> {
  const changed = new Map<string, string>()
  for (let start = 0; start < attachments.length; start += PATHS_MAX_COUNT) {
    const oldPaths = new Map<number, string>()
    for (const row of attachments.slice(start, start + PATHS_MAX_COUNT)) {
      const id = ids.get(`attachment:${idIn(row, 'id')}`)
      if (id !== undefined) oldPaths.set(id, textIn(row, 'path_id'))
    }
    if (oldPaths.size === 0) continue
    const found = reader(chat).selectFrom('chat_attachment').select(['id', 'path_id'])
    for (const { id, path_id } of await found.where('id', 'in', [...oldPaths.keys()]).execute()) {
      const old = oldPaths.get(id)
      if (old !== undefined && old !== path_id) changed.set(old, path_id)
    }
  }
  return changed
}
