import { sql } from 'kysely'
import type { Message, Reader, User } from '../port.ts'
import { isRead, isReceived, readStateJoins } from './read-state.ts'

/** Active people but the sender who received a message and have read it. */
export async function readersOf(db: Reader, message: Message): Promise<User[]> {
  const id = sql.ref<number>('u.id')
  const read_up_to = sql.ref<number>('u.read_up_to')
  const { rows } = await sql<User>`
    select u.* from chat_message m join chat_user u on u.is_active = 1 and u.is_bot = 0
      ${readStateJoins(id)}
    where m.id = ${message.id} and u.id <> m.sender_id
      and ${isReceived(id)} and ${isRead({ id, read_up_to })} order by u.id`.execute(db)
  return rows
}
