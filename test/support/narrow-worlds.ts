import fc from 'fast-check'
import { reader } from '../../src/chat/kernel/unit-of-work.ts'
import { readStates } from '../../src/chat/messages/read-state.ts'
import { type ChatWorld, ok, type Person } from './chat-world.ts'
import type { ModelTerm, ModelWorld } from './narrow-model.ts'

const TOPICS = ['plan', 'Café', '\u2714 plan', '']
const WORDS = ['apple', 'apples', 'running', 'run', 'blue', 'café', 'https://x.test']
const MENTIONS = ['', '@**Ben**', '@**all**', '@**topic**']

/** What a world is made of; numbers pick among what there is, by remainder. */
const pick = fc.nat(60)

/** Things that people do, in order. */
export const scripts = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        who: pick,
        channel: pick,
        topic: pick,
        words: fc.array(pick, { minLength: 1, maxLength: 3 }),
        mention: pick,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('whisper' as const),
        who: pick,
        to: fc.array(pick, { minLength: 1, maxLength: 2 }),
        word: pick,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('join' as const, 'leave' as const),
        who: pick,
        channel: pick,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('move' as const),
        message: pick,
        channel: pick,
        topic: pick,
        all: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('read' as const, 'unread' as const, 'star' as const, 'react' as const),
        who: pick,
        message: pick,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('policy' as const),
        who: pick,
        channel: pick,
        topic: pick,
        policy: fc.constantFrom(1, 2, 3),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('mute' as const), who: pick, channel: pick }),
    },
  ),
  { minLength: 15, maxLength: 45 },
)

/** Terms of one narrow: operator, operand and sign as numbers. */
export const narrows = fc.array(
  fc.array(fc.record({ op: pick, operand: pick, other: pick, negated: fc.boolean() }), {
    maxLength: 3,
  }),
  { minLength: 12, maxLength: 12 },
)

/** A world that was played: its people, and ids to pick from. */
export interface Played {
  world: ChatWorld
  people: Person[]
  channels: number[]
  messages: number[]
}

type Step = typeof scripts extends fc.Arbitrary<(infer One)[]> ? One : never

const one = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** Plays a script with two members and a guest, in a public, a private, a protected and an open channel. */
export async function play(world: ChatWorld, script: readonly Step[]): Promise<Played> {
  const people: Person[] = []
  for (const [name, role] of [
    ['Ann', 400],
    ['Ben', 400],
    ['Gus', 600],
  ] as const) {
    people.push(await world.add(name, { role }))
  }
  const channels: number[] = []
  for (const fields of [
    { name: 'open' },
    { name: 'den', invite_only: true, history_public_to_subscribers: true },
    { name: 'vault', invite_only: true, history_public_to_subscribers: false },
    { name: 'web', is_web_public: true },
  ]) {
    const made = await world.owner.post('/channels/create', { ...fields, subscribers: [1] })
    channels.push(Number(ok(made)['id']))
  }
  const played: Played = { world, people, channels, messages: [] }
  for (const step of script) await act(played, step)
  return played
}

async function act({ world, people, channels, messages }: Played, step: Step): Promise<void> {
  if (step.do === 'send') {
    const words = step.words.map((n) => one(WORDS, n)).join(' ')
    // Only the owner may send there.
    for (const who of [one(people, step.who), world.owner]) {
      const sent = await who.post('/messages', {
        type: 'channel',
        to: one(channels, step.channel),
        topic: one(TOPICS, step.topic),
        content: `${words} ${step.mention % 3 === 0 ? one(MENTIONS, step.mention) : ''}`.trim(),
      })
      if (sent.status !== 200) continue
      messages.push(Number(sent['id']))
      return
    }
  } else if (step.do === 'whisper') {
    const from = one(people, step.who)
    messages.push(await from.whisper(one(WORDS, step.word), ...step.to.map((n) => one(people, n))))
  } else if (step.do === 'join' || step.do === 'leave') {
    const name = await nameOf(world, one(channels, step.channel))
    const principals = [one(people, step.who).id]
    const { owner } = world
    if (step.do === 'leave') {
      ok(await owner.delete('/users/me/subscriptions', { subscriptions: [name], principals }))
    } else {
      const subscriptions = [{ name }]
      ok(await owner.post('/users/me/subscriptions', { subscriptions, principals }))
    }
  } else if (step.do === 'policy') {
    const topic = one(TOPICS, step.topic)
    await world.chat.store.write(async (tx) =>
      tx
        .insertInto('chat_user_topic')
        .values({
          user_id: one(people, step.who).id,
          channel_id: one(channels, step.channel),
          topic,
          topic_key: topic.toLowerCase(),
          policy: step.policy,
          updated_at: 0,
        })
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  } else if (step.do === 'mute') {
    await world.chat.store.write(async (tx) =>
      tx
        .updateTable('chat_subscription')
        .set({ is_muted: 1 })
        .where('user_id', '=', one(people, step.who).id)
        .where('channel_id', '=', one(channels, step.channel))
        .execute(),
    )
  } else if (messages.length === 0 || !('message' in step)) {
    return
  } else if (step.do === 'move') {
    await world.owner.patch(`/messages/${one(messages, step.message)}`, {
      stream_id: one(channels, step.channel),
      topic: one(TOPICS, step.topic),
      propagate_mode: step.all ? 'change_all' : 'change_one',
      send_notification_to_new_thread: false,
    })
  } else {
    const [who, id] = [one(people, step.who), one(messages, step.message)]
    if (step.do === 'react') await who.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
    else {
      const op = step.do === 'unread' ? 'remove' : 'add'
      const flag = step.do === 'star' ? 'starred' : 'read'
      await who.post('/messages/flags', { messages: [id], op, flag })
    }
  }
}

async function nameOf({ chat }: ChatWorld, id: number): Promise<string> {
  const query = reader(chat).selectFrom('chat_channel').select('name').where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()).name
}

