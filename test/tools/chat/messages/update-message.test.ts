import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../requirements/verifies.ts'
import { alice, bob, owner, startChatForEach, world } from '../../../support/chat-people.ts'
import { ok, type Person } from '../../../support/chat-world.ts'

const DAY = 86_400
const CHECK = '\u2714 '

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }
const mayNot = { ...refused, msg: "You don't have permission to edit this message" }

async function messageOf(who: Person, id: number) {
  return ok(await who.get(`/messages/${id}`, { apply_markdown: false }))['message']
}

describe('the content', () => {
  test('changes for everybody, and the old one stays in the history, newest first', async () => {
    verifies('chat:4.2:patch:message_id', 'chat:4.2:patch:content', 'chat:3:message:edit')
    verifies('chat:4.2:patch:detached_uploads', 'chat:2.4:edit_history')
    const id = await alice.say('first')
    const queue = await bob.register()
    world.pass(10)
    const answer = ok(await alice.patch(`/messages/${id}`, { content: 'second' }))
    expect(answer['detached_uploads']).toEqual([])
    world.pass(10)
    ok(await alice.patch(`/messages/${id}`, { content: 'third @**Bob**' }))
    const message = await messageOf(bob, id)
    expect(message).toMatchObject({ content: 'third @**Bob**', last_edit_timestamp: 1_767_323_065 })
    expect(message.flags).toEqual(['mentioned'])
    expect(message.edit_history).toMatchObject([
      { user_id: alice.id, timestamp: 1_767_323_065, prev_content: 'second' },
      { user_id: alice.id, timestamp: 1_767_323_055, prev_content: 'first' },
    ])
    expect(await bob.events(queue)).toMatchObject([
      {
        type: 'update_message',
        user_id: alice.id,
        message_id: id,
        message_ids: [id],
        stream_id: 1,
        orig_content: 'first',
        content: 'second',
        rendering_only: false,
        edit_timestamp: 1_767_323_055,
      },
      { type: 'update_message', content: 'third @**Bob**', flags: ['mentioned'] },
    ])
  })

  test('that is empty becomes (deleted), one that is too long is cut', async () => {
    verifies('chat:8:message')
    const id = await alice.whisper('psst', bob)
    ok(await alice.patch(`/messages/${id}`, { content: ' ' }))
    expect((await messageOf(bob, id)).content).toBe('(deleted)')
    ok(await alice.patch(`/messages/${id}`, { content: 'x'.repeat(10_001) }))
    expect((await messageOf(bob, id)).content).toHaveLength(10_000)
  })

  test('changes only where it is what the client believes', async () => {
    verifies('chat:4.2:patch:prev_content_sha256', 'chat:9:379')
    const id = await alice.say('old')
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    const change = (text: string) =>
      alice.patch(`/messages/${id}`, { content: 'new', prev_content_sha256: sha(text) })
    expect(await change('other')).toMatchObject({
      status: 400,
      code: 'EXPECTATION_MISMATCH',
      field_name: 'prev_content_sha256',
    })
    ok(await change('old'))
    expect((await messageOf(bob, id)).content).toBe('new')
  })

  test('is for its sender alone, within the time that the organization gives', async () => {
    verifies('chat:4.2:patch:3:message_content_edit_limit_seconds', 'chat:4.2:patch:5')
    const id = await alice.say('mine')
    expect(await owner.patch(`/messages/${id}`, { content: 'x' })).toMatchObject(mayNot)
    world.pass(600 + 20)
    ok(await alice.patch(`/messages/${id}`, { content: 'just in time' }))
    world.pass(1)
    const late = await alice.patch(`/messages/${id}`, { content: 'late' })
    expect(late).toMatchObject({
      ...refused,
      msg: 'The time limit for editing this message has passed',
    })
    ok(await owner.patch('/realm', { message_content_edit_limit_seconds: 'unlimited' }))
    ok(await alice.patch(`/messages/${id}`, { content: 'late' }))
  })

  test('cannot change where the organization does not want it', async () => {
    verifies('chat:4.2:patch:3:allow_message_editing')
    const id = await alice.say('fixed')
    ok(await owner.patch('/realm', { allow_message_editing: false }))
    expect(await alice.patch(`/messages/${id}`, { content: 'x' })).toMatchObject({
      ...refused,
      msg: 'Your organization has turned off message editing',
    })
    ok(await alice.patch(`/messages/${id}`, { topic: 'moved' }))
  })
})

