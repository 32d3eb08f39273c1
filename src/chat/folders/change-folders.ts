import { countChars } from '../../lib/text.ts'
import { badRequest } from '../kernel/failures.ts'
import { requireActingAdministrator } from '../kernel/requester.ts'
import type { Tx } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { writeChat } from '../kernel/unit-of-work.ts'
import { writeDirectory } from '../organization/directory-space.ts'
import { renderText } from '../rendering/render-message.ts'
import {
  type Folder,
  FOLDER_DESCRIPTION_MAX_CHARS,
  FOLDER_NAME_MAX_CHARS,
  folderRecord,
  loadFolderRecords,
} from './folder-record.ts'

/** Most folders, archived ones included. */
const FOLDERS_MAX_COUNT = 1_000

/** A folder, as a client describes it; what is absent stays. */
export interface FolderChange {
  name?: string | undefined
  description?: string | undefined
  is_archived?: boolean | undefined
}

/** Adds a folder behind the others and tells everybody. For administrators. Returns its id. */
export async function addFolder(
  chat: Chat,
  actor: Actor,
  wish: { name: string; description: string },
): Promise<number> {
  await requireRight(chat, actor)
  const description = requireDescription(wish.description)
  const rendered_description = await renderText(description)
  return writeDirectory(chat, actor, async ({ tx, emit }) => {
    const folders = await loadFolderRecords(tx, { archived: true })
    if (folders.length >= FOLDERS_MAX_COUNT) throw badRequest('Too many channel folders.')
    const name = await requireName(tx, wish.name)
    const row = await tx
      .insertInto('chat_folder')
      .values({
        name,
        name_key: name.toLowerCase(),
        description,
        rendered_description,
        position: Math.max(-1, ...folders.map(({ order }) => order)) + 1,
        creator_id: actor.user.id,
        created_at: chat.now().getTime(),
        is_archived: 0,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const channel_folder = folderRecord(row)
    emit({ payload: { type: 'channel_folder', op: 'add', channel_folder }, to: 'all' })
    return row.id
  })
}

/** Changes a folder and tells everybody; one that holds channels cannot be archived. For administrators. */
export async function changeFolder(
  chat: Chat,
  actor: Actor,
  id: number,
  change: FolderChange,
): Promise<void> {
  await requireRight(chat, actor)
  const description =
    change.description === undefined ? undefined : requireDescription(change.description)
  const rendered_description = description === undefined ? '' : await renderText(description)
  await writeDirectory(chat, actor, async ({ tx, emit }) => {
    const before = await folderById(tx, id)
    const columns: Partial<Omit<Folder, 'id'>> = {}
    if (change.name !== undefined && change.name.trim() !== before.name) {
      const name = await requireName(tx, change.name, id)
      Object.assign(columns, { name, name_key: name.toLowerCase() })
    }
    if (description !== undefined && description !== before.description) {
      Object.assign(columns, { description, rendered_description })
    }
    if (change.is_archived !== undefined && change.is_archived !== (before.is_archived === 1)) {
      if (change.is_archived) await requireEmpty(tx, id)
      else await requireName(tx, before.name, id)
      columns.is_archived = change.is_archived ? 1 : 0
    }
    if (Object.keys(columns).length === 0) return
    await tx.updateTable('chat_folder').set(columns).where('id', '=', id).execute()
    const data = {
      ...(columns.name === undefined ? {} : { name: columns.name }),
      ...(columns.description === undefined
        ? {}
        : { description: columns.description, rendered_description }),
      ...(columns.is_archived === undefined ? {} : { is_archived: columns.is_archived === 1 }),
    }
    emit({
      payload: { type: 'channel_folder', op: 'update', channel_folder_id: id, data },
      to: 'all',
    })
  })
}

/** Puts the folders into another order, which names each of them once, and tells everybody. For administrators. */
export async function reorderFolders(
  chat: Chat,
  actor: Actor,
  order: readonly number[],
): Promise<void> {
  await requireRight(chat, actor)
  await writeChat(chat, async ({ tx, emit }) => {
    const all = await loadFolderRecords(tx, { archived: true })
    const known = new Set(all.map(({ id }) => id))
    const isWhole = order.length === known.size && new Set(order).isSubsetOf(known)
    if (!isWhole || new Set(order).size !== order.length) {
      throw badRequest('Invalid order mapping.')
    }
    for (const [position, id] of order.entries()) {
      await tx.updateTable('chat_folder').set({ position }).where('id', '=', id).execute()
    }
    emit({ payload: { type: 'channel_folder', op: 'reorder', order: [...order] }, to: 'all' })
  })
}

async function requireRight(chat: Chat, actor: Actor): Promise<void> {
  await requireActingAdministrator(chat, actor)
}

async function folderById(tx: Tx, id: number): Promise<Folder> {
  const row = await tx.selectFrom('chat_folder').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw badRequest('Invalid channel folder ID')
  return row
}

async function requireEmpty(tx: Tx, id: number): Promise<void> {
  const channel = await tx
    .selectFrom('chat_channel')
    .select('id')
    .where('folder_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (channel) {
    throw badRequest('You need to remove all the channels from this folder to archive it.')
  }
}

async function requireName(tx: Tx, written: string, own?: number): Promise<string> {
  const name = written.trim()
  if (name === '') throw badRequest("Channel folder name can't be empty.")
  if (countChars(name) > FOLDER_NAME_MAX_CHARS) {
    throw badRequest(`Channel folder name too long (limit: ${FOLDER_NAME_MAX_CHARS} characters).`)
  }
  if (/[\p{Cc}\p{Cs}\p{Cn}]/u.test(name)) {
    throw badRequest('Invalid character in channel folder name.')
  }
  const taken = await tx
    .selectFrom('chat_folder')
    .select('id')
    .where('name_key', '=', name.toLowerCase())
    .where('is_archived', '=', 0)
    .where('id', '<>', own ?? 0)
    .executeTakeFirst()
  if (taken) throw badRequest(`Channel folder '${name}' already exists`)
  return name
}

function requireDescription(written: string): string {
  const description = written.trim()
  if (countChars(description) > FOLDER_DESCRIPTION_MAX_CHARS) {
    throw badRequest(`description is too long (limit: ${FOLDER_DESCRIPTION_MAX_CHARS} characters)`)
  }
  if (description.includes('\0')) throw badRequest('Invalid character in description.')
  return description
}
