import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { loadUnreadPlaces } from '../../../../src/chat/messages/fetch/unread-places.ts'
import { readStates } from '../../../../src/chat/messages/read-state.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { idsOf } from '../../../support/fetching.ts'
import { seeds } from '../../../support/full.ts'

/** One action of a user; numbers pick among existing things, by remainder. */
type Step =
  | { do: 'send'; who: number; channel: number; topic: number }
  | { do: 'whisper'; who: number; to: number }
  | { do: 'join'; who: number; channel: number }
  | { do: 'leave'; who: number; channel: number }
  | { do: 'move'; message: number; channel: number; topic: number; mode: number }
  | { do: 'read' | 'unread' | 'star'; who: number; messages: readonly number[] }
  | { do: 'delete'; message: number }
  | { do: 'read-all' | 'read-channel' | 'read-topic'; who: number; channel: number; topic: number }
  | { do: 'look'; who: number }

const pick = fc.nat(30)
const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        who: pick,
        channel: pick,
        topic: pick,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('whisper' as const), who: pick, to: pick }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('join' as const, 'leave' as const),
        who: pick,
        channel: pick,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('move' as const),
        message: pick,
        channel: pick,
        topic: pick,
        mode: pick,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom('read' as const, 'unread' as const, 'star' as const),
        who: pick,
        messages: fc.array(pick, { minLength: 1, maxLength: 4 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), message: pick }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constantFrom('read-all' as const, 'read-channel' as const, 'read-topic' as const),
        who: pick,
        channel: pick,
        topic: pick,
      }),
    },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('look' as const), who: pick }) },
  ),
  { minLength: 5, maxLength: 30 },
)

/** A row per recipient, as the plain way would be to keep them. */
interface Row {
  isRead: boolean
  isStarred: boolean
}

/** The plain model: a row for everyone who received a message, and where messages and people are. */
class Model {
  readonly rows = new Map<number, Map<number, Row>>()
  readonly channelOf = new Map<number, number | undefined>()
  readonly subscribed = new Map<number, Set<number>>()

  deliver(id: number, channel: number | undefined, receivers: readonly number[]): void {
    this.channelOf.set(id, channel)
    for (const user of receivers) this.of(user).set(id, { isRead: false, isStarred: false })
  }

  of(user: number): Map<number, Row> {
    const rows = this.rows.get(user) ?? new Map<number, Row>()
    this.rows.set(user, rows)
    return rows
  }

  unread(user: number): number[] {
    return [...this.of(user)]
      .filter(([id, { isRead }]) => !isRead && this.isCounted(user, id))
      .map(([id]) => id)
      .toSorted((a, b) => a - b)
  }

  /** Nothing is unread where somebody is not subscribed, by leaving or by a move. */
  readOutside(): void {
    for (const [user, rows] of this.rows) {
      for (const [id, row] of rows) if (!this.isCounted(user, id)) row.isRead = true
    }
  }

  isCounted(user: number, id: number): boolean {
    const channel = this.channelOf.get(id)
    return channel === undefined || this.subscribed.get(channel)?.has(user) === true
  }
}

const CHANNELS = ['one', 'two', 'three']
const TOPICS = ['a', 'b', 'c']
const MODES = ['change_one', 'change_later', 'change_all']

