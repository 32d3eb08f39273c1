import { escapeHtml } from '../../../lib/escape-html.ts'
import { isRecord } from '../../../lib/is-record.ts'
import { countChars, firstChars } from '../../../lib/text.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { MESSAGE_MAX_CHARS, TOPIC_MAX_CHARS } from '../../limits.ts'
import { findCards } from '../../rendering/link-card.ts'
import { renderMessage, type OrganizationSettings } from '../../rendering/render-message.ts'
import { readTopic } from '../../topics/topic.ts'
import { EXPORT_FLAGS, type ExportRow, FOR_MEMBERS } from '../rows.ts'
import type { Importing } from './progress.ts'
import type { Places } from './read-places.ts'
import { type NewIds, rewriteContent } from './rewrite-content.ts'
import type { PlainEdit, PlainFlags, PlainMessage } from './store-messages.ts'
import { idIn, intIn, msIn, rowsIn, textIn, textOrNull } from './values.ts'

/** Most edits of a message that are brought, the newest ones. */
const EDITS_MAX_COUNT = 100

/** What reading messages takes. */
export interface Reading {
  importing: Importing
  places: Places
  ids: NewIds
  settings: OrganizationSettings
}

/** How far the messages of an export were read. */
export interface Course {
  /** The highest id that a message had there. */
  id: number
  /** When the last message was sent, in milliseconds. */
  ms: number
}

/** A message that is brought, and what of it is not. */
export interface ReadMessage {
  message: PlainMessage
  losses: readonly string[]
}

const NOBODY: ReadonlySet<number> = new Set()

/** Reads an entry of a file of messages, or says why it is left out. */
export async function readEntry(
  reading: Reading,
  course: Course,
  entry: unknown,
  flagsOf: ReadonlyMap<unknown, readonly ExportRow[]>,
): Promise<ReadMessage | string> {
  const { importing, places, ids } = reading
  const { lastId, offset } = importing.state
  if (!isRecord(entry)) return 'entries that are no messages'
  const old = idIn(entry, 'id')
  if (old === undefined) return 'messages without an id'
  if (old <= course.id || old > lastId - offset) return 'messages with an id that another one has'
  course.id = old
  const sentMs = msIn(entry, 'date_sent')
  course.ms = sentMs ?? course.ms
  const sender = ids.idOf('user', intIn(entry, 'sender'))
  const recipient = intIn(entry, 'recipient')
  const channelId = places.channels.get(recipient) ?? null
  const userIds =
    sender === undefined || channelId !== null
      ? []
      : directUsers(sender, places.people.get(recipient), places.groups.get(recipient))
  if (sender === undefined || (channelId === null && userIds.length === 0)) {
    return 'messages of unknown people or to unknown places'
  }
  if (typeof entry['content'] !== 'string') return 'messages without a text'
  return readMessage(reading, entry, flagsOf.get(entry['id']) ?? [], {
    id: old + offset,
    senderId: sender,
    channelId,
    userIds,
    sentMs: course.ms,
    lostTime: sentMs === undefined,
  })
}

/** Facts of a message that are clear before its text is read. */
type Known = Pick<PlainMessage, 'id' | 'senderId' | 'channelId' | 'userIds' | 'sentMs'>

async function readMessage(
  { importing, places, ids, settings }: Reading,
  row: ExportRow,
  flagRows: readonly ExportRow[],
  { lostTime, ...known }: Known & { lostTime: boolean },
): Promise<ReadMessage> {
  const { channelId, senderId } = known
  const whole = rewriteContent(textIn(row, 'content'), ids)
  const content = firstChars(whole, MESSAGE_MAX_CHARS)
  const subject = channelId === null ? '' : textIn(row, 'subject')
  const { edits, isCut } = readEdits(row, ids)
  const flags = flagRows.flatMap((flag): PlainFlags[] => {
    const userId = ids.idOf('user', intIn(flag, 'user_profile'))
    return userId === undefined ? [] : [{ userId, bits: intIn(flag, 'flags_mask') }]
  })
  const isForMembers = row[FOR_MEMBERS] === true
  if (isForMembers) flags.push(...readByAll(places, known, flags))
  const firstMove = edits.findLast(({ prev_channel_id }) => prev_channel_id !== null)
  const received = flags.filter(({ bits }) => (bits & EXPORT_FLAGS.historical) === 0)
  const rendered = textIn(row, 'rendered_content')
  const message: PlainMessage = {
    ...known,
    senderId,
    sentChannelId: channelId === null ? null : (firstMove?.prev_channel_id ?? channelId),
    topic: safeTopic(subject),
    content,
    rendered: await renderImported(importing, content, rendered, settings),
    editedMs: lastOf(edits, ({ prev_content }) => prev_content !== null) ?? oldEdit(row, edits),
    movedMs: lastOf(edits, ({ topic, channel_id }) => topic !== null || channel_id !== null),
    client: places.clients.get(intIn(row, 'sending_client')) || 'unknown',
    edits: await Promise.all(
      edits.map(async (edit) => ({
        ...edit,
        prev_rendered:
          edit.prev_content === null
            ? null
            : (
                await renderImported(
                  importing,
                  edit.prev_content,
                  edit.prev_rendered ?? '',
                  settings,
                )
              ).html,
      })),
    ),
    flags,
    receivers: isForMembers
      ? (places.members.get(channelId ?? 0) ?? NOBODY)
      : new Set(received.map(({ userId }) => userId)),
  }
  const losses = [
    ...(lostTime ? ['exact times of messages, which have that of the one before'] : []),
    ...(content === whole ? [] : ['ends of texts that were too long for a message']),
    ...(countChars(subject.trim()) > TOPIC_MAX_CHARS ? ['ends of topics that were too long'] : []),
    ...(isCut ? ['earlier versions of messages that had very many, or in an unknown form'] : []),
  ]
  return { message, losses }
}

