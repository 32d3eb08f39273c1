import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { followersOf } from '../../../../src/chat/resources/follow-resources.ts'
import { watchAddress } from '../../../../src/chat/resources/follow-resources.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

let world: ChatWorld
let ada: Person
let bob: Person
let stops: (() => void)[] = []
/** A message in a channel of its own. */
let lane: { channel: number; message: number }

beforeAll(async () => {
  world = await startChatWorld()
  ada = await world.add('Ada')
  bob = await world.add('Bob')
  for (const who of [ada, bob]) {
    ok(await who.post('/users/me/subscriptions', { subscriptions: [{ name: 'general' }] }))
  }
})
beforeAll(async () => {
  for (const who of [world.owner, ada, bob]) {
    ok(await who.post('/users/me/subscriptions', { subscriptions: [{ name: 'lane' }] }))
  }
  const message = await world.owner.say('x', { to: 'lane' })
  lane = { channel: await channelOf('lane'), message }
})
afterAll(async () => world[Symbol.asyncDispose]())
beforeEach(() => {
  for (const stop of stops) stop()
  stops = []
})

/** Counts notices of an address. */
async function listen(who: Person, uri: string) {
  const heard = vi.fn<() => void>()
  stops.push(await watchAddress(world.chat, { user: who.user, client: 'test' }, uri, heard))
  return heard
}

/** Waits until everything that was committed has been told to somebody: a reaction that came after it has. */
async function settled(who = ada): Promise<void> {
  const mark = await listen(who, `chat://channel/${lane.channel}`)
  const reaction = { emoji_name: 'tada' }
  ok(await world.owner.post(`/messages/${lane.message}/reactions`, reaction))
  await vi.waitFor(() => expect(mark).toHaveBeenCalled())
  ok(await world.owner.delete(`/messages/${lane.message}/reactions`, reaction))
  stops.pop()?.()
}

const channelOf = async (name: string) =>
  Number(ok(await world.owner.get('/get_stream_id', { stream: name }))['stream_id'])

