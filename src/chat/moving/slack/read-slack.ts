import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isRecord } from '../../../lib/is-record.ts'
import type {
  Conversion,
  FoundRow,
  SourceFormat,
  SourceMessage,
} from '../convert/convert-archive.ts'
import type { SourceReaction } from '../convert/emoji.ts'
import { REASONS } from '../convert/reasons.ts'
import type { SourceThread } from '../convert/thread-topics.ts'
import { readAnyJson } from '../import/source.ts'
import { rowsIn, textIn } from '../import/values.ts'
import type { ExportRow } from '../rows.ts'
import { readDirectory, senderOf } from './directory.ts'
import { readMarkup } from './markup.ts'

/** Subtypes of notices, which are left out: who came and went, and how a channel changed. */
const NOTICE =
  /^(?:(?:channel|group)_(?:join|leave|archive|unarchive|name|topic|purpose|convert_to_\w+|posting_permissions|\w*canvas\w*)|(?:un)?pinned_item|bot_(?:add|remove|enable|disable)|app_conversation_join|joiner_notification\w*|huddle_thread|reminder_(?:add|delete)|sh_room_\w+)$/

/** Subtypes of rows that tell of another message, and are none. */
const OF_ANOTHER = /^(?:message_(?:changed|deleted|replied)|reply_broadcast)$/

const DAY_FILE = /^\d{4}-\d\d-\d\d\.json$/

/** An export of Slack: a folder for each conversation with a file for each day. Files, whose bytes are not in it, become links. */
export const SLACK: SourceFormat = {
  name: 'Slack',
  open(from, conversion) {
    let folders: ReadonlyMap<string, string> = new Map()
    return {
      async *rows() {
        folders = await readDirectory(from, conversion)
        yield* listRows(from)
      },
      read: async (found) => readRow(found, conversion, folders.get(found.place)),
    }
  },
}

async function* listRows(from: string): AsyncGenerator<FoundRow> {
  const entries = await readdir(from, { withFileTypes: true })
  const places = entries.filter((one) => one.isDirectory()).map(({ name }) => name)
  for (const place of places.toSorted()) {
    const days = (await readdir(join(from, place))).filter((one) => DAY_FILE.test(one))
    for (const day of days.toSorted()) {
      const noonMs = Date.parse(`${day.slice(0, 10)}T12:00:00Z`) || 1_000
      const rows = await readAnyJson(join(from, place, day))
      for (const row of Array.isArray(rows) ? rows : []) {
        const seconds = isRecord(row) ? secondsIn(row, 'ts') : undefined
        const timeReason = 'exact times of messages, which have their day'
        yield seconds === undefined
          ? { place, row, atMs: noonMs, timeReason }
          : { place, row, atMs: seconds * 1_000 }
      }
    }
  }
}

/** A time in seconds, as a number or its digits; undefined for what is none. */
function secondsIn(row: ExportRow, name: string): number | undefined {
  const seconds = Number(row[name] === null ? Number.NaN : row[name])
  return seconds > 0 && seconds < SECONDS_END ? seconds : undefined
}

/** The year 2286: times are below it. */
const SECONDS_END = 1e10

function readRow(
  { row, place }: FoundRow,
  { directory, names }: Conversion,
  key: string | undefined,
): SourceMessage | string {
  if (!isRecord(row)) return REASONS.noMessage
  const { content, mentioned } = readMarkup(row, names)
  const reason = whyLeftOut(row, content)
  if (reason !== undefined) return reason
  const conversation = key === undefined ? undefined : directory.conversation(key)
  if (!conversation) return REASONS.noPlace
  const edited = isRecord(row['edited']) ? secondsIn(row['edited'], 'ts') : undefined
  return {
    conversation,
    place,
    sender: senderOf(directory, row),
    content,
    mentioned,
    thread: threadOf(row),
    editedMs: edited === undefined ? undefined : edited * 1_000,
    reactions: rowsIn(row['reactions']).map(readReaction),
  }
}

/** Why a row is no message here; undefined for one that is. */
function whyLeftOut(row: ExportRow, content: string): string | undefined {
  const subtype = textIn(row, 'subtype')
  if (NOTICE.test(subtype)) return REASONS.notice
  if (subtype === 'tombstone') return 'messages that were deleted'
  if (textIn(row, 'type') !== 'message' || OF_ANOTHER.test(subtype)) return REASONS.noMessage
  return content.trim() === '' ? REASONS.nothing : undefined
}

function readReaction(reaction: ExportRow): SourceReaction {
  const users = Array.isArray(reaction['users']) ? reaction['users'] : []
  return { name: textIn(reaction, 'name'), accounts: users.map(String) }
}

/** The thread of a row, which names it by the time of its first message. */
function threadOf(row: ExportRow): SourceThread | undefined {
  const [at, key] = [textIn(row, 'ts'), textIn(row, 'thread_ts')]
  const isThreaded = key !== '' && (key !== at || Number(row['reply_count'] ?? 1) > 0)
  return isThreaded ? { key, atMs: Number(key) * 1_000, isFirst: key === at } : undefined
}
