import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import connect, { type Client } from 'zulip-js'
import { bellhop, type Served, serveBellhop, tempDir } from '../../support/bellhop.ts'

const dir = tempDir()
afterAll(() => dir[Symbol.dispose]())

/** Address and key of the owner, as the client wants them. */
function ownerOf(served: Served): { username: string; apiKey: string } {
  const { email: username, key: apiKey } = served.owner()
  return { username, apiKey }
}

describe('a client of the public API, unmodified, against bellhop serve', () => {
  let server: Served
  let owner: Client
  let bob: Client

  beforeAll(async () => {
    server = await serveBellhop(['--data-dir', dir.path])
    const first = ownerOf(server)
    owner = await connect({ ...first, realm: server.url })
    const added = await bellhop([
      'chat',
      'user',
      'add',
      'bob@example.com',
      'Bob',
      '--data-dir',
      dir.path,
    ])
    const apiKey = /API key: (\S+)/.exec(added.stdout)?.[1] ?? ''
    bob = await connect({ username: 'bob@example.com', apiKey, realm: server.url })
  })
  afterAll(async () => server[Symbol.asyncDispose]())

  test('knows who it is and what the server is', async () => {
    expect(await owner.users.me.getProfile()).toMatchObject({
      result: 'success',
      full_name: 'Owner',
    })
    expect(await bob.users.me.getProfile()).toMatchObject({ email: 'bob@example.com' })
    expect(await bob.server.settings()).toMatchObject({ zulip_feature_level: 496 })
    expect((await bob.users.retrieve())['members']).toHaveLength(3)
  })

  test('registers, waits, and hears what the other sends, edits and reacts', async () => {
    const queue = await bob.queues.register({
      event_types: ['message', 'update_message', 'reaction'],
    })
    expect(queue).toMatchObject({ result: 'success', last_event_id: -1 })
    const waiting = bob.events.retrieve({ queue_id: queue['queue_id'], last_event_id: -1 })
    const sent = await owner.messages.send({
      to: 'general',
      type: 'stream',
      subject: 'js',
      content: 'hello',
    })
    expect(sent).toMatchObject({ result: 'success' })
    const message_id = sent['id']
    expect((await waiting)['events']).toMatchObject([
      { type: 'message', message: { content: 'hello' } },
    ])
    expect(await owner.messages.update({ message_id, content: 'hello again' })).toMatchObject({
      result: 'success',
    })
    expect(await bob.reactions.add({ message_id, emoji_name: 'tada' })).toMatchObject({
      result: 'success',
    })
    expect(await bob.messages.flags.add({ messages: [message_id], flag: 'read' })).toMatchObject({
      messages: [message_id],
    })
    const next = await bob.events.retrieve({ queue_id: queue['queue_id'], last_event_id: 0 })
    expect(next['events']).toMatchObject([
      { type: 'update_message' },
      { type: 'reaction', op: 'add' },
    ])
    expect(await bob.queues.deregister({ queue_id: queue['queue_id'] })).toMatchObject({
      result: 'success',
    })
  })

  test('registers for all kinds by sending null, as its endless loop does', async () => {
    const queue = await bob.queues.register({ event_types: null })
    expect(queue).toMatchObject({ result: 'success', realm_name: 'Bellhop' })
    const to = 'bob@example.com'
    const { result } = await owner.messages.send({ to, type: 'private', content: 'psst' })
    expect(result).toBe('success')
    const heard = await bob.events.retrieve({ queue_id: queue['queue_id'], last_event_id: -1 })
    expect(heard['events']).toMatchObject([{ message: { content: 'psst', type: 'private' } }])
  })

  test('lists and joins channels, types, and tells that it is there', async () => {
    await owner.messages.send({ to: 'general', type: 'stream', subject: 'js', content: 'x' })
    const subscriptions = JSON.stringify([{ name: 'js' }])
    expect(await bob.users.me.subscriptions.add({ subscriptions })).toMatchObject({
      result: 'success',
    })
    expect((await bob.streams.retrieve())['streams']).toHaveLength(2)
    expect((await bob.streams.subscriptions.retrieve())['subscriptions']).toHaveLength(2)
    expect((await bob.streams.topics.retrieve({ stream_id: 1 }))['topics']).toMatchObject([
      { name: 'js' },
    ])
    expect(await bob.typing.send({ to: [1], op: 'start' })).toMatchObject({ result: 'success' })
    const presence = { status: 'active', ping_only: 'false' }
    expect(await bob.callEndpoint('/users/me/presence', 'POST', presence)).toMatchObject({
      presences: { 'bob@example.com': { website: { status: 'active' } } },
    })
  })

  test('is refused with a key that was replaced', async () => {
    const replaced = await bellhop([
      'chat',
      'user',
      'key',
      'bob@example.com',
      '--data-dir',
      dir.path,
    ])
    const apiKey = /: (\S+)\n$/.exec(replaced.stdout)?.[1] ?? ''
    const username = 'bob@example.com'
    expect(await bob.users.me.getProfile()).toMatchObject({ result: 'error', code: 'UNAUTHORIZED' })
    const fresh = await connect({ username, apiKey, realm: server.url })
    expect(await fresh.users.me.getProfile()).toMatchObject({ full_name: 'Bob' })
  })
})

