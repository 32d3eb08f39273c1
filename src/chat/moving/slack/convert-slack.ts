import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isThere } from '../../../files/archive/unpack.ts'
import { readAnyJson } from '../import/source.ts'
import { rowsIn, textIn } from '../import/values.ts'
import {
  EXPORT_FLAGS,
  EXPORT_REALM_ID,
  type ExportRow,
  FILE_MESSAGES_COUNT,
  messageFileName,
} from '../rows.ts'
import { type Conversation, readDirectory, type SlackDirectory } from './directory.ts'
import { readMarkup } from './markup.ts'
import { readEmojiNames, readReactions } from './reactions.ts'
import { topicOf } from './threads.ts'

/** Subtypes that say who came and went: they are left out. */
const COMINGS = new Set([
  'channel_join',
  'channel_leave',
  'group_join',
  'group_leave',
  'channel_archive',
  'channel_unarchive',
  'channel_name',
  'channel_topic',
  'channel_purpose',
])

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
  for (const day of await listDays(from, directory)) await writer.addDay(day)
  await writer.flush()
  const tables = { ...directory.tables, ...writer.tables() }
  await writeFile(join(part, 'realm.json'), JSON.stringify(tables))
  await mkdir(dirname(to), { recursive: true })
  await rename(part, to)
  return to
}

/** Files of all conversations for one day. */
interface Day {
  files: { conversation: Conversation; path: string }[]
}

async function listDays(from: string, { conversations }: SlackDirectory): Promise<Day[]> {
  const days = new Map<string, Day>()
  for (const conversation of conversations) {
    const folder = join(from, conversation.folder)
    const names = await readdir(folder).catch(() => [])
    for (const name of names.filter((one) => /^\d{4}-\d\d-\d\d\.json$/.test(one))) {
      const day = days.get(name) ?? { files: [] }
      days.set(name, day)
      day.files.push({ conversation, path: join(folder, name) })
    }
  }
  return [...days].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, day]) => day)
}

interface Found {
  conversation: Conversation
  row: ExportRow
  /** Seconds. */
  at: number
}

/** Gives messages ids in the order of their times, and writes them a file's worth at a time. */
class MessageWriter {
  readonly #folder: string
  readonly #directory: SlackDirectory
  readonly #reactions: ExportRow[] = []
  readonly #leftOut: ExportRow[] = []
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

  async addDay({ files }: Day): Promise<void> {
    const found: Found[] = []
    for (const { conversation, path } of files) {
      for (const row of rowsIn(await readAnyJson(path))) {
        found.push({ conversation, row, at: Number(textIn(row, 'ts')) })
      }
    }
    found.sort((a, b) => a.at - b.at)
    for (const one of found) await this.#add(one)
  }

  async #add({ conversation, row, at }: Found): Promise<void> {
    const sender = this.#directory.senderOf(row)
    const isMessage = textIn(row, 'type') === 'message' && !COMINGS.has(textIn(row, 'subtype'))
    if (sender === undefined || !isMessage || !(at > 0)) {
      this.#leftOut.push({})
      return
    }
    const { content, mentioned } = readMarkup(row, this.#directory)
    if (content === '') {
      this.#leftOut.push({})
      return
    }
    this.#id += 1
    const id = this.#id
    const edited = row['edited'] as ExportRow | undefined
    this.#messages.push({
      id,
      sender,
      recipient: conversation.recipientFor(sender),
      sending_client: 1,
      subject: conversation.isDirect ? '' : topicOf(conversation, row, content, this.#topics),
      content,
      date_sent: at,
      last_edit_time: edited ? Number(textIn(edited, 'ts')) || null : null,
      edit_history: null,
    })
    for (const user_profile of new Set([...conversation.members, sender])) {
      const bits = mentioned.has(user_profile) ? EXPORT_FLAGS.mentioned : 0
      this.#flags.push({ user_profile, message: id, flags_mask: bits | EXPORT_FLAGS.read })
    }
    for (const reaction of readReactions(row, this.#directory, await readEmojiNames())) {
      this.#reactions.push({ message: id, ...reaction })
    }
    if (this.#messages.length >= FILE_MESSAGES_COUNT) await this.flush()
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
      slack_notices: this.#leftOut,
    }
  }
}