describe('combinations', () => {
  test('of content and channel are an error, as is nothing at all', async () => {
    verifies('chat:4.2:patch:1', 'chat:7:BAD_REQUEST')
    const id = await alice.say('x')
    ok(await owner.post('/channels/create', { name: 'other', subscribers: [alice.id] }))
    expect(await alice.patch(`/messages/${id}`, { content: 'y', stream_id: 2 })).toMatchObject({
      ...refused,
      msg: 'Cannot change message content while changing channel',
    })
    for (const fields of [{}, { topic: 't' }, { stream_id: 1 }]) {
      const answer = await alice.patch(`/messages/${id}`, fields)
      expect(answer).toMatchObject({ ...refused, msg: 'Nothing to change' })
    }
  })

  test('of a direct message with a topic or channel are an error', async () => {
    verifies('chat:4.2:patch:2')
    const id = await alice.whisper('x', bob)
    expect(await alice.patch(`/messages/${id}`, { topic: 'y' })).toMatchObject({
      ...refused,
      msg: 'Direct messages cannot have topics.',
    })
    expect(await alice.patch(`/messages/${id}`, { stream_id: 1 })).toMatchObject({
      ...refused,
      msg: 'Direct messages cannot be moved to channels.',
    })
  })

  test('of content alone with a reach are an error', async () => {
    verifies('chat:4.2:patch:propagate_mode:content')
    const id = await alice.say('x')
    const fields = { content: 'y', propagate_mode: 'change_all' }
    expect(await alice.patch(`/messages/${id}`, fields)).toMatchObject({
      ...refused,
      msg: 'Invalid propagate_mode without topic edit',
    })
    expect(
      await alice.patch(`/messages/${id}`, { ...fields, propagate_mode: 'all' }),
    ).toMatchObject(refused)
  })

  test('a message that one may not read is like one that does not exist', async () => {
    const id = await alice.whisper('x', bob)
    const [hidden, missing] = [
      await owner.patch(`/messages/${id}`, { content: 'y' }),
      await owner.patch('/messages/999', { content: 'y' }),
    ]
    expect(hidden).toEqual(missing)
    expect(hidden).toMatchObject({ ...refused, msg: 'Invalid message(s)' })
  })
})

