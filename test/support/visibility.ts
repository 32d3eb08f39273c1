import fc from 'fast-check'
import { ROLES } from '../../src/chat/groups/system-groups.ts'
import type { Store } from '../../src/store/port.ts'
import { type Answer, type ChatWorld, ok, type Person, startChatWorld } from './chat-world.ts'
import { type ModelChannel, VisibilityModel } from './visibility-model.ts'
import { readAll, WORD } from './visibility-readings.ts'

/** What happens, as numbers that are taken by their remainders. */
export interface Step {
  what: number
  who: number
  where: number
  how: number
}

/** Any history of a chat. */
export const steps = (length: { minLength: number; maxLength: number }): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      what: fc.nat(1_000),
      who: fc.nat(1_000),
      where: fc.nat(1_000),
      how: fc.nat(1_000),
    }),
    length,
  )

const CHANNELS = 4
const QUIET = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }

/**
 * Runs steps in a new chat, and checks everybody's event queue after each: its events must be visible to them, and what is
 * visible must be there. At the end everything that can be read is read. Returns the faults found.
 */
export async function liveThrough(history: readonly Step[], store?: Store): Promise<string[]> {
  await using world = await startChatWorld(store ? { store } : {})
  const story = await begin(world)
  for (const [index, step] of history.entries()) {
    const faults = await story.next(step)
    if (faults.length > 0) return faults.map((fault) => `step ${index}: ${fault}`)
  }
  return await story.readEverything()
}

async function begin(world: ChatWorld) {
  const model = new VisibilityModel()
  const insider = await world.add('Insider', { role: ROLES.moderator })
  const people = [
    await world.add('Ada', { role: ROLES.administrator }),
    await world.add('Ben'),
    await world.add('Cyd'),
    await world.add('Gil', { role: ROLES.guest }),
  ]
  model.roles.set(insider.id, ROLES.moderator)
  for (const { id, user } of people) model.roles.set(id, user.role)
  let words = 0
  const word = () => `wq${(words += 1).toString(36)}x`
  ok(await world.owner.patch('/realm', { can_create_web_public_channel_group: 3 }))
  const group = { name: 'circle', description: '', members: [] }
  const groupId = Number(ok(await insider.post('/user_groups/create', group))['group_id'])
  for (let index = 0; index < CHANNELS; index += 1) {
    model.channels.push(await makeChannel(insider, index, word(), groupId))
  }
  const queues = new Map<number, { queue: Answer; last: number }>()
  for (const person of people) {
    const client_capabilities = { bulk_message_deletion: true, stream_typing_notifications: true }
    const options = { client_capabilities, idle_queue_timeout: 'mobile', fetch_event_types: [] }
    queues.set(person.id, { queue: await person.register(options), last: -1 })
  }
  const story = { world, model, insider, people, groupId, word }
  return {
    async next(step: Step): Promise<string[]> {
      const before = new Map(people.map(({ id }) => [id, sightOf(model, id)]))
      const expected = await happen(story, step)
      const faults: string[] = []
      for (const person of people) {
        const place = queues.get(person.id)
        if (!place) continue
        const events = await person.events(place.queue, place.last)
        place.last = events.reduce((last, { id }) => Math.max(last, Number(id)), place.last)
        const known = before.get(person.id) ?? sightOf(model, person.id)
        faults.push(...faultsIn(model, person, known, events, expected))
      }
      return faults
    },
    async readEverything(): Promise<string[]> {
      const faults: string[] = []
      for (const person of people) faults.push(...(await readAll(model, person)))
      return faults
    },
  }
}

interface Story {
  world: ChatWorld
  model: VisibilityModel
  insider: Person
  people: readonly Person[]
  groupId: number
  word(): string
}

async function makeChannel(
  insider: Person,
  index: number,
  name: string,
  groupId: number,
): Promise<ModelChannel> {
  const isPrivate = index > 0
  const hasSharedHistory = index !== 2
  const [isOpenToGroup, isRunByGroup] = [index === 1, index === 3]
  const made = await insider.post('/channels/create', {
    name,
    subscribers: [insider.id],
    invite_only: isPrivate,
    ...(isPrivate ? { history_public_to_subscribers: hasSharedHistory } : {}),
    ...(isOpenToGroup ? { can_subscribe_group: groupId } : {}),
    ...(isRunByGroup
      ? {
          can_administer_channel_group: {
            direct_members: [insider.id],
            direct_subgroups: [groupId],
          },
        }
      : {}),
  })
  return {
    id: Number(ok(made)['id']),
    words: new Set([name]),
    isPrivate,
    isWebPublic: false,
    hasSharedHistory,
    subscribers: new Set([insider.id]),
    isOpenToGroup,
    isRunByGroup,
  }
}