/** Flags of those who have read what a conversion wrote, and whose read marks may not say so: the sender, and older accounts. */
function readByAll(
  { members, olderAccounts }: Places,
  { channelId, senderId, userIds }: Known,
  flags: readonly PlainFlags[],
): PlainFlags[] {
  const receivers = channelId === null ? new Set(userIds) : (members.get(channelId) ?? NOBODY)
  const flagged = new Set(flags.map(({ userId }) => userId))
  const older = [...olderAccounts].filter((id) => receivers.has(id))
  return [...new Set([senderId, ...older])]
    .filter((userId) => !flagged.has(userId))
    .map((userId) => ({ userId, bits: EXPORT_FLAGS.read }))
}

function directUsers(
  sender: number,
  other: number | undefined,
  group: ReadonlySet<number> | undefined,
): number[] {
  if (group) return [...new Set([...group, sender])]
  return other === undefined ? [] : [...new Set([sender, other])]
}

function safeTopic(subject: string): string {
  return readTopic(subject.replaceAll(/[\p{Cc}\p{Cs}\p{Cn}]/gu, ''))
}

/**
 * Renders a text anew: of its former HTML only the text of cards is kept, so that no page is read again. What is too much for the
 * renderer is shown as it was written.
 */
async function renderImported(
  { chat }: Importing,
  content: string,
  former: string,
  settings: OrganizationSettings,
) {
  try {
    return await renderMessage(reader(chat), content, { settings, cards: findCards(former) })
  } catch {
    const html = `<p>${escapeHtml(content).replaceAll('\n', '<br>\n')}</p>`
    return { ...(await renderMessage(reader(chat), '', {})), html }
  }
}

function lastOf(edits: readonly PlainEdit[], is: (edit: PlainEdit) => boolean): number | null {
  return edits.find(is)?.edited_at ?? null
}

/** The time of an edit of which nothing is kept. */
function oldEdit(row: ExportRow, edits: readonly PlainEdit[]): number | null {
  return edits.length > 0 ? null : (msIn(row, 'last_edit_time') ?? null)
}

/** Edits, newest first, and whether there are more than are brought. */
function readEdits(row: ExportRow, ids: NewIds): { edits: PlainEdit[]; isCut: boolean } {
  const text = textIn(row, 'edit_history')
  if (text === '') return { edits: [], isCut: false }
  let entries: ExportRow[]
  try {
    entries = rowsIn(JSON.parse(text))
  } catch {
    return { edits: [], isCut: true }
  }
  const edits = entries.slice(0, EDITS_MAX_COUNT).map((entry) => readEdit(entry, ids))
  return { edits, isCut: entries.length > EDITS_MAX_COUNT }
}

function readEdit(entry: ExportRow, ids: NewIds): PlainEdit {
  const has = (name: string) => typeof entry[name] === 'string'
  const channel = (name: string) => ids.idOf('channel', intIn(entry, name)) ?? null
  const isMove = channel('prev_stream') !== null && channel('stream') !== null
  return {
    user_id: ids.idOf('user', intIn(entry, 'user_id')) ?? null,
    edited_at: msIn(entry, 'timestamp') ?? 0,
    prev_content: has('prev_content')
      ? firstChars(rewriteContent(textIn(entry, 'prev_content'), ids), MESSAGE_MAX_CHARS)
      : null,
    prev_rendered: textOrNull(entry, 'prev_rendered_content'),
    prev_topic: has('prev_topic') ? safeTopic(textIn(entry, 'prev_topic')) : null,
    topic: has('topic') ? safeTopic(textIn(entry, 'topic')) : null,
    prev_channel_id: isMove ? channel('prev_stream') : null,
    channel_id: isMove ? channel('stream') : null,
  }
}
