import { getCachedReader } from '../kernel/directory-cache.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, loadRequester } from '../kernel/requester.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { FETCH_MAX_MESSAGES } from '../limits.ts'
import { findAnchorId, type AnchorInput, readAnchor } from '../narrow/anchor.ts'
import { findMessagesAmongIds, loadMessagesOf } from '../narrow/find-messages.ts'
import { type MatchedMessage, showMessages } from '../narrow/match-messages.ts'
import { resolveNarrow } from '../narrow/resolve.ts'
import type { Term } from '../narrow/term.ts'
import { type Found, type Window, loadWindow } from '../narrow/window.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { findMessageById, loadReadableMessages, loadReadersOf } from './access.ts'
import { loadMessages } from './load-messages.ts'
import type { MessageForm } from './message-record.ts'

/** What to fetch: certain messages, or those around an anchor. */
export type Fetch = { terms: readonly Term[]; form: MessageForm } & (
  | { messageIds: readonly number[] }
  | { anchor: AnchorInput; window: Window }
)

/** The messages found. Without an anchor, it is unknown whether there are more before and after. */
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
  const db = await getCachedReader(chat)
  const requester = await loadRequester(db, actor, chat.now().getTime())
  const narrow = await resolveNarrow({ chat, db, requester }, fetch.terms)
  const show = async (rows: Parameters<typeof showMessages>[3]) =>
    showMessages(chat, db, requester, rows, fetch.form, narrow.searches)
  if ('messageIds' in fetch) {
    if (fetch.messageIds.length > FETCH_MAX_MESSAGES) throw tooMany()
    const readable = await loadReadableMessages(db, requester, fetch.messageIds)
    const ids = readable.map(({ message }) => message.id)
    const rows = await findMessagesAmongIds(chat, db, narrow, ids, { areReadable: true })
    return {
      found_oldest: false,
      found_newest: false,
      found_anchor: false,
      messages: await show(rows),
    }
  }
  const { numBefore, numAfter } = fetch.window
  if (numBefore + numAfter > FETCH_MAX_MESSAGES) throw tooMany()
  const anchor = await findAnchorId(chat, db, narrow, readAnchor(fetch.anchor))
  const { ids, ...found } = await loadWindow(chat, db, narrow, anchor, fetch.window)
  return { ...found, messages: await show(await loadMessagesOf(db, ids)) }
}

function tooMany(): Error {
  return badRequest(`Too many messages requested (maximum ${FETCH_MAX_MESSAGES}).`)
}

/** One message as the caller sees it, and its Markdown. Throws for one that may not be read. */
export async function fetchMessage(
  chat: Chat,
  actor: Actor | undefined,
  messageId: number,
  form: Parameters<typeof loadMessages>[4],
) {
  const db = reader(chat)
  const requester = await loadRequester(db, actor, chat.now().getTime())
  const { message: row } = await findMessageById(db, requester, messageId)
  const [message] = await loadMessages(chat, db, requester, [row], {
    ...form,
    clientExtavatar: form.clientExtavatar && requester.user !== undefined,
  })
  return { message: { id: row.id, ...message }, raw_content: row.content }
}

/** Ids of the people who have read a message, among those who share read receipts. */
export async function readReceipts(chat: Chat, actor: Actor, messageId: number): Promise<number[]> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const { message } = await findMessageById(db, member, messageId)
  if (!member.realm.enable_read_receipts) {
    throw badRequest('Read receipts are disabled in this organization.')
  }
  const readers = await loadReadersOf(db, message)
  return readers.filter((user) => settingsOf(user).send_read_receipts).map(({ id }) => id)
}
