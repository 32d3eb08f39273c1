import { createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Which session takes part in the chat by which account of its program. */
export const agentSessions: Migration = {
  name: 'agent-sessions',
  async up(db) {
    await createKeyedTable(db, 'chat_agent_session', ['user_id'], 'user_id:n holder leased_until:n')
  },
}
