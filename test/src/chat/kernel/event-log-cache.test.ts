import { once } from 'node:events'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { type EventReader, isInAudience } from '../../../../src/chat/events/audience.ts'
import { fetchEvents } from '../../../../src/chat/events/fetch-events.ts'
import { ROLES } from '../../../../src/chat/groups/system-groups.ts'
import { getCachedReader } from '../../../../src/chat/kernel/directory-cache.ts'
import { createEventLogCache } from '../../../../src/chat/kernel/event-log-cache.ts'
import { readLog } from '../../../../src/chat/kernel/read-event-log.ts'
import type { Chat } from '../../../../src/chat/kernel/types.ts'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { onBothDatabases } from '../../../support/both-databases.ts'
import { type ChatWorld, type Person, startChatWorld } from '../../../support/chat-world.ts'
import { seeds } from '../../../support/full.ts'

/** One action of a user; numbers pick among existing things, by remainder. */
interface Step {
  what: 'send' | 'whisper' | 'join' | 'leave' | 'type' | 'say status' | 'react' | 'look'
  who: number
  where: number
}

const steps = fc.array(
  fc.record({
    what: fc.constantFrom<Step['what'][]>(
      'send',
      'send',
      'whisper',
      'join',
      'leave',
      'type',
      'say status',
      'react',
      'look',
    ),
    who: fc.nat(30),
    where: fc.nat(30),
  }),
  { minLength: 10, maxLength: 40 },
)

const CHANNELS = ['general', 'open', 'den']

/** The same chat as another process has it, with a memory of so many events. */
function alike(chat: Chat, maxEvents: number): Chat {
  const memory = { maxEvents, maxChars: 100_000 }
  return {
    ...chat,
    eventLogCache: createEventLogCache(async (above) => readLog(reader(chat), above), { memory }),
  }
}

/** Ids of the events that reach a user through the event log cache. */
async function heard(chat: Chat, whose: EventReader, above: number): Promise<number[]> {
  const db = await getCachedReader(chat)
  await chat.eventLogCache.catchUp({ atLeast: above, isStrict: true })
  const ids: number[] = []
  for (let scanned = above; ;) {
    const { events, isAll } = await chat.eventLogCache.read(scanned)
    for (const event of events) {
      if (await isInAudience(db, event, whose, chat.now().getTime())) ids.push(event.id)
    }
    scanned = events.at(-1)?.id ?? scanned
    if (isAll) return ids
  }
}

/** The same by the database alone. */
async function heardBySql(chat: Chat, whose: EventReader, above: number): Promise<number[]> {
  const { userId, isGuest, allPublic } = whose
  const { rows } = await sql<{ id: number }>`
    select e.id from chat_event e where e.id > ${above} and (
      e.audience = 'all' or e.user_id = ${userId}
      or (e.audience = 'members' and ${isGuest ? 1 : 0} = 0)
      or exists (
        select 1 from chat_event_user u where u.event_id = e.id and u.user_id = ${userId})
      or exists (
        select 1 from chat_interval i
        where i.user_id = ${userId} and i.channel_id = e.channel_id and e.id > i.from_event
          and (i.to_event is null or e.id <= i.to_event))
      or (e.is_public = 1 and ${allPublic ? 1 : 0} = 1)) order by e.id`.execute(reader(chat))
  return rows.map(({ id }) => id)
}

