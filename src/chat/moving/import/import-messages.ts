import { escapeHtml } from '../../../lib/escape-html.ts'
import { isRecord } from '../../../lib/is-record.ts'
import { firstChars } from '../../../lib/text.ts'
import { reader } from '../../kernel/unit-of-work.ts'
import { MESSAGE_MAX_CHARS } from '../../limits.ts'
import { loadOrganizationSettings } from '../../organization/organization-settings.ts'
import { findCards } from '../../rendering/link-card.ts'
import { renderMessage, type OrganizationSettings } from '../../rendering/render-message.ts'
import { readTopic } from '../../topics/topic.ts'
import { EXPORT_FLAGS, type ExportRow, RECIPIENT_TYPES } from '../rows.ts'
import { loadNewPaths } from './import-files.ts'
import { ReceptionSpans } from './intervals.ts'
import { type Importing, importUnit } from './progress.ts'
import { type NewIds, rewriteContent } from './rewrite-content.ts'
import {
  type PlainEdit,
  type PlainFlags,
  type PlainMessage,
  storeMessages,
} from './store-messages.ts'
import { idIn, intIn, msIn, rowsIn, textIn, textOrNull } from './values.ts'

/** Messages in one unit of work, so that other writes do not wait long. */
const UNIT_MAX_MESSAGES = 250

/** Most edits of a message that are brought, the newest ones. */
const EDITS_MAX_COUNT = 100

/** Where messages of the export went, by the ids of its recipients. */
interface Places {
  channels: ReadonlyMap<number, number>
  /** A person, to whom a message is direct. */
  people: ReadonlyMap<number, number>
  groups: ReadonlyMap<number, readonly number[]>
  clients: ReadonlyMap<number, string>
}

/** Brings the messages in their order, with everybody's flags and earlier versions. */
export async function importMessages(importing: Importing): Promise<void> {
  const { chat, source } = importing
  const places = readPlaces(importing)
  const settings = {
    ...(await loadOrganizationSettings(chat, reader(chat))),
    alertWords: new Map<number, readonly string[]>(),
  }
  const ids: NewIds = {
    idOf: (kind, old) => importing.ids.get(`${kind}:${old}`),
    paths: await loadNewPaths(importing),
    state: importing.state,
  }
  const channels = [...importing.ids].filter(([key]) => key.startsWith('channel:'))
  const spans = await ReceptionSpans.load(
    chat,
    channels.map(([, id]) => id),
  )
  for (const name of source.messageFiles) {
    if (importing.state.done[`${name} whole`] === 1) continue
    const done = importing.state.done[name] ?? 0
    const { messages, flags } = await source.readMessages(name)
    const flagsOf = Map.groupBy(flags, (row) => row['message'])
    for (let start = done; start < messages.length || start === 0; start += UNIT_MAX_MESSAGES) {
      const rows = messages.slice(start, start + UNIT_MAX_MESSAGES)
      const read: PlainMessage[] = []
      let left = 0
      for (const row of rows) {
        const message = await readMessage(importing, places, ids, settings, row, flagsOf)
        if (message) read.push(message)
        else left += 1
      }
      for (const { id, sentChannelId, flags: own } of read) {
        if (sentChannelId === null) continue
        const receivers = own.filter(({ bits }) => (bits & EXPORT_FLAGS.historical) === 0)
        spans.note(sentChannelId, id, new Set(receivers.map(({ userId }) => userId)))
      }
      const changes = spans.takeChanges()
      await importUnit(importing, async (unit) => {
        await storeMessages(chat, unit, read, changes)
        unit.brought('messages', read.length)
        unit.leaveOut('messages of unknown people or to unknown places', left)
        unit.state.done[name] = start + rows.length
        if (start + rows.length >= messages.length) {
          delete unit.state.done[name]
          unit.state.done[`${name} whole`] = 1
        }
      })
    }
  }
}

function readPlaces({ source, ids }: Importing): Places {
  const recipients = source.rows('zerver_recipient')
  const ofType = (type: number, kind: 'channel' | 'user') =>
    new Map(
      recipients
        .filter((row) => row['type'] === type)
        .flatMap((row): [number, number][] => {
          const id = ids.get(`${kind}:${idIn(row, 'type_id')}`)
          return id === undefined ? [] : [[intIn(row, 'id'), id]]
        }),
    )
  const groupIds = new Set(
    recipients.filter((row) => row['type'] === RECIPIENT_TYPES.group).map((row) => row['id']),
  )
  const members = source.rows('zerver_subscription').flatMap((row): [number, number][] => {
    const user = ids.get(`user:${idIn(row, 'user_profile')}`)
    return user === undefined || !groupIds.has(row['recipient'])
      ? []
      : [[intIn(row, 'recipient'), user]]
  })
  return {
    channels: ofType(RECIPIENT_TYPES.channel, 'channel'),
    people: ofType(RECIPIENT_TYPES.person, 'user'),
    groups: new Map(
      [...Map.groupBy(members, ([recipient]) => recipient)].map(([recipient, list]) => [
        recipient,
        list.map(([, user]) => user),
      ]),
    ),
    clients: new Map(
      source
        .rows('zerver_client')
        .map((row) => [intIn(row, 'id'), firstChars(textIn(row, 'name'), 30)]),
    ),
  }
}

async function readMessage(
  importing: Importing,
  places: Places,
  ids: NewIds,
  settings: OrganizationSettings,
  row: ExportRow,
  flagsOf: ReadonlyMap<unknown, readonly ExportRow[]>,
): Promise<PlainMessage | undefined> {
  const { state } = importing
  const old = idIn(row, 'id')
  const sender = ids.idOf('user', intIn(row, 'sender'))
  const recipient = intIn(row, 'recipient')
  const sentMs = msIn(row, 'date_sent')
  const channelId = places.channels.get(recipient) ?? null
  const other = places.people.get(recipient)
  const group = places.groups.get(recipient)
  if (old === undefined || sender === undefined || sentMs === undefined) return undefined
  const userIds = channelId === null ? directUsers(sender, other, group) : []
  if (channelId === null && userIds.length === 0) return undefined
  const content = firstChars(rewriteContent(textIn(row, 'content'), ids), MESSAGE_MAX_CHARS)
  const edits = readEdits(row, ids)
  const flags = (flagsOf.get(row['id']) ?? []).flatMap((flag): PlainFlags[] => {
    const userId = ids.idOf('user', intIn(flag, 'user_profile'))
    return userId === undefined ? [] : [{ userId, bits: intIn(flag, 'flags_mask') }]
  })
  const firstMove = edits.findLast(({ prev_channel_id }) => prev_channel_id !== null)
  return {
    id: old + state.offset,
    senderId: sender,
    channelId,
    sentChannelId: channelId === null ? null : (firstMove?.prev_channel_id ?? channelId),
    topic: channelId === null ? '' : safeTopic(textIn(row, 'subject')),
    userIds,
    content,
    rendered: await renderImported(importing, content, textIn(row, 'rendered_content'), settings),
    sentMs,
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
  }
}

function directUsers(
  sender: number,
  other: number | undefined,
  group: readonly number[] | undefined,
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

/** Edits, newest first. */
function readEdits(row: ExportRow, ids: NewIds): PlainEdit[] {
  const text = textIn(row, 'edit_history')
  if (text === '') return []
  let entries: ExportRow[]
  try {
    entries = rowsIn(JSON.parse(text)).filter(isRecord).slice(0, EDITS_MAX_COUNT)
  } catch {
    return []
  }
  return entries.map((entry) => {
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
  })
}
