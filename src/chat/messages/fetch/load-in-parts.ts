import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Message, ShownMessage, Reader } from '../../kernel/rows.ts'
import {
  loadMessagesOf,
  loadSmallMessagesOf,
  type MaybeLarge,
  weighTextsOf,
  weighTextsTogether,
} from '../../narrow/find-messages.ts'
import type { Realm } from '../../organization/realm-settings.ts'
import { weighHistories } from './edit-history.ts'

/** Messages read in one turn of the event loop. */
export const PART_MAX_MESSAGES = 100

/** Messages with little text read in one turn of the event loop. */
const LIGHT_MAX_MESSAGES = 500

/** Messages weighed in one turn of the event loop. */
const WEIGHED_MAX_MESSAGES = 1_000

/** Bytes of texts read and shown at once: HTML takes two bytes a character, and as much again on its way to the client. */
export const PART_MAX_BYTES = 1_000_000

/** What a message takes in an answer beside its texts, about. */
const RECORD_BYTES = 1_000

/** What of a message is read, and for whom. */
export interface Reading {
  realm: Pick<Realm, 'message_edit_history_visibility_policy'>
  /** Texts that are needed; the other one is read as an empty text. */
  texts: 'both' | 'content' | 'rendered'
}

/** A message that can be read, and about how many bytes it takes in an answer with its history. */
export interface Weighed {
  id: number
  bytes: number
}

/**
 * Reads messages that are small together, as most are, in the order of the ids: what each of them weighs need not be asked before.
 * Undefined where they are not.
 */
export async function readLight(
  db: Reader,
  reading: Reading,
  ids: readonly number[],
): Promise<AsyncGenerator<ShownMessage[]> | undefined> {
  if (ids.length > PART_MAX_MESSAGES) {
    return (await areLight(db, reading, ids)) ? readByCount(db, reading, ids) : undefined
  }
  const rows = await readSmall(db, reading, ids)
  return rows && asOnePart(rows)
}

/** Messages of which each is small; undefined where one is not, or its history. */
async function readSmall(
  db: Reader,
  { realm, texts }: Reading,
  ids: readonly number[],
): Promise<ShownMessage[] | undefined> {
  const rows = await loadSmallMessagesOf(db, ids, texts, eachMaxBytes(ids.length))
  return keepWhole(db, realm, rows)
}

/** Most bytes of a text with which so many messages are small together. */
export function eachMaxBytes(count: number): number {
  return Math.floor(PART_MAX_BYTES / Math.max(count, 1)) - RECORD_BYTES
}

/** Messages that were read without large texts; undefined where one is not whole, or they are not small with their histories. */
export async function keepWhole<R extends MaybeLarge>(
  db: Reader,
  realm: Reading['realm'],
  rows: readonly R[],
): Promise<(R & ShownMessage)[] | undefined> {
  const whole = rows.filter((row): row is R & ShownMessage => isWhole(row))
  if (whole.length < rows.length) return undefined
  return sumOf(await weighShown(db, realm, rows)) > PART_MAX_BYTES ? undefined : whole
}

function isWhole(row: MaybeLarge): boolean {
  return row.content !== null && row.rendered !== null
}

/** Whether messages, with their histories, have no more text than one part. */
async function areLight(
  db: Reader,
  { realm, texts }: Reading,
  ids: readonly number[],
): Promise<boolean> {
  const { bytes, changed } = await weighTextsTogether(db, ids, texts)
  const hasHistory = changed > 0 && realm.message_edit_history_visibility_policy !== 'none'
  const historyBytes = hasHistory ? sumOf(await weighHistories(db, ids)) : 0
  return bytes + historyBytes <= PART_MAX_BYTES
}

function sumOf(weights: ReadonlyMap<number, number>): number {
  let sum = 0
  for (const bytes of weights.values()) sum += bytes
  return sum
}

/**
 * Reads messages with little text.
 *
 * @yields those of one turn of the event loop.
 */
async function* readByCount(
  db: Reader,
  { texts }: Reading,
  ids: readonly number[],
): AsyncGenerator<ShownMessage[]> {
  for (let start = 0; start < ids.length; start += LIGHT_MAX_MESSAGES) {
    if (start > 0) await nextTurn()
    yield await loadMessagesOf(db, ids.slice(start, start + LIGHT_MAX_MESSAGES), texts)
  }
}

async function* asOnePart(rows: ShownMessage[]): AsyncGenerator<ShownMessage[]> {
  yield rows
}

/**
 * Weighs messages in the order of the ids, without reading their texts. Messages that are gone are left out.
 *
 * @yields those of one turn of the event loop.
 */
export async function* weighMessages(
  db: Reader,
  { realm, texts }: Reading,
  ids: readonly number[],
): AsyncGenerator<Weighed[]> {
  for (let start = 0; start < ids.length; start += WEIGHED_MAX_MESSAGES) {
    if (start > 0) await nextTurn()
    const part = ids.slice(start, start + WEIGHED_MAX_MESSAGES)
    const rows = await weighTextsOf(db, part, texts)
    const histories = await weighShown(db, realm, rows)
    const bytesOf = new Map(
      rows.map(({ id, bytes }) => [id, RECORD_BYTES + bytes + (histories.get(id) ?? 0)]),
    )
    yield part.flatMap((id) => {
      const bytes = bytesOf.get(id)
      return bytes === undefined ? [] : [{ id, bytes }]
    })
  }
}

/**
 * Reads messages in the order in which they were weighed, a part in each turn of the event loop, so that other calls go on.
 *
 * @yields parts of at most so many bytes, or of one message.
 */
export async function* readWeighed(
  db: Reader,
  { texts }: Reading,
  weighed: readonly Weighed[],
  maxBytes: number,
): AsyncGenerator<ShownMessage[]> {
  for (let start = 0; start < weighed.length;) {
    if (start > 0) await nextTurn()
    let end = start
    let bytes = 0
    while (end < weighed.length && end - start < PART_MAX_MESSAGES) {
      bytes += weighed[end]?.bytes ?? 0
      if (end > start && bytes > maxBytes) break
      end += 1
    }
    const ids = weighed.slice(start, end).map(({ id }) => id)
    const rows = new Map((await loadMessagesOf(db, ids, texts)).map((row) => [row.id, row]))
    yield ids.map((id) => rows.get(id)).filter((row) => row !== undefined)
    start = end
  }
}

/**
 * Weighs and reads messages in the order of the ids. Messages that are gone are left out.
 *
 * @yields parts of at most so many bytes, or of one message.
 */
export async function* readInParts(
  db: Reader,
  reading: Reading,
  ids: readonly number[],
  maxBytes = PART_MAX_BYTES,
): AsyncGenerator<ShownMessage[]> {
  for await (const weighed of weighMessages(db, reading, ids)) {
    yield* readWeighed(db, reading, weighed, maxBytes)
  }
}

/** Bytes of the earlier versions that the records of messages show, by message. */
async function weighShown(
  db: Reader,
  realm: Reading['realm'],
  rows: readonly Pick<Message, 'id' | 'edited_at' | 'moved_at'>[],
): Promise<ReadonlyMap<number, number>> {
  if (realm.message_edit_history_visibility_policy === 'none') return new Map()
  const changed = rows.filter(({ edited_at, moved_at }) => edited_at !== null || moved_at !== null)
  return weighHistories(
    db,
    changed.map(({ id }) => id),
  )
}
