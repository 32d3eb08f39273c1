import type { Generated } from 'kysely'
import type { Flag } from './chat-record-tables.ts'

/** A folder of channels. */
export interface ChatFolderTable {
  id: Generated<number>
  name: string
  name_key: string
  description: string
  rendered_description: string
  position: number
  creator_id: number | null
  created_at: number
  is_archived: Flag
}

/** A message that somebody wants to be reminded of. */
export interface ChatReminderTable {
  id: Generated<number>
  user_id: number
  message_id: number
  note: string
  /** What the reminder said when it was made. */
  content: string
  rendered: string
  /** UNIX seconds. */
  deliver_at: number
  /** Why it was not sent; null until then. */
  failure: string | null
}

/** Folders and reminders. */
export interface ChatFolderTables {
  chat_folder: ChatFolderTable
  chat_reminder: ChatReminderTable
}
