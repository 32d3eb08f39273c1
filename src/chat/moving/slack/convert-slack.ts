import { appendFile, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isThere } from '../../../files/archive/unpack.ts'
import { isRecord } from '../../../lib/is-record.ts'
import { splitContent } from '../../agent/send-in-parts.ts'
import { MESSAGE_MAX_CHARS } from '../../limits.ts'
import { readAnyJson } from '../import/source.ts'
import { rowsIn, textIn } from '../import/values.ts'
import {
  EXPORT_FLAGS,
  EXPORT_REALM_ID,
  type ExportRow,
  FILE_MESSAGES_COUNT,
  LEFT_OUT_FILE,
  LEFT_OUT_TABLE,
  messageFileName,
} from '../rows.ts'
import { type Conversation, readDirectory, type SlackDirectory } from './directory.ts'
import { readMarkup } from './markup.ts'
import { readEmojiNames, readReactions } from './reactions.ts'
import { topicOf } from './threads.ts'

/** Subtypes of notices, which are left out: who came and went, and how a channel changed. */
const NOTICE =
  /^(?:(?:channel|group)_(?:join|leave|archive|unarchive|name|topic|purpose|convert_to_\w+|posting_permissions|\w*canvas\w*)|(?:un)?pinned_item|bot_(?:add|remove|enable|disable)|app_conversation_join|joiner_notification\w*|huddle_thread|reminder_(?:add|delete)|sh_room_\w+)$/

/** Subtypes of rows that tell of another message, and are none. */
const OF_ANOTHER = /^(?:message_(?:changed|deleted|replied)|reply_broadcast|tombstone)$/

/** Parts of a text that is longer than a message: references in it may become longer here. */
const PART_MAX_CHARS = MESSAGE_MAX_CHARS - 500

/**
 * Writes a Slack export, unpacked, as one in the public server's format; returns its folder. Threads become topics; files, whose
 * bytes are not in such an export, become links. What is left out is in a table of its own, so that the report counts it.
 */