async function act(people: readonly Person[], { what, who, where }: Step): Promise<void> {
  const me = people[who % people.length] as Person
  const other = people[where % people.length] as Person
  const to = CHANNELS[where % CHANNELS.length] ?? ''
  // Some of this is not allowed, and then nothing happens.
  if (what === 'send') {
    await me.post('/messages', {
      type: 'channel',
      to,
      topic: 't',
      content: `@**${other.user.full_name}**`,
    })
  } else if (what === 'whisper') {
    await me.post('/messages', { type: 'direct', to: [other.id], content: 'x' })
  } else if (what === 'join') {
    await me.post('/users/me/subscriptions', { subscriptions: [{ name: to }] })
  } else if (what === 'leave') {
    await me.delete('/users/me/subscriptions', { subscriptions: [to] })
  } else if (what === 'type') {
    await me.post('/typing', { op: 'start', to: [other.id] })
  } else if (what === 'say status') {
    await me.post('/users/me/status', { status_text: `${who}` })
  } else if (what === 'react') {
    await me.post(`/messages/${1 + (where % 5)}/reactions`, { emoji_name: 'tada' })
  }
}

async function populate(world: ChatWorld): Promise<Person[]> {
  const people = [
    world.owner,
    await world.add('Alice'),
    await world.add('Bob'),
    await world.add('Guest', { role: ROLES.guest }),
  ]
  const [, alice, bob] = people
  const subscribers = [alice?.id, bob?.id]
  await alice?.post('/channels/create', { name: 'open', subscribers })
  await alice?.post('/channels/create', { name: 'den', invite_only: true, subscribers })
  return people
}

await onBothDatabases(({ kind, newLocation, open }) => {
  test(
    'what is heard from memory is what the database holds for somebody',
    { tags: 'full' },
    async () => {
      const property = fc.asyncProperty(steps, async (all) => {
        await using world = await startChatWorld({ store: await open(newLocation()) })
        const people = await populate(world)
        const { chat } = world
        // One remembers everything, one mostly forgets, one reads from the database only.
        const ways = [alike(chat, 1_000), alike(chat, 3)]
        for (const way of ways) await way.eventLogCache.catchUp({ atLeast: 0, isStrict: true })
        const listeners = await Promise.all(
          people.map(async (person, index) => {
            const allPublic = index % 2 === 1
            const { queue_id: queueId } = await person.register({ all_public_streams: allPublic })
            const actor = await chat.signIn({ email: person.email, key: person.key }, 'test')
            const isGuest = person.user.role === ROLES.guest
            const whose = {
              userId: person.id,
              isGuest,
              isBot: false,
              allPublic: allPublic && !isGuest,
            }
            return { actor, queueId: String(queueId), whose }
          }),
        )
        const { newest: started } = await chat.eventLogCache.read(Number.MAX_SAFE_INTEGER)
        for (const step of all) {
          await act(people, step)
          if (step.what !== 'look') continue
          for (const way of ways) await way.eventLogCache.catchUp({ atLeast: 0, isStrict: true })
        }
        for (const { actor, queueId, whose } of listeners) {
          for (const back of [0, 5, 20]) {
            const expected = await heardBySql(chat, whose, started + back)
            for (const way of [...ways, alike(chat, 0)]) {
              expect(await heard(way, whose, started + back)).toEqual(expected)
            }
          }
          const poll = { queueId, lastEventId: -1, dontBlock: true }
          const [first, ...others] = await Promise.all(
            [...ways, alike(chat, 0)].map(async (way) =>
              fetchEvents(way, actor, poll, new AbortController().signal),
            ),
          )
          expect(others).toEqual([first, first])
        }
      })
      await fc.assert(property, { numRuns: kind === 'sqlite' ? seeds(3, 12) : 3 })
    },
  )
})

test('nobody who waits reads the database for what others have read', async () => {
  await using world = await startChatWorld()
  let readings = 0
  const eventLogCache = createEventLogCache(async (above) => {
    readings += 1
    return readLog(reader(world.chat), above)
  })
  const chat = { ...world.chat, eventLogCache }
  await eventLogCache.catchUp({ atLeast: 0, isStrict: true })
  const actor = await chat.signIn({ email: world.owner.email, key: world.owner.key }, 'test')
  const queues = await Promise.all(
    Array.from({ length: 20 }, async () => world.owner.register({ event_types: ['message'] })),
  )
  const { signal } = new AbortController()
  const waiting = queues.map(async ({ queue_id }) =>
    fetchEvents(chat, actor, { queueId: queue_id, lastEventId: -1, dontBlock: false }, signal),
  )
  await world.owner.say('x')
  const before = readings
  const answers = await Promise.all(waiting)
  expect(answers.map(([event]) => event?.type)).toEqual(Array(20).fill('message'))
  expect(readings - before).toBeLessThan(10)
  // One form, one record.
  const records = answers.map(([event]) => event?.type === 'message' && event.message)
  expect(new Set(records).size).toBe(1)
})