async function play(world: ChatWorld, script: readonly Step[]): Promise<void> {
  const people: Person[] = []
  for (const name of ['Ann', 'Ben', 'Cid']) people.push(await world.add(name, { role: 200 }))
  const model = new Model()
  const channels: number[] = []
  for (const name of CHANNELS) {
    const made = await world.owner.post('/channels/create', { name, subscribers: [] })
    channels.push(Number(ok(made)['id']))
    model.subscribed.set(channels.at(-1) ?? 0, new Set())
  }
  const messages: number[] = []
  const senders = new Map<number, Person>()
  const one = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
  for (const step of script) {
    if (step.do === 'send') {
      const channel = one(channels, step.channel)
      const place = { to: one(CHANNELS, step.channel), topic: one(TOPICS, step.topic) }
      const id = await one(people, step.who).say('x', place)
      messages.push(id)
      senders.set(id, one(people, step.who))
      model.deliver(id, channel, [...(model.subscribed.get(channel) ?? [])])
    } else if (step.do === 'whisper') {
      const [from, to] = [one(people, step.who), one(people, step.to)]
      const id = await from.whisper('x', to)
      messages.push(id)
      senders.set(id, from)
      model.deliver(id, undefined, [from.id, to.id])
    } else if (step.do === 'join' || step.do === 'leave') {
      const who = one(people, step.who)
      const name = one(CHANNELS, step.channel)
      const set = model.subscribed.get(one(channels, step.channel))
      if (step.do === 'join') {
        ok(await who.post('/users/me/subscriptions', { subscriptions: [{ name }] }))
        set?.add(who.id)
      } else {
        ok(await who.delete('/users/me/subscriptions', { subscriptions: [name] }))
        set?.delete(who.id)
        model.readOutside()
      }
    } else if (step.do === 'look') {
      await look(model, one(people, step.who))
    } else if (messages.length === 0) {
      continue
    } else if (step.do === 'move') {
      const id = one(messages, step.message)
      if (model.channelOf.get(id) === undefined) continue
      const moved = await world.owner.patch(`/messages/${id}`, {
        stream_id: one(channels, step.channel),
        topic: one(TOPICS, step.topic),
        propagate_mode: one(MODES, step.mode),
        send_notification_to_new_thread: false,
      })
      if (moved.msg !== 'Nothing to change') ok(moved)
      const rows = await reader(world.chat)
        .selectFrom('chat_message')
        .select(['id', 'channel_id'])
        .execute()
      for (const row of rows) model.channelOf.set(row.id, row.channel_id ?? undefined)
      model.readOutside()
    } else if (step.do === 'delete') {
      const [id] = messages.splice(step.message % messages.length, 1)
      if (id === undefined) continue
      ok(await senders.get(id)?.delete(`/messages/${id}`))
      for (const rows of model.rows.values()) rows.delete(id)
    } else if ('messages' in step) {
      await changeFlags(
        model,
        one(people, step.who),
        step.do,
        step.messages.map((n) => one(messages, n)),
      )
    } else {
      const place = { channel: one(channels, step.channel), topic: one(TOPICS, step.topic) }
      await readMany(world, model, one(people, step.who), step.do, place)
    }
  }
  await compare(world, model, people)
}

/** Compares a user's unread messages; earlier results are cached. */
async function look(model: Model, who: Person): Promise<void> {
  const all = { anchor: 'newest', num_before: 1_000, num_after: 0 }
  const found = ok(await who.get('/messages', { ...all, narrow: [['is', 'unread']] }))
  expect(idsOf(found)).toEqual(model.unread(who.id))
}

async function changeFlags(
  model: Model,
  who: Person,
  what: 'read' | 'unread' | 'star',
  expectedIds: readonly number[],
): Promise<void> {
  const rows = model.of(who.id)
  const ids = [...new Set(expectedIds)].filter((id) => rows.has(id))
  if (ids.length === 0) return
  const op = what === 'unread' ? 'remove' : 'add'
  const flag = what === 'star' ? 'starred' : 'read'
  ok(await who.post('/messages/flags', { messages: ids, op, flag }))
  for (const id of ids) {
    const row = rows.get(id)
    if (!row) continue
    if (what === 'star') row.isStarred = true
    else if (what === 'read') row.isRead = true
    else if (model.isCounted(who.id, id)) row.isRead = false
  }
}

