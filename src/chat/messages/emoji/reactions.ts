import { type Selectable, sql } from 'kysely'
import type { ChatReactionTable } from '../../../store/tables/chat-tables.ts'
import { prepareQuery } from '../../kernel/prepared-query.ts'
import type { Reader } from '../../kernel/rows.ts'
import { sqlInJsonList, databaseKindOf } from '../../kernel/sql-in-list.ts'
import { withUsualNames } from './emoji.ts'

/** A reaction as clients see it. */
export interface ReactionRecord {
  emoji_name: string
  emoji_code: string
  reaction_type: string
  user_id: number
}

/** Reactions to messages in the order they were added, by message id. */
export async function loadReactionsTo(
  db: Reader,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, ReactionRecord[]>> {
  return groupReactions(await selectReactions(db, { ids: JSON.stringify(messageIds) }))
}

/** A reaction, as stored. */
export type Reaction = Selectable<ChatReactionTable>

/** Reactions as clients see them, by message id. */
export async function groupReactions(
  stored: readonly Reaction[],
): Promise<ReadonlyMap<number, ReactionRecord[]>> {
  const rows = await withUsualNames(stored)
  const byMessage = new Map<number, ReactionRecord[]>()
  for (const { message_id, emoji_name, emoji_code, reaction_type, user_id } of rows) {
    const list = byMessage.get(message_id) ?? []
    list.push({ emoji_name, emoji_code, reaction_type, user_id })
    byMessage.set(message_id, list)
  }
  return byMessage
}

const selectReactions = prepareQuery<{ ids: string }, Reaction>((db, parameter) =>
  db
    .selectFrom('chat_reaction')
    .selectAll()
    .where(sqlInJsonList(databaseKindOf(db), sql.ref('message_id'), parameter('ids')))
    .orderBy('id')
    .compile(),
)
