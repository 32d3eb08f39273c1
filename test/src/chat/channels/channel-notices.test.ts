import { expect, test } from 'vitest'
import { alice, bob, owner, robot, startChatForEach, world } from '../../../support/chat-people.ts'
import { type Fields, ok, type Person } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob', 'Robot')

/** What the server says to somebody, newest last: where, and what. */
const notices = async (who: Person): Promise<string[]> => {
  const query = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false }
  const narrow = [['sender', 'notification-bot@chat.test']]
  const { messages } = ok(await who.get('/messages', { ...query, narrow }))
  return (messages as { type: string; subject: string; content: string }[]).map(
    ({ type, subject, content }) => `${type === 'private' ? 'dm' : subject}: ${content}`,
  )
}
const name = ({ user, id }: Person) => `@_**${user.full_name}|${id}**`

test('people are told who subscribed them, once, and to what', async () => {
  const all = { principals: [alice.id, bob.id, robot.id, owner.id] }
  const subscriptions = [{ name: 'one' }, { name: 'two' }]
  expect(ok(await owner.post('/users/me/subscriptions', { ...all, subscriptions }))).toMatchObject({
    new_subscription_messages_sent: true,
  })
  const notice = `${name(owner)} subscribed you to the following channels:\n\n* #**one**\n* #**two**`
  expect(await notices(bob)).toEqual([`dm: ${notice}`])
  expect([await notices(owner), await notices(robot)]).toEqual([[], []])
  ok(await owner.post('/users/me/subscriptions', { ...all, subscriptions }))
  ok(await bob.post('/users/me/subscriptions', { subscriptions: [{ name: 'own' }] }))
  expect(await notices(bob)).toHaveLength(1)
  const made = { name: 'three', subscribers: [bob.id, owner.id] }
  ok(await owner.post('/channels/create', { ...made, send_new_subscription_messages: false }))
  expect(await notices(bob)).toHaveLength(1)
  ok(await owner.post('/channels/create', { ...made, name: 'four' }))
  expect((await notices(bob)).at(-1)).toBe(`dm: ${name(owner)} subscribed you to #**four**.`)
})

test('nobody is told where one call subscribes very many', async () => {
  const names = Array.from({ length: 51 }, (_, index) => ({ name: `channel ${index}` }))
  const wish = { subscriptions: names, principals: [alice.id, bob.id] }
  expect(ok(await owner.post('/users/me/subscriptions', wish))).toMatchObject({
    new_subscription_messages_sent: false,
  })
  expect(await notices(bob)).toEqual([])
})

test('new public channels are announced where the organization has a channel for that', async () => {
  const secret = { name: 'secret', invite_only: true, announce: true }
  ok(await alice.post('/channels/create', { name: 'before', announce: true }))
  ok(await owner.patch('/realm', { new_stream_announcements_stream_id: 1 }))
  ok(await alice.post('/channels/create', { name: 'quiet' }))
  ok(await alice.post('/channels/create', secret))
  ok(await alice.post('/channels/create', { name: 'garden', announce: true }))
  expect(await notices(owner)).toEqual([
    `new channels: ${name(alice)} created a new channel #**garden**.`,
  ])
  expect(await owner.patch('/realm', { new_stream_announcements_stream_id: 99 })).toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('a channel says what was changed about it, unless the organization wants none of that', async () => {
  const change = async (fields: Fields) => ok(await owner.patch('/streams/1', fields))
  await change({ new_name: 'All **of** us' })
  await change({ description: '```\n@**all** hi' })
  await change({ is_private: true })
  const said = await notices(owner)
  expect(said[0]).toBe(
    `channel events: ${name(owner)} renamed channel **general** to **All of us**.`,
  )
  expect(said[1]).toContain('* **New description:**\n````text\n``` @**all** hi\n````')
  expect(said[2]).toMatch(/permissions .* from \*\*Public\*\* to \*\*Private, /)
  ok(await owner.patch('/realm', { send_channel_events_messages: false }))
  await change({ new_name: 'general' })
  expect(await notices(owner)).toHaveLength(3)
})

test('a notice of a resolved topic is read at once, but by those who follow it or say never', async () => {
  const carol = await world.add('Carol')
  const everybody = [alice, bob, carol]
  const made = { name: 'lab', subscribers: everybody.map(({ id }) => id) }
  const lab = ok(
    await alice.post('/channels/create', { ...made, send_new_subscription_messages: false }),
  )
  // Who starts a topic would follow it.
  ok(await alice.patch('/settings', { automatically_follow_topics_policy: 4 }))
  const id = await alice.say('x', { to: 'lab', topic: 'bug' })
  const follow = { stream_id: lab['id'], topic: 'bug', visibility_policy: 3 }
  ok(await bob.post('/user_topics', follow))
  ok(await carol.patch('/settings', { resolved_topic_notice_auto_read_policy: 'never' }))
  const queue = await alice.register({ event_types: ['update_message_flags'] })
  const resolve = { topic: '✔ bug', propagate_mode: 'change_all' }
  ok(await alice.patch(`/messages/${id}`, resolve))
  const unread = async (who: Person) =>
    ok(await who.register({ fetch_event_types: ['message'] }))['unread_msgs'].streams.flatMap(
      ({ unread_message_ids }: { unread_message_ids: number[] }) => unread_message_ids,
    )
  const notice = id + 1
  expect(await unread(alice)).not.toContain(notice)
  expect(await unread(bob)).toContain(notice)
  expect(await unread(carol)).toContain(notice)
  expect(await alice.events(queue)).toMatchObject([{ flag: 'read', messages: [notice] }])
})
