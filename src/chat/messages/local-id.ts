import { sql } from 'kysely'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Tx, User } from '../kernel/rows.ts'

/** A queue that shows a message before it is delivered, and its local id. */
export interface LocalId {
  queueId: string
  localId: string
}

/** What is known of a local id. */
export interface KnownLocalId {
  /** False for a local id of another user, which is ignored. */
  isOwn: boolean
  /** The message that the user has sent with it. */
  messageId: number | undefined
}

/** Looks up the owner of a local id, and the message sent with it. */
export async function findLocalId(tx: Tx, user: User, local: LocalId): Promise<KnownLocalId> {
  const [row] = await selectSent(tx, local)
  const { owner_id = null, message_id = null, sender_id = null } = row ?? {}
  // For a deleted queue, the messages sent with its local ids tell the owner.
  const whose = owner_id ?? sender_id
  const isOwn = whose === user.id || (whose === null && message_id === null)
  return { isOwn, messageId: isOwn ? (message_id ?? undefined) : undefined }
}

/** Stores with which local id a message was sent. */
export async function storeLocalId(
  tx: Tx,
  { queueId, localId }: LocalId,
  messageId: number,
): Promise<void> {
  const row = { queue_id: queueId, local_id: localId, message_id: messageId }
  await tx.insertInto('chat_sent').values(row).execute()
}

interface Row {
  owner_id: number | null
  message_id: number | null
  sender_id: number | null
}

const selectSent = prepareQuery<LocalId, Row>((db, parameter) =>
  sql<Row>`
    select q.user_id as owner_id, s.message_id, m.sender_id
    from (select 1 as one) o
    left join chat_queue q on q.id = ${parameter('queueId')}
    left join chat_sent s on s.queue_id = ${parameter('queueId')} and s.local_id = ${parameter('localId')}
    left join chat_message m on m.id = s.message_id`.compile(db),
)
