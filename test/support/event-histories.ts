import { isDeepStrictEqual } from 'node:util'
import { ROLES } from '../../src/chat/groups/system-groups.ts'
import type { Store } from '../../src/store/port.ts'
import { type ChatWorld, type Fields, ok, type Person, startChatWorld } from './chat-world.ts'
import { EventClient, type Known } from './event-client.ts'
import { seededRandom } from './seeded-random.ts'

/** How often each kind of thing happens. */
const STEPS = 45

/** After so many steps, clients are compared with new ones. */
const COMPARED_EVERY = 15

interface Story {
  world: ChatWorld
  people: readonly Person[]
  channels: { id: number; name: string }[]
  sent: { id: number; by: Person }[]
  groupId: number
  pick<T>(from: readonly T[]): T
  number(below: number): number
}

/**
 * Lives through a random history of a chat, with people who leave channels and come back, while a client of each of them listens.
 * Returns what the clients show otherwise than new ones do, which are told everything at once.
 */
export async function compareClients(seed: number, store?: Store): Promise<string[]> {
  await using world = await startChatWorld(store ? { store } : {})
  const random = seededRandom(seed)
  const number = (below: number) => Math.floor(random() * below)
  const people = [
    await world.add('Ada', { role: ROLES.administrator }),
    await world.add('Ben'),
    await world.add('Cyd'),
    await world.add('Gil', { role: ROLES.guest }),
  ]
  const [ada] = people as [Person]
  const channels: Story['channels'] = []
  for (const [name, fields] of [
    ['open', {}],
    ['shared', { invite_only: true, history_public_to_subscribers: true }],
    ['protected', { invite_only: true, history_public_to_subscribers: false }],
  ] as const) {
    const made = { name, subscribers: people.map(({ id }) => id), ...fields }
    channels.push({ id: Number(ok(await ada.post('/channels/create', made))['id']), name })
  }
  const group = { name: 'crew', description: '', members: [ada.id] }
  const { group_id } = ok(await ada.post('/user_groups/create', group))
  const story: Story = {
    world,
    people,
    channels,
    sent: [],
    groupId: Number(group_id),
    pick: (from) => from[number(from.length)]!,
    number,
  }
  const clients = new Map<Person, EventClient>()
  for (const person of people) clients.set(person, await EventClient.start(person))
  const done: string[] = []
  for (let step = 1; step <= STEPS; step++) {
    done.push(await happen(story))
    if (step % COMPARED_EVERY > 0) continue
    for (const [person, client] of clients) {
      await client.catchUp()
      const fresh = await EventClient.start(person)
      const stale = await client.staleMessages()
      // Stars of messages that somebody may not see for a while come back with them, unseen by clients that dropped them.
      const messages = client.messages
      const faults = [...differences(client.known(messages), fresh.known(messages)), ...stale]
      if (faults.length > 0) {
        return faults.map((fault) => `${person.user.full_name}: ${fault}\n${done.join('\n')}`)
      }
    }
  }
  return []
}

function differences(known: Known, fresh: Known): string[] {
  return (Object.keys(fresh) as (keyof Known)[])
    .filter((name) => !isDeepStrictEqual(known[name], fresh[name]))
    .map(
      (name) => `${name} ${JSON.stringify(known[name])} instead of ${JSON.stringify(fresh[name])}`,
    )
}