/** Messages a user may see, and channels they may know of. */
function sightOf(model: VisibilityModel, user: number) {
  return {
    words: model.wordsOf(user),
    channels: new Set(model.channels.filter((one) => model.canKnow(user, one))),
  }
}

/** A word that some users must get in an event of a type. */
interface Expected {
  type: string
  word: string
  by: ReadonlySet<number>
}

function faultsIn(
  model: VisibilityModel,
  { id, user }: Person,
  before: ReturnType<typeof sightOf>,
  events: readonly Answer[],
  expected: readonly Expected[],
): string[] {
  const after = sightOf(model, id)
  const faults = events.flatMap((event) =>
    [...new Set(JSON.stringify(event).match(WORD))]
      .filter((found) => !before.words.has(found) && !after.words.has(found))
      .map((found) => `${user.full_name} hears of ${found}: ${JSON.stringify(event)}`),
  )
  const has = (test: (event: Answer) => boolean) => events.some(test)
  for (const { type, word, by } of expected) {
    if (
      by.has(id) &&
      !has((event) => event['type'] === type && JSON.stringify(event).includes(word))
    ) {
      faults.push(`${user.full_name} does not hear of ${word} by ${type}`)
    }
  }
  for (const channel of model.channels) {
    const [knew, knows] = [before.channels.has(channel), after.channels.has(channel)]
    const eventsOf = (op: string) =>
      has(
        (event) =>
          event['type'] === 'stream' && event['op'] === op && idsIn(event).includes(channel.id),
      )
    if (!knew && knows && !eventsOf('create')) faults.push(`${user.full_name} misses ${channel.id}`)
    if (knew && !knows && !eventsOf('delete')) faults.push(`${user.full_name} keeps ${channel.id}`)
    if (knew === knows && (eventsOf('create') || eventsOf('delete'))) {
      faults.push(`${user.full_name} is told wrongly of ${channel.id}`)
    }
  }
  return faults
}

function idsIn(event: Answer): number[] {
  return ((event['streams'] ?? []) as { stream_id: number }[]).map(({ stream_id }) => stream_id)
}

/** Applies a step to a chat; returns the expected recipients of its events. */
async function happen(story: Story, { what, who, where, how }: Step): Promise<Expected[]> {
  const { model, insider, people } = story
  const channel = model.channels[where % model.channels.length] as ModelChannel
  const person = people[who % people.length] as Person
  const own = model.messages.filter(({ sender, channel: at }) => sender === insider.id && at)
  const message = own[how % Math.max(own.length, 1)]
  const word = story.word()
  switch (what % 14) {
    case 0:
    case 1:
    case 2: {
      const sender = channel.subscribers.has(person.id) && how % 2 ? person : insider
      const known = model.messages.filter((one) => one.channel === channel)
      const topic = how % 3 ? (known[how % Math.max(known.length, 1)]?.topic ?? word) : word
      const content = `say ${story.word()}`
      const id = await sender.say(content, { to: String(channel.id), topic })
      const received = new Set(channel.subscribers)
      const words = new Set([topic, content.slice(4)])
      model.messages.push({ id, sender: sender.id, words, topic, channel, received })
      return [{ type: 'message', word: content.slice(4), by: received }]
    }
    case 3: {
      const other = people[how % people.length] as Person
      const id = await person.whisper(`say ${word}`, other)
      const received = new Set([person.id, other.id])
      const words = new Set([word])
      model.messages.push({ id, sender: person.id, words, topic: '', channel: undefined, received })
      return [{ type: 'message', word, by: received }]
    }
    case 4:
    case 5: {
      const subscriptions = [{ name: [...channel.words].at(-1) }]
      // What somebody was told of a channel directly, they keep.
      const quietly = { send_new_subscription_messages: false }
      const them = { subscriptions, principals: [person.id] }
      ok(await insider.post('/users/me/subscriptions', { ...them, ...quietly }))
      channel.subscribers.add(person.id)
      return []
    }
    case 6: {
      const asker = how % 2 && channel.subscribers.has(person.id) ? person : insider
      const subscriptions = [[...channel.words].at(-1)]
      ok(await asker.delete('/users/me/subscriptions', { subscriptions, principals: [person.id] }))
      channel.subscribers.delete(person.id)
      return []
    }
    case 7:
      return setPrivacy(story, channel, how)
    case 8: {
      const isIn = model.group.has(person.id)
      const change = isIn ? { delete: [person.id] } : { add: [person.id] }
      ok(await insider.post(`/user_groups/${story.groupId}/members`, change))
      if (isIn) model.group.delete(person.id)
      else model.group.add(person.id)
      return []
    }
    case 9: {
      const role = [ROLES.administrator, ROLES.member, ROLES.guest][how % 3] ?? ROLES.member
      ok(await story.world.owner.patch(`/users/${person.id}`, { role }))
      model.roles.set(person.id, role)
      return []
    }
    case 10: {
      if (!message?.channel) return []
      ok(await insider.patch(`/messages/${message.id}`, { content: `edit ${word}` }))
      message.words.add(word)
      const by = [...message.channel.subscribers].filter((id) => model.reads(id, message))
      return [{ type: 'update_message', word, by: new Set(by) }]
    }
    case 11:
      return message ? moveTo(story, message, channel, how % 2 ? word : message.topic) : []
    case 12: {
      if (!message) return []
      ok(await insider.delete(`/messages/${message.id}`))
      model.messages.splice(model.messages.indexOf(message), 1)
      return []
    }
    default:
      return touch(story, person, channel, word, how)
  }
}

