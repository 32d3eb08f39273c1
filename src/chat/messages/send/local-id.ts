import { sql } from 'kysely'
import { jsonRows, toJson } from '../../kernel/json-rows.ts'
import { prepareQuery } from '../../kernel/prepared-query.ts'
import type { Tx, User } from '../../kernel/rows.ts'
import { databaseKindOf } from '../../kernel/sql-in-list.ts'

/** A queue that shows a message before it is delivered, and its local id. */
export interface LocalId {
  queueId: string
  localId: string
}

/** State of a local id. */
export interface KnownLocalId {
  /** False for a local id of another user, which is ignored. */
  isOwn: boolean
  /** The message that the user has sent with it. */
  messageId: number | undefined
}

/** Looks up the owners of local ids that users have sent messages with, and these messages; in the order of the questions. */
export async function findLocalIds(
  tx: Tx,
  questions: readonly { user: User; local: LocalId }[],
): Promise<KnownLocalId[]> {
  if (questions.length === 0) return []
  const rows = await selectSent(tx, {
    rows: toJson(questions.map(({ local }, at) => ({ at, ...rowOf(local) }))),
  })
  const found = new Map(rows.map((row) => [row.at, row]))
  return questions.map(({ user }, at) => {
    const { owner_id = null, message_id = null, sender_id = null } = found.get(at) ?? {}
    // For a deleted queue, the messages sent with its local ids tell the owner.
    const whose = owner_id ?? sender_id
    const isOwn = whose === user.id || (whose === null && message_id === null)
    return { isOwn, messageId: isOwn ? (message_id ?? undefined) : undefined }
  })
}

/** Stores with which local ids messages were sent. */
export async function storeLocalIds(
  tx: Tx,
  sent: readonly { local: LocalId; messageId: number }[],
): Promise<void> {
  if (sent.length === 0) return
  const rows = sent.map(({ local, messageId }) => ({ ...rowOf(local), message_id: messageId }))
  await insertSent(tx, { rows: toJson(rows) })
}

function rowOf({ queueId, localId }: LocalId) {
  return { queue_id: queueId, local_id: localId }
}

interface Row {
  at: number
  owner_id: number | null
  message_id: number | null
  sender_id: number | null
}

const KEY = { queue_id: 'text', local_id: 'text' } as const

const selectSent = prepareQuery<{ rows: string }, Row>((db, parameter) =>
  sql<Row>`
    select r.at, q.user_id as owner_id, s.message_id, m.sender_id
    from ${jsonRows(databaseKindOf(db), { at: 'bigint', ...KEY }, parameter('rows'))}
    left join chat_queue q on q.id = r.queue_id
    left join chat_sent s on s.queue_id = r.queue_id and s.local_id = r.local_id
    left join chat_message m on m.id = s.message_id`.compile(db),
)

const insertSent = prepareQuery<{ rows: string }, never, Tx>((tx, parameter) =>
  sql<never>`insert into chat_sent (queue_id, local_id, message_id)
    select queue_id, local_id, message_id from ${jsonRows(
      databaseKindOf(tx),
      { ...KEY, message_id: 'bigint' },
      parameter('rows'),
    )}`.compile(tx),
)
