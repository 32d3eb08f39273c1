import { endGrants } from '../../../store/oauth-grants.ts'
import { noRecord } from '../../kernel/failures.ts'
import { isAdministrator, loadMember, requireAdministrator } from '../../kernel/requester.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader, writeChat } from '../../kernel/unit-of-work.ts'

/** A program that somebody has let in by OAuth. */
export interface ConnectedProgram {
  program_id: string
  user_id: number
  /** What it calls itself; empty where it gives no name. */
  name: string
  /** The id by which this server knows it: the address of its document, or what it was given as it registered. */
  client_id: string
  /** Where browsers were sent as it was let in. */
  redirect_host: string
  scopes: string[]
  /** UNIX seconds. */
  created: number
  last_seen: number
}

/** Programs that are listed at once. */
const PROGRAMS_MAX_COUNT = 1_000

/** The programs that the caller has let in, or everybody, whom administrators may ask for; those used last come first. */
export async function listPrograms(
  chat: Chat,
  actor: Actor,
  ofEverybody: boolean,
): Promise<ConnectedProgram[]> {
  const db = reader(chat)
  if (ofEverybody) requireAdministrator(await loadMember(db, actor, chat.now().getTime()))
  return findPrograms(chat, ofEverybody ? undefined : actor.user.id)
}

/** The programs that an account has let in; without one, all. */
export async function findPrograms(chat: Chat, userId?: number): Promise<ConnectedProgram[]> {
  const rows = await reader(chat)
    .selectFrom('oauth_grant')
    .selectAll()
    .$if(userId !== undefined, (query) => query.where('account_id', '=', userId ?? 0))
    .orderBy('used_at', 'desc')
    .limit(PROGRAMS_MAX_COUNT)
    .execute()
  return rows.map((row) => ({
    program_id: row.id,
    user_id: row.account_id,
    name: row.client_name,
    client_id: row.client_id,
    redirect_host: row.redirect_host,
    scopes: row.scopes.split(' '),
    created: row.created_at,
    last_seen: row.used_at,
  }))
}

/** Ends what a program was allowed, with all its tokens, at once. Throws `not_found` for those of others, except to administrators. */
export async function endProgram(chat: Chat, actor: Actor, programId: string): Promise<void> {
  const nowMs = chat.now().getTime()
  await writeChat(chat, async ({ tx }) => {
    const row = await tx
      .selectFrom('oauth_grant')
      .select('account_id')
      .where('id', '=', programId)
      .executeTakeFirst()
    const isOwn = row?.account_id === actor.user.id
    if (!row || (!isOwn && !isAdministrator(await loadMember(tx, actor, nowMs)))) {
      throw noRecord('No such program')
    }
    await endGrants(tx, { grantId: programId })
  })
}
