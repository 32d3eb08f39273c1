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

/** Moving from one chat to another. */
export interface ChatMovingTables {
  chat_import: ChatImportTable
  chat_import_id: ChatImportIdTable
}
