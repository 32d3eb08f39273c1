import { noRecord } from '../../kernel/failures.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'
import { endSignIns } from './api-keys.ts'
import { SESSION_IDLE_MAX_SECONDS, SESSION_MAX_SECONDS } from './sign-in-limits.ts'

/** A browser that is signed in. */
export interface SessionRecord {
  /** Tells it from the user's others; opens nothing. */
  session_id: string
  /** What it calls itself. */
  client: string
  /** UNIX seconds. */
  created: number
  last_seen: number
  /** Whether it makes this call. */
  is_current: boolean
}

/** Characters of the digest of a cookie that name a session to its user. */
const ID_CHARS = 24

/** The browsers in which the caller is signed in, the latest first. */
export async function listSessions(chat: Chat, actor: Actor): Promise<SessionRecord[]> {
  const nowMs = chat.now().getTime()
  const rows = await reader(chat)
    .selectFrom('chat_session')
    .selectAll()
    .where('user_id', '=', actor.user.id)
    .where('seen_at', '>=', nowMs - SESSION_IDLE_MAX_SECONDS * 1_000)
    .where('created_at', '>=', nowMs - SESSION_MAX_SECONDS * 1_000)
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(({ hash, client, created_at, seen_at }) => ({
    session_id: hash.slice(0, ID_CHARS),
    client,
    created: Math.floor(created_at / 1_000),
    last_seen: Math.floor(seen_at / 1_000),
    is_current: hash === actor.credentialDigest,
  }))
}

/** Ends one session of the caller; without an id every sign-in of browsers and programs but that of this call. */
export async function endSessions(chat: Chat, actor: Actor, id?: string): Promise<void> {
  await writeChat(chat, async ({ tx }) => {
    if (id === undefined) {
      await endSignIns(tx, actor.user.id, actor.credentialDigest)
      return
    }
    const rows = await tx
      .selectFrom('chat_session')
      .select('hash')
      .where('user_id', '=', actor.user.id)
      .execute()
    const found = rows.find(({ hash }) => hash.slice(0, ID_CHARS) === id)
    if (!found) throw noRecord('No such session')
    await tx.deleteFrom('chat_session').where('hash', '=', found.hash).execute()
  })
}