describe('the topic', () => {
  const topics = async (...ids: number[]) =>
    Promise.all(ids.map(async (id) => (await messageOf(bob, id)).subject))

  test('changes for one message, it and later ones, or all', async () => {
    verifies('chat:4.2:patch:topic', 'chat:4.2:patch:propagate_mode')
    verifies('chat:4.2:patch:propagate_mode:default')
    const [a, b, c] = [await alice.say('a'), await bob.say('b'), await alice.say('c')] as const
    const quiet = { send_notification_to_new_thread: false }
    ok(await alice.patch(`/messages/${b}`, { topic: 'one', ...quiet }))
    expect(await topics(a, b, c)).toEqual(['t', 'one', 't'])
    ok(await alice.patch(`/messages/${b}`, { topic: 't', ...quiet }))
    ok(
      await alice.patch(`/messages/${b}`, {
        topic: 'later',
        propagate_mode: 'change_later',
        ...quiet,
      }),
    )
    expect(await topics(a, b, c)).toEqual(['t', 'later', 'later'])
    ok(await alice.patch(`/messages/${a}`, { topic: 'later', ...quiet }))
    const queue = await bob.register()
    ok(
      await alice.patch(`/messages/${b}`, { topic: 'all', propagate_mode: 'change_all', ...quiet }),
    )
    expect(await topics(a, b, c)).toEqual(['all', 'all', 'all'])
    const [event, ...more] = await bob.events(queue)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      type: 'update_message',
      message_id: b,
      message_ids: [a, b, c],
      orig_subject: 'later',
      subject: 'all',
      propagate_mode: 'change_all',
      stream_id: 1,
      stream_name: 'general',
    })
    const history = (await messageOf(bob, b)).edit_history
    expect(history[0]).toMatchObject({ prev_topic: 'later', topic: 'all', user_id: alice.id })
    expect(await messageOf(bob, b)).toHaveProperty('last_moved_timestamp')
  })

  test('is cut at its limit, and (no topic) reads as the empty one', async () => {
    verifies('chat:4.2:patch:topic:length', 'chat:8:topic', 'chat:9:172')
    const id = await alice.say('x')
    ok(await alice.patch(`/messages/${id}`, { topic: 'x'.repeat(70) }))
    expect(await topics(id)).toEqual([`${'x'.repeat(57)}...`])
    ok(await alice.patch(`/messages/${id}`, { topic: '(no topic)' }))
    expect(await topics(id)).toEqual(['general chat'])
    ok(await alice.patch(`/messages/${id}`, { topic: 'named' }))
  })

  test('cannot be empty where topics are required, under any of its names', async () => {
    verifies('chat:4.2:patch:topic:required')
    const id = await alice.say('x')
    ok(await owner.patch('/realm', { topics_policy: 'disable_empty_topic' }))
    for (const topic of ['', '(no topic)', 'general chat']) {
      expect(await alice.patch(`/messages/${id}`, { topic })).toMatchObject(refused)
    }
  })

  test('may be changed by those whom organization or channel allow it', async () => {
    verifies('chat:4.2:patch:3:can_move_messages_between_topics_group')
    const id = await alice.say('x')
    ok(await owner.patch('/realm', { can_move_messages_between_topics_group: 7 }))
    expect(await alice.patch(`/messages/${id}`, { topic: 'y' })).toMatchObject(mayNot)
    ok(await owner.patch(`/messages/${id}`, { topic: 'y' }))
    ok(await owner.patch('/streams/1', { can_move_messages_within_channel_group: 3 }))
    ok(await alice.patch(`/messages/${id}`, { topic: 'z' }))
  })

  test('of old messages may be changed by moderators only', async () => {
    verifies('chat:4.2:patch:3:move_messages_within_stream_limit_seconds')
    verifies('chat:4.2:patch:4', 'chat:4.2:patch:4:exempt', 'chat:8:time')
    verifies('chat:4.2:patch:4:first_message_id_allowed_to_move')
    verifies(
      'chat:4.2:patch:4:total_messages_in_topic',
      'chat:4.2:patch:4:total_messages_allowed_to_move',
    )
    verifies('chat:7:MOVE_MESSAGES_TIME_LIMIT_EXCEEDED')
    const old = await alice.say('old')
    world.pass(7 * DAY + 21)
    const exceeded = { status: 400, code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED' }
    expect(await alice.patch(`/messages/${old}`, { topic: 'y' })).toMatchObject({
      ...exceeded,
      first_message_id_allowed_to_move: null,
      total_messages_in_topic: 1,
      total_messages_allowed_to_move: 0,
    })
    const [b, c] = [await bob.say('b'), await bob.say('c')] as const
    const all = { topic: 'y', propagate_mode: 'change_all' }
    expect(await alice.patch(`/messages/${c}`, all)).toMatchObject({
      ...exceeded,
      first_message_id_allowed_to_move: b,
      total_messages_in_topic: 3,
      total_messages_allowed_to_move: 2,
    })
    ok(await alice.patch(`/messages/${b}`, { ...all, propagate_mode: 'change_later' }))
    const moderator = await world.add('Mo', { role: 300 })
    ok(await moderator.patch(`/messages/${old}`, { ...all, topic: 'z' }))
  })

  test('with a check mark before it is resolved, with one notice and none of a move', async () => {
    verifies('chat:3:topic:resolve', 'chat:3:topic:resolve-quiet')
    verifies('chat:4.2:patch:send_notification_to_new_thread')
    const id = await alice.say('x')
    world.pass(30 * DAY)
    const later = await alice.say('y')
    const queue = await bob.register()
    const all = { propagate_mode: 'change_all', send_notification_to_old_thread: true }
    ok(await alice.patch(`/messages/${id}`, { topic: `${CHECK}t`, ...all }))
    expect(await topics(id, later)).toEqual([`${CHECK}t`, `${CHECK}t`])
    ok(await alice.patch(`/messages/${id}`, { topic: 't', ...all }))
    const resolved = `@_**Alice|${alice.id}** has marked this topic as resolved.`
    const opened = `@_**Alice|${alice.id}** has marked this topic as unresolved.`
    expect((await bob.events(queue)).map((one) => [one.type, one.message?.content])).toEqual([
      ['update_message', undefined],
      ['message', resolved],
      ['update_message_flags', undefined],
      ['update_message', undefined],
      ['message', opened],
      ['update_message_flags', undefined],
    ])
  })

  test('that is empty cannot be resolved', async () => {
    verifies('chat:4.2:patch:topic:empty-resolve')
    const id = await alice.say('x', { topic: '' })
    expect(
      await alice.patch(`/messages/${id}`, { topic: CHECK, propagate_mode: 'change_all' }),
    ).toMatchObject({ ...refused, msg: 'General chat cannot be marked as resolved' })
  })

  test('may be resolved by those whom organization or channel allow it', async () => {
    verifies('chat:4.2:patch:3:can_resolve_topics_group', 'chat:9:367')
    const id = await alice.say('x')
    ok(await owner.patch('/realm', { can_resolve_topics_group: 7 }))
    const resolve = () =>
      alice.patch(`/messages/${id}`, { topic: `${CHECK}t`, propagate_mode: 'change_all' })
    expect(await resolve()).toMatchObject(mayNot)
    ok(await owner.patch('/streams/1', { can_resolve_topics_group: 3 }))
    ok(await resolve())
  })

  test('gets notes where the client wants them', async () => {
    verifies('chat:4.2:patch:send_notification_to_old_thread')
    verifies('chat:4.2:patch:send_notification_to_old_thread:default')
    verifies('chat:4.2:patch:send_notification_to_new_thread:default')
    const [a, b] = [await alice.say('a'), await alice.say('b')] as const
    const queue = await bob.register({ event_types: ['message'] })
    ok(await alice.patch(`/messages/${a}`, { topic: 'new' }))
    const notes = async (after: number) =>
      (await bob.events(queue, after)).map(({ message }) => [message.subject, message.content])
    const start = Number(queue['last_event_id'])
    expect(await notes(start)).toEqual([
      ['new', `A message was moved here from #**general>t** by @_**Alice|${alice.id}**.`],
    ])
    const next = (await bob.events(queue)).at(-1)?.['id'] as number
    const both = { send_notification_to_old_thread: true, send_notification_to_new_thread: false }
    ok(await alice.patch(`/messages/${b}`, { topic: 'new', ...both }))
    expect(await notes(next)).toEqual([
      ['t', `This topic was moved to #**general>new** by @_**Alice|${alice.id}**.`],
    ])
  })
})