test(
  'two servers on one file serve each other’s queues, and wake each other',
  { tags: 'full' },
  async () => {
    using shared = tempDir()
    const args = ['--data-dir', shared.path]
    await using first = await serveBellhop(args)
    await using second = await serveBellhop(args)
    expect(second.stderr()).not.toContain('API key')
    const account = ownerOf(first)
    const here = await connect({ ...account, realm: first.url })
    const there = await connect({ ...account, realm: second.url })
    const { queue_id } = await here.queues.register({ event_types: ['message'] })
    const seen: unknown[] = []
    let last_event_id = -1
    for (let n = 0; n < 6; n++) {
      const [poller, sender] = n % 2 === 0 ? [here, there] : [there, here]
      const waiting = poller.events.retrieve({ queue_id, last_event_id })
      await sender.messages.send({ to: 'general', type: 'stream', topic: 't', content: `m${n}` })
      const events = (await waiting)['events'] as { id: number; message: { content: string } }[]
      for (const { id, message } of events) {
        expect(id).toBeGreaterThan(last_event_id)
        last_event_id = id
        seen.push(message.content)
      }
    }
    expect(seen).toEqual(['m0', 'm1', 'm2', 'm3', 'm4', 'm5'])
  },
)

test('a server that is told to stop lets go of those who wait', { tags: 'full' }, async () => {
  const server = await serveBellhop()
  const client = await connect({ ...ownerOf(server), realm: server.url })
  const { queue_id } = await client.queues.register({ event_types: ['message'] })
  const waiting = client.events.retrieve({ queue_id, last_event_id: -1 })
  await client.users.me.getProfile()
  const exited = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  expect(await waiting).toMatchObject({ result: 'success', events: [{ type: 'heartbeat' }] })
  expect(await exited).toEqual([0, null])
  await server[Symbol.asyncDispose]()
})

describe('bellhop chat', () => {
  const chat = async (...words: string[]) => bellhop(['chat', ...words, '--data-dir', dir.path])

  test('adds, lists, promotes and closes accounts', { tags: 'full' }, async () => {
    expect((await chat('user', 'add', 'mo@example.com', 'Mo', 'moderator')).stdout).toContain(
      'Mo is user',
    )
    expect((await chat('user', 'bot', 'robot@example.com', 'Robot', 'mo@example.com')).code).toBe(0)
    expect((await chat('user', 'role', 'mo@example.com', 'administrator')).stdout).toBe(
      'Mo is now administrator.\n',
    )
    expect((await chat('user', 'deactivate', 'robot@example.com')).code).toBe(0)
    const { stdout } = await chat('user', 'list')
    expect(stdout).toMatch(/\tadministrator\tmo@example.com\tMo\n/)
    expect(stdout).toMatch(/\tmember bot deactivated\trobot@example.com\tRobot\n/)
  })

  test.each([
    [['user']],
    [['nonsense']],
    [['user', 'add', 'x@example.com']],
    [['user', 'key', 'nobody@example.com']],
  ])('answers 2 for %j', { tags: 'full' }, async (words) => {
    const { code, stdout } = await chat(...words)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  })

  test('keeps the last owner', async () => {
    const { code, stderr } = await chat('user', 'role', 'owner@localhost', 'member')
    expect(code).toBe(2)
    expect(stderr).toContain('only owner')
  })
})
