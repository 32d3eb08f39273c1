import type { Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { findById } from '../find-users.ts'

/** An API key of an account, of which nobody knows more than its digest. */
export interface KnownKey {
  /** The first characters of its digest. */
  id: string
  /** Milliseconds; null for the first key of the account, whose age is not known. */
  madeMs: number | null
}

/** Enough of a digest to tell the keys of one account apart. */
const ID_CHARS = 12

/** The API keys of an account, its first one before those made later, the newest first. */
export async function listKeys(chat: Chat, userId: number): Promise<KnownKey[]> {
  const db = reader(chat)
  const user = await findById(db, userId)
  const rows = await db
    .selectFrom('chat_api_key')
    .select(['hash', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .execute()
  const first = user?.key_hash ? [{ id: idOf(user.key_hash), madeMs: null }] : []
  return [...first, ...rows.map(({ hash, created_at }) => ({ id: idOf(hash), madeMs: created_at }))]
}

/** Ends a key of an account at once, with what is open by it; returns whether there was one. */
export async function endKey(chat: Chat, userId: number, id: string): Promise<boolean> {
  return writeChat(chat, async ({ tx }) => {
    const user = await findById(tx, userId)
    if (user?.key_hash && idOf(user.key_hash) === id) {
      await tx.updateTable('chat_user').set({ key_hash: null }).where('id', '=', userId).execute()
      return true
    }
    const rows = await tx
      .selectFrom('chat_api_key')
      .select('hash')
      .where('user_id', '=', userId)
      .execute()
    const ended = rows.map(({ hash }) => hash).filter((hash) => idOf(hash) === id)
    if (ended.length === 0) return false
    await tx.deleteFrom('chat_api_key').where('hash', 'in', ended).execute()
    return true
  })
}

function idOf(hash: string): string {
  return hash.slice(0, ID_CHARS)
}
