import { sql } from 'kysely'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Message, Reader, Tx } from '../kernel/rows.ts'
import { databaseKindOf, sqlInJsonList } from '../kernel/sql-in-list.ts'

/** Ids of the users who have muted a user. */
export async function loadMutersOf(db: Reader, userId: number): Promise<number[]> {
  const rows = await selectMuters(db, { userId })
  return rows.map(({ user_id }) => user_id)
}

const selectMuters = prepareQuery<{ userId: number }, { user_id: number }>((db, parameter) =>
  db
    .selectFrom('chat_muted_user')
    .select('user_id')
    .where('muted_id', '=', parameter('userId'))
    .compile(),
)

/** Which of some users anybody has muted: asked once for many messages, since hardly anybody is. */
export async function findMuted(tx: Tx, userIds: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await selectMuted(tx, { ids: JSON.stringify([...new Set(userIds)]) })
  return new Set(rows.map(({ muted_id }) => muted_id))
}

const selectMuted = prepareQuery<{ ids: string }, { muted_id: number }>((tx, parameter) =>
  tx
    .selectFrom('chat_muted_user')
    .select('muted_id')
    .distinct()
    .where(sqlInJsonList(databaseKindOf(tx), sql.ref('muted_id'), parameter('ids')))
    .compile(),
)

/** Marks a new message as read by those who receive it and have muted its sender. Returns their ids. */
export async function readByMuters(tx: Tx, message: Message): Promise<number[]> {
  const { id, sender_id, channel_id, conversation_id } = message
  const receives =
    conversation_id === null
      ? sql`select 1 from chat_subscription s
          where s.user_id = x.user_id and s.channel_id = ${channel_id} and s.is_active = 1`
      : sql`select 1 from chat_conversation_member c
          where c.user_id = x.user_id and c.conversation_id = ${conversation_id}`
  const { rows } = await sql<{ user_id: number }>`
    insert into chat_receipt (user_id, message_id, flags, is_read)
      select x.user_id, ${sql.lit(id)}, 0, 1 from chat_muted_user x
        where x.muted_id = ${sender_id} and exists (${receives})
      on conflict (user_id, message_id) do update set is_read = 1
      returning user_id`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
