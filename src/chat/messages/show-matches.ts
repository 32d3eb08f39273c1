import type { Chat, Message, Reader } from '../port.ts'
import { escapeHtml, highlighter } from '../search/highlight.ts'
import type { SearchQuery } from '../search/query.ts'
import type { Viewer } from '../viewer.ts'
import { loadMessages } from './load-messages.ts'
import { type MessageForm, shownTopic } from './message-record.ts'

/** A message as a client reads it (spec 2.4). */
export type MatchedMessage = Record<string, unknown>

/** How a message matched: its content and topic as HTML, with marks on what a search found. */
export interface Match {
  match_content: string
  match_subject: string
}

/** Messages as a client reads them, with how they matched where something was searched for. */
export async function showMessages(
  chat: Chat,
  db: Reader,
  viewer: Viewer,
  rows: readonly Message[],
  form: MessageForm,
  searches: readonly SearchQuery[],
): Promise<MatchedMessage[]> {
  const messages = await loadMessages(chat, db, viewer, rows, form)
  if (searches.length === 0) return messages
  const byId = new Map(rows.map((row) => [row.id, row]))
  const matchOf = matcher(form, searches)
  return messages.map((message) => {
    const row = byId.get(Number(message['id']))
    return row ? Object.assign(message, matchOf(row)) : message
  })
}

/** Tells how messages matched what was searched for. */
export function matcher(
  form: Pick<MessageForm, 'allowEmptyTopicName'>,
  searches: readonly SearchQuery[],
): (row: Message) => Match {
  const mark = highlighter(searches)
  return (row) => ({
    match_content: mark(row.rendered),
    match_subject: mark(escapeHtml(shownTopic(row, form))),
  })
}
