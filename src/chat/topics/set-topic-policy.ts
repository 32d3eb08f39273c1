import { requireChannelById, requireChannelByName, loadKnownChannels } from '../channels/access.ts'
import { badRequest } from '../kernel/failures.ts'
import { loadMember, type Requester } from '../kernel/requester.ts'
import type { Reader, Tx, User } from '../kernel/rows.ts'
import type { Actor, Chat } from '../kernel/types.ts'
import { type ChatWork, reader, writeChat } from '../kernel/unit-of-work.ts'
import { TOPIC_POLICIES } from './topic-policy.ts'
import { readTopic, topicKey } from './topic.ts'

/** Sets the caller's visibility policy for a topic, and notifies their clients. */
export async function setTopicPolicy(
  chat: Chat,
  actor: Actor,
  change: { channel: number | string; topic: string; policy: number },
): Promise<void> {
  const { policy } = change
  if (
    !Number.isInteger(policy) ||
    policy < TOPIC_POLICIES.inherit ||
    policy > TOPIC_POLICIES.followed
  ) {
    throw badRequest('Invalid visibility_policy')
  }
  const { channel_id, topic } = await findTopic(chat, actor, change)
  await writeChat(chat, async (unit) => set(chat, unit, actor, { channel_id, topic, policy }))
}

/** Mutes or unmutes a topic through the older API. Throws where it already is in that state. */
export async function muteTopic(
  chat: Chat,
  actor: Actor,
  change: { channel: number | string; topic: string; op: 'add' | 'remove' },
): Promise<void> {
  const { channel_id, topic } = await findTopic(chat, actor, change)
  await writeChat(chat, async (unit) => {
    const before = await readPolicy(unit.tx, actor.user.id, { channel_id, topic })
    const isMuted = before === TOPIC_POLICIES.muted
    if (isMuted && change.op === 'add') throw badRequest('Topic already muted')
    if (!isMuted && change.op === 'remove') throw badRequest('Topic is not muted')
    const policy = TOPIC_POLICIES[change.op === 'add' ? 'muted' : 'inherit']
    await set(chat, unit, actor, { channel_id, topic, policy })
  })
}

async function findTopic(
  chat: Chat,
  actor: Actor,
  { channel, topic }: { channel: number | string; topic: string },
) {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const seen =
    typeof channel === 'number'
      ? await requireChannelById(db, member, channel)
      : await requireChannelByName(db, member, channel)
  return { channel_id: seen.channel.id, topic: readTopic(topic) }
}

/** The policy of a user for a topic of a channel. */
export async function readPolicy(
  tx: Tx,
  userId: number,
  { channel_id, topic }: { channel_id: number | null; topic: string },
): Promise<number> {
  const row = await tx
    .selectFrom('chat_user_topic')
    .select('policy')
    .where('user_id', '=', userId)
    .where('channel_id', '=', channel_id)
    .where('topic_key', '=', topicKey(topic))
    .executeTakeFirst()
  return row?.policy ?? TOPIC_POLICIES.inherit
}

async function set(
  chat: Chat,
  unit: ChatWork,
  { user }: Actor,
  change: Pick<PolicyChange, 'channel_id' | 'topic' | 'policy'>,
): Promise<void> {
  const dated = { ...change, updated_at: chat.now().getTime() }
  await storePolicy(unit.tx, user.id, dated)
  await tellPolicies(chat, unit, user, [dated])
}

/** Stores the policy of a user for a topic; an inheriting topic has none. */
export async function storePolicy(
  tx: Tx,
  user_id: number,
  { channel_id, topic, policy, updated_at }: PolicyChange,
): Promise<void> {
  const topic_key = topicKey(topic)
  if (policy === TOPIC_POLICIES.inherit) {
    await tx
      .deleteFrom('chat_user_topic')
      .where('user_id', '=', user_id)
      .where('channel_id', '=', channel_id)
      .where('topic_key', '=', topic_key)
      .execute()
    return
  }
  await tx
    .insertInto('chat_user_topic')
    .values({ user_id, channel_id, topic, topic_key, policy, updated_at })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'channel_id', 'topic_key'])
        .doUpdateSet({ topic, policy, updated_at }),
    )
    .execute()
}

/** Tells a user's clients of policies that were set, 0 for those that were taken away, also in the form of older ones. */
export async function tellPolicies(
  chat: Chat,
  { tx, emit }: Pick<ChatWork, 'tx' | 'emit'>,
  user: User,
  changes: readonly PolicyChange[],
): Promise<void> {
  const requester = await loadMember(tx, { user, client: '' }, chat.now().getTime())
  const muted_topics = mutedTopics(await loadUserTopics(tx, requester))
  emit({ payload: { type: 'muted_topics', muted_topics }, to: { users: [user.id] } })
  for (const change of changes) tellPolicy({ emit }, user, change)
}

/** Tells a user's clients of one policy; older clients are not told, since no topic is muted by it, nor was. */
export function tellPolicy(
  { emit }: Pick<ChatWork, 'emit'>,
  { id }: User,
  { channel_id, topic, policy, updated_at }: PolicyChange,
): void {
  const change = {
    stream_id: channel_id,
    topic_name: topic,
    last_updated: Math.floor(updated_at / 1_000),
    visibility_policy: policy,
  }
  emit({ payload: { type: 'user_topic', ...change }, to: { users: [id] } })
}

/** A policy that a user gets for a topic. */
type PolicyChange = Omit<UserTopic, 'name'>

/** A policy of a user for a topic, with the name that the channel has now. */
export interface UserTopic {
  channel_id: number
  name: string
  topic: string
  /** The policy: one of `TOPIC_POLICIES`. */
  policy: number
  /** Milliseconds. */
  updated_at: number
}

/** The requester's policies for topics of channels that they may know of: channels no longer visible may have been renamed. */
export async function loadUserTopics(db: Reader, requester: Requester): Promise<UserTopic[]> {
  const rows = await db
    .selectFrom('chat_user_topic')
    .where('user_id', '=', requester.user?.id ?? 0)
    .select(['channel_id', 'topic', 'policy', 'updated_at'])
    .execute()
  if (rows.length === 0) return []
  const known = await loadKnownChannels(db, requester)
  const names = new Map(known.map(({ channel }) => [channel.id, channel.name]))
  return rows.flatMap((row) => {
    const name = names.get(row.channel_id)
    return name === undefined ? [] : [{ ...row, name }]
  })
}

/** Muted topics as older clients read them: channel name, topic, time in UNIX seconds. */
export function mutedTopics(topics: readonly UserTopic[]): [string, string, number][] {
  return topics
    .filter(({ policy }) => policy === TOPIC_POLICIES.muted)
    .map(({ name, topic, updated_at }) => [name, topic, Math.floor(updated_at / 1_000)])
}
