import { badRequest } from '../../failures.ts'
import type { Actor, Chat } from '../../port.ts'
import { writeChat } from '../../write.ts'
import { planSubscribe, type Subscribed, type WishedChannel } from './subscribe.ts'
import { planUnsubscribe, type Unsubscribed } from './unsubscribe.ts'

/** Channels that the caller wants to join, and names of those he wants to leave. */
export interface SubscriptionChange {
  add: readonly WishedChannel[]
  delete: readonly string[]
}

/** Subscribes the caller to some channels and ends other subscriptions of his, all or nothing. */
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
  })
  const leaveThem = await planUnsubscribe(chat, actor, leave)
  return writeChat(chat, async (unit) => ({
    ...(await joinThem(unit)),
    ...(await leaveThem(unit)),
  }))
}
