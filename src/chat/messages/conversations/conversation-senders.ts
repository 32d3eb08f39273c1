import { sql } from 'kysely'
import type { Reader, User } from '../../kernel/rows.ts'
import { databaseKindOf, sqlInList, sqlLimit } from '../../kernel/sql-in-list.ts'
import { isReceived, readStateJoins } from '../read-state.ts'
import type { PlaceRow } from './find-places.ts'

/** Messages looked at for who wrote them, where history is protected. */
const PROTECTED_MAX_MESSAGES = 100

/** Somebody who wrote in a place, and the newest message of theirs. */
export interface Sender {
  user_id: number
  newest_id: number
}

/** Who wrote in places, by thread, the last to write first; of protected history, in the last messages that the user received. */
export async function loadSenders(
  db: Reader,
  user: User,
  places: readonly PlaceRow[],
): Promise<ReadonlyMap<number, readonly Sender[]>> {
  const open = places.filter(({ is_protected }) => is_protected === 0).map(({ id }) => id)
  const { rows } = await sql<Sender & { thread_id: number }>`
    select thread_id, user_id, newest_id from chat_thread_sender
    where ${sqlInList(databaseKindOf(db), sql`thread_id`, open)} order by newest_id desc`.execute(
    db,
  )
  const senders = new Map<number, readonly Sender[]>(
    Map.groupBy(rows, ({ thread_id }) => thread_id),
  )
  const closed = places.filter(({ is_protected }) => is_protected === 1)
  for (const place of closed) senders.set(place.id, await loadReceivedSenders(db, user, place))
  return senders
}

async function loadReceivedSenders(
  db: Reader,
  user: User,
  { channel_id, topic_key, newest_id }: PlaceRow,
): Promise<Sender[]> {
  const { rows } = await sql<Sender>`
    select sender_id as user_id, max(id) as newest_id from (
      select m.id, m.sender_id from chat_message m ${readStateJoins(user.id)}
      where m.channel_id = ${channel_id} and m.topic_key = ${topic_key} and m.id <= ${newest_id}
        and ${isReceived(user.id)} order by m.id desc ${sqlLimit(PROTECTED_MAX_MESSAGES)}
    ) received group by sender_id order by newest_id desc`.execute(db)
  return rows
}
