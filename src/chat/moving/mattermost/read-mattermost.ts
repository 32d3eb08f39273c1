import { basename } from 'node:path'
import { isRecord } from '../../../lib/is-record.ts'
import type {
  Conversion,
  FoundRow,
  SourceFormat,
  SourceMessage,
} from '../convert/convert-archive.ts'
import type { Conversation } from '../convert/directory.ts'
import type { SourceReaction } from '../convert/emoji.ts'
import type { SourceFile } from '../convert/message-writer.ts'
import { readLines } from '../convert/read-lines.ts'
import { REASONS } from '../convert/reasons.ts'
import type { SourceThread } from '../convert/thread-topics.ts'
import { flagIn, rowsIn, textIn } from '../import/values.ts'
import type { ExportRow } from '../rows.ts'
import { findFile, listBulkFiles, parseLine } from './bulk-files.ts'
import { accountKey, BulkDirectory, channelKey } from './directory.ts'
import { attachedText, convertText } from './markup.ts'

/** Longest line: a post with all of its replies. */
const LINE_MAX_BYTES = 64 * 1024 * 1024

/** How much is kept of a line that cannot be read. */
const UNREAD_MAX_CHARS = 10_000

/** The year 2286: times are below it. */
const TIME_END_MS = 1e13

/** Where a row stands, as the second reading needs it. */
interface Place {
  /** Why it is left out, where that is clear. */
  reason?: string
  team?: string
  channel?: string
  /** Names of the people in direct messages; absent in a channel. */
  members?: string[]
  thread?: SourceThread
}

/** A bulk export of Mattermost: lines of JSON, of which posts have their replies in them and come in no order. */
export const MATTERMOST: SourceFormat = {
  name: 'Mattermost',
  open(from, conversion) {
    return {
      rows: () => listRows(from, conversion),
      read: async (found) => readPost(from, found, conversion),
    }
  },
}

async function* listRows(from: string, conversion: Conversion): AsyncGenerator<FoundRow> {
  const directory = new BulkDirectory(from, conversion)
  const posts = new PostLines()
  for (const path of await listBulkFiles(from)) {
    for await (const { text, isWhole } of readLines(path, LINE_MAX_BYTES)) {
      const line = isWhole ? parseLine(text.replace(/^\uFEFF/, '')) : undefined
      const type = line && textIn(line, 'type')
      if (line === undefined || type === undefined || type === '') {
        const reason = isWhole
          ? 'lines that are no JSON of a bulk export'
          : 'lines that are too long'
        yield posts.unread(text.slice(0, UNREAD_MAX_CHARS), reason)
        continue
      }
      const value = line[type]
      if (type === 'version') continue
      if (type === 'post' || type === 'direct_post') yield* posts.read(type, value)
      else if (isRecord(value)) await directory.add(type, value)
      else await conversion.leftOut.add(`lines of type ${type.slice(0, 60)}`, '', line)
    }
  }
  await directory.end()
}

/** Takes posts apart into rows, a row for each of their replies. */
class PostLines {
  #threads = 0
  #lastMs = 1

  unread(row: unknown, reason: string): FoundRow {
    return { place: '', row, atMs: this.#lastMs, context: { reason } }
  }

  *read(type: 'post' | 'direct_post', post: unknown): Generator<FoundRow> {
    if (!isRecord(post)) {
      yield this.unread(post ?? null, REASONS.noMessage)
      return
    }
    const { replies, ...row } = post
    const place = placeOf(type, row)
    const entries = Array.isArray(replies) ? (replies as unknown[]) : []
    this.#threads += 1
    const first = this.#row(row, place, entries.length > 0)
    yield first
    for (const reply of entries) yield this.#row(reply, place, true, first.atMs)
  }

  #row(row: unknown, place: Place, isThreaded: boolean, threadMs?: number): FoundRow {
    const ms = isRecord(row) ? timeIn(row, 'create_at') : undefined
    this.#lastMs = ms ?? threadMs ?? this.#lastMs
    const atMs = this.#lastMs
    const thread = {
      key: `${this.#threads}`,
      atMs: threadMs ?? atMs,
      isFirst: threadMs === undefined,
    }
    return {
      place: place.members?.join(', ') ?? channelKey(place.team ?? '', place.channel ?? ''),
      row,
      atMs,
      ...(ms === undefined
        ? { timeReason: 'exact times of messages, which have that of one beside them' }
        : {}),
      context: { ...place, ...(isThreaded ? { thread } : {}) },
    }
  }
}