describe('the channel', () => {
  beforeEach(async () => {
    ok(await owner.post('/channels/create', { name: 'there', subscribers: [owner.id, alice.id] }))
    ok(
      await owner.post('/channels/create', {
        name: 'den',
        invite_only: true,
        subscribers: [owner.id, alice.id],
      }),
    )
  })

  test('changes, for all who can see it there', async () => {
    verifies('chat:4.2:patch:stream_id')
    const id = await alice.say('x')
    const queue = await bob.register()
    ok(await alice.patch(`/messages/${id}`, { stream_id: 2, propagate_mode: 'change_all' }))
    expect(await messageOf(bob, id)).toMatchObject({ stream_id: 2, subject: 't' })
    const [event] = await bob.events(queue)
    expect(event).toMatchObject({ type: 'update_message', stream_id: 1, new_stream_id: 2 })
    expect(event).not.toHaveProperty('subject')
    expect((await messageOf(bob, id)).edit_history[0]).toMatchObject({ prev_stream: 1, stream: 2 })
  })

  test('that some cannot see takes the message from them', async () => {
    verifies('chat:6:kind:delete_message:bulk', 'chat:6:kind:delete_message:single')
    const [a, b] = [await alice.say('x'), await alice.say('y')] as const
    const single = await bob.register()
    const bulk = await bob.register({ client_capabilities: { bulk_message_deletion: true } })
    ok(await alice.patch(`/messages/${b}`, { stream_id: 3, propagate_mode: 'change_all' }))
    expect(await bob.get(`/messages/${a}`)).toMatchObject(refused)
    const gone = { type: 'delete_message', message_type: 'stream', stream_id: 1, topic: 't' }
    expect(await bob.events(bulk)).toMatchObject([{ ...gone, message_ids: [a, b] }])
    const pieces = await bob.events(single)
    expect(pieces).toMatchObject([
      { ...gone, message_id: a },
      { ...gone, message_id: b },
    ])
    expect(pieces[0]?.['id']).toBeLessThan(pieces[1]?.['id'])
    expect(await bob.events(single, pieces[0]?.['id'] as number)).toEqual([pieces[1]])
    expect(await bob.events(single, pieces[1]?.['id'] as number)).toEqual([])
  })

  test('with protected history shows its subscribers what comes', async () => {
    ok(await owner.delete('/users/me/subscriptions', { subscriptions: ['general'] }))
    const id = await bob.say('x')
    ok(await alice.patch(`/messages/${id}`, { stream_id: 3 }))
    expect(await messageOf(owner, id)).toMatchObject({
      stream_id: 3,
      flags: ['read', 'historical'],
    })
    const carol = await world.add('Carol')
    ok(
      await owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'den' }],
        principals: [carol.id],
      }),
    )
    expect(await messageOf(alice, id)).toMatchObject({ stream_id: 3 })
    expect(await carol.get(`/messages/${id}`)).toMatchObject(refused)
  })

  test('may be changed by those whom organization or channel allow it, to where they may send', async () => {
    verifies('chat:4.2:patch:3:can_move_messages_between_channels_group')
    const id = await alice.say('x')
    ok(await owner.patch('/realm', { can_move_messages_between_channels_group: 7 }))
    const move = (stream_id: number) => alice.patch(`/messages/${id}`, { stream_id })
    expect(await move(2)).toMatchObject(mayNot)
    ok(await owner.patch('/streams/1', { can_move_messages_out_of_channel_group: 3 }))
    ok(await owner.patch('/streams/2', { can_send_message_group: 7 }))
    expect(await move(2)).toMatchObject(refused)
    expect(await move(99)).toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      stream_id: 99,
    })
    ok(await move(3))
  })

  test('of old messages may be changed by moderators only', async () => {
    verifies('chat:4.2:patch:3:move_messages_between_streams_limit_seconds')
    const id = await alice.say('x')
    ok(await owner.patch('/realm', { move_messages_between_streams_limit_seconds: 60 }))
    world.pass(81)
    const move = (who: Person) => who.patch(`/messages/${id}`, { stream_id: 2 })
    expect(await move(alice)).toMatchObject({ code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED' })
    ok(await move(owner))
  })
})

describe('the history', () => {
  test('is hidden as the organization wants it', async () => {
    verifies('chat:2.4:edit_history:absent')
    const id = await alice.say('x')
    expect(await messageOf(bob, id)).not.toHaveProperty('edit_history')
    ok(await alice.patch(`/messages/${id}`, { content: 'y' }))
    ok(await alice.patch(`/messages/${id}`, { topic: 'z' }))
    expect((await messageOf(bob, id)).edit_history).toHaveLength(2)
    ok(await owner.patch('/realm', { message_edit_history_visibility_policy: 'moves' }))
    expect((await messageOf(bob, id)).edit_history).toMatchObject([{ topic: 'z' }])
    ok(await owner.patch('/realm', { message_edit_history_visibility_policy: 'none' }))
    expect(await messageOf(bob, id)).not.toHaveProperty('edit_history')
  })
})
