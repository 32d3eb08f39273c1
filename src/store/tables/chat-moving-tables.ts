import type { Generated } from 'kysely'

/** An import, finished or not. */
export interface ChatImportTable {
  /** Hex of the SHA-256 of what is imported. */
  fingerprint: string
  /** JSON: how far it has come, and what it has counted. */
  state: string
}

/** The id that an import has given to a record, until it is finished. */
export interface ChatImportIdTable {
  fingerprint: string
  /** What has the id, e.g. `user`. */
  kind: string
  old_id: string
  new_id: number
}

/** An export that an administrator asked for. */
export interface ChatExportTable {
  id: Generated<number>
  /** Who asked for it. */
  user_id: number
  export_type: string
  /** Milliseconds, as the others; null while it is not so. */
  started_at: number
  finished_at: number | null
  failed_at: number | null
  deleted_at: number | null
  /** Where its archive is on this server, once it is written. */
  path: string | null
  /** How far it has come; null before it begins. */
  messages_written: number | null
  messages_total: number | null
}

/** Moving from one chat to another. */
export interface ChatMovingTables {
  chat_export: ChatExportTable
  chat_import: ChatImportTable
  chat_import_id: ChatImportIdTable
}