test('of those who wait for a look, only one takes the next', async () => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  let running = 0
  let most = 0
  let pass = Promise.withResolvers<void>()
  const eventLogCache = createEventLogCache(async (above) => {
    most = Math.max(most, (running += 1))
    await pass.promise
    const reading = await readLog(reader(chat), above)
    running -= 1
    return reading
  })
  pass.resolve()
  await eventLogCache.catchUp({ atLeast: 0, isStrict: true })
  const { newest } = await eventLogCache.read(Number.MAX_SAFE_INTEGER)
  pass = Promise.withResolvers()
  const first = eventLogCache.catchUp({ atLeast: 0, isStrict: true })
  // The first of these goes on as soon as the look is over, the second with the one that was put off.
  const second = eventLogCache.catchUp({ atLeast: newest + 1, isStrict: false })
  const third = eventLogCache.catchUp({ atLeast: 0, isStrict: true })
  pass.resolve()
  await first
  await owner.say('x')
  await Promise.all([second, third])
  await eventLogCache.catchUp({ atLeast: 0, isStrict: true })
  const ids = (await eventLogCache.read(newest)).events.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  expect(ids.length).toBeGreaterThan(0)
  expect(most).toBe(1)
})

test.each([
  ['number', { maxEvents: 3, maxChars: 1_000_000 }, 3],
  ['size', { maxEvents: 1_000, maxChars: 50_000 }, 2],
])('remembers events within bounds of their %s', async (_bound, memory, kept) => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  const eventLogCache = createEventLogCache(async (above) => readLog(reader(chat), above), {
    memory,
  })
  await eventLogCache.catchUp({ atLeast: 0, isStrict: true })
  const ids: number[] = []
  for (let n = 0; n < 5; n += 1) {
    // An event holds a message as Markdown and as HTML.
    await owner.say('x'.repeat(9_000))
    await eventLogCache.catchUp({ atLeast: 0, isStrict: true })
    ids.push((await eventLogCache.read(Number.MAX_SAFE_INTEGER)).newest)
  }
  await chat.store.write(async (tx) => tx.deleteFrom('chat_event').execute())
  const remembered = async (above = 0) =>
    (await eventLogCache.read(above)).events.map(({ id }) => id)
  expect(await remembered(ids.at(-kept - 1))).toEqual(ids.slice(-kept))
  // Further back, only the database knows.
  expect(await remembered((ids.at(-kept - 1) ?? 0) - 1)).toEqual([])
})

test('begins anew after more events than it remembers, and skips none', async () => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  const eventLogCache = createEventLogCache(async (above) => readLog(reader(chat), above), {
    memory: { maxEvents: 3, maxChars: 1_000 },
  })
  await eventLogCache.catchUp({ atLeast: 0, isStrict: true })
  const { newest } = await eventLogCache.read(Number.MAX_SAFE_INTEGER)
  for (let n = 0; n < 9; n += 1) await owner.say(`${n}`)
  const { events, isAll } = await eventLogCache.read(newest)
  expect([events.length, isAll]).toEqual([0, true])
  await eventLogCache.catchUp({ atLeast: 0, isStrict: true })
  const { events: since } = await eventLogCache.read(newest)
  expect(since.filter(({ type }) => type === 'message')).toHaveLength(9)
})

