import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { waitForEvents } from '../../../../src/chat/agent/wait.ts'
import { followEvents } from '../../../../src/chat/events/follow-events.ts'
import { watchAddress } from '../../../../src/chat/resources/follow-resources.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let robot: Person
let ada: Person
let guest: Person

beforeAll(async () => {
  world = await startChatWorld()
  const { owner } = world
  robot = await world.add('Robot', { bot_type: 1, bot_owner_id: owner.id })
  ada = await world.add('Ada')
  guest = await world.add('Guest', { role: 600 })
  const make = async (name: string, invite_only: boolean) =>
    ok(await owner.post('/users/me/subscriptions', { subscriptions: [{ name }], invite_only }))
  await make('open', false)
  await make('closed', true)
})
afterAll(async () => world[Symbol.asyncDispose]())

const inside = (to: string) => ({ to, topic: 't' })
const contents = (events: readonly Record<string, unknown>[]) =>
  events.map((event) => [(event['message'] as { content: string }).content, event['flags']])

async function narrowed(who: Person, ...terms: (readonly [string, string])[]): Promise<number[]> {
  const narrow = terms.map(([operator, operand]) => ({ operator, operand }))
  const window = { anchor: 'newest', num_before: 10, num_after: 0 }
  const { messages } = ok(await who.get('/messages', { ...window, narrow }))
  return (messages as { id: number }[]).map(({ id }) => id)
}

/** Ids of messages that a client which begins is told to be unread. */
async function unreadOf(who: Person): Promise<number[]> {
  const { unread_msgs } = await who.register({ fetch_event_types: ['message'] })
  const { streams } = unread_msgs as { streams: { unread_message_ids: number[] }[] }
  return streams.flatMap(({ unread_message_ids }) => unread_message_ids)
}

describe('a bot that is not in a channel', () => {
  test('is told of a message there that mentions it, and of no other', async () => {
    const queue = await robot.register({ event_types: ['message'], apply_markdown: false })
    await world.owner.say('without it', inside('open'))
    await world.owner.say('ask @**Robot**', inside('open'))
    await world.owner.say('ask @**all**', inside('open'))
    await world.owner.say('ask @_**Robot**', inside('open'))
    expect(contents(await robot.events(queue))).toEqual([['ask @**Robot**', ['mentioned']]])
  })

  test('hears of it while it waits, finds it among what is unread, and has read it then', async () => {
    const feed = () => followEvents(world.chat, { user: robot.user, client: 'test' })
    const wait = async (cursor?: string) =>
      waitForEvents(feed(), {
        cursor,
        seconds: 0,
        peek: true,
        signal: new AbortController().signal,
        progress: () => {},
      })
    const { cursor } = await wait()
    const id = await world.owner.say('and @**Robot**?', inside('open'))
    expect((await wait(cursor)).events).toMatchObject([
      { message_ids: [id], message: { flags: ['unread', 'mentioned'] } },
    ])
    expect(await narrowed(robot, ['is', 'mentioned'], ['is', 'unread'])).toContain(id)
    expect(await narrowed(robot, ['is', 'unread'])).toContain(id)
    expect(await unreadOf(robot)).toContain(id)
    const flag = { messages: [id], op: 'add', flag: 'read' }
    expect(ok(await robot.post('/messages/flags', flag))).toMatchObject({ messages: [id] })
    expect(await narrowed(robot, ['is', 'unread'])).not.toContain(id)
    expect(await narrowed(robot, ['is', 'mentioned'])).toContain(id)
  })

  test('is told at once where it watches its mentions and its inbox', async () => {
    const heard = await Promise.all(
      ['chat://mentions', 'chat://inbox'].map(async (uri) => {
        const changed = vi.fn<() => void>()
        const stop = await watchAddress(
          world.chat,
          { user: robot.user, client: 'test' },
          uri,
          changed,
        )
        return { changed, stop }
      }),
    )
    await world.owner.say('now @**Robot**', inside('open'))
    for (const { changed } of heard) await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
    for (const { stop } of heard) stop()
  })

  test('is not told of a channel that it may not read', async () => {
    const queue = await robot.register({ event_types: ['message'] })
    const id = await world.owner.say('@**Robot** is not here', inside('closed'))
    expect(await robot.events(queue)).toEqual([])
    expect(await narrowed(robot, ['is', 'mentioned'])).not.toContain(id)
    const { count } = await world.chat.store.db
      .selectFrom('chat_receipt')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('message_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
  })

  test('is told nothing more of one that is closed to it later', async () => {
    const made = { subscriptions: [{ name: 'closing' }] }
    ok(await world.owner.post('/users/me/subscriptions', made))
    const id = await world.owner.say('@**Robot** while it is open', inside('closing'))
    expect(await unreadOf(robot)).toContain(id)
    const { stream_id } = ok(await world.owner.get('/get_stream_id', { stream: 'closing' }))
    ok(await world.owner.patch(`/streams/${stream_id}`, { is_private: true }))
    expect(await unreadOf(robot)).not.toContain(id)
    for (const state of ['unread', 'mentioned']) {
      expect(await narrowed(robot, ['is', state])).not.toContain(id)
    }
  })

  test('hears once of what it would hear anyway', async () => {
    ok(await robot.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] }))
    const queue = await robot.register({ event_types: ['message'], apply_markdown: false })
    await world.owner.say('here @**Robot**', inside('open'))
    expect(contents(await robot.events(queue))).toEqual([['here @**Robot**', ['mentioned']]])
    ok(await robot.delete('/users/me/subscriptions', { subscriptions: ['open'] }))
  })
})

test('people outside of a channel are not told, nor are guests', async () => {
  for (const who of [ada, guest]) {
    const queue = await who.register({ event_types: ['message'] })
    const name = who === ada ? 'Ada' : 'Guest'
    const id = await world.owner.say(`hello @**${name}**`, inside('open'))
    expect(await who.events(queue)).toEqual([])
    expect(await narrowed(who, ['is', 'mentioned'])).not.toContain(id)
  }
})
