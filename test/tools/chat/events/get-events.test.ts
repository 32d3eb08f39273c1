import { describe, expect, test } from 'vitest'
import { fetchEvents, pickHeartbeatMs } from '../../../../src/chat/events/fetch-events.ts'
import { storeQueuePositions } from '../../../../src/chat/events/queue-positions.ts'
import { sweepQueues } from '../../../../src/chat/events/sweep-queues.ts'
import { findNewestEventId } from '../../../../src/chat/kernel/event-log.ts'
import { reader } from '../../../../src/chat/kernel/unit-of-work.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { type Answer, ok, type Person } from '../../../support/chat-world.ts'
import { watchPolls } from '../../../support/watch-polls.ts'

startChatForEach('Alice', 'Bob')

const poll = (
  who: Person,
  queue: Answer,
  after: unknown = queue['last_event_id'],
  fields: object = {},
) => who.get('/events', { queue_id: queue['queue_id'], last_event_id: after, ...fields })

describe('get_events', () => {
  test('waits for what comes, and answers everything since', async () => {
    verifies('chat:6:long-poll', 'chat:4.10:named:get-events', 'chat:1:events')
    const queue = await bob.register()
    const polled = watchPolls(world.chat)
    const waiting = poll(bob, queue)
    await polled()
    await alice.say('one')
    const { events, queue_id } = ok(await waiting)
    expect(queue_id).toBe(queue['queue_id'])
    expect(events).toMatchObject([{ type: 'message', message: { content: 'one' } }])
    await alice.say('two')
    const again = ok(await poll(bob, queue))['events']
    expect(again.map((event: Answer) => event['message'].content)).toEqual(['one', 'two'])
    expect(again[0].id).toBeLessThan(again[1].id)
    const rest = ok(await poll(bob, queue, again[0].id))['events']
    expect(rest).toEqual([again[1]])
  })

  test('answers at once when told not to block', async () => {
    const queue = await bob.register()
    expect(ok(await poll(bob, queue, -1, { dont_block: true }))['events']).toEqual([])
  })

  test('waits on, whatever happens that the queue did not ask for', async () => {
    const queue = await bob.register({ event_types: ['message'] })
    const polled = watchPolls(world.chat)
    const waiting = poll(bob, queue)
    await polled()
    ok(await alice.post('/users/me/status', { status_text: 'x' }))
    await alice.say('now')
    expect(ok(await waiting)['events']).toMatchObject([{ type: 'message' }])
  })

  test('ends an older poll of the same queue', async () => {
    const queue = await bob.register()
    const polled = watchPolls(world.chat)
    const first = poll(bob, queue)
    await polled()
    const second = poll(bob, queue)
    expect(ok(await first)['events']).toMatchObject([{ type: 'heartbeat' }])
    await alice.say('x')
    expect(ok(await second)['events']).toMatchObject([{ type: 'message' }])
  })

  test('gets a heartbeat when nothing comes, numbered like everything else', async () => {
    verifies('chat:6:heartbeat', 'chat:3:queue:active')
    const queue = await bob.register()
    const actor = await world.chat.signIn({ email: bob.email, key: bob.key }, 'test')
    const wait = async (lastEventId: number) =>
      fetchEvents(
        world.chat,
        actor,
        { queueId: queue['queue_id'], lastEventId, dontBlock: false, heartbeatMs: 30 },
        new AbortController().signal,
      )
    const [first] = await wait(queue['last_event_id'])
    expect(first).toEqual({ type: 'heartbeat', id: expect.any(Number) })
    expect(first?.id).toBeGreaterThan(queue['last_event_id'])
    const [second] = await wait(first?.id ?? 0)
    expect(second?.id).toBeGreaterThan(first?.id ?? 0)
    await alice.say('x')
    const [next] = await wait(second?.id ?? 0)
    expect(next).toMatchObject({ type: 'message' })
  })

  test('heartbeats come within a minute, before proxies give up, and not all at once', () => {
    const due = Array.from({ length: 1_000 }, pickHeartbeatMs)
    expect(Math.min(...due)).toBeGreaterThanOrEqual(45_000)
    expect(Math.max(...due)).toBeLessThanOrEqual(50_000)
    expect(Math.max(...due) - Math.min(...due)).toBeGreaterThan(4_000)
  })

  test('takes a new id for a heartbeat only where the log has none to give', async () => {
    const queue = await bob.register({ event_types: ['message'] })
    const actor = await world.chat.signIn({ email: bob.email, key: bob.key }, 'test')
    const wait = async () => {
      const place = {
        queueId: queue['queue_id'],
        lastEventId: -1,
        dontBlock: false,
        heartbeatMs: 60,
      }
      return fetchEvents(world.chat, actor, place, new AbortController().signal)
    }
    const waiting = wait()
    ok(await alice.post('/users/me/status', { status_text: 'x' }))
    const before = await findNewestEventId(reader(world.chat))
    expect(await waiting).toMatchObject([{ type: 'heartbeat' }])
    expect(await findNewestEventId(reader(world.chat))).toBe(before)
  })

  test('stops waiting when the client goes', async () => {
    const queue = await bob.register()
    const actor = await world.chat.signIn({ email: bob.email, key: bob.key }, 'test')
    const gone = new AbortController()
    const request = { queueId: queue['queue_id'], lastEventId: -1, dontBlock: false }
    const polled = watchPolls(world.chat)
    const waiting = fetchEvents(world.chat, actor, request, gone.signal)
    await polled()
    gone.abort()
    expect(await waiting).toHaveLength(1)
  })

  test.each([
    ['without queue', { last_event_id: -1 }, "Missing 'queue_id' argument"],
    ['without event', { queue_id: 'x' }, "Missing 'last_event_id' argument"],
  ])('is refused %s', async (_, fields, msg) => {
    expect(await bob.get('/events', fields)).toMatchObject({ status: 400, msg })
  })

  test('is refused for an event that is yet to come', async () => {
    const queue = await bob.register()
    const next = queue['last_event_id'] + 1
    expect(await poll(bob, queue, next)).toMatchObject({
      status: 400,
      msg: `Event ${next} was not in this queue`,
    })
  })
})

