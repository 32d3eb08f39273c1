import { index, keyed } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Recent attempts at secrets. */
export const chatAttempts: Migration = {
  name: 'chat attempts',
  async up(db) {
    await keyed(db, 'chat_attempt', ['name'], 'name full_at:n')
    await index(db, 'chat_attempt', ['full_at'])
  },
}
