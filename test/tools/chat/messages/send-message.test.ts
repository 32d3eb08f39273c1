import { describe, expect, test } from 'vitest'
import { changeUser } from '../../../../src/chat/users/accounts/change-user.ts'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const general = { type: 'channel', to: 'general', topic: 'lunch' }

describe('send_message', () => {
  test('sends to a topic of a channel, and everybody there hears of it', async () => {
    verifies('chat:1:send', 'chat:4.10:named:send-message', 'chat:6:kind:message')
    const queue = await bob.register({ event_types: ['message'] })
    const { id } = ok(await alice.post('/messages', { ...general, content: 'Soup?' }))
    const [event, ...more] = await bob.events(queue)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      type: 'message',
      flags: [],
      message: {
        id,
        type: 'stream',
        subject: 'lunch',
        display_recipient: 'general',
        content: 'Soup?',
        content_type: 'text/x-markdown',
        sender_id: alice.id,
        sender_email: alice.email,
        sender_full_name: 'Alice',
        client: 'test',
        timestamp: 1_767_323_045,
        reactions: [],
        is_me_message: false,
      },
    })
  })

  test('sends directly to users, by id or address, and to nobody else', async () => {
    const carol = await world.add('Carol')
    const queues = [await bob.register(), await carol.register()] as const
    ok(await alice.post('/messages', { type: 'direct', to: [bob.id], content: 'psst' }))
    ok(await alice.post('/messages', { type: 'private', to: bob.email, content: 'again' }))
    const events = await bob.events(queues[0])
    expect(events.map(({ message }) => message.content)).toEqual(['psst', 'again'])
    expect(events[0]?.['message'].display_recipient).toEqual([
      { id: alice.id, email: alice.email, full_name: 'Alice', is_mirror_dummy: false },
      { id: bob.id, email: bob.email, full_name: 'Bob', is_mirror_dummy: false },
    ])
    expect(events[0]?.['message'].recipient_id).toBe(events[1]?.['message'].recipient_id)
    expect(await carol.events(queues[1])).toEqual([])
  })

  test.each([
    ['id', () => 1],
    ['name', () => 'general'],
    ['list of one name', () => ['general']],
    ['quoted name', () => '"general"'],
    ['name in capitals', () => 'GENERAL'],
  ])('takes the channel as %s, and the old names of parameters', async (_, to) => {
    const sent = await alice.post('/messages', {
      type: 'stream',
      to: to(),
      subject: 'old',
      content: 'hi',
    })
    expect(ok(sent)).not.toHaveProperty('ignored_parameters_unsupported')
  })

  test('reads (no topic) and the display name as the empty topic', async () => {
    verifies('chat:4.1:7:display-name', 'chat:4.1:7:no-topic')
    const queue = await bob.register({ client_capabilities: { empty_topic_name: true } })
    const old = await bob.register()
    for (const topic of ['(no topic)', 'general chat', '', undefined]) {
      ok(await alice.post('/messages', { ...general, topic, content: 'x' }))
    }
    const subjects = async (from: typeof queue) =>
      (await bob.events(from)).map(({ message }) => message.subject)
    expect(await subjects(queue)).toEqual(['', '', '', ''])
    expect(new Set(await subjects(old))).toEqual(new Set(['general chat']))
  })

  test('cuts a topic and a message at their limits', async () => {
    const queue = await bob.register()
    ok(await alice.post('/messages', { ...general, topic: 't'.repeat(61), content: 'x' }))
    ok(await alice.post('/messages', { ...general, content: '😀'.repeat(10_001) }))
    const [first, second] = await bob.events(queue)
    expect(first?.['message'].subject).toBe(`${'t'.repeat(57)}...`)
    expect(Array.from(String(second?.['message'].content))).toHaveLength(10_000)
    expect(second?.['message'].content).toMatch(/\n\[message truncated\]$/)
  })

  test.each([
    ['an empty message', { ...general, content: ' \n' }, 'Message must not be empty'],
    [
      'a null byte',
      { ...general, content: 'a\0b' },
      'Argument "content" must not contain null bytes.',
    ],
    [
      'a control character in the topic',
      { ...general, topic: 'a\nb', content: 'x' },
      'Invalid character in topic!',
    ],
    [
      'an unknown channel',
      { ...general, to: 'nowhere', content: 'x' },
      "Channel 'nowhere' does not exist",
    ],
    [
      'two channels',
      { ...general, to: ['general', 'two'], content: 'x' },
      'Expected exactly one channel',
    ],
    ['nobody', { type: 'direct', to: [], content: 'x' }, 'Message must have recipients'],
    ['an unknown user', { type: 'direct', to: [99], content: 'x' }, 'Invalid user ID'],
    ['an unknown address', { type: 'direct', to: 'x@y.z', content: 'x' }, "Invalid email 'x@y.z'"],
    [
      'too many users',
      { type: 'direct', to: Array.from({ length: 21 }, (_, n) => n), content: 'x' },
      'Too many recipients',
    ],
  ])('refuses %s', async (_, fields, msg) => {
    expect(await alice.post('/messages', fields)).toMatchObject({
      status: 400,
      result: 'error',
      msg,
    })
  })

  test('sends once however often it is asked with one local id', async () => {
    const queue = await alice.register()
    const local = { queue_id: queue['queue_id'], local_id: '7.01' }
    const sent = await Promise.all(
      Array.from({ length: 8 }, async () =>
        alice.post('/messages', { ...general, ...local, content: 'once' }),
      ),
    )
    expect(new Set(sent.map((answer) => ok(answer)['id'])).size).toBe(1)
    const events = await alice.events(queue)
    const messages = events.filter(({ type }) => type === 'message')
    expect(messages).toMatchObject([{ local_message_id: '7.01' }])
  })

  test('takes the local id of somebody else for nothing', async () => {
    const queue = await alice.register()
    const local = { queue_id: queue['queue_id'], local_id: '8.01' }
    const early = ok(await bob.post('/messages', { ...general, ...local, content: 'early' }))
    const sent = ok(await alice.post('/messages', { ...general, ...local, content: 'mine' }))
    const late = ok(await bob.post('/messages', { ...general, ...local, content: 'late' }))
    expect(new Set([early['id'], sent['id'], late['id']]).size).toBe(3)
    const again = ok(await alice.post('/messages', { ...general, ...local, content: 'mine' }))
    expect(again['id']).toBe(sent['id'])
    const events = await alice.events(queue)
    expect(events.map((event) => event['local_message_id'])).toEqual([undefined, '8.01', undefined])
  })

  test('knows a local id of a queue that is gone by who sent with it', async () => {
    const local = { queue_id: 'gone', local_id: '9.01' }
    const sent = ok(await alice.post('/messages', { ...general, ...local, content: 'mine' }))
    const other = ok(await bob.post('/messages', { ...general, ...local, content: 'his' }))
    expect(other['id']).not.toBe(sent['id'])
    const again = ok(await alice.post('/messages', { ...general, ...local, content: 'mine' }))
    expect(again['id']).toBe(sent['id'])
  })

  test('counts what a reading program sends as read by its sender, and mentions for who is mentioned', async () => {
    const queue = await bob.register()
    const own = await alice.register()
    const content = 'hello @**Bob** and @**all**'
    ok(await alice.post('/messages', { ...general, content, read_by_sender: true }))
    expect((await alice.events(own))[0]?.['flags']).toEqual([
      'read',
      'stream_wildcard_mentioned',
      'wildcard_mentioned',
    ])
    expect((await bob.events(queue))[0]?.['flags']).toEqual([
      'mentioned',
      'stream_wildcard_mentioned',
      'wildcard_mentioned',
    ])
  })
})

