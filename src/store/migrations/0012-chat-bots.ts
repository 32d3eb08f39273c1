import { keyed } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** How bots are configured. */
export const chatBots: Migration = {
  name: 'chat bots',
  async up(db) {
    await keyed(db, 'chat_bot_option', ['user_id', 'name'], 'user_id:n name value')
  },
}
