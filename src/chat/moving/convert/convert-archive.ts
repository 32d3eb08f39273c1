import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isThere } from '../../../files/archive/unpack.ts'
import { EXPORT_REALM_ID, LEFT_OUT_TABLE, MESSAGES_FOUND_TABLE, type ExportRow } from '../rows.ts'
import { type Conversation, Directory, type SourceNames } from './directory.ts'
import { SourceEmoji, type SourceReaction } from './emoji.ts'
import { LeftOut } from './left-out.ts'
import { linkFile, MessageWriter, type SourceFile } from './message-writer.ts'
import { OrderedRows } from './ordered-rows.ts'
import { type SourceThread, ThreadTopics } from './thread-topics.ts'

/** A row of an archive that may be a message. */
export interface FoundRow {
  /** Where it stands, for whoever looks for it. */
  place: string
  row: unknown
  atMs: number
  /** Why the time is not its own; absent where it is. */
  timeReason?: string
  /** More of it that the format knows where it stands. */
  context?: ExportRow
}

/** A message of an archive, as it is read. */
export interface SourceMessage {
  conversation: Conversation
  /** Names the conversation. */
  place: string
  sender: number
  content: string
  thread?: SourceThread | undefined
  editedMs?: number | undefined
  mentioned?: Iterable<number>
  starredBy?: Iterable<number>
  reactions?: readonly SourceReaction[]
  files?: readonly SourceFile[]
}

/** What a conversion brings together, whatever the format. */
export interface Conversion {
  directory: Directory
  emoji: SourceEmoji
  names: SourceNames
  leftOut: LeftOut
  /** Further tables. */
  tables: Record<string, ExportRow[]>
  /** Keeps a picture of an account or of an emoji. */
  keepPicture(kind: 'avatars' | 'emoji', id: number, path: string): Promise<void>
}

/** An archive that is opened, of one format. */
export interface SourceArchive {
  /** Reads accounts and places into the directory, and yields all that may be a message, in any order. */
  rows(): AsyncIterable<FoundRow>
  /** Reads a row, in the order of times, or says why it is left out. */
  read(found: FoundRow): Promise<SourceMessage | string>
}

/** A format of archives. */
export interface SourceFormat {
  /** Name of the service. */
  name: string
  open(from: string, conversion: Conversion): SourceArchive
}

/** Called as a conversion goes on, with how many rows were found and how many were written. */
export type ConversionProgress = (found: number, written: number) => void

/** Rows between two calls of who wants to know how far it is. */
const PROGRESS_ROWS = 1_000

/**
 * Writes an archive, unpacked, as an export in the public server's format; returns its folder. Threads become topics. Each row that
 * may be a message becomes one, or is left out by name: what is left out is in a table and a file of its own.
 */
export async function convertArchive(
  format: SourceFormat,
  from: string,
  to: string,
  onProgress: ConversionProgress = () => {},
): Promise<string> {
  if (await isThere(join(to, 'realm.json'))) return to
  const part = `${to}.part`
  await rm(part, { recursive: true, force: true })
  await mkdir(part, { recursive: true, mode: 0o700 })
  const pictures = { avatars: [] as ExportRow[], emoji: [] as ExportRow[] }
  const directory = new Directory(format.name.toLowerCase())
  const emoji = await SourceEmoji.load()
  const conversion: Conversion = {
    directory,
    emoji,
    names: {
      account: (key) => directory.account(key),
      channel: (key) => directory.channel(key),
      renameEmoji: (text) => emoji.rename(text),
    },
    leftOut: new LeftOut(part),
    tables: {},
    async keepPicture(kind, id, path) {
      await linkFile(path, join(part, kind, `${id}.original`))
      const record = { path: `${id}.original`, s3_path: `${id}.original` }
      pictures[kind].push({ ...record, user_profile_id: id, file_name: `${id}` })
    },
  }
  const { leftOut } = conversion
  const counts = await convertRows(format, from, part, conversion, onProgress)
  for (const [kind, rows] of Object.entries(pictures)) {
    await mkdir(join(part, kind), { recursive: true, mode: 0o700 })
    await writeFile(join(part, kind, 'records.json'), JSON.stringify(rows))
  }
  await leftOut.flush()
  const tables = {
    ...directory.tables,
    ...conversion.tables,
    zerver_realmemoji: emoji.table,
    zerver_client: [{ id: 1, name: format.name }],
    zerver_realm: [{ id: EXPORT_REALM_ID }],
    [LEFT_OUT_TABLE]: leftOut.table,
    [MESSAGES_FOUND_TABLE]: [counts],
  }
  await writeFile(join(part, 'realm.json'), JSON.stringify(tables))
  await mkdir(dirname(to), { recursive: true })
  await rename(part, to)
  return to
}

async function convertRows(
  format: SourceFormat,
  from: string,
  part: string,
  conversion: Conversion,
  onProgress: ConversionProgress,
): Promise<{ found: number; left_out: number }> {
  const { directory, leftOut, emoji } = conversion
  const source = format.open(from, conversion)
  const rows = new OrderedRows<FoundRow>(join(part, 'rows'))
  let [count, written, leftOutCount] = [0, 0, 0]
  for await (const found of source.rows()) {
    await rows.add(found.atMs, found)
    count += 1
    if (count % PROGRESS_ROWS === 0) onProgress(count, 0)
  }
  const topics = new ThreadTopics(`imported from ${format.name}`)
  const writer = new MessageWriter(part)
  for await (const found of rows.inOrder()) {
    const message = await source.read(found)
    written += 1
    if (written % PROGRESS_ROWS === 0) onProgress(count, written)
    if (typeof message === 'string') {
      leftOutCount += 1
      await leftOut.add(message, found.place, found.row)
      continue
    }
    if (found.timeReason !== undefined) leftOut.count(found.timeReason)
    const { conversation, place, sender, thread, content } = message
    await writer.add({
      sender,
      recipient: conversation.recipientFor(sender),
      topic: conversation.isDirect ? '' : topics.topicOf(place, thread, content),
      content,
      files: message.files ?? [],
      atSeconds: found.atMs / 1_000,
      editedSeconds: message.editedMs === undefined ? undefined : message.editedMs / 1_000,
      mentioned: [...(message.mentioned ?? [])].filter((id) => conversation.members.has(id)),
      starredBy: message.starredBy ?? [],
      reactions: emoji.reactions(message.reactions ?? [], directory),
    })
  }
  await writer.flush()
  return { found: count, left_out: leftOutCount }
}