describe('the permission to send', () => {
  const send = async (who: Person, to: string) =>
    who.post('/messages', { type: 'channel', to, topic: 't', content: 'x' })

  test('is governed by the channel, and a bot has that of its owner', async () => {
    const bot = await world.add('Robot', { bot_type: 1, bot_owner_id: world.owner.id })
    ok(await world.owner.post('/channels/create', { name: 'news', can_send_message_group: 7 }))
    expect(ok(await send(world.owner, 'news'))).toHaveProperty('id')
    expect(ok(await send(bot, 'news'))).toHaveProperty('id')
    expect(await send(alice, 'news')).toMatchObject({
      status: 400,
      msg: 'You do not have permission to post in this channel.',
    })
    const olga = await world.add('Olga', { role: 100 })
    const hers = await world.add('Her robot', { bot_type: 1, bot_owner_id: olga.id })
    ok(await send(hers, 'news'))
    await changeUser(world.chat, olga.email, { is_active: false })
    expect(await send(hers, 'news')).toMatchObject({ status: 401 })
  })

  test('does not reach private channels of others, and tells nothing of them', async () => {
    ok(
      await bob.post('/channels/create', { name: 'den', invite_only: true, subscribers: [bob.id] }),
    )
    const [hidden, missing] = [await send(alice, 'den'), await send(alice, 'dem')]
    expect({ ...hidden, msg: '', stream: '' }).toEqual({ ...missing, msg: '', stream: '' })
    expect(hidden).toMatchObject({ status: 400, code: 'STREAM_DOES_NOT_EXIST', stream: 'den' })
  })

  test('ends with the archive', async () => {
    ok(await bob.post('/channels/create', { name: 'old', subscribers: [bob.id] }))
    ok(await bob.delete('/streams/2'))
    expect(await send(bob, 'old')).toMatchObject({ status: 400 })
  })

  test('asks for the right to begin topics', async () => {
    ok(await bob.post('/channels/create', { name: 'few', can_create_topic_group: 7 }))
    expect(await send(bob, 'few')).toMatchObject({
      status: 400,
      msg: 'You do not have permission to create new topics in this channel.',
    })
    ok(await send(world.owner, 'few'))
    ok(await send(bob, 'few'))
  })

  test('knows the topic rules of channel and organization', async () => {
    ok(await bob.post('/channels/create', { name: 'no', topics_policy: 'disable_empty_topic' }))
    ok(await bob.post('/channels/create', { name: 'only', topics_policy: 'empty_topic_only' }))
    expect(await bob.post('/messages', { type: 'channel', to: 'no', content: 'x' })).toMatchObject({
      status: 400,
    })
    expect(await send(bob, 'only')).toMatchObject({ status: 400 })
    ok(await world.owner.patch('/realm', { topics_policy: 'disable_empty_topic' }))
    expect(
      await bob.post('/messages', {
        type: 'channel',
        to: 'general',
        topic: '(no topic)',
        content: 'x',
      }),
    ).toMatchObject({ status: 400 })
  })

  test('asks for the right to mention many, in channels of more than 15', async () => {
    const call = async (who: Person) =>
      who.post('/messages', { ...general, content: '@**channel** come' })
    ok(await call(alice))
    for (let n = 0; n < 14; n++) await world.add(`Extra ${n}`)
    expect(await call(alice)).toMatchObject({
      status: 400,
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    })
    ok(await call(world.owner))
  })

  test('of direct messages is governed by the organization', async () => {
    const whisper = async (who: Person, to: Person) =>
      who.post('/messages', { type: 'direct', to: [to.id], content: 'x' })
    ok(await world.owner.patch('/realm', { direct_message_permission_group: 7 }))
    expect(await whisper(alice, bob)).toMatchObject({ status: 400 })
    ok(await whisper(alice, world.owner))
    ok(await world.owner.patch('/realm', { direct_message_initiator_group: 7 }))
    expect(await whisper(bob, world.owner)).toMatchObject({ status: 400 })
    ok(await whisper(alice, world.owner))
    ok(await whisper(alice, alice))
  })
})
