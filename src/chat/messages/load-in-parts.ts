import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Message, Reader } from '../kernel/rows.ts'
import { loadMessagesOf } from '../narrow/find-messages.ts'
import type { Realm } from '../organization/realm-settings.ts'
import { weighHistories } from './edit-history.ts'

/** Messages read in one turn of the event loop. */
const PART_MAX_MESSAGES = 100

/** What a message takes in an answer beside its texts, about. */
const RECORD_BYTES = 1_000

/** What of a message is read, and for whom. */
export interface Reading {
  realm: Pick<Realm, 'message_edit_history_visibility_policy'>
  /** Texts that are needed; the other one is read as an empty text. */
  texts: 'both' | 'content' | 'rendered'
}

/** A message, and about how many bytes it takes in an answer with its history. */
export interface Weighed {
  row: Message
  bytes: number
}

/**
 * Reads messages in the order of the ids, a part in each turn of the event loop, so that other calls go on. Messages that are
 * gone are left out.
 *
 * @yields the messages of one turn.
 */
export async function* readWeighed(
  db: Reader,
  { realm, texts }: Reading,
  ids: readonly number[],
): AsyncGenerator<Weighed[]> {
  for (let start = 0; start < ids.length; start += PART_MAX_MESSAGES) {
    if (start > 0) await nextTurn()
    const part = ids.slice(start, start + PART_MAX_MESSAGES)
    const rows = new Map((await loadMessagesOf(db, part, texts)).map((row) => [row.id, row]))
    const histories = await weighShown(db, realm, [...rows.values()])
    yield part.flatMap((id) => {
      const row = rows.get(id)
      if (!row) return []
      const own = Buffer.byteLength(row.rendered) + Buffer.byteLength(row.content)
      return [{ row, bytes: RECORD_BYTES + own + (histories.get(id) ?? 0) }]
    })
  }
}

/**
 * Reads messages in the order of the ids.
 *
 * @yields parts of at most so many bytes, or of one message.
 */
export async function* readInParts(
  db: Reader,
  reading: Reading,
  ids: readonly number[],
  maxBytes: number,
): AsyncGenerator<Message[]> {
  let part: Message[] = []
  let bytes = 0
  for await (const weighed of readWeighed(db, reading, ids)) {
    for (const one of weighed) {
      if (part.length > 0 && bytes + one.bytes > maxBytes) {
        yield part.splice(0)
        bytes = 0
      }
      part.push(one.row)
      bytes += one.bytes
    }
    if (part.length >= PART_MAX_MESSAGES) {
      yield part
      part = []
      bytes = 0
    }
  }
  if (part.length > 0) yield part
}

/** Bytes of the earlier versions that the records of messages show, by message. */
async function weighShown(
  db: Reader,
  realm: Reading['realm'],
  rows: readonly Message[],
): Promise<ReadonlyMap<number, number>> {
  const changed = rows.filter(({ edited_at, moved_at }) => edited_at !== null || moved_at !== null)
  if (realm.message_edit_history_visibility_policy === 'none') return new Map()
  return weighHistories(
    db,
    changed.map(({ id }) => id),
  )
}
