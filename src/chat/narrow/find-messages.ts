import { sql } from 'kysely'
import { isAmong, isInList, kindOf } from '../among.ts'
import { newestMessageId } from '../messages/newest.ts'
import type { Chat, Message, Reader } from '../port.ts'
import { prepare } from '../prepared.ts'
import { filterOf, type KnownOfMessages } from './conditions.ts'
import { routeOf } from './legs.ts'
import type { Narrow } from './resolve.ts'
import { type Leg, MESSAGES, straight, type Stretch, united } from './walk.ts'

/** Where most messages are likely to fit, how many are looked at one by one for each that is wanted. */
const NEAR_PER_MESSAGE = 3

/** Ids of the messages of a narrow within a stretch, as many as it asks for, ascending. */
export async function idsWithin(
  chat: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
  stretch: Stretch,
): Promise<number[]> {
  if (isEmpty(stretch)) return []
  const { legs, tested, isUsual } = await routeOf(chat, db, narrow)
  const filter = filterOf(chat.store.kind, narrow, { tested })
  const idsBy = async (ways: readonly Leg[], part: Stretch): Promise<number[]> => {
    if (isEmpty(part)) return []
    const { rows } = await sql<{ id: number }>`${united(ways, filter, part)}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const ids: number[] = []
  let rest = stretch
  if (isUsual) {
    const { near, far } = parted(stretch, await newestMessageId(db))
    ids.push(...(await idsBy([straight(MESSAGES, sql`true`)], near)))
    rest = { ...far, limit: stretch.limit - ids.length }
  }
  ids.push(...(await idsBy(legs, rest)))
  return ids.toSorted((a, b) => a - b)
}

function isEmpty({ from, to, limit }: Stretch): boolean {
  return limit === 0 || from > to
}

/** The part of a stretch that is looked at message by message, where it begins, and what is behind it. */
function parted(stretch: Stretch, newestId: number): { near: Stretch; far: Stretch } {
  const { from, to, order, limit } = stretch
  const span = limit * NEAR_PER_MESSAGE
  if (order === 'asc') {
    const end = Math.min(to, from + span - 1)
    return { near: { ...stretch, to: end }, far: { ...stretch, from: end + 1 } }
  }
  const begin = Math.max(from, Math.min(to, newestId) - span + 1)
  return { near: { ...stretch, from: begin }, far: { ...stretch, to: begin - 1 } }
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
  return ids.length === 0 ? [] : selectMessages(db, { ids: JSON.stringify(ids) })
}

const selectMessages = prepare<{ ids: string }, Message>((db, place) =>
  sql<Message>`select m.* from chat_message m
    where ${isInList(kindOf(db), sql`m.id`, place('ids'))} order by m.id`.compile(db),
)
