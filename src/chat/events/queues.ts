import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { badEventQueue, badRequest } from '../kernel/failures.ts'
import { gatherLookUps } from '../kernel/gathered-look-up.ts'
import type { Tx } from '../kernel/rows.ts'
import { databaseKindOf, sqlInTextList } from '../kernel/sql-in-list.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import type { Term } from '../narrow/term.ts'
import { QUEUES_MAX_PER_USER } from './limits.ts'
import { isExpired, type StoredQueue } from './queue-positions.ts'

const findQueue = gatherLookUps<StoredQueue>((db, parameter) =>
  db
    .selectFrom('chat_queue')
    .selectAll()
    .where(sqlInTextList(databaseKindOf(db), sql.ref('id'), parameter('ids')))
    .compile(),
)

/** A queue of the caller. Throws `BAD_EVENT_QUEUE_ID` for one that is gone or somebody else's. */
export async function requireOwnQueue(
  chat: Chat,
  { user }: Actor,
  queueId: string,
): Promise<StoredQueue> {
  const queue = await findQueue(reader(chat), queueId)
  if (!queue || isExpired(chat, queue) || queue.user_id !== user.id) throw badEventQueue(queueId)
  return queue
}

/** Options that a client registered a queue with (spec 4.10). */
export interface QueueOptions {
  applyMarkdown: boolean
  clientExtavatar: boolean
  slimPresence: boolean
  allPublicStreams: boolean
  /** Kinds of events wanted; absent for all. */
  eventTypes?: readonly string[] | undefined
  /** Terms of the messages wanted. */
  narrow: readonly Term[]
  capabilities: Readonly<Record<string, boolean>>
}

/** Adds a queue that begins after the given event. Returns its id. */
export async function addQueue(
  tx: Tx,
  actor: Actor | undefined,
  options: QueueOptions,
  place: { started: number; activeAt: number; idleTimeoutMs: number; id?: string },
): Promise<string> {
  if (actor) await requireRoom(tx, actor.user.id)
  const { id = randomUUID() } = place
  await tx
    .insertInto('chat_queue')
    .values({
      id,
      user_id: actor?.user.id ?? null,
      client: actor?.client ?? 'website',
      options: JSON.stringify(options),
      started: place.started,
      acked: place.started,
      scanned: place.started,
      active_at: place.activeAt,
      idle_timeout_ms: place.idleTimeoutMs,
    })
    .execute()
  return id
}

async function requireRoom(tx: Tx, userId: number): Promise<void> {
  const { count } = await tx
    .selectFrom('chat_queue')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= QUEUES_MAX_PER_USER) {
    throw badRequest(`Too many event queues (maximum ${QUEUES_MAX_PER_USER}): delete one first.`)
  }
}
