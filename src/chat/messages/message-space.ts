import { sql } from 'kysely'
import { MIB, payerOf } from '../files/quota.ts'
import { badRequest } from '../kernel/failures.ts'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Reader, Tx, User } from '../kernel/rows.ts'
import { databaseKindOf, sqlInList } from '../kernel/sql-in-list.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { loadQuotas } from '../organization/quotas.ts'

/**
 * What the messages of an account take is written to the store in steps of this size: a write for each message would be felt. As
 * much may be forgotten when a process ends.
 */
const STEP_BYTES = 64 * 1024

/** Accounts that are remembered; the one remembered first goes first. */
const ACCOUNTS_MAX_COUNT = 10_000

/** What the messages of an account take. */
interface Taken {
  /** Bytes in the store when it was last read or written. */
  storedBytes: number
  /** What was added since, by this process. */
  pendingBytes: number
}

const accounts = new WeakMap<Chat, Map<number, Taken>>()

/** How long a quota is held to that another process may have changed, in milliseconds. */
const QUOTA_KEPT_MS = 10_000

const quotas = new WeakMap<Chat, { readMs: number; mib: number }>()

/** Text of a message, as it is counted. */
export interface CountedText {
  content: string
  rendered: { html: string }
}

/** Bytes that a text takes, with its HTML. */
function bytesOf({ content, rendered }: CountedText): number {
  return Buffer.byteLength(content) + Buffer.byteLength(rendered.html)
}

/** Throws where the messages of an account and its bots would take more than they may, with this one. */
export async function requireMessageSpace(
  chat: Chat,
  db: Reader,
  author: User,
  text: CountedText,
): Promise<void> {
  if (isOrganization(author)) return
  const quotaMib = await rememberQuota(chat, db)
  if (quotaMib === 0) return
  const payerId = payerOf(author)
  const taken = await rememberTaken(chat, db, payerId)
  const leftBytes = quotaMib * MIB - bytesOf(text)
  if (taken.storedBytes + taken.pendingBytes <= leftBytes) return
  // Messages may have been deleted since.
  taken.storedBytes = await readTaken(db, payerId)
  if (taken.storedBytes + taken.pendingBytes <= leftBytes) return
  throw badRequest(
    `Your messages take all the space that an account has here (${quotaMib} MiB). Delete some that nobody needs.`,
  )
}

/** The quota in force, read again from time to time: once for each message would be felt. */
async function rememberQuota(chat: Chat, db: Reader): Promise<number> {
  const nowMs = chat.now().getTime()
  const known = quotas.get(chat)
  if (known && Math.abs(nowMs - known.readMs) < QUOTA_KEPT_MS) return known.mib
  const { messagesPerAccount: mib } = await loadQuotas(chat, db)
  quotas.set(chat, { readMs: nowMs, mib })
  return mib
}

/** Counts a text that is stored for an account. */
export async function countMessageSpace(
  chat: Chat,
  { tx, atEnd }: Pick<ChatWork, 'tx' | 'atEnd'>,
  author: User,
  text: CountedText,
): Promise<void> {
  if (isOrganization(author)) return
  const payerId = payerOf(author)
  const bytes = bytesOf(text)
  const taken = await rememberTaken(chat, tx, payerId)
  const dueBytes = taken.pendingBytes + bytes
  if (dueBytes < STEP_BYTES) {
    atEnd((isDurable) => {
      if (isDurable) taken.pendingBytes += bytes
    })
    return
  }
  // At once, so that no other write before this one's end adds them too.
  taken.pendingBytes = 0
  await addMessageSpace(tx, payerId, dueBytes)
  const storedBytes = await readTaken(tx, payerId)
  atEnd((isDurable) => {
    if (isDurable) taken.storedBytes = storedBytes
    else taken.pendingBytes += dueBytes - bytes
  })
}

/** Counts no longer what messages and their earlier versions take, which are about to be deleted. */
export async function releaseMessageSpace(tx: Tx, messageIds: readonly number[]): Promise<void> {
  const kind = databaseKindOf(tx)
  const { rows } = await sql<{ payer_id: number; bytes: number }>`
    select coalesce(u.bot_owner_id, u.id) as payer_id, cast(sum(t.bytes) as bigint) as bytes from (
      select sender_id, octet_length(content) + octet_length(rendered) as bytes
      from chat_message where ${sqlInList(kind, sql`id`, messageIds)}
      union all
      select m.sender_id,
        coalesce(octet_length(e.prev_content), 0) + coalesce(octet_length(e.prev_rendered), 0)
      from chat_edit e join chat_message m on m.id = e.message_id
      where ${sqlInList(kind, sql`e.message_id`, messageIds)}
      union all
      select sender_id, octet_length(content) as bytes
      from chat_submessage where msg_type <> 'widget' and ${sqlInList(kind, sql`message_id`, messageIds)}
    ) t join chat_user u on u.id = t.sender_id where u.is_bot = 0 or u.bot_owner_id is not null
    group by coalesce(u.bot_owner_id, u.id)`.execute(tx)
  for (const { payer_id, bytes } of rows) await addMessageSpace(tx, payer_id, -bytes)
}

/** Bots without an owner write what the organization says. */
function isOrganization({ is_bot, bot_owner_id }: User): boolean {
  return is_bot === 1 && bot_owner_id === null
}

async function rememberTaken(chat: Chat, db: Reader, payerId: number): Promise<Taken> {
  const known = accounts.get(chat) ?? new Map<number, Taken>()
  accounts.set(chat, known)
  const remembered = known.get(payerId)
  if (remembered) return remembered
  const storedBytes = await readTaken(db, payerId)
  // Another call may have read it meanwhile.
  const taken = known.get(payerId) ?? { storedBytes, pendingBytes: 0 }
  known.set(payerId, taken)
  const [oldest] = known.size > ACCOUNTS_MAX_COUNT ? known.keys() : []
  if (oldest !== undefined) known.delete(oldest)
  return taken
}

async function readTaken(db: Reader, payerId: number): Promise<number> {
  const [row] = await selectTaken(db, { payerId })
  return row?.bytes ?? 0
}

const selectTaken = prepareQuery<{ payerId: number }, { bytes: number }>((db, parameter) =>
  db
    .selectFrom('chat_message_space')
    .select('bytes')
    .where('payer_id', '=', parameter('payerId'))
    .compile(),
)

/** Adds to what the messages of an account take. */
export async function addMessageSpace(tx: Tx, payerId: number, bytes: number): Promise<void> {
  await tx
    .insertInto('chat_message_space')
    .values({ payer_id: payerId, bytes })
    .onConflict((conflict) =>
      conflict.column('payer_id').doUpdateSet({ bytes: sql`chat_message_space.bytes + ${bytes}` }),
    )
    .execute()
}
