import { type RawBuilder, sql } from 'kysely'
import type { Store } from '../../../store/port.ts'
import { prepareQuery } from '../../kernel/prepared-query.ts'
import type { Reader, User } from '../../kernel/rows.ts'
import { sqlInList, sqlLimit } from '../../kernel/sql-in-list.ts'
import type { Chat } from '../../kernel/types.ts'
import { findNewestMessageId } from '../access.ts'

/** Users whose threads are cached; beyond it, all are dropped. */
const USERS_MAX_COUNT = 1_000

/** Messages since the last check in which new threads are searched; beyond it, all threads are checked. */
const ADDED_MAX_MESSAGES = 2_000

/** The threads with unread messages of a user, as of a message id, and some that had any. */
interface Known {
  upTo: number
  threads: readonly number[]
  /** How many there are when those without unread messages are sorted out again. */
  maxThreads: number
}

/** Threads that may be read meanwhile, beside as many as had unread messages when that was checked. */
const READ_MAX_THREADS = 20

const memories = new WeakMap<Store, Map<number, Known>>()

/**
 * The threads of a user with messages above the read marks, received or not, and perhaps others. Read marks only grow: a fully read
 * thread can only become unread by later messages, so threads read long ago are checked only once. For readers of committed data.
 */
export async function loadUnreadThreads(
  { store }: Pick<Chat, 'store'>,
  db: Reader,
  user: User,
): Promise<readonly number[]> {
  const memory = memoryOf(store)
  const before = memory.get(user.id)
  const known = (before && (await grown(db, before))) ?? (await checked(store, db, user))
  const isLong = known.threads.length > known.maxThreads
  const now = isLong ? await checked(store, db, user, known) : known
  if (memory.size >= USERS_MAX_COUNT) memory.clear()
  memory.set(user.id, now)
  return now.threads
}

/** The unread threads of a user, as they were when last loaded; undefined where they never were. Later messages may be in others. */
export function lastUnreadThreads(
  { store }: Pick<Chat, 'store'>,
  user: User,
): readonly number[] | undefined {
  return memoryOf(store).get(user.id)?.threads
}

function memoryOf(store: Store): Map<number, Known> {
  const memory = memories.get(store) ?? new Map<number, Known>()
  memories.set(store, memory)
  return memory
}

/** The known threads, with those of messages since then; undefined where these are too many. */
async function grown(db: Reader, known: Known): Promise<Known | undefined> {
  const rows = await selectAdded(db, { above: known.upTo })
  if (rows.length === 0) return known
  if (rows.length > ADDED_MAX_MESSAGES) return undefined
  const threads = new Set(known.threads)
  for (const { thread_id } of rows) threads.add(thread_id)
  return { ...known, upTo: rows.at(-1)?.id ?? known.upTo, threads: [...threads] }
}

const selectAdded = prepareQuery<{ above: number }, { id: number; thread_id: number }>(
  (db, parameter) =>
    sql<{ id: number; thread_id: number }>`select id, thread_id from chat_message
      where id > ${parameter('above')} order by id ${sqlLimit(ADDED_MAX_MESSAGES + 1)}`.compile(db),
)

/** The threads that have unread messages now, of all or of those that are known to be the only ones up to some message. */
async function checked(store: Store, db: Reader, user: User, known?: Known): Promise<Known> {
  const upTo = known?.upTo ?? (await findNewestMessageId(db))
  const threads = await threadsAboveMarks(store, db, user, known?.threads)
  return { upTo, threads, maxThreads: 2 * threads.length + READ_MAX_THREADS }
}

/** Threads with messages above the read marks, among some threads or all of a user's. */
async function threadsAboveMarks(
  { kind }: Store,
  db: Reader,
  user: User,
  candidates: readonly number[] | undefined,
): Promise<number[]> {
  const among = candidates && sqlInList(kind, sql`l.id`, candidates)
  const { rows } = await sql<{ id: number }>`
    select thread.source as id from (${channelThreads(user, among)}
      union all ${conversationThreads(user, among)}) thread
    where exists (
      select 1 from chat_message m where m.thread_id = thread.source and m.id > thread.low)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Threads of channels that a user is or was subscribed to, with the id (`low`) up to which all is read. */
export function channelThreads(
  user: User,
  among: RawBuilder<unknown> | undefined,
  which: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const mark = threadMark(user)
  return sql`select l.id as source,
      case when s.read_up_to > ${mark} then s.read_up_to else ${mark} end as low
    from chat_thread l join chat_subscription s
        on s.user_id = ${user.id} and s.channel_id = ${placeOf(among, 'channel_id')}
      left join chat_read_mark w on w.user_id = ${user.id} and w.thread_id = l.id
    where ${among ?? sql`true`} ${which}`
}

/** Threads of direct conversations of a user, with the id (`low`) up to which all is read. */
export function conversationThreads(
  user: User,
  among: RawBuilder<unknown> | undefined,
  which: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`select l.id as source, ${threadMark(user)} as low
    from chat_thread l join chat_conversation_member c
        on c.user_id = ${user.id} and c.conversation_id = ${placeOf(among, 'conversation_id')}
      left join chat_read_mark w on w.user_id = ${user.id} and w.thread_id = l.id
    where ${among ?? sql`true`} ${which}`
}

/** A column of threads for a join, so that SQLite starts from few threads rather than from the user's channels. */
function placeOf(among: RawBuilder<unknown> | undefined, column: string): RawBuilder<unknown> {
  return among ? sql`+${sql.ref(`l.${column}`)}` : sql.ref(`l.${column}`)
}

/** Messages up to this id are read, by the mark of the thread or that of the user. */
function threadMark({ read_up_to }: User): RawBuilder<unknown> {
  return sql`case when coalesce(w.read_up_to, 0) > ${read_up_to}
    then w.read_up_to else ${sql.lit(read_up_to)} end`
}
