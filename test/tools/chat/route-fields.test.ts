import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectAs } from '../../support/chat-mcp.ts'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../support/chat-world.ts'
import type { AskTool } from '../../support/mcp-tools.ts'

let world: ChatWorld
let owner: Person
let bob: Person
let ask: AskTool

beforeEach(async () => {
  world = await startChatWorld()
  owner = world.owner
  bob = await world.add('Bob')
  ask = await connectAs(world, owner)
  for (const name of ['lab', 'den']) {
    ok(await owner.post('/channels/create', { name, subscribers: [owner.id, bob.id] }))
  }
})
afterEach(async () => world[Symbol.asyncDispose]())

const idOf = async (name: string): Promise<number> =>
  ok(await owner.get('/get_stream_id', { stream: name }))['stream_id']
const channelsOf = async (person: Person): Promise<string[]> =>
  ok(await person.get('/users/me/subscriptions'))['subscriptions'].map(
    ({ name }: { name: string }) => name,
  )
const messageAt = async (id: number) =>
  ok(await owner.get(`/messages/${id}`, { apply_markdown: false }))['message']
const topicsOf = async (channel: string): Promise<string[]> =>
  ok(await owner.get(`/users/me/${await idOf(channel)}/topics`))['topics'].map(
    ({ name }: { name: string }) => name,
  )

/** Id of the message that a line of a result is about. */
const idIn = (line: string): number => Number(/^\d+/.exec(line)?.[0])

describe('arguments of the route are heard', () => {
  test('unsubscribe takes out the principals, and not who calls', { tags: 'full' }, async () => {
    for (const input of [
      { channels: ['lab'], principals: [bob.id] },
      { subscriptions: ['den'], principals: [bob.id] },
    ]) {
      expect((await ask('unsubscribe', input)).isError).toBe(false)
    }
    expect(await channelsOf(owner)).toEqual(expect.arrayContaining(['lab', 'den']))
    expect(await channelsOf(bob)).not.toEqual(expect.arrayContaining(['lab']))
    expect(await channelsOf(bob)).not.toEqual(expect.arrayContaining(['den']))
  })

  test('update_settings changes those of target_users', { tags: 'full' }, async () => {
    const target_users = { user_ids: [bob.id], group_ids: [], skip_if_already_edited: false }
    const { isError } = await ask('update_settings', { target_users, color_scheme: 2 })
    expect(isError).toBe(false)
    const schemeOf = async (person: Person) =>
      ok(await person.register({ fetch_event_types: ['user_settings'] }))['user_settings']
        .color_scheme
    expect([await schemeOf(bob), await schemeOf(owner)]).toEqual([2, 1])
  })

  test('update_message does not overwrite what was not expected', async () => {
    const id = await owner.say('as it is')
    const hash = (text: string) => createHash('sha256').update(text).digest('hex')
    const edit = { message_id: id, content: 'changed' }
    const refused = await ask('update_message', { ...edit, prev_content_sha256: hash('other') })
    expect(refused).toMatchObject({
      isError: true,
      error: { documentedCode: 'EXPECTATION_MISMATCH' },
    })
    expect((await messageAt(id)).content).toBe('as it is')
    const done = await ask('update_message', { ...edit, prev_content_sha256: hash('as it is') })
    expect(done).toMatchObject({ isError: false, result: { id } })
    expect((await messageAt(id)).content).toBe('changed')
  })

  test('update_message objects to a text and a move in one', { tags: 'full' }, async () => {
    const id = await owner.say('as it is')
    const stream_id = await idOf('den')
    const { isError } = await ask('update_message', { message_id: id, content: 'x', stream_id })
    expect(isError).toBe(true)
    expect((await messageAt(id)).content).toBe('as it is')
  })

  test('get_messages answers those that it was asked for', async () => {
    const ids = [await owner.say('one'), await owner.say('two'), await owner.say('three')]
    const toolResult = async (input: Record<string, unknown>) =>
      (await ask('get_messages', input)).result['messages'].map(idIn)
    expect(await toolResult({ message_ids: [ids[0], ids[2]] })).toEqual([ids[0], ids[2]])
    const narrow = [['topic', 't']]
    expect(await toolResult({ anchor: 'oldest', num_after: 1, num_before: 0, narrow })).toEqual([
      ids[0],
    ])
    expect(await toolResult({ anchor: ids[1], limit: 2, narrow })).toEqual(ids.slice(0, 2))
    const page = await ask('get_messages', { anchor: ids[1], num_before: 0, num_after: 0, narrow })
    expect(page.result['messages'].map(idIn)).toEqual([ids[1]])
    const later = await ask('get_messages', { anchor_date: '2020-01-01', limit: 2, narrow })
    expect(later.result['messages'].map(idIn)).toEqual(ids.slice(0, 2))
    expect(later.result['after']).toBe(ids[1])
  })
})

