import { sql } from 'kysely'
import { isAmong, kindOf } from '../among.ts'
import type { Chat, Message, Reader } from '../port.ts'
import { filterOf, type KnownOfMessages } from './conditions.ts'
import { routeOf } from './legs.ts'
import type { Narrow } from './resolve.ts'
import { type Stretch, united } from './walk.ts'

/** Ids of the messages of a narrow within a stretch, as many as it asks for, ascending. */
export async function idsWithin(
  chat: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
  stretch: Stretch,
): Promise<number[]> {
  if (stretch.limit === 0 || stretch.from > stretch.to) return []
  const { legs, tested } = await routeOf(chat, db, narrow)
  const query = united(legs, filterOf(chat.store.kind, narrow, { tested }), stretch)
  const { rows } = await sql<{ id: number }>`${query}`.execute(db)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

/** The messages among ids that a narrow holds, ascending. */
export async function messagesAmong(
  { store: { kind } }: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
  ids: readonly number[],
  known?: KnownOfMessages,
): Promise<Message[]> {
  if (ids.length === 0) return []
  const { joins, where } = filterOf(kind, narrow, known)
  const { rows } = await sql<Message>`select m.* from chat_message m ${joins}
    where ${isAmong(kind, sql`m.id`, ids)} and ${where} order by m.id`.execute(db)
  return rows
}

/** Messages by id, ascending. */
export async function messagesOf(db: Reader, ids: readonly number[]): Promise<Message[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Message>`select m.* from chat_message m
    where ${isAmong(kindOf(db), sql`m.id`, ids)} order by m.id`.execute(db)
  return rows
}