/** Marks all, a channel, or a topic as read. */
async function readMany(
  world: ChatWorld,
  model: Model,
  who: Person,
  what: 'read-all' | 'read-channel' | 'read-topic',
  { channel, topic }: { channel: number; topic: string },
): Promise<void> {
  const rows = await reader(world.chat)
    .selectFrom('chat_message')
    .select(['id', 'channel_id', 'topic'])
    .execute()
  const hit = rows.filter(
    (row) =>
      what === 'read-all' ||
      (row.channel_id === channel && (what === 'read-channel' || row.topic === topic)),
  )
  const answer =
    what === 'read-all'
      ? await who.post('/mark_all_as_read')
      : what === 'read-channel'
        ? await who.post('/mark_stream_as_read', { stream_id: channel })
        : await who.post('/mark_topic_as_read', { stream_id: channel, topic_name: topic })
  if (what === 'read-topic' && hit.length === 0) {
    expect(answer.msg).toBe(`No such topic '${topic}'`)
    return
  }
  expect(ok(answer)['complete']).toBe(true)
  const unread = new Set(model.unread(who.id))
  for (const { id } of hit) {
    const row = model.of(who.id).get(id)
    if (row && unread.has(id)) row.isRead = true
  }
}

async function compare(world: ChatWorld, model: Model, people: readonly Person[]): Promise<void> {
  const db = reader(world.chat)
  const all = await db.selectFrom('chat_message').select('id').orderBy('id').execute()
  const ids = all.map(({ id }) => id)
  for (const { user } of people) {
    const rows = model.of(user.id)
    const { places, count } = await loadUnreadPlaces(db, user, 1_000)
    const unread = places.flatMap((place) => place.ids).toSorted((a, b) => a - b)
    expect(unread).toEqual(model.unread(user.id))
    expect(count).toBe(unread.length)
    // The newest ones, where there are more than are wanted.
    const few = await loadUnreadPlaces(db, user, 2)
    expect(few.places.flatMap((place) => place.ids).toSorted((a, b) => a - b)).toEqual(
      unread.slice(-2),
    )
    const states = await readStates(db, user, ids)
    const kept = ids.map((id) => {
      const state = states.get(id)
      return state?.isReceived
        ? { id, isRead: state.isRead, isStarred: (state.bits & 1) === 1 }
        : id
    })
    const naive = ids.map((id) => {
      const row = rows.get(id)
      return row ? { id, ...row } : id
    })
    expect(kept).toEqual(naive)
  }
}

test('what is derived is what a row per recipient would say', { tags: 'full' }, async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      await using world = await startChatWorld()
      await play(world, script)
    }),
    { numRuns: Number(process.env['CHAT_MODEL_RUNS'] ?? seeds(2, 15)) },
  )
})

test('what was read stays read, and what was unread stays unread, wherever messages go', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const [a, b] = [await alice.say('a'), await alice.say('b', { topic: 'u' })] as const
  ok(await bob.post('/messages/flags', { messages: [a], op: 'add', flag: 'read' }))
  const quiet = { send_notification_to_new_thread: false }
  ok(await alice.patch(`/messages/${a}`, { topic: 'u', ...quiet }))
  ok(await alice.patch(`/messages/${b}`, { topic: 't', ...quiet }))
  const flags = async (id: number) => ok(await bob.get(`/messages/${id}`))['message'].flags
  expect(await flags(a)).toEqual(['read'])
  expect(await flags(b)).toEqual([])
})

test('a message costs the same rows for any number of recipients', async () => {
  await using world = await startChatWorld()
  for (let n = 0; n < 30; n++) await world.add(`Extra ${n}`)
  const count = async () => {
    const tables = [
      'chat_receipt',
      'chat_read_mark',
      'chat_event_user',
      'chat_event',
      'chat_message',
    ] as const
    const counts = []
    for (const table of tables) {
      const rows = await reader(world.chat).selectFrom(table).selectAll().execute()
      counts.push(rows.length)
    }
    return counts
  }
  await world.owner.say('first')
  const before = await count()
  await world.owner.say('hello @**all**')
  const after = await count()
  expect(after.map((number, index) => number - (before[index] ?? 0))).toEqual([0, 0, 0, 1, 1])
})