/** One thing that somebody does, whether or not it is allowed; returns what. */
async function happen(story: Story): Promise<string> {
  const { pick, number, people, channels, sent } = story
  const who = pick(people)
  const channel = pick(channels)
  const topic = pick(['a', 'b', 'c', ''])
  const message = sent.length > 0 ? pick(sent) : undefined
  const other = pick(people)
  const say = (what: string, result: { result: string }) =>
    `${who.user.full_name} ${what} #${channel.name} ${message?.id}: ${result.result}`
  const write = async (fields: Fields) => {
    const answer = await who.post('/messages', fields)
    if (answer.result === 'success') sent.push({ id: Number(answer['id']), by: who })
    return answer
  }
  const there = { type: 'channel', to: channel.id, topic }
  const edit = async (fields: Fields, by = message?.by ?? who) =>
    by.patch(`/messages/${message?.id ?? 1}`, fields)
  switch (number(18)) {
    case 0:
    case 1:
    case 2:
      return say('writes', await write({ ...there, content: `text ${number(100)}` }))
    case 3:
      return say(
        'mentions',
        await write({ ...there, content: `@**${other.user.full_name}** ${number(9)}` }),
      )
    case 4:
      return say('whispers', await write({ type: 'direct', to: [other.id], content: 'psst' }))
    case 5:
      return say('edits', await edit({ content: `edited ${number(100)}` }))
    case 6:
      return say(
        'moves',
        await edit({ topic: `m${number(3)}`, propagate_mode: pick(['change_one', 'change_all']) }),
      )
    case 7:
      return say(
        'moves away',
        await edit({ stream_id: channel.id, propagate_mode: 'change_all' }, people[0]),
      )
    case 8:
      return say('resolves', await edit({ topic: `✔ ${topic}`, propagate_mode: 'change_all' }))
    case 9:
      return say('deletes', await (people[0] ?? who).delete(`/messages/${message?.id ?? 1}`))
    case 10: {
      const path = `/messages/${message?.id ?? 1}/reactions`
      const emoji = { emoji_name: pick(['tada', 'smile']) }
      return say(
        'reacts',
        await (number(3) === 0 ? who.delete(path, emoji) : who.post(path, emoji)),
      )
    }
    case 11: {
      const flag = pick(['read', 'starred'])
      const change = { messages: [message?.id ?? 1], flag, op: pick(['add', 'remove']) }
      return say(`${change.op} ${flag}`, await who.post('/messages/flags', change))
    }
    case 12:
    case 13:
      return say(
        'leaves',
        await who.delete('/users/me/subscriptions', { subscriptions: [channel.name] }),
      )
    case 14: {
      const wish = { subscriptions: [{ name: channel.name }] }
      const joins = number(2) === 0
      const principals = joins ? {} : { principals: [other.id] }
      const by = joins ? who : (people[0] ?? who)
      return say(
        `joins ${other.user.full_name}`,
        await by.post('/users/me/subscriptions', { ...wish, ...principals }),
      )
    }
    case 15: {
      const properties = [
        { stream_id: channel.id, property: 'is_muted', value: number(2) === 0 },
        { stream_id: channel.id, property: 'pin_to_top', value: number(2) === 0 },
      ]
      const data = { subscription_data: [pick(properties)] }
      return say('sets', await who.post('/users/me/subscriptions/properties', data))
    }
    case 16: {
      const policy = { stream_id: channel.id, topic, visibility_policy: number(4) }
      return say('follows', await who.post('/user_topics', policy))
    }
    default:
      return say('governs', await govern(story, channel, other))
  }
}

/** What administrators do. */
async function govern(
  { people, pick, number, groupId, world }: Story,
  channel: Story['channels'][number],
  other: Person,
): Promise<{ result: string }> {
  const [ada] = people as readonly [Person]
  switch (number(6)) {
    case 0: {
      const name = `${channel.name.split(' ')[0]} ${number(1_000)}`
      const answer = await ada.patch(`/streams/${channel.id}`, { new_name: name })
      if (answer.result === 'success') channel.name = name
      return answer
    }
    case 1:
      return ada.patch(`/streams/${channel.id}`, { description: `d${number(100)}` })
    case 2:
      return ada.patch(`/streams/${channel.id}`, {
        is_private: number(2) === 0,
        history_public_to_subscribers: true,
      })
    case 3:
      return world.owner.patch(`/users/${other.id}`, {
        full_name: `${other.user.full_name.split(' ')[0]} ${number(99)}`,
      })
    case 4:
      return ada.post(`/user_groups/${groupId}/members`, {
        [pick(['add', 'delete'])]: [other.id],
      })
    default:
      return pick(people).post('/mark_all_as_read')
  }
}
