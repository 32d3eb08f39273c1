import type { EmittedEvent } from '../events/event.ts'
import { loadMember } from '../kernel/requester.ts'
import type { Channel, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { channelGroups, loadKnownChannels } from './access.ts'
import { loadChannelRecords } from './channel-record.ts'
import { loadWatcherIds } from './subscriber-events.ts'

const NOBODY: ReadonlySet<number> = new Set()

/**
 * Makes a change that may change the visibility of channels, and notifies the users affected: a channel is created for those who
 * may know of it now and could not before, and deleted for those who no longer may.
 */
export async function keepVisibility(
  chat: Chat,
  unit: ChatWork,
  channelIds: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  const { tx, emit } = unit
  const nowMs = chat.now().getTime()
  const before = await watchersById(chat, tx, channelIds)
  await change()
  const channels = await channelsOf(tx, channelIds)
  const changed = await loadChannelRecords(tx, channels, nowMs)
  const after = await watchersById(chat, tx, channelIds)
  for (const { id } of channels) {
    const knew = before.get(id) ?? NOBODY
    const knows = after.get(id) ?? NOBODY
    const gone = [...knew].filter((user) => !knows.has(user))
    const come = [...knows].filter((user) => !knew.has(user))
    if (gone.length > 0) {
      emit({ payload: goneChannels([id]), to: { users: gone } })
    }
    if (come.length > 0) {
      const streams = changed.filter(({ stream_id }) => stream_id === id)
      emit({ payload: { type: 'stream', op: 'create', streams }, to: { users: come } })
    }
  }
}

/** Makes a change of one account, such as of its role, and tells it of channels that it knows now, or no longer. */
export async function keepVisibilityOf(
  chat: Chat,
  { tx, emit }: ChatWork,
  user: User,
  change: () => Promise<User>,
): Promise<void> {
  const nowMs = chat.now().getTime()
  const known = async (one: User) => {
    const requester = await loadMember(tx, { user: one, client: '' }, nowMs)
    const seen = await loadKnownChannels(tx, requester)
    return new Map(seen.map(({ channel }) => [channel.id, channel]))
  }
  const before = await known(user)
  const after = await known(await change())
  const gone = [...before.values()].filter(({ id }) => !after.has(id))
  const come = [...after.values()].filter(({ id }) => !before.has(id))
  const to = { users: [user.id] }
  if (gone.length > 0) emit({ payload: goneChannels(gone.map(({ id }) => id)), to })
  if (come.length > 0) {
    emit({
      payload: { type: 'stream', op: 'create', streams: await loadChannelRecords(tx, come, nowMs) },
      to,
    })
  }
}

/** Tells that channels are gone: their ids, and nothing of what the recipient may no longer know. */
export function goneChannels(ids: readonly number[]) {
  return {
    type: 'stream',
    op: 'delete',
    streams: ids.map((stream_id) => ({ stream_id })),
    stream_ids: ids,
  } satisfies EmittedEvent
}

/** Ids of the private channels that a user may know of through groups, direct or nested. */
export async function findChannelsOpenedByGroups(tx: Tx, groupId: number): Promise<number[]> {
  const within = await tx.selectFrom('chat_group_subgroup').selectAll().execute()
  const groups = new Set([groupId])
  for (let size = 0; size !== groups.size;) {
    size = groups.size
    for (const { group_id, subgroup_id } of within) {
      if (groups.has(subgroup_id)) groups.add(group_id)
    }
  }
  const channels = await tx
    .selectFrom('chat_channel')
    .select(['id', 'settings'])
    .where('is_private', '=', 1)
    .execute()
  return channels
    .filter((channel) => {
      const settings = channelGroups(channel)
      return (
        groups.has(settings.can_administer_channel_group) ||
        groups.has(settings.can_add_subscribers_group) ||
        groups.has(settings.can_subscribe_group)
      )
    })
    .map(({ id }) => id)
}

async function channelsOf(tx: Tx, ids: readonly number[]): Promise<Channel[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('chat_channel')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()
}

async function watchersById(
  chat: Chat,
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadonlySet<number>>> {
  const watchers = new Map<number, ReadonlySet<number>>()
  for (const channel of await channelsOf(tx, ids)) {
    watchers.set(channel.id, await loadWatcherIds(chat, tx, channel))
  }
  return watchers
}
