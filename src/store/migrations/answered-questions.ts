import { createIndex, createKeyedTable } from '../chat-columns.ts'
import type { Migration } from '../migrate.ts'

/** Questions to the people behind clients that were answered: each answer counts once, on whichever server it comes. */
export const answeredQuestions: Migration = {
  name: 'answered questions',
  async up(db) {
    await createKeyedTable(db, 'answered_question', ['id'], 'id expires_at:n')
    await createIndex(db, 'answered_question', ['expires_at'])
  },
}
