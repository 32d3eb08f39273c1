import { badRequest } from '../kernel/failures.ts'
import { isAdministrator, isGuest, loadMember, type Member } from '../kernel/requester.ts'
import type { Channel, Reader, User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { growDirectory } from '../organization/directory-space.ts'
import {
  canAdministerChannel,
  canReadChannel,
  channelGroups,
  isSubscribed,
  type SeenChannel,
} from './access.ts'
import { addChannel } from './add-channel.ts'
import { announceNewChannels, type Joined, tellSubscribed } from './channel-notices.ts'
import {
  type ChannelWishes,
  mayCreate,
  readRetention,
  requireCreation,
  pickGroupSettings,
} from './creation-policy.ts'
import { subscribeUsers } from './subscribe-users.ts'
import { requireSubscriptionCount, loadPrincipalsOrCaller } from './subscribers.ts'
import { readColor } from './subscription-properties.ts'
import { planUnsubscribe, type Unsubscribed } from './unsubscribe.ts'

/** Channels that the caller wants to join, and names of those to leave. */
export interface SubscriptionChange {
  add: readonly WishedChannel[]
  delete: readonly string[]
}

/** Subscribes the caller to some channels and unsubscribes from others, all or nothing. */
export async function changeSubscriptions(
  chat: Chat,
  actor: Actor,
  { add, delete: leave }: SubscriptionChange,
): Promise<Subscribed & Unsubscribed> {
  if (add.length === 0 && leave.length === 0) {
    throw badRequest('Nothing to do. Specify at least one of "add" or "delete".')
  }
  const joinThem = await planSubscribe(chat, actor, {
    subscriptions: add,
    authorization_errors_fatal: true,
    invite_only: false,
    is_web_public: false,
    is_default_stream: false,
    announce: false,
    send_new_subscription_messages: false,
  })
  const leaveThem = await planUnsubscribe(chat, actor, leave)
  return writeChat(chat, async (unit) => ({
    ...(await joinThem(unit)),
    ...(await leaveThem(unit)),
  }))
}

/** A channel to subscribe to; the description is used only when it is created. */
export interface WishedChannel {
  name: string
  description?: string | undefined
  color?: string | undefined
}

/** A request to subscribe; missing channels are created. */
export interface SubscribeWish extends ChannelWishes {
  subscriptions: readonly WishedChannel[]
  principals?: number[] | string[] | undefined
  /** Whether one channel that may not be joined fails the whole call. */
  authorization_errors_fatal: boolean
  /** Whether new channels are announced, where the organization has a channel for that. */
  announce: boolean
  /** Whether those whom somebody else subscribes are told. */
  send_new_subscription_messages: boolean
}

/** Names of channels, by user id. */
export interface Subscribed {
  subscribed: Record<string, string[]>
  already_subscribed: Record<string, string[]>
  unauthorized?: string[]
  new_subscription_messages_sent: boolean
}

/** Subscribes the caller or others to channels; missing channels are created. */
export async function subscribe(
  chat: Chat,
  actor: Actor,
  wish: SubscribeWish,
): Promise<Subscribed> {
  return writeChat(chat, await planSubscribe(chat, actor, wish))
}

/** Checks a wish to subscribe, and returns the work that does it in a unit of work. */
export async function planSubscribe(
  chat: Chat,
  actor: Actor,
  wish: SubscribeWish,
): Promise<(unit: ChatWork) => Promise<Subscribed>> {
  const subscriptions = wish.subscriptions.map(({ color, ...wished }) =>
    color === undefined ? wished : { ...wished, color: readColor(color) },
  )
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const users = await loadPrincipalsOrCaller(chat, db, member, wish.principals)
  requireSubscriptionCount(wish.subscriptions.length, users.length)
  const { existing, missing, unauthorized } = await sortOut(db, member, users, {
    ...wish,
    subscriptions,
  })
  if (unauthorized.length > 0 && wish.authorization_errors_fatal) {
    throw badRequest(`Unable to access channel (${unauthorized.join(', ')}).`)
  }
  if (missing.length > 0) requireCreation(member, wish)
  const note = (list: Record<string, string[]>, { id }: User, { name }: Channel) => {
    list[id] = [...(list[id] ?? []), name]
  }
  return async (unit) => {
    const result: Subscribed = {
      subscribed: {},
      already_subscribed: {},
      new_subscription_messages_sent: false,
    }
    const joined: Joined[] = []
    const made: Channel[] = []
    for (const { channel, color } of existing) {
      const added = await subscribeUsers(chat, unit, channel, users, color)
      joined.push({ channel, users: added })
      for (const user of users) {
        note(added.includes(user) ? result.subscribed : result.already_subscribed, user, channel)
      }
    }
    const makeMissing = async () => {
      for (const { name, description, color } of missing) {
        const channel = await addChannel(chat, unit, {
          name,
          description,
          color,
          creator: actor.user,
          subscribers: users,
          ...toNewChannel(wish),
        })
        for (const user of users) note(result.subscribed, user, channel)
        joined.push({ channel, users })
        made.push(channel)
      }
    }
    if (missing.length > 0) await growDirectory(chat, unit, actor, makeMissing)
    if (wish.announce) await announceNewChannels(chat, unit, actor.user, made)
    if (wish.send_new_subscription_messages) {
      result.new_subscription_messages_sent = await tellSubscribed(chat, unit, actor.user, joined)
    }
    return unauthorized.length > 0 ? { ...result, unauthorized } : result
  }
}

/** Properties of a new channel, from the request. */
export function toNewChannel(wish: ChannelWishes) {
  return {
    is_private: wish.invite_only,
    is_web_public: wish.is_web_public,
    is_default: wish.is_default_stream,
    has_shared_history: wish.history_public_to_subscribers,
    retention_days: readRetention(wish.message_retention_days),
    topics_policy: wish.topics_policy,
    folder_id: wish.folder_id,
    groups: pickGroupSettings(wish),
  }
}

async function sortOut(db: Reader, member: Member, users: readonly User[], wish: SubscribeWish) {
  const isMaker = mayCreate(member, wish)
  const existing: (SeenChannel & Pick<WishedChannel, 'color'>)[] = []
  const missing: WishedChannel[] = []
  const unauthorized: string[] = []
  for (const requested of wish.subscriptions) {
    const name = requested.name.trim()
    const channel = await db
      .selectFrom('chat_channel')
      .selectAll()
      .where('name_key', '=', name.toLowerCase())
      .executeTakeFirst()
    if (!channel) {
      // A caller who may not create it gets the same result as for a hidden channel.
      if (isMaker) missing.push({ ...requested, name })
      else unauthorized.push(name)
      continue
    }
    const subscription = await db
      .selectFrom('chat_subscription')
      .selectAll()
      .where('user_id', '=', member.user.id)
      .where('channel_id', '=', channel.id)
      .executeTakeFirst()
    const seen = { channel, subscription }
    if (mayJoin(member, seen, users)) existing.push({ ...seen, color: requested.color })
    // As it was written, for it may be the name of a channel that the caller may not know of.
    else unauthorized.push(name)
  }
  return { existing, missing, unauthorized }
}

/** Whether the member may subscribe these users: themselves with read permission, others with permission to add. */
function mayJoin(member: Member, seen: SeenChannel, users: readonly User[]): boolean {
  const { channel } = seen
  const onlySelf = users.every(({ id }) => id === member.user.id)
  if (channel.is_archived) return false
  if (isSubscribed(seen) && onlySelf) return true
  if (!onlySelf) return mayAddOthers(member, seen)
  if (isGuest(member)) return false
  const settings = channelGroups(channel)
  return (
    !channel.is_private ||
    member.groups.has(settings.can_subscribe_group) ||
    member.groups.has(settings.can_add_subscribers_group)
  )
}

/** Whether the member may subscribe others to a channel. */
export function mayAddOthers(member: Member, seen: SeenChannel): boolean {
  const { channel } = seen
  if (channel.is_archived || isGuest(member) || !canReadChannel(member, seen)) return false
  return (
    isAdministrator(member) ||
    canAdministerChannel(member, channel) ||
    member.groups.has(channelGroups(channel).can_add_subscribers_group) ||
    member.groups.has(member.realm.can_add_subscribers_group)
  )
}