describe('topics are resolved and moved', () => {
  test('a topic is resolved as a whole, also by a newer message, and taken up again', async () => {
    const [first, last] = [await owner.say('one'), await owner.say('two')]
    const all = { propagate_mode: 'change_all' }
    expect((await ask('update_message', { message_id: last, topic: '✔ t', ...all })).isError).toBe(
      false,
    )
    expect([(await messageAt(first)).subject, (await messageAt(last)).subject]).toEqual([
      '✔ t',
      '✔ t',
    ])
    await ask('update_message', { message_id: last, subject: 't', ...all })
    const cut = await ask('update_message', { message_id: last, subject: 'x'.repeat(61) })
    expect(cut.text).toMatch(/is too long/)
    expect((await messageAt(first)).subject).toBe('t')
  })

  test('without a mode a topic is renamed from the message on, and alone where one says so', async () => {
    const ids = [await owner.say('one'), await owner.say('two'), await owner.say('three')]
    await ask('update_message', { message_id: ids[1], topic: 'later' })
    await ask('update_message', {
      message_id: ids[1],
      topic: 'alone',
      propagate_mode: 'change_one',
    })
    const topics = await Promise.all(ids.map(async (id) => (await messageAt(id)).subject))
    expect(topics).toEqual(['t', 'alone', 'later'])
  })

  test('messages go to another channel, with notes where they are asked for', async () => {
    const [first, last] = [
      await owner.say('one', { to: 'lab', topic: 'plan' }),
      await owner.say('two', { to: 'lab', topic: 'plan' }),
    ]
    const moved = await ask('update_message', {
      message_id: first,
      stream_id: await idOf('den'),
      topic: 'moved',
      propagate_mode: 'change_all',
      send_notification_to_old_thread: true,
      send_notification_to_new_thread: false,
    })
    expect(moved.isError).toBe(false)
    expect(await messageAt(last)).toMatchObject({ display_recipient: 'den', subject: 'moved' })
    expect(await topicsOf('lab')).toEqual(['plan'])
    const { messages } = ok(
      await owner.get('/messages', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow: [{ operator: 'channel', operand: 'den' }],
      }),
    )
    expect(messages.map(({ id }: { id: number }) => id)).toEqual([first, last])
  })
})

