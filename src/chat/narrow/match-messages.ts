import { escapeHtml } from '../../lib/escape-html.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Requester } from '../kernel/requester.ts'
import type { ShownMessage, Reader } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { FETCH_MAX_BYTES, FETCH_MAX_MESSAGES } from '../limits.ts'
import { readInParts } from '../messages/fetch/load-in-parts.ts'
import { type Belongings, loadMessages } from '../messages/fetch/load-messages.ts'
import { type MessageForm, shownTopic } from '../messages/message-record.ts'
import { findIdsAmong } from './find-messages.ts'
import { highlighter } from './highlight.ts'
import { resolveNarrow } from './resolve.ts'
import { receivedOnly } from './scope.ts'
import type { SearchQuery } from './search-query.ts'
import type { Term } from './term.ts'

/** A message as a client reads it (spec 2.4). */
export type MatchedMessage = Record<string, unknown>

/** How a message matched: its content and topic as HTML, with marks on what a search found. */
export interface Match {
  match_content: string
  match_subject: string
}

/** Messages as a client reads them (`loadMessages`), with how they matched where something was searched for. */
export async function showMessages(
  chat: Chat,
  db: Reader,
  requester: Requester,
  rows: readonly ShownMessage[],
  form: MessageForm,
  searches: readonly SearchQuery[],
  belongings?: Promise<Belongings>,
): Promise<MatchedMessage[]> {
  const messages = await loadMessages(chat, db, requester, rows, form, belongings)
  if (searches.length === 0) return messages
  const byId = new Map(rows.map((row) => [row.id, row]))
  const matchOf = openMatcher(form, searches)
  return messages.map((message) => {
    const row = byId.get(Number(message['id']))
    return row ? Object.assign(message, matchOf(row)) : message
  })
}

/** Returns a function that tells how messages matched a search. */
export function openMatcher(
  form: Pick<MessageForm, 'allowEmptyTopicName'>,
  searches: readonly SearchQuery[],
): (row: ShownMessage) => Match {
  const mark = highlighter(searches)
  return (row) => ({
    match_content: mark(row.rendered),
    match_subject: mark(escapeHtml(shownTopic(row, form)).replaceAll("'", '&#x27;')),
  })
}

/** How messages match a narrow, by id; messages that do not match, or that the caller did not receive, are absent. */
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
  const requester = await loadMember(db, actor, chat.now().getTime())
  const resolved = await resolveNarrow({ chat, db, requester }, terms)
  const narrow = { ...resolved, scope: receivedOnly(resolved.scope, requester.user) }
  const ids = await findIdsAmong(chat, db, narrow, messageIds)
  const matchOf = openMatcher({ allowEmptyTopicName: false }, narrow.searches)
  const matches: Record<string, Match> = {}
  let bytes = 0
  for await (const rows of readInParts(db, { realm: requester.realm, texts: 'rendered' }, ids)) {
    for (const row of rows) {
      const match = matchOf(row)
      bytes += Buffer.byteLength(match.match_content)
      if (bytes > FETCH_MAX_BYTES) throw badRequest('These messages are too large for one answer.')
      matches[row.id] = match
    }
  }
  return matches
}
