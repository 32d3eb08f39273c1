import { badRequest } from '../../failures.ts'
import { FETCH_MAX_MESSAGES } from '../../limits.ts'
import { type Match, matcher } from '../../messages/show-matches.ts'
import { messagesAmong } from '../../narrow/find-messages.ts'
import { resolveNarrow } from '../../narrow/resolve.ts'
import { receivedOnly } from '../../narrow/scope.ts'
import type { Term } from '../../narrow/term.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { reader } from '../../write.ts'

/** How messages match a narrow, by id; those that do not, or that the caller did not receive, are absent. */
export async function matchMessages(
  chat: Chat,
  actor: Actor,
  messageIds: readonly number[],
  terms: readonly Term[],
): Promise<Record<string, Match>> {
  if (messageIds.length > FETCH_MAX_MESSAGES) {
    throw badRequest(`Too many messages requested (maximum ${FETCH_MAX_MESSAGES}).`)
  }
  const db = reader(chat)
  const viewer = await loadMember(db, actor, chat.now().getTime())
  const resolved = await resolveNarrow({ chat, db, viewer }, terms)
  const narrow = { ...resolved, scope: receivedOnly(resolved.scope, viewer.user) }
  const rows = await messagesAmong(chat, db, narrow, messageIds)
  const matchOf = matcher({ allowEmptyTopicName: false }, narrow.searches)
  return Object.fromEntries(rows.map((row) => [row.id, matchOf(row)]))
}
