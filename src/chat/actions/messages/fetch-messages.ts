import { badRequest } from '../../failures.ts'
import { FETCH_MAX_MESSAGES } from '../../limits.ts'
import { readableMessages } from '../../messages/access.ts'
import { type MatchedMessage, showMessages } from '../../messages/show-matches.ts'
import type { MessageForm } from '../../messages/message-record.ts'
import { anchorId, type AnchorInput, readAnchor } from '../../narrow/anchor.ts'
import { messagesAmong, messagesOf } from '../../narrow/find-messages.ts'
import { resolveNarrow } from '../../narrow/resolve.ts'
import type { Term } from '../../narrow/term.ts'
import { type Found, type Window, windowAt } from '../../narrow/window.ts'
import type { Actor, Chat } from '../../port.ts'
import { rememberingReader } from '../../remembered.ts'
import { loadViewer } from '../../viewer.ts'

/** What is fetched: certain messages, or those around an anchor. */
export type Fetch = { terms: readonly Term[]; form: MessageForm } & (
  | { messageIds: readonly number[] }
  | { anchor: AnchorInput; window: Window }
)

/** What was found. Without an anchor, nothing is known of what comes before and after. */
export type Fetched = Omit<Found, 'ids' | 'anchor'> & {
  anchor?: number
  messages: MatchedMessage[]
}

/** Fetches messages of a narrow that the caller may read (spec 4.2), ascending. */
export async function fetchMessages(
  chat: Chat,
  actor: Actor | undefined,
  fetch: Fetch,
): Promise<Fetched> {
  const db = await rememberingReader(chat)
  const viewer = await loadViewer(db, actor, chat.now().getTime())
  const narrow = await resolveNarrow({ chat, db, viewer }, fetch.terms)
  const show = async (rows: Parameters<typeof showMessages>[3]) =>
    showMessages(chat, db, viewer, rows, fetch.form, narrow.searches)
  if ('messageIds' in fetch) {
    if (fetch.messageIds.length > FETCH_MAX_MESSAGES) throw tooMany()
    const readable = await readableMessages(db, viewer, fetch.messageIds)
    const ids = readable.map(({ message }) => message.id)
    const rows = await messagesAmong(chat, db, narrow, ids, { areReadable: true })
    return {
      found_oldest: false,
      found_newest: false,
      found_anchor: false,
      messages: await show(rows),
    }
  }
  const { numBefore, numAfter } = fetch.window
  if (numBefore + numAfter > FETCH_MAX_MESSAGES) throw tooMany()
  const anchor = await anchorId(chat, db, narrow, readAnchor(fetch.anchor))
  const { ids, ...found } = await windowAt(chat, db, narrow, anchor, fetch.window)
  return { ...found, messages: await show(await messagesOf(db, ids)) }
}

function tooMany(): Error {
  return badRequest(`Too many messages requested (maximum ${FETCH_MAX_MESSAGES}).`)
}
