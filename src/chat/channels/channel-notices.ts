import { fenceFor } from '../../markdown/code.ts'
import type { Channel, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { findAnnouncementChannel, mention, sayAsServer } from '../messages/send/say-as-server.ts'
import { loadRealm } from '../organization/store-realm.ts'

/** Topic in which a channel tells of its own changes. */
const CHANNEL_EVENTS_TOPIC = 'channel events'

/** Topic in which new channels are announced. */
const NEW_CHANNELS_TOPIC = 'new channels'

/** New subscriptions by one call, above which nobody is told by a message of their own. */
export const SUBSCRIPTION_NOTICES_MAX_COUNT = 100

/** Says in a channel that it was renamed, described anew, or opened or closed to others. */
export async function announceChannelChange(
  chat: Chat,
  unit: ChatWork,
  who: User,
  before: Channel,
  after: Channel,
): Promise<void> {
  const realm = await loadRealm(unit.tx)
  if (!realm.send_channel_events_messages || after.is_archived) return
  const say = async (text: string) => {
    const topic = after.topics_policy === 'empty_topic_only' ? '' : CHANNEL_EVENTS_TOPIC
    await sayAsServer(chat, unit, { channel: after, topic }, text)
  }
  if (before.name !== after.name) {
    await say(`${mention(who)} renamed channel ${quoted(before.name)} to ${quoted(after.name)}.`)
  }
  if (before.description !== after.description) {
    const lines = [
      `${mention(who)} changed the description for this channel.`,
      '* **Old description:**',
      block(before.description),
      '* **New description:**',
      block(after.description),
    ]
    await say(lines.join('\n'))
  }
  if (accessOf(before) !== accessOf(after)) {
    await say(
      `${mention(who)} changed the access permissions for this channel from **${accessOf(before)}** to **${accessOf(after)}**.`,
    )
  }
}

function accessOf({ is_private, is_web_public, has_shared_history }: Channel): string {
  if (is_web_public) return 'Web-public'
  if (!is_private) return 'Public'
  return has_shared_history ? 'Private, shared history' : 'Private, protected history'
}

/** A name in bold, which it cannot end. */
function quoted(name: string): string {
  return `**${name.replaceAll('*', '')}**`
}

function block(text: string): string {
  const fence = fenceFor(text)
  return `${fence}text\n${text === '' ? '(none)' : text}\n${fence}`
}

/** Announces new public channels where the organization has a channel for that. */
export async function announceNewChannels(
  chat: Chat,
  unit: ChatWork,
  who: User,
  channels: readonly Channel[],
): Promise<void> {
  const open = channels.filter(({ is_private }) => !is_private)
  if (open.length === 0) return
  const { new_stream_announcements_stream_id: id } = await loadRealm(unit.tx)
  const channel = await findAnnouncementChannel(unit.tx, id)
  if (!channel) return
  const text =
    open.length === 1
      ? `${mention(who)} created a new channel ${linked(open[0]!)}.`
      : `${mention(who)} created the following new channels: ${open.map(linked).join(', ')}.`
  await sayAsServer(chat, unit, { channel, topic: NEW_CHANNELS_TOPIC }, text)
}

function linked({ name }: Channel): string {
  return `#**${name}**`
}

/** New subscribers of a channel. */
export interface Joined {
  channel: Channel
  users: readonly User[]
}

/**
 * Tells people that somebody else has subscribed them, each by one message; bots are not told, and nobody where one call has
 * subscribed very many. Returns whether they were told.
 */
export async function tellSubscribed(
  chat: Chat,
  unit: ChatWork,
  who: User,
  joined: readonly Joined[],
): Promise<boolean> {
  const count = joined.reduce((sum, { users }) => sum + users.length, 0)
  if (count > SUBSCRIPTION_NOTICES_MAX_COUNT) return false
  const pairs = joined.flatMap(({ channel, users }) => users.map((user) => ({ channel, user })))
  const notified = pairs.filter(({ user }) => user.id !== who.id && !user.is_bot)
  for (const [, own] of Map.groupBy(notified, ({ user }) => user.id)) {
    const [first] = own
    if (!first) continue
    const text =
      own.length === 1
        ? `${mention(who)} subscribed you to ${linked(first.channel)}.`
        : `${mention(who)} subscribed you to the following channels:\n\n${own.map(({ channel }) => `* ${linked(channel)}`).join('\n')}`
    await sayAsServer(chat, unit, { to: first.user }, text)
  }
  return true
}
