import { type RawBuilder, sql } from 'kysely'
import { prepareQuery } from '../kernel/prepared-query.ts'
import type { Message, Reader } from '../kernel/rows.ts'
import { databaseKindOf, sqlInJsonList, sqlInList } from '../kernel/sql-in-list.ts'
import type { Chat } from '../kernel/types.ts'
import { findNewestMessageId, HEAD_COLUMNS } from '../messages/access.ts'
import type { Narrow } from './clause.ts'
import { filterOf, type KnownOfMessages } from './conditions.ts'
import {
  type IdRange,
  MESSAGES,
  type QueryBranch,
  scanBranch,
  uniteBranches,
} from './index-scan.ts'
import { planRoute } from './query-branches.ts'
import type { SearchQuery } from './search-query.ts'
import { foldHtml, foldText, stemOf } from './search-words.ts'
import { findUnindexedMessages } from './word-index.ts'

/** Messages scanned one by one per wanted message, when most are likely to match. */
const NEAR_PER_MESSAGE = 3

const MESSAGE_HEAD = sql.join(HEAD_COLUMNS.map((name) => sql.ref(`m.${name}`)))

/** Ids of the messages of a narrow within a range, as many as requested, ascending. */
export async function findIdsWithin(
  chat: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
  range: IdRange,
): Promise<number[]> {
  if (isEmpty(range)) return []
  const { branches, tested, isUsual } = await planRoute(chat, db, narrow)
  const filter = filterOf(chat.store.kind, narrow, { tested })
  const idsBy = async (ways: readonly QueryBranch[], part: IdRange): Promise<number[]> => {
    if (isEmpty(part)) return []
    const { rows } = await sql<{ id: number }>`${uniteBranches(ways, filter, part)}`.execute(db)
    return rows.map(({ id }) => id)
  }
  const ids: number[] = []
  let rest = range
  if (isUsual) {
    const { near, far } = parted(range, await findNewestMessageId(db))
    ids.push(...(await idsBy([scanBranch(MESSAGES, sql`true`)], near)))
    rest = { ...far, limit: range.limit - ids.length }
  }
  ids.push(...(await idsBy(branches, rest)))
  return ids.toSorted((a, b) => a - b)
}

function isEmpty({ from, to, limit }: IdRange): boolean {
  return limit === 0 || from > to
}

/** The part of a range that is scanned message by message, and the rest of it. */
function parted(range: IdRange, newestId: number): { near: IdRange; far: IdRange } {
  const { from, to, order, limit } = range
  const span = limit * NEAR_PER_MESSAGE
  if (order === 'asc') {
    const end = Math.min(to, from + span - 1)
    return { near: { ...range, to: end }, far: { ...range, from: end + 1 } }
  }
  const begin = Math.max(from, Math.min(to, newestId) - span + 1)
  return { near: { ...range, from: begin }, far: { ...range, to: begin - 1 } }
}

/** The ids of those among messages that a narrow holds, ascending. */
export async function findIdsAmong(
  { store: { kind } }: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
  ids: readonly number[],
  known?: KnownOfMessages,
): Promise<number[]> {
  if (ids.length === 0) return []
  const { joins, where } = filterOf(kind, narrow, known)
  const { rows } = await sql<{ id: number }>`select m.id from chat_message m ${joins}
    where ${sqlInList(kind, sql`m.id`, ids)} and ${where} order by m.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Messages by id, ascending. A text that is not wanted is read as an empty one. */
export async function loadMessagesOf(
  db: Reader,
  ids: readonly number[],
  texts: keyof typeof selectMessages = 'both',
): Promise<Message[]> {
  return ids.length === 0 ? [] : selectMessages[texts](db, { ids: JSON.stringify(ids) })
}

const selectMessages = {
  both: selecting(sql`m.*`),
  content: selecting(sql`${MESSAGE_HEAD}, m.content, '' as rendered`),
  rendered: selecting(sql`${MESSAGE_HEAD}, '' as content, m.rendered`),
}

function selecting(columns: RawBuilder<unknown>) {
  return prepareQuery<{ ids: string }, Message>((db, parameter) =>
    sql<Message>`select ${columns} from chat_message m
      where ${sqlInJsonList(databaseKindOf(db), sql`m.id`, parameter('ids'))} order by m.id`.compile(
      db,
    ),
  )
}

/** A message and the bytes of its texts. */
type TextWeight = Pick<Message, 'id' | 'edited_at' | 'moved_at'> & { bytes: number }

/** How large the wanted texts of messages are, ascending by id. The texts themselves are not read for it. */
export async function weighTextsOf(
  db: Reader,
  ids: readonly number[],
  texts: keyof typeof selectWeights = 'both',
): Promise<TextWeight[]> {
  return ids.length === 0 ? [] : selectWeights[texts](db, { ids: JSON.stringify(ids) })
}

const selectWeights = {
  both: weighing(sql`octet_length(m.content) + octet_length(m.rendered)`),
  content: weighing(sql`octet_length(m.content)`),
  rendered: weighing(sql`octet_length(m.rendered)`),
}

function weighing(bytes: RawBuilder<unknown>) {
  return prepareQuery<{ ids: string }, TextWeight>((db, parameter) =>
    sql<TextWeight>`select m.id, m.edited_at, m.moved_at, ${bytes} as bytes from chat_message m
      where ${sqlInJsonList(databaseKindOf(db), sql`m.id`, parameter('ids'))} order by m.id`.compile(
      db,
    ),
  )
}

/** Ids of the messages that a query finds, among those that the index of words does not hold yet. */
export async function findUnindexed(db: Reader, query: SearchQuery): Promise<number[]> {
  if (query.length === 0) return []
  const phrases = query.map((phrase) => phrase.map(stemOf))
  return (await findUnindexedMessages(db))
    .filter(({ topic, rendered }) => {
      const texts = [foldText(topic), foldHtml(rendered)].map((text) => text.split(' '))
      return phrases.every((phrase) => texts.some((words) => holds(words, phrase)))
    })
    .map(({ id }) => id)
}

/** Whether words of these stems follow each other in a text. */
function holds(words: readonly string[], phrase: readonly string[]): boolean {
  return words.some((_, at) => phrase.every((stem, index) => isOfStem(words[at + index], stem)))
}

function isOfStem(word: string | undefined, stem: string): boolean {
  // The first letter always stays, and finding a stem takes a while.
  return word !== undefined && word.charAt(0) === stem.charAt(0) && stemOf(word) === stem
}