describe('a queue', () => {
  test('is its owner’s alone, and unknown to others in the same words', async () => {
    verifies('chat:7:BAD_EVENT_QUEUE_ID', 'chat:3:queue:bad-id')
    const queue = await bob.register()
    const { queue_id } = queue
    const stolen = await poll(alice, queue)
    expect(stolen).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID', queue_id })
    const unknown = await poll(alice, { ...queue, queue_id: 'none' })
    expect({ ...unknown, queue_id, msg: stolen.msg }).toEqual(stolen)
  })

  test('goes after its idle time, not before, and not while its client polls', async () => {
    verifies('chat:6:removed', 'chat:3:queue:removed', 'chat:8:queue-idle')
    verifies('chat:4.10:idle_queue_timeout', 'chat:4.10:response:idle_queue_timeout_secs')
    const queue = await bob.register({ idle_queue_timeout: 100 })
    expect(queue['idle_queue_timeout_secs']).toBe(100)
    for (let n = 0; n < 3; n++) {
      world.pass(100)
      await sweepQueues(world.chat)
      ok(await poll(bob, queue, -1, { dont_block: true }))
    }
    world.pass(101)
    expect(await poll(bob, queue)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' })
    await sweepQueues(world.chat)
    expect(await world.chat.store.db.selectFrom('chat_queue').selectAll().execute()).toEqual([])
  })

  test('keeps events for its client, and no longer than anybody needs them', async () => {
    const queue = await bob.register({ event_types: ['message'] })
    await alice.say('one')
    await alice.say('two')
    await sweepQueues(world.chat)
    const [one, two] = ok(await poll(bob, queue))['events']
    world.pass(60)
    expect(ok(await poll(bob, queue, one.id, { dont_block: true }))['events']).toEqual([two])
    await sweepQueues(world.chat)
    expect(await poll(bob, queue)).toMatchObject({
      status: 400,
      msg: `An event newer than ${queue['last_event_id']} has already been pruned!`,
    })
    expect(ok(await poll(bob, queue, one.id))['events']).toEqual([two])
  })

  test('does not hold up pruning by events that it never asked for', async () => {
    const queue = await bob.register({ event_types: ['heartbeat'] })
    for (let n = 0; n < 5; n++) await alice.say('x')
    const before = queue['last_event_id']
    world.pass(60)
    ok(await poll(bob, queue, before, { dont_block: true }))
    world.pass(60)
    ok(await poll(bob, queue, before, { dont_block: true }))
    await sweepQueues(world.chat)
    expect(await world.chat.store.db.selectFrom('chat_event').selectAll().execute()).toEqual([])
    expect(ok(await poll(bob, queue, before, { dont_block: true }))['events']).toEqual([])
  })

  test('is ended when it falls behind what the log may hold, and others are not', async () => {
    const limits = { maxEvents: 4, maxChars: 1_000_000, maxAgeMs: 3_600_000 }
    const events = async () =>
      world.chat.store.db.selectFrom('chat_event').select('id').orderBy('id').execute()
    await alice.say('0')
    await sweepQueues(world.chat)
    const asleep = await bob.register({ idle_queue_timeout: 7 * 24 * 3_600 })
    const awake = await bob.register({ event_types: ['message'] })
    for (const content of ['1', '2', '3', '4']) await alice.say(content)
    await sweepQueues(world.chat, limits)
    expect(await events()).toHaveLength(4)
    const heard = await bob.events(awake)
    expect(heard).toHaveLength(4)
    expect(await bob.events(asleep)).toHaveLength(4)
    ok(await poll(bob, awake, heard[3]?.['id'], { dont_block: true }))
    await alice.say('5')
    await sweepQueues(world.chat, limits)
    expect(await events()).toHaveLength(1)
    expect(await poll(bob, asleep)).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID' })
    expect(await bob.events(awake, heard[3]?.['id'])).toMatchObject([{ type: 'message' }])
  })

  test.each([
    ['size', { maxEvents: 1_000, maxChars: 20_000, maxAgeMs: 3_600_000 }],
    ['age', { maxEvents: 1_000, maxChars: 1_000_000, maxAgeMs: 100_000 }],
  ])('is ended when what it has not read exceeds the %s of the log', async (_what, limits) => {
    const queue = await bob.register({ idle_queue_timeout: 7 * 24 * 3_600 })
    await alice.say('x'.repeat(8_000))
    await sweepQueues(world.chat, limits)
    expect(await bob.events(queue)).toHaveLength(1)
    world.pass(101)
    await alice.say('x'.repeat(8_000))
    await alice.say('x'.repeat(8_000))
    await sweepQueues(world.chat, limits)
    expect(await poll(bob, queue)).toMatchObject({ status: 400, code: 'BAD_EVENT_QUEUE_ID' })
    expect(await world.chat.store.db.selectFrom('chat_event').select('id').execute()).toEqual([])
  })

  test('commits nothing at a poll, and keeps the place of its client at the next sweep', async () => {
    const queue = await bob.register()
    await alice.say('one')
    const [event] = await bob.events(queue)
    const stored = async () =>
      world.chat.store.db
        .selectFrom('chat_queue')
        .select(['acked', 'active_at'])
        .executeTakeFirstOrThrow()
    const before = await stored()
    world.pass(50)
    ok(await poll(bob, queue, event?.['id'], { dont_block: true }))
    expect(await stored()).toEqual(before)
    await storeQueuePositions(world.chat, { all: false })
    const { acked, active_at } = await stored()
    expect(acked - before.acked).toBe(Number(event?.['id']) + 1)
    expect(active_at - before.active_at).toBe(50_000)
    // What another process has stored meanwhile is not overwritten by what is older.
    ok(await poll(bob, queue, event?.['id'], { dont_block: true }))
    await world.chat.store.write(async (tx) =>
      tx.updateTable('chat_queue').set({ acked: 999, scanned: 999 }).execute(),
    )
    await storeQueuePositions(world.chat, { all: true })
    expect((await stored()).acked).toBe(999)
  })

  test('knows typing and presence for a short while only', async () => {
    const queue = await bob.register()
    ok(await alice.post('/typing', { op: 'start', to: [bob.id] }))
    world.pass(121)
    await sweepQueues(world.chat)
    expect(await bob.events(queue)).toEqual([])
  })

  test('holds no kinds that are gone, and the kind that took their place', async () => {
    verifies('chat:6:kind:legacy')
    const gone = ['update_display_settings', 'update_global_notifications']
    const [everything, legacy] = [
      await alice.register(),
      await alice.register({ event_types: gone }),
    ]
    // One setting of each of the two old kinds.
    const change = { twenty_four_hour_time: true, enable_sounds: false }
    ok(await alice.patch('/settings', change))
    const events = await alice.events(everything)
    const changed = Object.keys(change).map((property) => ['user_settings', property])
    expect(new Set(events.map(({ type, property }) => [type, property]))).toEqual(new Set(changed))
    expect(events.filter(({ type }) => gone.includes(String(type)))).toEqual([])
    expect(await alice.events(legacy)).toEqual([])
  })

  test('may be limited to a narrow', async () => {
    const narrow = async (...terms: unknown[]) =>
      bob.register({ event_types: ['message'], narrow: terms })
    const queues = [
      await narrow(['channel', 'General'], ['topic', 'A']),
      await narrow({ operator: 'sender', operand: alice.email }),
      await narrow(['is', 'dm']),
      await narrow({ operator: 'stream', operand: 1 }, ['-topic', 'a']),
      await narrow({ operator: 'dm', operand: [alice.id] }),
      await narrow(['pm-with', `${alice.email},${world.owner.email}`]),
      await narrow(['is', 'unread'], { operator: 'is', operand: 'private', negated: true }),
      await narrow(['is', 'mentioned']),
      await narrow(['is', 'resolved']),
      await narrow(['is', 'starred']),
    ]
    await alice.say('a', { topic: 'a' })
    await world.owner.say('b', { topic: 'b' })
    await alice.whisper('c', bob)
    const contents = await Promise.all(
      queues.map(async (queue) => (await bob.events(queue)).map(({ message }) => message.content)),
    )
    expect(contents).toEqual([['a'], ['a', 'c'], ['c'], ['b'], ['c'], [], ['a', 'b'], [], [], []])
    for (const term of [
      ['search', 'x'],
      ['has', 'link'],
      ['is', 'followed'],
    ]) {
      const refused = await bob.post('/register', { narrow: [term] })
      expect(refused).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    }
    expect(await bob.post('/register', { narrow: [['colour', 'x']] })).toMatchObject({
      code: 'BAD_NARROW',
    })
  })

  test('hears of all public channels when it asks for them, and of no private one', async () => {
    verifies('chat:4.10:all_public_streams')
    ok(await alice.post('/channels/create', { name: 'open', subscribers: [alice.id] }))
    ok(
      await alice.post('/channels/create', {
        name: 'den',
        invite_only: true,
        subscribers: [alice.id],
      }),
    )
    const queue = await bob.register({ all_public_streams: true, event_types: ['message'] })
    await alice.say('den', { to: 'den' })
    await alice.say('open', { to: 'open' })
    expect((await bob.events(queue)).map(({ message }) => message.content)).toEqual(['open'])
  })
})
