import { requireCreation, type ChannelWishes } from './creation-policy.ts'
import { principalUsers } from './subscribers.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import type { Channel } from '../kernel/rows.ts'
import { loadMember } from '../kernel/requester.ts'
import { reader, writeChat } from '../kernel/unit-of-work.ts'
import { addChannel } from './add-channel.ts'
import { channelOf } from './subscribe.ts'

/** The requested name of a channel, with the ids of its first subscribers. */
export interface NewChannelWish extends ChannelWishes {
  name: string
  description?: string | undefined
  subscribers: number[]
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
  const subscribers = await principalUsers(chat, db, member, wish.subscribers)
  const { name, description } = wish
  const properties = { ...channelOf(wish), name, description, creator: actor.user, subscribers }
  return writeChat(chat, async (unit) => addChannel(chat, unit, properties))
}
