import { LazyList } from '../../../lib/lazy-list.ts'
import { readWithCache } from '../../kernel/directory-cache.ts'
import { badRequest } from '../../kernel/failures.ts'
import { loadMember, loadRequester, type Requester } from '../../kernel/requester.ts'
import type { ShownMessage, Reader } from '../../kernel/rows.ts'
import type { Actor, Chat } from '../../kernel/types.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { FETCH_MAX_BYTES, FETCH_MAX_MESSAGES } from '../../limits.ts'
import { findAnchorId, type AnchorInput, readAnchor } from '../../narrow/anchor.ts'
import type { Narrow } from '../../narrow/clause.ts'
import { findIdsAmong, hitsOnly } from '../../narrow/find-messages.ts'
import { type MatchedMessage, showMessages } from '../../narrow/match-messages.ts'
import { resolveNarrow } from '../../narrow/resolve.ts'
import type { Term } from '../../narrow/term.ts'
import { type Found, type Window, loadWindow } from '../../narrow/window.ts'
import { loadMutedUsersOf } from '../../personal/muted-users.ts'
import { settingsOf } from '../../personal/user-settings.ts'
import { requireMessageById, loadReadableMessages, loadReadersOf } from '../access.ts'
import type { MessageForm } from '../message-record.ts'
import { loadMutersOf } from '../muted-senders.ts'
import { belongingsOf, readingMessages } from './hit-messages.ts'
import {
  eachMaxBytes,
  keepWhole,
  PART_MAX_BYTES,
  PART_MAX_MESSAGES,
  type Reading,
  readInParts,
  readLight,
  readWeighed,
  type Weighed,
  weighMessages,
} from './load-in-parts.ts'
import { type Belongings, loadBelongings, loadMessages } from './load-messages.ts'

/** What to fetch: certain messages, or those around an anchor. */
export type Fetch = { terms: readonly Term[]; form: MessageForm } & (
  | { messageIds: readonly number[] }
  | { anchor: AnchorInput; window: Window }
)

/** The messages found. Without an anchor, it is unknown whether there are more before and after. */
export type Fetched = Omit<Found, 'rows' | 'anchor'> & {
  anchor?: number
  messages: MatchedMessage[] | LazyList<MatchedMessage>
}

/** Shows messages that were read to the caller. */
type Show = (
  rows: readonly ShownMessage[],
  belongings?: Promise<Belongings>,
) => Promise<MatchedMessage[]>

/**
 * Fetches messages of a narrow that the caller may read (spec 4.2), ascending. Around an anchor, it ends where the answer gets too
 * large, and says that there are more; messages by ids are all returned. Where they are large, they are read as they are sent.
 */
export async function fetchMessages(
  chat: Chat,
  actor: Actor | undefined,
  fetch: Fetch,
): Promise<Fetched> {
  return readWithCache(chat, actor, async (db) => fetchFrom(chat, db, actor, fetch))
}

async function fetchFrom(
  chat: Chat,
  db: Reader,
  actor: Actor | undefined,
  fetch: Fetch,
): Promise<Fetched> {
  const requester = await loadRequester(db, actor, chat.now().getTime())
  const { realm } = requester
  const narrow = await resolveNarrow({ chat, db, requester }, fetch.terms)
  const show: Show = async (rows, belongings) =>
    showMessages(chat, db, requester, rows, fetch.form, narrow.searches, belongings)
  const reading: Reading = {
    realm,
    // A search marks what it found in the HTML.
    texts: fetch.form.applyMarkdown ? 'rendered' : narrow.searches.length > 0 ? 'both' : 'content',
  }
  if ('messageIds' in fetch) {
    if (fetch.messageIds.length > FETCH_MAX_MESSAGES) throw tooMany()
    const readable = await loadReadableMessages(db, requester, fetch.messageIds)
    const ids = readable.map(({ message }) => message.id)
    const matching = await findIdsAmong(chat, db, narrow, ids, { areReadable: true })
    const light = await readLight(db, reading, matching)
    return {
      found_oldest: false,
      found_newest: false,
      found_anchor: false,
      messages: await showAll(light ?? readInParts(db, reading, matching), show),
    }
  }
  return fetchAround({ chat, db, requester, narrow, reading, show }, fetch)
}

/** What a fetch works with. */
interface Fetching {
  chat: Chat
  db: Reader
  requester: Requester
  narrow: Narrow
  reading: Reading
  show: Show
}

