import { canReadChannel, type SeenChannel } from '../channels/access.ts'
import { badRequest } from '../failures.ts'
import type { Message, Reader } from '../port.ts'
import type { Viewer } from '../viewer.ts'
import { readStates } from './read-state.ts'

/** A message that the viewer may read, with its channel where it is in one. */
export interface SeenMessage {
  message: Message
  seen: SeenChannel | undefined
}

/** The message of an id. Throws alike for one that does not exist and one that the viewer may not read. */
export async function messageById(db: Reader, viewer: Viewer, id: number): Promise<SeenMessage> {
  const [found] = await readableMessages(db, viewer, [id])
  if (!found) throw badRequest('Invalid message(s)')
  return found
}

/** The messages among the ids that the viewer may read, by id. */
export async function readableMessages(
  db: Reader,
  viewer: Viewer,
  ids: readonly number[],
): Promise<SeenMessage[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('chat_message')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  const channels = await channelsOf(db, viewer, rows)
  const states = viewer.user
    ? await readStates(
        db,
        viewer.user,
        rows.map(({ id }) => id),
      )
    : new Map<number, { isReceived: boolean }>()
  return rows.flatMap((message): SeenMessage[] => {
    const wasReceived = states.get(message.id)?.isReceived ?? false
    if (message.channel_id === null) return wasReceived ? [{ message, seen: undefined }] : []
    const seen = channels.get(message.channel_id)
    if (!seen || !canReadChannel(viewer, seen)) return []
    return seen.channel.has_shared_history || wasReceived ? [{ message, seen }] : []
  })
}

async function channelsOf(
  db: Reader,
  { user }: Viewer,
  rows: readonly Message[],
): Promise<ReadonlyMap<number, SeenChannel>> {
  const ids = [...new Set(rows.map(({ channel_id }) => channel_id))].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const channels = await db.selectFrom('chat_channel').selectAll().where('id', 'in', ids).execute()
  const subscriptions = await db
    .selectFrom('chat_subscription')
    .selectAll()
    .where('user_id', '=', user?.id ?? 0)
    .where('channel_id', 'in', ids)
    .execute()
  return new Map(
    channels.map((channel) => [
      channel.id,
      { channel, subscription: subscriptions.find(({ channel_id }) => channel_id === channel.id) },
    ]),
  )
}
