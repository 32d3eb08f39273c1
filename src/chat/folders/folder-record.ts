import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { ChatFolderTable } from '../../store/tables/chat-folder-tables.ts'
import { badRequest } from '../kernel/failures.ts'
import type { Reader } from '../kernel/rows.ts'

/** Longest name and description of a folder. */
export const FOLDER_NAME_MAX_CHARS = 60
export const FOLDER_DESCRIPTION_MAX_CHARS = 1_024

/** A folder, as stored. */
export type Folder = Selectable<ChatFolderTable>

/** A folder of channels as clients see it. */
export const folderSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  rendered_description: z.string(),
  date_created: z.int(),
  creator_id: z.int().nullable(),
  is_archived: z.boolean(),
  order: z.int(),
})

/** A folder of channels as clients see it. */
export type FolderRecord = z.infer<typeof folderSchema>

/** A folder as clients see it. */
export function folderRecord(row: Folder): FolderRecord {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    rendered_description: row.rendered_description,
    date_created: Math.floor(row.created_at / 1_000),
    creator_id: row.creator_id,
    is_archived: row.is_archived === 1,
    order: row.position,
  }
}

/** Folders in their order, with archived ones if wanted. */
export async function loadFolderRecords(
  db: Reader,
  { archived }: { archived: boolean },
): Promise<FolderRecord[]> {
  const rows = await db
    .selectFrom('chat_folder')
    .selectAll()
    .orderBy('position')
    .orderBy('id')
    .execute()
  return rows.filter(({ is_archived }) => archived || is_archived === 0).map(folderRecord)
}

/** Throws where a channel cannot be put into the folder. */
export async function requireFolder(db: Reader, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return
  const folder = await db
    .selectFrom('chat_folder')
    .select('id')
    .where('id', '=', id)
    .where('is_archived', '=', 0)
    .executeTakeFirst()
  if (!folder) throw badRequest('Invalid channel folder ID')
}
