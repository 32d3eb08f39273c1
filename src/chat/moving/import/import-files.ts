import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Sandbox } from '../../../contract/sandbox.ts'
import { SNIFF_BYTES, sniffMedia } from '../../../files/sniff.ts'
import { IMAGE_JOB } from '../../../images/jobs.ts'
import { toPathName, toShownName } from '../../files/names.ts'
import { addSpace, ORGANIZATION_ID, payerOf } from '../../files/quota.ts'
import { REALM_ID } from '../../files/store-upload.ts'
import type { Tx } from '../../kernel/rows.ts'
import { EMOJI_MAX_BYTES, EMOJI_MAX_EDGE_PX, EMOJI_NAME_MAX_CHARS } from '../../limits.ts'
import { recordSettingsChange } from '../../organization/organization-settings.ts'
import { findUserById } from '../../users/find-users.ts'
import type { ExportRow } from '../rows.ts'
import { type Importing, importPrepared, importRows } from './progress.ts'
import { flagIn, idIn, msIn, textIn } from './values.ts'

/** A path that keeps its secret: parts of harmless characters, at most so long. */
const PATH = /^[\p{L}\p{N}_.~-]{1,120}(?:\/[\p{L}\p{N}_.~-]{1,120}){1,5}$/u

/** Brings uploads: their paths stay as far as that can be, so that links to them go on leading there. */
export async function importUploads(importing: Importing): Promise<void> {
  const { source } = importing
  const records = new Map(
    (await source.records('uploads')).map((row) => [
      textIn(row, 's3_path') || textIn(row, 'path'),
      textIn(row, 'path'),
    ]),
  )
  const attachments = await source.attachments()
  const copy = async (row: ExportRow) => {
    const oldPath = textIn(row, 'path_id')
    const path = await source.fileAt('uploads', records.get(oldPath) ?? oldPath)
    if (path === undefined) return undefined
    const kept = await keepBytes(importing, `upload ${oldPath}`, createReadStream(path))
    return { ...kept, media_type: await mediaTypeOf(path) }
  }
  await importPrepared(importing, 'uploads', attachments, copy, async (unit, row, file) => {
    const [old, oldPath] = [idIn(row, 'id'), textIn(row, 'path_id')]
    const owner = unit.idOf('user', idIn(row, 'owner'))
    if (old === undefined || owner === undefined || file === undefined) {
      return unit.leaveOut('uploads without a file or an owner')
    }
    const { key, bytes, media_type } = file
    const name = toShownName(textIn(row, 'file_name') || oldPath)
    const { id } = await unit.tx
      .insertInto('chat_attachment')
      .values({
        owner_id: owner,
        name,
        path_id: await freePath(unit.tx, oldPath, name, key),
        file_key: key,
        bytes,
        media_type,
        created_at: msIn(row, 'create_time') ?? importing.chat.now().getTime(),
        unclaimed_since: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addSpace(unit.tx, payerOf(await findUserById(unit.tx, owner)), bytes)
    unit.setId('attachment', old, id)
    unit.setId('path', oldPath, id)
    return unit.brought('uploads')
  })
}

/** The links between messages and uploads that the other server knew: they say who may see a file. */
export async function linkUploads(importing: Importing): Promise<void> {
  const attachments = await importing.source.attachments()
  await importRows(importing, 'links of uploads', attachments, async (unit, row) => {
    const attachment_id = unit.idOf('attachment', idIn(row, 'id'))
    const messages = Array.isArray(row['messages']) ? row['messages'] : []
    if (attachment_id === undefined) return
    for (const old of messages) {
      if (typeof old !== 'number') continue
      const message_id = old + unit.state.offset
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

/** Brings custom emoji: not the pictures themselves, but what is drawn of them. */
export async function importEmoji(
  importing: Importing,
  sandbox: Pick<Sandbox, 'run'>,
): Promise<void> {
  const { source } = importing
  const files = new Map(
    (await source.records('emoji')).map((row) => [textIn(row, 'file_name'), textIn(row, 'path')]),
  )
  const rows = source.rows('zerver_realmemoji')
  const draw = async (row: ExportRow) => {
    const name = textIn(row, 'name')
    const path = await source.fileAt('emoji', files.get(textIn(row, 'file_name')) ?? '')
    if (path === undefined || name.length > EMOJI_NAME_MAX_CHARS) return undefined
    return /^[0-9a-z_-]+$/.test(name) ? drawEmoji(importing, sandbox, name, path) : undefined
  }
  await importPrepared(importing, 'emoji', rows, draw, async (unit, row, image) => {
    const [old, name] = [idIn(row, 'id'), textIn(row, 'name')]
    const { tx } = unit
    if (old === undefined || !image) return unit.leaveOut('custom emoji without a usable picture')
    const taken = await tx
      .selectFrom('chat_emoji')
      .select('id')
      .where('name', '=', name)
      .where('is_deactivated', '=', 0)
      .executeTakeFirst()
    for (const { key, ...file } of image) {
      await tx
        .insertInto('chat_public_file')
        .values({ file_key: key, ...file })
        .execute()
      await addSpace(tx, ORGANIZATION_ID, file.bytes)
    }
    const added = await tx
      .insertInto('chat_emoji')
      .values({
        name,
        author_id: unit.idOf('user', idIn(row, 'author')) ?? null,
        path: image[0]?.path ?? '',
        still_path: image[1]?.path ?? null,
        is_deactivated: taken ? 1 : flagIn(row, 'deactivated'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordSettingsChange(tx)
    unit.setId('emoji', old, added.id)
    return unit.brought('custom emoji')
  })
}

async function drawEmoji(
  importing: Importing,
  sandbox: Pick<Sandbox, 'run'>,
  name: string,
  path: string,
) {
  if ((await stat(path)).size > EMOJI_MAX_BYTES) return undefined
  try {
    const input = { bytes: await readFile(path), maxEdgePx: EMOJI_MAX_EDGE_PX }
    const { bytes, still, type } = await sandbox.run(IMAGE_JOB, input, {
      signal: importing.chat.closing,
    })
    const ending = type.replace('image/', '')
    const kept = [bytes, ...(still ? [still] : [])].map(async (content, index) => {
      const stream = Readable.from([content])
      const { key } = await keepBytes(importing, `emoji ${index} ${path}`, stream)
      return {
        key,
        path: `/user_avatars/${REALM_ID}/emoji/images/${key}.${ending}`,
        name: `${name}.${ending}`,
        media_type: type,
        bytes: content.byteLength,
      }
    })
    return await Promise.all(kept)
  } catch {
    return undefined
  }
}

/** Stores bytes under a key that a repeated run gives them again, so that a break leaves nothing behind. */
async function keepBytes(
  { chat, fingerprint }: Importing,
  what: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ key: string; bytes: number }> {
  const key = createHash('sha256').update(`${fingerprint} ${what}`).digest('hex').slice(0, 32)
  const { incoming, store } = chat.files
  await incoming.remove(key)
  const size = await incoming.append(key, 0, bytes)
  await store.keep(key, incoming.path(key))
  return { key, bytes: size }
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

async function mediaTypeOf(path: string): Promise<string | null> {
  const chunks: Uint8Array[] = []
  for await (const chunk of createReadStream(path, { start: 0, end: SNIFF_BYTES - 1 })) {
    chunks.push(chunk as Uint8Array)
  }
  const start = Buffer.concat(chunks)
  return start.byteLength === 0 ? null : (sniffMedia(start) ?? null)
}

/** Paths of uploads that are others here, for the links in messages. */
export async function loadNewPaths(importing: Importing): Promise<ReadonlyMap<string, string>> {
  const rows = await importing.chat.store.db
    .selectFrom('chat_attachment')
    .select(['id', 'path_id'])
    .execute()
  const byId = new Map(rows.map(({ id, path_id }) => [id, path_id]))
  const changed = new Map<string, string>()
  for (const [key, id] of importing.ids) {
    if (!key.startsWith('path:')) continue
    const [old, path] = [key.slice('path:'.length), byId.get(id)]
    if (path !== undefined && path !== old) changed.set(old, path)
  }
  return changed
}