export async function convertSlack(from: string, to: string): Promise<string> {
  if (await isThere(join(to, 'realm.json'))) return to
  const part = `${to}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true, mode: 0o700 })
  const directory = await readDirectory(from)
  const writer = new MessageWriter(part, directory)
  const days = await listDays(from, directory)
  for (const day of days) await writer.addDay(day)
  await writer.flush()
  const tables = { ...directory.tables, ...writer.tables() }
  await writeFile(join(part, 'realm.json'), JSON.stringify(tables))
  await mkdir(dirname(to), { recursive: true })
  await rename(part, to)
  return to
}

/** Files of all conversations for one day. */
interface Day {
  /** Seconds. */
  noon: number
  files: { place: string; conversation: Conversation | undefined; path: string }[]
}

async function listDays(from: string, { conversations }: SlackDirectory): Promise<Day[]> {
  const days = new Map<string, Day>()
  const known = new Map(conversations.map((one) => [one.folder, one]))
  const entries = await readdir(from, { withFileTypes: true })
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const folder = join(from, entry.name)
    for (const name of (await readdir(folder)).filter((one) => DAY_FILE.test(one))) {
      const noon = Date.parse(`${name.slice(0, 10)}T12:00:00Z`) / 1_000 || 1
      const day = days.get(name) ?? { files: [], noon }
      days.set(name, day)
      const conversation = known.get(entry.name)
      day.files.push({ place: entry.name, conversation, path: join(folder, name) })
    }
  }
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
}

const DAY_FILE = /^\d{4}-\d\d-\d\d\.json$/

interface Found {
  /** Its folder. */
  place: string
  /** Undefined where the archive does not say what the folder is, nor who may read it. */
  conversation: Conversation | undefined
  row: ExportRow
  /** Seconds. */
  at: number
  /** Whether only the day is known. */
  isOfDay: boolean
}

const NO_MESSAGE = 'rows that are no messages'

const OF_NO_PLACE = 'messages of channels that the archive does not describe'

/** Why a row is no message here; undefined for one that is. */
function whyLeftOut(row: ExportRow, content: string): string | undefined {
  const subtype = textIn(row, 'subtype')
  if (NOTICE.test(subtype)) return 'notices of who came and went, and of changes of channels'
  if (subtype === 'tombstone') return 'messages that were deleted'
  if (textIn(row, 'type') !== 'message' || OF_ANOTHER.test(subtype)) return NO_MESSAGE
  return content.trim() === '' ? 'messages without a text, file or picture' : undefined
}

/** A time in seconds, as a number or its digits; undefined for what is none. */
function secondsIn(row: ExportRow, name: string): number | undefined {
  const seconds = Number(row[name] === null ? Number.NaN : row[name])
  return seconds > 0 && seconds < SECONDS_END ? seconds : undefined
}

/** The year 2286: times are below it. */
const SECONDS_END = 1e10

/** Gives messages ids in the order of their times, and writes them a file's worth at a time. */
class MessageWriter {
  readonly #folder: string
  readonly #directory: SlackDirectory
  readonly #reactions: ExportRow[] = []
  /** How much was left out, by reason. */
  readonly #leftOut = new Map<string, number>()
  /** Topics of threads, by conversation and time of their first message. */
  readonly #topics = new Map<string, string>()
  #messages: ExportRow[] = []
  #flags: ExportRow[] = []
  #files = 0
  #id = 0

  constructor(folder: string, directory: SlackDirectory) {
    this.#folder = folder
    this.#directory = directory
  }

  async addDay({ files, noon }: Day): Promise<void> {
    const found: Found[] = []
    for (const { place, conversation, path } of files) {
      const rows = await readAnyJson(path)
      for (const row of rowsIn(rows)) {
        const at = secondsIn(row, 'ts')
        found.push({ place, conversation, row, at: at ?? noon, isOfDay: at === undefined })
      }
      const others = Array.isArray(rows) ? rows.length - rowsIn(rows).length : 0
      if (others > 0) this.#count(NO_MESSAGE, others)
    }
    found.sort((a, b) => a.at - b.at)
    for (const one of found) await this.#add(one)
  }

  async #add({ place, conversation, row, at, isOfDay }: Found): Promise<void> {
    const sent = readMarkup(row, this.#directory)
    const reason = whyLeftOut(row, sent.content)
    if (reason !== undefined) return this.#leaveOut(reason, place, row)
    if (!conversation) return this.#leaveOut(OF_NO_PLACE, place, row)
    if (isOfDay) this.#count('exact times of messages, which have their day', 1)
    const sender = this.#directory.senderOf(row)
    const subject = conversation.isDirect
      ? ''
      : topicOf(conversation, row, sent.content, this.#topics)
    const parts = splitContent(sent.content, PART_MAX_CHARS)
    const first = this.#id + 1
    for (const content of parts) {
      this.#id += 1
      this.#messages.push({
        id: this.#id,
        sender,
        recipient: conversation.recipientFor(sender),
        sending_client: 1,
        subject,
        content,
        date_sent: at,
        last_edit_time: isRecord(row['edited']) ? (secondsIn(row['edited'], 'ts') ?? null) : null,
        edit_history: null,
      })
      for (const user_profile of new Set([...conversation.members, sender])) {
        const bits = sent.mentioned.has(user_profile) ? EXPORT_FLAGS.mentioned : 0
        const flags_mask = bits | EXPORT_FLAGS.read
        this.#flags.push({ user_profile, message: this.#id, flags_mask })
      }
    }
    for (const reaction of readReactions(row, this.#directory, await readEmojiNames())) {
      this.#reactions.push({ message: first, ...reaction })
    }
    if (this.#messages.length >= FILE_MESSAGES_COUNT) await this.flush()
  }

  async #leaveOut(reason: string, place: string, row: ExportRow): Promise<void> {
    this.#count(reason, 1)
    const line = JSON.stringify({ reason, place, row })
    await appendFile(join(this.#folder, LEFT_OUT_FILE), `${line}\n`)
  }

  #count(reason: string, count: number): void {
    this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + count)
  }

  async flush(): Promise<void> {
    if (this.#messages.length === 0) return
    this.#files += 1
    const file = { zerver_message: this.#messages, zerver_usermessage: this.#flags }
    await writeFile(join(this.#folder, messageFileName(this.#files)), JSON.stringify(file))
    this.#messages = []
    this.#flags = []
  }

  tables(): Record<string, ExportRow[]> {
    return {
      zerver_client: [{ id: 1, name: 'Slack' }],
      zerver_reaction: this.#reactions.map((row, index) => ({ id: index + 1, ...row })),
      zerver_realm: [{ id: EXPORT_REALM_ID }],
      [LEFT_OUT_TABLE]: [...this.#leftOut].map(([reason, count]) => ({ reason, count })),
    }
  }
}
