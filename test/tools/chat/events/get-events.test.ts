import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { fetchEvents } from '../../../../src/chat/actions/events/fetch-events.ts'
import { sweepQueues } from '../../../../src/chat/events/sweep.ts'
import { HEARTBEAT_MS } from '../../../../src/chat/limits.ts'
import { verifies } from '../../../requirements/verifies.ts'
import {
  type Answer,
  type ChatWorld,
  ok,
  type Person,
  startChatWorld,
} from '../../../support/chat-world.ts'

let world: ChatWorld
let alice: Person
let bob: Person

beforeEach(async () => {
  world = await startChatWorld()
  alice = await world.add('Alice')
  bob = await world.add('Bob')
  return async () => world[Symbol.asyncDispose]()
})

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
    const waiting = poll(bob, queue)
    await sleep(50)
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
    const waiting = poll(bob, queue)
    ok(await alice.post('/users/me/status', { status_text: 'x' }))
    await sleep(50)
    await alice.say('now')
    expect(ok(await waiting)['events']).toMatchObject([{ type: 'message' }])
  })

  test('ends an older poll of the same queue', async () => {
    const queue = await bob.register()
    const first = poll(bob, queue)
    await sleep(20)
    const second = poll(bob, queue)
    expect(ok(await first)['events']).toMatchObject([{ type: 'heartbeat' }])
    await alice.say('x')
    expect(ok(await second)['events']).toMatchObject([{ type: 'message' }])
  })

  test('gets a heartbeat when nothing comes, numbered like everything else', async () => {
    verifies('chat:6:heartbeat', 'chat:3:queue:active')
    expect(HEARTBEAT_MS).toBe(60_000)
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

  test('stops waiting when the client goes', async () => {
    const queue = await bob.register()
    const actor = await world.chat.signIn({ email: bob.email, key: bob.key }, 'test')
    const gone = new AbortController()
    const request = { queueId: queue['queue_id'], lastEventId: -1, dontBlock: false }
    const waiting = fetchEvents(world.chat, actor, request, gone.signal)
    await sleep(20)
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

  test('knows typing and presence for a short while only', async () => {
    const queue = await bob.register()
    ok(await alice.post('/typing', { op: 'start', to: [bob.id] }))
    world.pass(121)
    await sweepQueues(world.chat)
    expect(await bob.events(queue)).toEqual([])
  })

  test('holds no kinds that are gone', async () => {
    verifies('chat:6:kind:legacy')
    const queue = await alice.register({
      event_types: ['update_display_settings', 'update_global_notifications'],
    })
    await bob.say('x')
    expect(await alice.events(queue)).toEqual([])
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
