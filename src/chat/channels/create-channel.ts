import { loadMember } from '../kernel/requester.ts'
import type { Channel } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { reader } from '../kernel/unit-of-work.ts'
import { writeDirectory } from '../organization/directory-space.ts'
import { addChannel } from './add-channel.ts'
import { announceNewChannels, tellSubscribed } from './channel-notices.ts'
import { requireCreation, type ChannelWishes } from './creation-policy.ts'
import { toNewChannel } from './subscribe.ts'
import { loadPrincipals } from './subscribers.ts'

/** The requested name of a channel, with the ids of its first subscribers. */
export interface NewChannelWish extends ChannelWishes {
  name: string
  description?: string | undefined
  subscribers: number[]
  /** Whether it is announced, where the organization has a channel for that. */
  announce: boolean
  /** Whether those whom somebody else subscribes are told. */
  send_new_subscription_messages: boolean
}

/** Creates a channel. Throws unless the caller has permission. */
export async function createChannel(
  chat: Chat,
  actor: Actor,
  wish: NewChannelWish,
): Promise<Channel> {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  requireCreation(member, wish)
  const subscribers = await loadPrincipals(chat, db, member, wish.subscribers)
  const { name, description } = wish
  const properties = { ...toNewChannel(wish), name, description, creator: actor.user, subscribers }
  return writeDirectory(chat, actor, async (unit) => {
    const channel = await addChannel(chat, unit, properties)
    if (wish.announce) await announceNewChannels(chat, unit, actor.user, [channel])
    if (wish.send_new_subscription_messages) {
      await tellSubscribed(chat, unit, actor.user, [{ channel, users: subscribers }])
    }
    return channel
  })
}