test('reads large events a few at a time, and begins anew rather than hold more than it may', async () => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  for (let n = 0; n < 8; n += 1) await owner.say(`${n}`)
  const first = await readLog(reader(chat), 0)
  const { newest } = first
  const LARGE_CHARS = 1_500_000
  await chat.store.write(async (tx) => {
    // As if each of the last six had been this large.
    for (const [index, { id }] of first.events.slice(-6).entries()) {
      const payload = JSON.stringify({ type: 'large', text: 'x'.repeat(LARGE_CHARS) })
      const total = sql<number>`total + ${(index + 1) * LARGE_CHARS}`
      await tx.updateTable('chat_event').set({ payload, total }).where('id', '=', id).execute()
    }
  })
  const { events } = first
  const from = events.at(-7)?.id ?? 0
  const few = await readLog(reader(chat), from)
  expect(few).toMatchObject({ newest, isAll: false })
  expect(few.events.length).toBeLessThan(6)
  const rest = await readLog(reader(chat), events.at(-3)?.id ?? 0)
  expect(rest.isAll).toBe(true)
  expect(rest.events).toHaveLength(2)
  expect(await readLog(reader(chat), newest)).toMatchObject({ events: [], isAll: true })

  let known = from
  const eventLogCache = createEventLogCache(
    async (above) => {
      if (above !== Number.MAX_SAFE_INTEGER) return readLog(reader(chat), above)
      return { ...(await readLog(reader(chat), known)), events: [], newest: known }
    },
    { memory: { maxEvents: 1_000, maxChars: 4_000_000 } },
  )
  await eventLogCache.catchUp({ atLeast: 0, isStrict: true })
  known = newest
  await eventLogCache.catchUp({ atLeast: newest, isStrict: true })
  await chat.store.write(async (tx) => tx.deleteFrom('chat_event').execute())
  const held = await eventLogCache.read(events.at(-3)?.id ?? 0)
  expect(held.events.map(({ id }) => id)).toEqual(events.slice(-2).map(({ id }) => id))
  expect((await eventLogCache.read(from)).events).toEqual([])
})

test('looks when another process rings, without waiting for the time at which it would look anyway', async () => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  let ring: (news: string | undefined) => void = () => {}
  const doorbell = {
    isHeard: true,
    ring() {},
    onRing: (listener: typeof ring) => void (ring = listener),
    start() {},
    doubt() {},
  }
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const cache = createEventLogCache(async (above) => readLog(reader(chat), above), { doorbell })
    await cache.catchUp({ atLeast: 0, isStrict: true })
    const { newest } = await cache.read(Number.MAX_SAFE_INTEGER)
    for (const news of ['events', undefined]) {
      const above = (await cache.read(newest)).newest
      const waiting = cache.next(above, new AbortController().signal)
      await owner.say('x')
      ring('something else')
      ring(news)
      await waiting
      expect((await cache.read(above)).events.length).toBeGreaterThan(0)
    }
    cache.close()
  } finally {
    vi.useRealTimers()
  }
})

test('a heartbeat passes over nothing that another process has written just before', async () => {
  await using world = await startChatWorld()
  const { chat, owner } = world
  const actor = await chat.signIn({ email: owner.email, key: owner.key }, 'test')
  const { queue_id: queueId } = await owner.register({ event_types: ['message'] })
  const cache = createEventLogCache(async (above) => readLog(reader(chat), above))
  // As a process that has not looked yet when the wait is over.
  const next = async (_above: number, end: AbortSignal): Promise<void> => {
    await owner.say('just before')
    if (!end.aborted) await once(end, 'abort')
  }
  const beside = { ...chat, eventLogCache: { ...cache, next } }
  const poll = { queueId: String(queueId), lastEventId: -1, dontBlock: false, heartbeatMs: 0 }
  const events = await fetchEvents(beside, actor, poll, new AbortController().signal)
  expect(events).toMatchObject([{ type: 'message', message: { content: 'just before' } }])
})