/** The rows that decide what a requester gets. */
export async function modelOf({ chat }: ChatWorld, requester: Person): Promise<ModelWorld> {
  const db = reader(chat)
  const messages = await db.selectFrom('chat_message').selectAll().orderBy('id').execute()
  const channels = await db.selectFrom('chat_channel').selectAll().execute()
  const subscriptions = await db
    .selectFrom('chat_subscription')
    .selectAll()
    .where('user_id', '=', requester.id)
    .execute()
  const members = await db.selectFrom('chat_conversation_member').selectAll().execute()
  const policies = await db
    .selectFrom('chat_user_topic')
    .selectAll()
    .where('user_id', '=', requester.id)
    .execute()
  const reactions = await db.selectFrom('chat_reaction').select('message_id').execute()
  const receipts = await db.selectFrom('chat_receipt').selectAll().execute()
  const mentions = Map.groupBy(
    receipts.filter(({ flags }) => (flags & 12) !== 0),
    ({ message_id }) => message_id,
  )
  return {
    requester,
    messages,
    states: await readStates(
      db,
      requester.user,
      messages.map(({ id }) => id),
    ),
    channels: new Map(channels.map((channel) => [channel.id, channel])),
    subscriptions: new Map(subscriptions.map((row) => [row.channel_id, row])),
    conversations: new Map(
      [...Map.groupBy(members, ({ conversation_id }) => conversation_id)].map(([id, rows]) => [
        id,
        rows.map(({ user_id }) => user_id),
      ]),
    ),
    policies: new Map(
      policies.map(({ channel_id, topic_key, policy }) => [`${channel_id} ${topic_key}`, policy]),
    ),
    reacted: new Set(reactions.map(({ message_id }) => message_id)),
    mentioned: new Map(
      [...mentions].map(([id, rows]) => [id, new Set(rows.map(({ user_id }) => user_id))]),
    ),
  }
}

const STATES = [
  'dm',
  'private',
  'starred',
  'alerted',
  'mentioned',
  'unread',
  'resolved',
  'followed',
  'muted',
]
const CONTENTS = ['attachment', 'image', 'link', 'reaction']
const SEARCHES = [
  'apple',
  'run',
  '"blue apple"',
  'cafe apples',
  'plan',
  '"apple running"',
  'x',
  '!!',
]

/** A term for the model, and the same as a client sends it. */
export function termOf(
  { people, channels, messages }: Played,
  { op, operand, other, negated }: { op: number; operand: number; other: number; negated: boolean },
): { model: ModelTerm; sent: unknown } {
  const user = one(people, operand)
  const sign = { negated }
  const send = (operator: string, value: unknown) => ({ operator, operand: value, negated })
  // Channel terms come often, for the history hangs on them.
  switch (op % 16) {
    case 0:
    case 1:
    case 2: {
      const id = one(channels, operand)
      return { model: { ...sign, op: 'channel', id }, sent: send('channel', id) }
    }
    case 3: {
      const text = operand % 3 === 0 ? 'web-public' : 'public'
      return { model: { ...sign, op: 'channels', text }, sent: send('streams', text) }
    }
    case 4:
    case 5: {
      const text = one(TOPICS, operand)
      return { model: { ...sign, op: 'topic', text }, sent: send('topic', text) }
    }
    case 6:
      return { model: { ...sign, op: 'sender', id: user.id }, sent: send('sender', user.email) }
    case 7: {
      const ids = [user.id, one(people, other).id]
      return { model: { ...sign, op: 'dm', ids }, sent: send('dm', ids) }
    }
    case 8:
      return {
        model: { ...sign, op: 'dm-including', id: user.id },
        sent: send('dm-including', user.id),
      }
    case 9:
      return {
        model: { ...sign, op: 'group-pm-with', id: user.id },
        sent: send('group-pm-with', user.id),
      }
    case 10: {
      const text = one(CONTENTS, operand)
      return { model: { ...sign, op: 'has', text }, sent: send('has', text) }
    }
    case 11: {
      const text = operand % 4 === 0 ? 'all' : 'home'
      return { model: { ...sign, op: 'in', text }, sent: send('in', text) }
    }
    case 12: {
      const id = other % 2 === 0 ? user.id : one(messages.length > 0 ? messages : [1], operand)
      return other % 2 === 0
        ? { model: { ...sign, op: 'mentions', id }, sent: send('mentions', id) }
        : { model: { ...sign, op: 'id', id }, sent: send('id', id) }
    }
    case 13: {
      const text = one(SEARCHES, operand)
      return { model: { ...sign, op: 'search', text }, sent: send('search', text) }
    }
    default: {
      const text = one(STATES, operand)
      return { model: { ...sign, op: 'is', text }, sent: send('is', text) }
    }
  }
}
