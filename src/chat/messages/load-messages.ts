import { topicLinkifiers } from '../organization/customs.ts'
import { usersById } from '../people/find.ts'
import type { Channel, Chat, Message, Reader, User } from '../port.ts'
import { rememberEach } from '../remembered.ts'
import type { Viewer } from '../viewer.ts'
import { editHistories } from './edit-history.ts'
import { flagNames } from './flags.ts'
import { membersOfKey } from './lanes.ts'
import { fitMessage, type MessageForm, type MessagePlace, sharedMessage } from './message-record.ts'
import { reactionsTo } from './reactions.ts'
import { readStates } from './read-state.ts'

/** Messages as a client reads them (spec 2.4), in the order of the rows, which the viewer may read. */
export async function loadMessages(
  chat: Chat,
  db: Reader,
  viewer: Viewer,
  rows: readonly Message[],
  form: MessageForm,
): Promise<Record<string, unknown>[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const conversations = await conversationMembers(db, rows)
  const users = await usersById(db, [
    ...rows.map(({ sender_id }) => sender_id),
    ...[...conversations.values()].flat(),
  ])
  const channels = await channelNames(db, rows)
  const reactions = await reactionsTo(db, ids)
  const linkifiers = await topicLinkifiers(chat, db)
  const histories = await editHistories(db, viewer.realm, rows)
  const states = viewer.user ? await readStates(db, viewer.user, ids) : new Map()
  return rows.flatMap((row) => {
    const sender = users.get(row.sender_id)
    if (!sender) return []
    const place = placeOf(row, channels, conversations, users)
    const shared = sharedMessage(chat, row, sender, place, linkifiers)
    const history = histories.get(row.id)
    const state = states.get(row.id)
    return [
      {
        ...fitMessage(chat, viewer, shared, sender, form),
        reactions: reactions.get(row.id) ?? [],
        ...(history ? { edit_history: history } : {}),
        flags: state ? flagNames(state) : ['read', 'historical'],
      },
    ]
  })
}

function placeOf(
  row: Message,
  channels: ReadonlyMap<number, string>,
  conversations: ReadonlyMap<number, readonly number[]>,
  users: ReadonlyMap<number, User>,
): MessagePlace {
  if (row.channel_id !== null) {
    return { channelId: row.channel_id, channelName: channels.get(row.channel_id) ?? '' }
  }
  const conversationId = row.conversation_id ?? 0
  const members = conversations.get(conversationId) ?? []
  return {
    conversationId,
    users: members.map((id) => users.get(id)).filter((user) => user !== undefined),
  }
}

async function channelNames(
  db: Reader,
  rows: readonly Message[],
): Promise<ReadonlyMap<number, string>> {
  const ids = rows.map(({ channel_id }) => channel_id).filter((id) => id !== null)
  const found = await rememberEach<Channel>(db, 'channel.id', ids, async (missing) =>
    db
      .selectFrom('chat_channel')
      .selectAll()
      .where('id', 'in', [...missing])
      .execute(),
  )
  return new Map([...found.values()].map(({ id, name }) => [id, name]))
}

/** User ids of the direct conversations that messages are in, by conversation. */
export async function conversationMembers(
  db: Reader,
  rows: readonly Pick<Message, 'conversation_id'>[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const ids = [...new Set(rows.map(({ conversation_id }) => conversation_id))].filter(
    (id) => id !== null,
  )
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('chat_conversation')
    .selectAll()
    .where('id', 'in', ids)
    .execute()
  return new Map(found.map(({ id, member_key }) => [id, membersOfKey(member_key)]))
}
