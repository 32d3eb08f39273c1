import { knownChannels } from '../../channels/access.ts'
import { subscribedChannels, subscriptionRecords } from '../../channels/subscription-record.ts'
import type { Actor, Chat } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { rememberingReader } from '../../remembered.ts'

/** The caller's subscriptions as clients see them, with all, some or none of the other subscribers. */
export async function listSubscriptions(
  chat: Chat,
  actor: Actor,
  subscribers: Parameters<typeof subscriptionRecords>[2],
): ReturnType<typeof subscriptionRecords> {
  const db = await rememberingReader(chat)
  const nowMs = chat.now().getTime()
  const viewer = await loadMember(db, actor, nowMs)
  const seen = subscribedChannels(await knownChannels(db, viewer))
  return subscriptionRecords(db, seen, subscribers, nowMs)
}
