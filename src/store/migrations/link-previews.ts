import { createNumberedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Messages whose links wait to be shown. */
export const linkPreviews: Migration = {
  name: 'link-previews',
  async up(db, kind) {
    await createNumberedTable(db, kind, 'chat_link_preview', 'message_id:n created_at:n')
  },
}
