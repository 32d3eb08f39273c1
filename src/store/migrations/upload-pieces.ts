import { createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Pieces of uploads that arrive where several machines keep files in one bucket. */
export const uploadPieces: Migration = {
  name: 'upload pieces',
  async up(db) {
    await createKeyedTable(
      db,
      'chat_upload_piece',
      ['upload_id', 'start'],
      'upload_id start:n file_key bytes:n',
    )
  },
}
