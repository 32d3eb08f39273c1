import { keyed } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Values stored by programs with their accounts. */
export const chatValues: Migration = {
  name: 'chat values',
  async up(db) {
    await keyed(db, 'chat_value', ['user_id', 'name'], 'user_id:n name value')
  },
}
