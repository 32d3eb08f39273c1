import { channelById, channelByName } from '../../channels/access.ts'
import { badRequest } from '../../failures.ts'
import { readTopic, topicKey } from '../../messages/topic.ts'
import { TOPIC_POLICIES } from '../../own/topic-policy.ts'
import { mutedTopics, userTopics } from '../../own/user-topics.ts'
import type { Actor, Chat, Tx } from '../../port.ts'
import { loadMember } from '../../viewer.ts'
import { type ChatWork, reader, writeChat } from '../../write.ts'

/** Sets how the caller wants to hear of a topic, and tells his clients. */
export async function setTopicPolicy(
  chat: Chat,
  actor: Actor,
  wanted: { channel: number | string; topic: string; policy: number },
): Promise<void> {
  const { policy } = wanted
  if (
    !Number.isInteger(policy) ||
    policy < TOPIC_POLICIES.inherit ||
    policy > TOPIC_POLICIES.followed
  ) {
    throw badRequest('Invalid visibility_policy')
  }
  const { channelId, topic } = await place(chat, actor, wanted)
  await writeChat(chat, async (unit) => store(chat, unit, actor, channelId, topic, policy))
}

/** Mutes a topic or ends that, as older clients do. Throws where that is so already. */
export async function muteTopic(
  chat: Chat,
  actor: Actor,
  wanted: { channel: number | string; topic: string; op: 'add' | 'remove' },
): Promise<void> {
  const { channelId, topic } = await place(chat, actor, wanted)
  await writeChat(chat, async (unit) => {
    const isMuted =
      (await policyOf(unit.tx, actor.user.id, channelId, topic)) === TOPIC_POLICIES.muted
    if (isMuted && wanted.op === 'add') throw badRequest('Topic already muted')
    if (!isMuted && wanted.op === 'remove') throw badRequest('Topic is not muted')
    const policy = TOPIC_POLICIES[wanted.op === 'add' ? 'muted' : 'inherit']
    await store(chat, unit, actor, channelId, topic, policy)
  })
}

async function place(
  chat: Chat,
  actor: Actor,
  { channel, topic }: { channel: number | string; topic: string },
) {
  const db = reader(chat)
  const member = await loadMember(db, actor, chat.now().getTime())
  const seen =
    typeof channel === 'number'
      ? await channelById(db, member, channel)
      : await channelByName(db, member, channel)
  return { channelId: seen.channel.id, topic: readTopic(topic) }
}

async function policyOf(
  tx: Tx,
  userId: number,
  channelId: number,
  topic: string,
): Promise<number | undefined> {
  const row = await tx
    .selectFrom('chat_user_topic')
    .select('policy')
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .where('topic_key', '=', topicKey(topic))
    .executeTakeFirst()
  return row?.policy
}

async function store(
  chat: Chat,
  { tx, emit }: ChatWork,
  actor: Actor,
  channel_id: number,
  topic: string,
  policy: number,
): Promise<void> {
  const user_id = actor.user.id
  const updated_at = chat.now().getTime()
  const topic_key = topicKey(topic)
  if (policy === TOPIC_POLICIES.inherit) {
    await tx
      .deleteFrom('chat_user_topic')
      .where('user_id', '=', user_id)
      .where('channel_id', '=', channel_id)
      .where('topic_key', '=', topic_key)
      .execute()
  } else {
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
  const viewer = await loadMember(tx, actor, updated_at)
  const muted_topics = mutedTopics(await userTopics(tx, viewer))
  const change = {
    stream_id: channel_id,
    topic_name: topic,
    last_updated: Math.floor(updated_at / 1_000),
    visibility_policy: policy,
  }
  const to = { users: [user_id] }
  emit({ payload: { type: 'muted_topics', muted_topics }, to })
  emit({ payload: { type: 'user_topic', ...change }, to })
}
