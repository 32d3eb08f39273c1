import { loadMember } from '../kernel/requester.ts'
import type { Channel, Message, Tx, User } from '../kernel/rows.ts'
import type { Chat } from '../kernel/types.ts'
import type { ChatWork } from '../kernel/unit-of-work.ts'
import { loadReadableMessages } from '../messages/access.ts'
import { settingsOf } from '../personal/user-settings.ts'
import { findUsersById } from '../users/find-users.ts'
import { readPolicy, storePolicy, tellPolicies, tellPolicy } from './set-topic-policy.ts'
import { TOPIC_POLICIES } from './topic-policy.ts'

/** What users do in a topic, by the value of the settings that answer it with following or unmuting. */
const OCCASIONS = { participation: 1, sending: 2, start: 3 } as const

/** Newest messages of a topic that are looked at for whether somebody knows it. */
const KNOWN_MAX_COUNT = 100

/** Where a message was sent, as its sender sees it. */
interface SentTo {
  channel: Channel
  /** Whether its sender has muted the channel. */
  isMuted?: boolean | undefined
  /** Whether no message was ever sent to the topic before. */
  isNewTopic: boolean
}

/**
 * Makes a topic more visible to who sends to it, as far as their settings say so for topics that they start, send to or take part
 * in. Returns the policy that they have by this; undefined where nothing changed.
 */
export async function raiseForSender(
  chat: Chat,
  unit: ChatWork,
  message: Message,
  sender: User,
  { channel, isMuted = false, isNewTopic }: SentTo,
): Promise<number | undefined> {
  if (sender.is_bot) return undefined
  const { participation, sending, start } = OCCASIONS
  const soon = wantedPolicy(sender, [participation, sending], isMuted)
  if (soon === TOPIC_POLICIES.followed) return raise(chat, unit, message, sender, soon)
  const atStart = wantedPolicy(sender, [participation, sending, start], isMuted)
  const isStart =
    atStart !== soon &&
    (isNewTopic || (await isNewTo(chat, unit.tx, message, sender, channel))) &&
    (await readPolicy(unit.tx, sender.id, message)) === TOPIC_POLICIES.inherit
  const policy = isStart ? atStart : soon
  return policy === undefined ? undefined : raise(chat, unit, message, sender, policy)
}

/** Makes a topic more visible to who takes part in it by something else than a message, as far as their settings say so. */
export async function raiseForParticipant(
  chat: Chat,
  unit: ChatWork,
  message: Message,
  user: User,
): Promise<void> {
  if (user.is_bot || message.channel_id === null) return
  const subscription = await unit.tx
    .selectFrom('chat_subscription')
    .select('is_muted')
    .where('channel_id', '=', message.channel_id)
    .where('user_id', '=', user.id)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  const isMuted = subscription?.is_muted === 1
  const policy = wantedPolicy(user, [OCCASIONS.participation], isMuted)
  if (policy !== undefined) await raise(chat, unit, message, user, policy)
}

/** Lets people follow a topic in which they are mentioned, unless they muted it or do not want that. */
export async function followWhereMentioned(
  chat: Chat,
  unit: ChatWork,
  message: Message,
  userIds: readonly number[],
): Promise<void> {
  for (const [id, user] of await findUsersById(unit.tx, userIds)) {
    if (user.is_bot || !settingsOf(user).automatically_follow_topics_where_mentioned) continue
    if ((await readPolicy(unit.tx, id, message)) === TOPIC_POLICIES.muted) continue
    await raise(chat, unit, message, user, TOPIC_POLICIES.followed)
  }
}

/** The policy that the settings of a user ask for on one of these occasions: rather following than unmuting. */
function wantedPolicy(
  user: User,
  occasions: readonly number[],
  isMuted: boolean,
): number | undefined {
  const settings = settingsOf(user)
  if (occasions.includes(settings.automatically_follow_topics_policy)) {
    return TOPIC_POLICIES.followed
  }
  const { automatically_unmute_topics_in_muted_streams_policy: unmuting } = settings
  return isMuted && occasions.includes(unmuting) ? TOPIC_POLICIES.unmuted : undefined
}

/** Whether a user can read nothing older in a topic with protected history: what was there before them must not show. */
async function isNewTo(
  chat: Chat,
  tx: Tx,
  message: Message,
  user: User,
  channel: Channel,
): Promise<boolean> {
  if (channel.has_shared_history) return false
  const older = await tx
    .selectFrom('chat_message')
    .select('id')
    .where('thread_id', '=', message.thread_id)
    .where('id', '<', message.id)
    .orderBy('id', 'desc')
    .limit(KNOWN_MAX_COUNT)
    .execute()
  const member = await loadMember(tx, { user, client: '' }, chat.now().getTime())
  const ids = older.map(({ id }) => id)
  return (await loadReadableMessages(tx, member, ids)).length === 0
}

/** Sets a policy that makes the topic of a message more visible; returns it, or undefined where it already is as visible. */
async function raise(
  chat: Chat,
  unit: ChatWork,
  message: Message,
  user: User,
  policy: number,
): Promise<number | undefined> {
  const { channel_id, topic } = message
  const before = await readPolicy(unit.tx, user.id, message)
  if (channel_id === null || before === policy || before === TOPIC_POLICIES.followed) {
    return undefined
  }
  const change = { channel_id, topic, policy, updated_at: chat.now().getTime() }
  await storePolicy(unit.tx, user.id, change)
  if (before === TOPIC_POLICIES.muted) await tellPolicies(chat, unit, user, [change])
  else tellPolicy(unit, user, change)
  return policy
}