describe('what tools leave out by themselves', () => {
  test('presence of all comes in full, in the form that is asked for', async () => {
    ok(await bob.post('/users/me/presence', { status: 'active', new_user_input: true }))
    const { result } = await ask('update_presence', {
      last_update_id: -1,
      full: true,
    })
    expect(result['full'].presences).toHaveProperty(String(bob.id))
    expect((await ask('get_presence', { full: true })).result['full'].presences).toHaveProperty([
      bob.user.email,
    ])
  })

  test('several drafts are kept, each of its time', async () => {
    const draft = { type: 'stream', to: [await idOf('lab')], topic: 't' }
    const drafts = [
      { ...draft, content: 'one', timestamp: 1_700_000_000 },
      { ...draft, content: 'two', timestamp: 1_700_000_001 },
    ]
    const { result, text } = await ask('create_drafts', { drafts })
    expect(result['ids']).toHaveLength(2)
    expect(text).toBe(`Kept as draft ${result['ids'].join(', ')}.`)
    expect(ok(await owner.get('/drafts'))['drafts']).toMatchObject(drafts)
    const mixed = await ask('create_drafts', { drafts, channel: 'den' })
    expect(mixed.text).toMatch(/^invalid_input: /)
    expect(ok(await owner.get('/drafts'))['count']).toBe(2)
    const long = await ask('create_drafts', { drafts: [{ ...draft, content: 'x'.repeat(10_001) }] })
    expect(long.text).toMatch(/is too long/)
  })

  test('a queue hears of typing in channels where the client can handle it', async () => {
    const { result } = await ask('register_queue', {
      event_types: ['typing'],
      client_capabilities: { stream_typing_notifications: true },
    })
    const typing = { type: 'stream', op: 'start', stream_id: await idOf('lab'), topic: 't' }
    ok(await bob.post('/typing', typing))
    const { events } = (await ask('get_events', { queue_id: result['queue_id'] })).result
    expect(events).toMatchObject([{ type: 'typing', message_type: 'stream' }])
  })

  test('typing, messages and reactions take the words of the route', async () => {
    const queue = await bob.register({
      event_types: ['typing', 'message', 'reaction'],
      client_capabilities: { stream_typing_notifications: true },
    })
    const stream_id = await idOf('lab')
    for (const [name, input] of [
      ['set_typing_status', { type: 'channel', stream_id, topic: 't' }],
      ['set_typing_status', { to: [bob.id] }],
      ['send_message', { type: 'stream', to: 'lab', topic: 'n', content: 'new', local_id: '1' }],
      ['send_message', { type: 'stream', channel: 'lab', topic: 'n', content: 'mixed' }],
    ] as const) {
      expect(await ask(name, input)).toMatchObject({ isError: false })
    }
    const id = await owner.say('hi', { to: 'lab' })
    const emoji = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' }
    await ask('add_reaction', { message_id: id, ...emoji })
    expect(await bob.events(queue)).toMatchObject([
      { type: 'typing', stream_id, topic: 't' },
      { type: 'typing', message_type: 'direct' },
      { type: 'message', message: { content: 'new' } },
      { type: 'message', message: { content: 'mixed' } },
      { type: 'message' },
      { type: 'reaction', emoji_code: '1f389' },
    ])
  })

  test('a long text is sent whole or not at all, also to a place in the words of the route', async () => {
    const place = { type: 'stream', to: 'lab', topic: 'long' }
    const content = Array.from({ length: 24 }, () => 'x'.repeat(800)).join('\n\n')
    const refused = await ask('send_message', { ...place, content })
    expect(refused.text).toMatch(/^invalid_input: content is too long .*it has 19/)
    const { result } = await ask('send_message', { ...place, content, split: true })
    const sent = await Promise.all(result['ids'].map(messageAt))
    expect(sent.map((one) => one.content).join('\n\n')).toBe(content)
    const local = { queue_id: '1:1', local_id: '7' }
    const mixed = await ask('send_message', { ...place, ...local, content, split: true })
    expect(mixed.text).toMatch(/^invalid_input: local_id is the id of one message/)
    const question = await ask('ask', { ...place, topic: 'x'.repeat(61), question: 'Why?' })
    expect(question.text).toMatch(/^invalid_input: topic.* is too long/)
  })

  test('the answer of the route is whole, where the one of the tool comes in parts', async () => {
    const long = 'y'.repeat(9_000)
    const ids = [await owner.say(long), await owner.say(long), await owner.say(long)]
    const query = { anchor: 'newest', num_before: 3, num_after: 0, narrow: [['topic', 't']] }
    const part = await ask('get_messages', query)
    expect(part.result['messages'].map(idIn)).toEqual(ids.slice(1))
    expect(part.result['before']).toBe(ids[1])
    const { result, text } = await ask('get_messages', { ...query, full: true })
    const contents = result['full'].messages.map((one: { content: string }) => one.content)
    expect(contents).toEqual([long, long, long])
    expect(JSON.parse(text)).toEqual(result['full'])
  })

  test('values in the words of the route are read as they were meant', async () => {
    const id = await owner.say('one')
    const den = String(await idOf('den'))
    const moved = await ask('update_message', {
      message_id: String(id),
      streamId: den,
      propagate_mode: 'change_all',
      send_notification_to_new_thread: 'false',
    })
    expect(moved.isError, moved.text).toBe(false)
    expect(await messageAt(id)).toMatchObject({ display_recipient: 'den' })
    await ask('add_reaction', { message_id: id, emoji_name: '🎉' })
    expect((await messageAt(id)).reactions).toMatchObject([{ emoji_name: 'tada' }])
    const narrow = [{ operator: 'sender', operand: '@Owner' }]
    const around = { anchor: id, num_before: 0, num_after: 0, op: 'add', flag: 'starred' }
    const marked = await ask('update_message_flags_for_narrow', { ...around, narrow })
    expect(marked.result).toMatchObject({ updated_count: 1 })
  })

  test('what an agent was shown in the words of the route is read', async () => {
    const id = await bob.say('look', { to: 'lab' })
    await ask('get_messages', { message_ids: [id], peek: true })
    expect((await messageAt(id)).flags).toEqual([])
    await ask('get_messages', { message_ids: [id] })
    expect((await messageAt(id)).flags).toEqual(['read'])
  })

  test('channels, accounts and their status come by every filter', async () => {
    await ask('archive_stream', { channel: 'den' })
    const names = async (input: Record<string, unknown>) =>
      (await ask('get_streams', { ...input, query: 'den' })).result['channels']
    expect(await names({})).toEqual([])
    const archived = await names({ exclude_archived: false })
    expect(archived).toEqual([expect.stringMatching(/^\d+ #den/)])
    const full = await ask('get_subscriptions', { include_subscribers: 'true', full: true })
    expect(full.result['full'].subscriptions[0].subscribers).toContain(bob.id)
    expect(full.text).toContain('"subscribers"')
    await ask('update_status_for_user', { user: 'Bob', emoji_name: 'tada', emoji_code: '1f389' })
    const profile = await ask('get_user_by_email', {
      email: bob.email,
      include_custom_profile_fields: true,
      full: true,
    })
    expect(profile.result).toMatchObject({
      user: expect.stringMatching(/^\d+ Bob, /),
      full: { user: { user_id: bob.id, profile_data: {} } },
    })
  })

  test('marks in a narrow are those that the call names', async () => {
    const id = await bob.say('look', { to: 'lab', topic: 'n' })
    await bob.say('elsewhere', { to: 'lab', topic: 'o' })
    const starred = { anchor: id, num_before: 0, num_after: 0, op: 'add', flag: 'starred' }
    const narrow = [{ operator: 'channel', operand: 'lab' }]
    const done = await ask('update_message_flags_for_narrow', { ...starred, narrow })
    expect(done.result).toMatchObject({ updated_count: 1 })
    expect((await messageAt(id)).flags).toEqual(['starred'])
    await ask('update_message_flags_for_narrow', { channel: 'lab', topic: 'n' })
    expect((await messageAt(id)).flags).toEqual(expect.arrayContaining(['read', 'starred']))
    for (const where of [{ channel: 'lab' }, { all: true }]) {
      const both = await ask('update_message_flags_for_narrow', { ...where, narrow })
      expect(both.text).toMatch(/^invalid_input: narrow contradicts/)
    }
    const nowhere = await ask('update_message_flags_for_narrow', { op: 'add', flag: 'starred' })
    expect(nowhere.text).toMatch(/^invalid_input: This would mark every message/)
  })
})

describe('what cannot be meant', () => {
  test('an unknown argument is refused in a write, with the nearest known one', async () => {
    const { text } = await ask('unsubscribe', { channels: ['lab'], principels: [bob.id] })
    expect(text).toMatch(/^invalid_input: Unknown argument principels; did you mean principals\?/)
    expect(text).toContain('Known arguments: channels, users.')
    expect(await channelsOf(owner)).toContain('lab')
    expect((await ask('update_presence', { '\u0000x': 1 })).isError).toBe(true)
  })

  test('in a read it is named, and the rest is answered', async () => {
    const { result, text } = await ask('get_streams', { query: 'lab', querry: 'x', limits: 1 })
    expect(result).toMatchObject({
      channels: [expect.stringMatching(/ #lab\b/)],
      ignored: ['querry: did you mean query?', 'limits: did you mean limit?'],
    })
    expect(text).toContain('[Ignored arguments: querry: did you mean query?; limits:')
  })

  test('both forms must not contradict each other', async () => {
    for (const [name, input] of [
      ['unsubscribe', { channels: ['lab'], subscriptions: ['den'] }],
      ['unsubscribe', { channels: ['lab'], users: ['Bob'], principals: [owner.id] }],
      ['get_user_status', { user: 'Bob', user_id: owner.id }],
    ] as const) {
      const { text } = await ask(name, input)
      expect(text).toMatch(/^invalid_input: \w+ contradicts the other arguments\.\nLeave out/)
    }
    const twice = await ask('get_messages', { before: 5, anchor: 9 })
    expect(twice.text).toMatch(/^invalid_input: before and anchor say in two ways/)
    const same = await ask('get_user_status', { user: 'Bob', user_id: bob.id })
    expect(same.isError).toBe(false)
  })

  test('what neither form holds is missing', async () => {
    const { text } = await ask('unsubscribe', { principals: [bob.id] })
    expect(text).toMatch(/^invalid_input: channels: missing; expected a list/)
    expect((await ask('add_reaction', { message_id: 'x' })).text).toMatch(
      /^invalid_input: message_id: .*\nemoji: missing; expected text/,
    )
    expect((await ask('get_user', {})).text).toMatch(/^invalid_input: user: missing/)
  })

  test('null bytes are refused as over HTTP', async () => {
    const { text } = await ask('update_settings', { full_name: 'A\u0000B' })
    expect(text).toMatch(/^invalid_input: Argument "full_name" must not contain null bytes/)
  })
})