async function setPrivacy(
  { insider }: Story,
  channel: ModelChannel,
  how: number,
): Promise<Expected[]> {
  const change = [
    { is_private: false, is_web_public: false },
    { is_private: true, is_web_public: false, history_public_to_subscribers: true },
    { is_private: true, is_web_public: false, history_public_to_subscribers: false },
    { is_private: false, is_web_public: true },
  ][how % 4]
  if (!change) return []
  ok(await insider.patch(`/streams/${channel.id}`, change))
  channel.isPrivate = change.is_private
  channel.isWebPublic = change.is_web_public
  channel.hasSharedHistory = !change.is_private || change.history_public_to_subscribers === true
  return []
}

async function moveTo(
  { model, insider }: Story,
  message: VisibilityModel['messages'][number],
  target: ModelChannel,
  topic: string,
): Promise<Expected[]> {
  const isOther = message.channel !== target
  if (!isOther && topic === message.topic) return []
  const place = { topic, ...(isOther ? { stream_id: target.id } : {}) }
  ok(await insider.patch(`/messages/${message.id}`, { ...place, ...QUIET }))
  message.words.add(topic)
  message.topic = topic
  message.channel = target
  // What comes to a channel with protected history is kept by those who are there.
  if (isOther && !target.hasSharedHistory) {
    for (const id of target.subscribers) message.received.add(id)
  }
  if (isOther) return []
  const by = [...target.subscribers].filter((id) => model.reads(id, message))
  return [{ type: 'update_message', word: topic, by: new Set(by) }]
}

/** Small things: a name, a description, a reaction, a star, typing, a policy. */
async function touch(
  { model, insider }: Story,
  person: Person,
  channel: ModelChannel,
  word: string,
  how: number,
): Promise<Expected[]> {
  const readable = model.messages.filter((one) => model.reads(person.id, one))
  const some = readable[how % Math.max(readable.length, 1)]
  switch (how % 6) {
    case 0:
      ok(await insider.patch(`/streams/${channel.id}`, { new_name: word }))
      channel.words.add(word)
      break
    case 1:
      if (some) await person.post(`/messages/${some.id}/reactions`, { emoji_name: 'tada' })
      break
    case 2:
      if (some) {
        const star = { messages: [some.id], op: 'add', flag: 'starred' }
        ok(await person.post('/messages/flags', star))
        // From now on the user keeps it, although it was never received.
        some.received.add(person.id)
      }
      break
    case 3: {
      if (!channel.subscribers.has(person.id)) break
      const typing = { op: 'start', type: 'channel', stream_id: channel.id, topic: word }
      ok(await person.post('/typing', typing))
      model.typed.push({ word, channel })
      const by = new Set(channel.subscribers)
      by.delete(person.id)
      return [{ type: 'typing', word, by }]
    }
    case 4:
      if (some?.channel) {
        const policy = { stream_id: some.channel.id, topic: some.topic, visibility_policy: 1 }
        ok(await person.post('/user_topics', policy))
      }
      break
    default:
      if (some) await person.post(`/messages/${some.id}/typing`, { op: 'start' })
  }
  return []
}