describe('what touches what', () => {
  test('a message touches its channel, its topic and the inbox, and no others', async () => {
    const id = await channelOf('general')
    const channel = await listen(ada, `chat://channel/${id}`)
    const topic = await listen(ada, 'chat://channel/general/topic/A%2FB')
    const other = await listen(ada, `chat://channel/${id}/topic/other`)
    const inbox = await listen(ada, 'chat://inbox')
    const mentions = await listen(ada, 'chat://mentions')
    await bob.say('x', { topic: 'a/b' })
    await vi.waitFor(() => expect(topic).toHaveBeenCalledOnce())
    await settled()
    expect(channel).toHaveBeenCalledOnce()
    expect(inbox).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
    expect(mentions).not.toHaveBeenCalled()
  })

  test('a mention touches the mentions, an own message not the inbox', async () => {
    ok(await ada.patch('/settings', { automatically_follow_topics_policy: 4 }))
    const mentions = await listen(ada, 'chat://mentions')
    const inbox = await listen(ada, 'chat://inbox')
    await ada.say('mine')
    await settled()
    expect(inbox).not.toHaveBeenCalled()
    await bob.say('@**Ada** look')
    await vi.waitFor(() => expect(mentions).toHaveBeenCalledOnce())
  })

  test('an edit, a move, a reaction and a deletion touch where the message is and was', async () => {
    const id = await bob.say('x', { topic: 'from' })
    const from = await listen(ada, 'chat://channel/general/topic/from')
    const to = await listen(ada, 'chat://channel/general/topic/to')
    ok(await bob.patch(`/messages/${id}`, { content: 'y' }))
    await vi.waitFor(() => expect(from).toHaveBeenCalledTimes(1))
    ok(await ada.post(`/messages/${id}/reactions`, { emoji_name: 'eyes' }))
    await vi.waitFor(() => expect(from).toHaveBeenCalledTimes(2))
    expect(to).not.toHaveBeenCalled()
    ok(await bob.patch(`/messages/${id}`, { topic: 'to' }))
    await vi.waitFor(() => expect(to).toHaveBeenCalledTimes(1))
    await vi.waitFor(() => expect(from).toHaveBeenCalledTimes(3))
    ok(await world.owner.delete(`/messages/${id}`))
    await vi.waitFor(() => expect(to.mock.calls.length).toBeGreaterThan(1))
  })

  test('direct messages touch their conversation only', async () => {
    const withBob = await listen(ada, `chat://dm/${bob.id}`)
    const byName = await listen(ada, 'chat://dm/Bob,Ada')
    const withOwner = await listen(ada, `chat://dm/${world.owner.id}`)
    const strange = await listen(world.owner, `chat://dm/${bob.id}`)
    await bob.whisper('psst', ada)
    await vi.waitFor(() => expect(withBob).toHaveBeenCalledOnce())
    await settled()
    expect(byName).toHaveBeenCalledOnce()
    expect(withOwner).not.toHaveBeenCalled()
    expect(strange).not.toHaveBeenCalled()
  })

  test('lists are touched by what is in them', async () => {
    const channels = await listen(ada, 'chat://channels')
    const users = await listen(ada, 'chat://users')
    const presence = await listen(ada, 'chat://presence')
    ok(await world.owner.post('/channels/create', { name: 'fresh' }))
    await vi.waitFor(() => expect(channels).toHaveBeenCalled())
    expect(users).not.toHaveBeenCalled()
    await world.add('Eve')
    await vi.waitFor(() => expect(users).toHaveBeenCalled())
    expect(presence).not.toHaveBeenCalled()
    ok(await bob.post('/users/me/presence', { status: 'active', ping_only: true }))
    await vi.waitFor(() => expect(presence).toHaveBeenCalled())
  })

  test('a queue is touched by what it asked for, and is nobody else’s', async () => {
    const queue = await ada.register({ event_types: ['reaction'] })
    const uri = `chat://events/${String(queue['queue_id'])}`
    const events = await listen(ada, uri)
    const channel = await listen(ada, 'chat://channel/general')
    const id = await bob.say('x')
    await vi.waitFor(() => expect(channel).toHaveBeenCalledOnce())
    expect(events).not.toHaveBeenCalled()
    ok(await bob.post(`/messages/${id}/reactions`, { emoji_name: 'eyes' }))
    await vi.waitFor(() => expect(events).toHaveBeenCalledOnce())
    await expect(listen(bob, uri)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('reading touches the inbox', async () => {
    const id = await bob.say('unread')
    const inbox = await listen(ada, 'chat://inbox')
    ok(await ada.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' }))
    await vi.waitFor(() => expect(inbox).toHaveBeenCalledOnce())
  })
})

describe('who may listen', () => {
  test.each([
    'chat://',
    'chat://nothing',
    'chat://inbox/1',
    'chat://channel',
    'chat://channel/1/x',
    'chat://channel/general/topic',
    'chat://channel/general/topic/a/b',
    'chat://channel/%',
    'chat://channel/nowhere',
    'chat://dm/nobody',
    'chat://dm/',
    'chat://events/x',
  ])('%s is nothing', async (uri) => {
    await expect(listen(ada, uri)).rejects.toMatchObject({
      code: expect.stringMatching(/^(not_found|invalid_input)$/),
    })
    expect(followersOf(world.chat).size).toBe(0)
  })

  test('a private channel is for those in it, for as long as they are', async () => {
    const fields = { subscriptions: [{ name: 'secret' }], invite_only: true }
    ok(await world.owner.post('/users/me/subscriptions', fields))
    const id = await channelOf('secret')
    await expect(listen(ada, `chat://channel/${id}`)).rejects.toMatchObject({
      code: 'invalid_input',
    })
    const join = { subscriptions: [{ name: 'secret' }], principals: [ada.id] }
    ok(await world.owner.post('/users/me/subscriptions', join))
    const heard = await listen(ada, `chat://channel/${id}`)
    await world.owner.say('in', { to: 'secret' })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    ok(
      await world.owner.delete('/users/me/subscriptions', {
        subscriptions: ['secret'],
        principals: [ada.id],
      }),
    )
    await world.owner.say('out', { to: 'secret' })
    await vi.waitFor(() => expect(followersOf(world.chat).size).toBe(0))
    await settled()
    expect(heard).toHaveBeenCalledOnce()
  })

  test('a public channel can be followed without being in it', async () => {
    ok(await world.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'open' }] }))
    const heard = await listen(ada, 'chat://channel/open')
    const inbox = await listen(ada, 'chat://inbox')
    await world.owner.say('all', { to: 'open' })
    await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
    await settled()
    expect(inbox).not.toHaveBeenCalled()
  })

  test('who is deactivated hears nothing more', async () => {
    const eve = await world.add('Eva')
    const heard = await listen(eve, 'chat://channel/general')
    expect(followersOf(world.chat).size).toBe(1)
    ok(await world.owner.delete(`/users/${eve.id}`))
    await vi.waitFor(() => expect(followersOf(world.chat).size).toBe(0))
    await bob.say('after')
    await settled()
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('how much is told', () => {
  test('nothing after the end, and nobody follows any more', async () => {
    const heard = await listen(ada, 'chat://channel/general')
    stops[0]?.()
    expect(followersOf(world.chat).size).toBe(0)
    await bob.say('unheard')
    await settled()
    expect(heard).not.toHaveBeenCalled()
  })

  test(
    'a burst is told in a few notices, the last of them after its end',
    { tags: 'full' },
    async () => {
      let newest = 0
      const seen: number[] = []
      const actor = { user: ada.user, client: 'test' }
      stops.push(
        await watchAddress(world.chat, actor, 'chat://channel/general', () => seen.push(newest)),
      )
      for (let n = 0; n < 300; n += 1) newest = await bob.say(`burst ${n}`)
      await vi.waitFor(() => expect(seen.at(-1)).toBe(newest))
      expect(seen.length).toBeGreaterThan(1)
      expect(seen.length).toBeLessThan(25)
    },
  )
})

test('whoever was closed since their call was let in hears that, not that nothing is there', async () => {
  const cleo = await world.add('Cleo')
  ok(await world.owner.delete(`/users/${cleo.id}`))
  await expect(listen(cleo, 'chat://inbox')).rejects.toMatchObject({ code: 'unauthorized' })
})