function placeOf(type: 'post' | 'direct_post', row: ExportRow): Place {
  if (type === 'post') return { team: textIn(row, 'team'), channel: textIn(row, 'channel') }
  const members = Array.isArray(row['channel_members']) ? row['channel_members'] : []
  return { members: [...new Set(members.map((name) => accountKey(String(name))))].toSorted() }
}

/** A time in milliseconds; undefined for what is none. */
function timeIn(row: ExportRow, name: string): number | undefined {
  const value = row[name]
  const isTime = typeof value === 'number' && value > 0 && value < TIME_END_MS
  return isTime ? value : undefined
}

async function readPost(
  root: string,
  { row, place, context = {} }: FoundRow,
  conversion: Conversion,
): Promise<SourceMessage | string> {
  const { reason, team = '', channel = '', members, thread } = context as Place
  if (reason !== undefined) return reason
  if (!isRecord(row)) return REASONS.noMessage
  const type = textIn(row, 'type')
  if (type.startsWith('system_')) return REASONS.notice
  const { directory, names } = conversion
  const props = isRecord(row['props']) ? row['props'] : {}
  const references = { names, team, mentioned: new Set<number>() }
  const texts = [textIn(row, 'message'), ...rowsIn(props['attachments']).map(attachedText)]
  const { files, missing } = await filesOf(root, row)
  const written = [...texts.map((text) => convertText(text, references)), ...missing]
    .filter((text) => text.trim() !== '')
    .join('\n')
  if (written === '' && files.length === 0) return REASONS.nothing
  const conversation = members
    ? directConversation(conversion, members)
    : directory.conversation(channelKey(team, channel))
  if (!conversation) {
    return members ? 'direct messages of which the archive names no reader' : REASONS.noPlace
  }
  await leaveOutBesides(conversion, place, row, missing)
  return {
    conversation,
    place,
    sender: senderOf(conversion, row, props),
    content: type === 'me' ? `/me ${written}` : written,
    thread,
    editedMs: timeIn(row, 'edit_at'),
    mentioned: references.mentioned,
    starredBy: namesIn(row['flagged_by']).flatMap((key) => directory.account(key)?.id ?? []),
    reactions: rowsIn(row['reactions']).map(readReaction),
    files,
  }
}

/** Direct messages between people; those of whom the archive has no more than the name become stubs. */
function directConversation(
  { directory }: Conversion,
  members: readonly string[],
): Conversation | undefined {
  if (members.length === 0) return undefined
  const key = `direct ${members.join(' ')}`
  if (!directory.conversation(key)) {
    directory.addDirect(
      key,
      members.map((name) => directory.accountOrStub(name)),
    )
  }
  return directory.conversation(key)
}

/** The sender of a post. What came by a webhook under another name has a bot of that name. */
function senderOf({ directory }: Conversion, row: ExportRow, props: ExportRow): number {
  const given = textIn(props, 'override_username')
  const isByWebhook = String(props['from_webhook']) === 'true' && given !== ''
  if (isByWebhook)
    return directory.addAccount({ key: `webhook ${given}`, name: given, isBot: true })
  return directory.accountOrStub(accountKey(textIn(row, 'user')) || 'unknown')
}

/** Files of a post, and the names of those that the archive does not hold. */
async function filesOf(
  root: string,
  row: ExportRow,
): Promise<{ files: SourceFile[]; missing: string[] }> {
  const files: SourceFile[] = []
  const missing: string[] = []
  for (const attachment of rowsIn(row['attachments'])) {
    const path = textIn(attachment, 'path')
    const file = await findFile(root, path)
    if (file) files.push({ ...file, name: basename(path) })
    else missing.push(basename(path) || 'file')
  }
  return { files, missing }
}

/** Names what a message has besides that has no place here. */
async function leaveOutBesides(
  { leftOut }: Conversion,
  place: string,
  row: ExportRow,
  missing: readonly string[],
): Promise<void> {
  const { user, create_at } = row
  for (const name of missing) await leftOut.add(REASONS.noFile, place, { user, create_at, name })
  if (flagIn(row, 'is_pinned')) await leftOut.add(REASONS.pin, place, { user, create_at })
  const followers = rowsIn(row['thread_followers'])
  if (followers.length > 0)
    await leftOut.add('followers of threads', place, { create_at, followers })
}

function namesIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map((name) => accountKey(String(name))) : []
}

function readReaction(reaction: ExportRow): SourceReaction {
  return { name: textIn(reaction, 'emoji_name'), accounts: [accountKey(textIn(reaction, 'user'))] }
}