async function fetchAround(
  fetching: Fetching,
  { anchor: input, window }: { anchor: AnchorInput; window: Window },
): Promise<Fetched> {
  const { chat, db, requester, narrow, reading, show } = fetching
  const { user } = requester
  const { kind } = chat.store
  const count = window.numBefore + window.numAfter
  if (count > FETCH_MAX_MESSAGES) throw tooMany()
  const anchor = await findAnchorId(chat, db, narrow, readAnchor(input))
  if (kind === 'sqlite' || !user || count > PART_MAX_MESSAGES) {
    return showFound(fetching, await loadWindow(chat, db, narrow, anchor, window, hitsOnly))
  }
  const whole = readingMessages(kind, user, narrow.scope, reading.texts, eachMaxBytes(count + 1))
  const { rows, ...found } = await loadWindow(chat, db, narrow, anchor, window, whole)
  const messages = await keepWhole(db, reading.realm, rows)
  if (!messages) return showFound(fetching, { rows, ...found })
  return { ...found, messages: await show(messages, belongingsOf(messages)) }
}

/** Shows messages that were found, as many as fit one answer. */
async function showFound(
  { db, requester, reading, show }: Fetching,
  { rows, ...found }: Found,
): Promise<Fetched> {
  const { anchor } = found
  const ids = rows.map(({ id }) => id)
  const isSmall = ids.length > 0 && ids.length <= PART_MAX_MESSAGES
  const read = readLight(db, reading, ids)
  const belongings = isSmall ? loadBelongings(db, requester, ids) : undefined
  // Where the messages cannot be read, that is the error.
  belongings?.catch(() => undefined)
  const light = await read
  if (light) {
    return { ...found, messages: await showAll(light, async (part) => show(part, belongings)) }
  }
  const order = fromInside(ids, anchor)
  const { fitting, cutAt } = await findFitting(weighMessages(db, reading, order))
  const left = cutAt === undefined ? [] : order.slice(order.indexOf(cutAt))
  return {
    ...found,
    found_oldest: found.found_oldest && !left.some((id) => id < anchor),
    found_newest: found.found_newest && !left.some((id) => id >= anchor),
    messages: await showAll(readWeighed(db, reading, fitting, PART_MAX_BYTES), show),
  }
}

/** Ids from the anchor outwards, alternately before and after it: of an answer that is cut, both sides get as many. */
function fromInside(ids: readonly number[], anchor: number): number[] {
  const firstAfter = ids.findIndex((id) => id >= anchor)
  const order: number[] = []
  let after = firstAfter === -1 ? ids.length : firstAfter
  let before = after - 1
  while (order.length < ids.length) {
    const [next, previous] = [ids[after], ids[before]]
    if (next !== undefined) order.push(next)
    if (previous !== undefined) order.push(previous)
    after += 1
    before -= 1
  }
  return order
}

/** Messages that an answer has at least, however large: one of the anchor, and one more on each side. */
const FITTING_MIN_COUNT = 3

/** The first messages, ascending, that fit one answer, and the id of the first that does not. */
async function findFitting(
  parts: AsyncIterable<readonly Weighed[]>,
): Promise<{ fitting: Weighed[]; cutAt: number | undefined }> {
  const fitting: Weighed[] = []
  let cutAt: number | undefined
  let bytes = 0
  for await (const part of parts) {
    const end = part.findIndex((one, index) => {
      bytes += one.bytes
      return fitting.length + index >= FITTING_MIN_COUNT && bytes > FETCH_MAX_BYTES
    })
    fitting.push(...(end === -1 ? part : part.slice(0, end)))
    cutAt = part[end]?.id
    if (cutAt !== undefined) break
  }
  return { fitting: fitting.toSorted((a, b) => a.id - b.id), cutAt }
}

/** All of the messages: a list where one part holds them all. */
async function showAll(
  parts: AsyncGenerator<ShownMessage[]>,
  show: (rows: readonly ShownMessage[]) => Promise<MatchedMessage[]>,
): Promise<MatchedMessage[] | LazyList<MatchedMessage>> {
  const first = await parts.next()
  if (first.done) return []
  const firstPart = await show(first.value)
  const second = await parts.next()
  if (second.done) return firstPart
  return new LazyList(
    (async function* () {
      yield firstPart
      yield await show(second.value)
      for await (const rows of parts) yield await show(rows)
    })(),
  )
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
  const { message: row } = await requireMessageById(db, requester, messageId)
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
  const { message } = await requireMessageById(db, member, messageId)
  if (!member.realm.enable_read_receipts) {
    throw badRequest('Read receipts are disabled in this organization.')
  }
  // Who has muted the caller has read it at once, which would tell of the muting.
  const hidden = new Set([
    ...(await loadMutersOf(db, actor.user.id)),
    ...(await loadMutedUsersOf(db, actor.user.id)).map(({ id }) => id),
  ])
  const readers = await loadReadersOf(db, message)
  return readers
    .filter((user) => !hidden.has(user.id) && settingsOf(user).send_read_receipts)
    .map(({ id }) => id)
}
