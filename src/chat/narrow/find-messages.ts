import { type RawBuilder, sql } from 'kysely'
import { prepareQuery } from '../kernel/prepared-query.ts'
import { type Message, type Reader, SHOWN_COLUMNS, type ShownMessage } from '../kernel/rows.ts'
import { databaseKindOf, sqlInJsonList, sqlInList } from '../kernel/sql-in-list.ts'
import type { Chat } from '../kernel/types.ts'
import { HEAD_COLUMNS } from '../messages/access.ts'
import { type Narrow, requiredTest } from './clause.ts'
import { filterOf, type KnownOfMessages } from './conditions.ts'
import { type IdRange, type QueryBranch, uniteBranches } from './index-scan.ts'
import { planRoute } from './query-branches.ts'
import type { SearchQuery } from './search-query.ts'
import { foldHtml, foldText, stemOf } from './search-words.ts'
import { tidyWords } from './tidy-words.ts'
import { findUnindexedMessages } from './word-index.ts'

const MESSAGE_HEAD = sql.join(HEAD_COLUMNS.map((name) => sql.ref(`m.${name}`)))
const RECORD_COLUMNS = sql.join(SHOWN_COLUMNS.map((name) => sql.ref(`m.${name}`)))

/** What a query for ids finds. */
export interface Hit {
  id: number
  /** Whether these are all, where ids are found near the beginning of a range that ends with the newest message. */
  isAll?: number | boolean
}

/** How hits are read: a query for rows that have the columns of theirs, and perhaps more. */
export type HitReading<R extends Hit> = (hits: RawBuilder<unknown>) => RawBuilder<R>

/** Reads nothing more. */
export const hitsOnly: HitReading<Hit> = (hits) => sql<Hit>`${hits}`

/** Messages of a narrow within a range, as many as requested, ascending. */
export async function findWithin<R extends Hit>(
  chat: Pick<Chat, 'store'>,
  db: Reader,
  narrow: Narrow,
  range: IdRange,
  reading: HitReading<R>,
): Promise<R[]> {
  if (isEmpty(range)) return []
  const { branches, tested, near: nearBranches, others } = await planRoute(chat, db, narrow, range)
  const filter = filterOf(chat.store.kind, narrow, { tested })
  const findBy = async (ways: readonly QueryBranch[], part: IdRange): Promise<R[]> => {
    if (isEmpty(part)) return []
    const { rows } = await reading(uniteBranches(ways, filter, part)).execute(db)
    return rows
  }
  const near = nearBranches ? await findBy(nearBranches, range) : []
  const rest = beyond(range, near)
  const left = { ...rest, limit: range.limit - near.length }
  const found = await findBy(branches, left)
  const better = await others
  const far = better ? await findBy(better, left) : found
  if (requiredTest(narrow.clauses, 'found')) tidyWords(chat.store, db)
  return [...near, ...far].toSorted((a, b) => a.id - b.id)
}

function isEmpty({ from, to, limit }: IdRange): boolean {
  return limit === 0 || from > to
}

/** The rest of a range beyond the messages found in it, near where it begins. */
function beyond(range: IdRange, near: readonly Hit[]): IdRange {
  const [first] = near
  if (!first) return range
  const ids = near.map(({ id }) => id)
  if (range.order === 'desc') return { ...range, to: Math.min(...ids) - 1 }
  return { ...range, from: first.isAll ? range.to + 1 : Math.max(...ids) + 1 }
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
  return prepareQuery<{ ids: string }, Message>(
    (db, parameter) =>
      sql<Message>`select ${columns} from chat_message m
      where ${sqlInJsonList(databaseKindOf(db), sql`m.id`, parameter('ids'))} order by m.id`.compile(
        db,
      ),
    'texts',
  )
}

/** Messages by id, ascending, without large texts: one over `maxBytes` is read as null, one that is not wanted as an empty one. */
export async function loadSmallMessagesOf(
  db: Reader,
  ids: readonly number[],
  texts: keyof typeof selectSmallMessages,
  maxBytes: number,
): Promise<MaybeLarge[]> {
  return ids.length === 0
    ? []
    : selectSmallMessages[texts](db, { ids: JSON.stringify(ids), maxBytes })
}

/** A message, without a text that is large. */
export type MaybeLarge = Omit<ShownMessage, 'content' | 'rendered'> & {
  content: string | null
  rendered: string | null
}

const selectSmallMessages = {
  both: selectingSmall('both'),
  content: selectingSmall('content'),
  rendered: selectingSmall('rendered'),
}

function selectingSmall(texts: keyof typeof selectMessages) {
  return prepareQuery<{ ids: string; maxBytes: number }, MaybeLarge>(
    (db, parameter) =>
      sql<MaybeLarge>`select ${smallColumns(texts, parameter('maxBytes'))} from chat_message m
      where ${sqlInJsonList(databaseKindOf(db), sql`m.id`, parameter('ids'))} order by m.id`.compile(
        db,
      ),
    'texts',
  )
}

/** Columns of a `MaybeLarge` for a query over `chat_message m`. */
export function smallColumns(
  texts: keyof typeof selectMessages,
  maxBytes: number,
): RawBuilder<unknown> {
  const [content, rendered] = (['content', 'rendered'] as const).map((name) => {
    const text = sql.ref(`m.${name}`)
    return texts === 'both' || texts === name
      ? sql`case when octet_length(${text}) <= ${maxBytes} then ${text} end as ${sql.ref(name)}`
      : sql`'' as ${sql.ref(name)}`
  })
  return sql`${RECORD_COLUMNS}, ${content}, ${rendered}`
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

/** What the wanted texts of messages are in all, and how many of them were edited or moved. */
export interface TotalWeight {
  bytes: number
  changed: number
}

/** Sums come as texts from one database, and as null of nothing. */
type TotalRow = Record<keyof TotalWeight, number | string | null>

/** How large messages are together, which costs less than to weigh each. */
export async function weighTextsTogether(
  db: Reader,
  ids: readonly number[],
  texts: keyof typeof selectTotals = 'both',
): Promise<TotalWeight> {
  const [row] = await selectTotals[texts](db, { ids: JSON.stringify(ids) })
  return { bytes: Number(row?.bytes ?? 0), changed: Number(row?.changed ?? 0) }
}

const selectTotals = {
  both: weighingTogether(sql`octet_length(m.content) + octet_length(m.rendered)`),
  content: weighingTogether(sql`octet_length(m.content)`),
  rendered: weighingTogether(sql`octet_length(m.rendered)`),
}

function weighingTogether(bytes: RawBuilder<unknown>) {
  return prepareQuery<{ ids: string }, TotalRow>((db, parameter) =>
    sql<TotalRow>`select sum(${bytes}) as bytes, count(coalesce(m.edited_at, m.moved_at)) as changed
      from chat_message m
      where ${sqlInJsonList(databaseKindOf(db), sql`m.id`, parameter('ids'))}`.compile(db),
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
