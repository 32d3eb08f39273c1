import { expect, test } from 'vitest'
import { type ChatWorld, ok, type Person, startChatWorld } from '../../../support/chat-world.ts'

const ALL = { propagate_mode: 'change_all' }
const NOTED = {
  ...ALL,
  send_notification_to_old_thread: true,
  send_notification_to_new_thread: true,
}

async function startTeam(): Promise<ChatWorld & { alice: Person; bob: Person }> {
  const world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  ok(await alice.post('/channels/create', { name: 'side', subscribers: [alice.id, bob.id] }))
  ok(await alice.post('/channels/create', { name: 'far', subscribers: [alice.id] }))
  return Object.assign(world, { alice, bob })
}

/** What a person has not read, of the newest messages, by content. */
async function unread(who: Person): Promise<string[]> {
  const newest = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false }
  const { messages } = ok(await who.get('/messages', { ...newest, narrow: [['is', 'unread']] }))
  return messages.map(({ content }: { content: string }) => content)
}

test.each(['general', 'side'])('who moves a topic to %s has read the notices of it', async (to) => {
  await using world = await startTeam()
  const { alice, bob } = world
  const id = await alice.say('x', { topic: 'plan' })
  ok(await alice.post('/mark_all_as_read'))
  const [ofAlice, ofBob] = [await alice.register(), await bob.register()]
  const stream_id = ok(await alice.get('/get_stream_id', { stream: to }))['stream_id']
  const place = to === 'general' ? { topic: 'next' } : { topic: 'next', stream_id }
  ok(await alice.patch(`/messages/${id}`, { ...place, ...NOTED }))
  expect(await unread(alice)).toEqual([])
  expect((await unread(bob)).filter((text) => text.includes('by @_**Alice'))).toHaveLength(2)
  const read = (events: { type: string; flag?: string; messages?: number[] }[]) =>
    events.filter(({ type }) => type === 'update_message_flags').flatMap((one) => one.messages)
  expect(read((await alice.events(ofAlice)) as never)).toHaveLength(2)
  expect(read((await bob.events(ofBob)) as never)).toEqual([])
})

test.each(['always', 'except_followed', 'never'])(
  'who resolves a topic has read the notice of it, whatever they wish for those of others: %s',
  async (wish) => {
    await using world = await startTeam()
    const { alice, bob } = world
    for (const person of [alice, bob]) {
      ok(await person.patch('/settings', { resolved_topic_notice_auto_read_policy: wish }))
    }
    const id = await alice.say('x', { topic: 'plan' })
    for (const person of [alice, bob]) ok(await person.post('/mark_all_as_read'))
    ok(await alice.patch(`/messages/${id}`, { topic: '\u2714 plan', ...ALL }))
    expect(await unread(alice)).toEqual([])
    expect(await unread(bob)).toHaveLength(wish === 'never' ? 1 : 0)
  },
)

test('what is moved in from a channel that one does not follow is not unread', async () => {
  await using world = await startTeam()
  const { alice, bob } = world
  const id = await alice.say('from afar', { to: 'far', topic: 'plan' })
  ok(await bob.post('/mark_all_as_read'))
  const queue = await bob.register()
  const stream_id = ok(await alice.get('/get_stream_id', { stream: 'side' }))['stream_id']
  const quiet = { send_notification_to_old_thread: false, send_notification_to_new_thread: false }
  ok(await alice.patch(`/messages/${id}`, { stream_id, ...ALL, ...quiet }))
  expect(await unread(bob)).toEqual([])
  const { messages } = ok(
    await bob.get('/messages', {
      anchor: id,
      num_before: 0,
      num_after: 0,
      narrow: [['channel', 'side']],
    }),
  )
  expect(messages[0].flags).toContain('read')
  const [moved] = await bob.events(queue)
  expect(moved).toMatchObject({ type: 'update_message', message_ids: [id] })
  const again = await bob.register()
  expect(JSON.stringify(again['unread_msgs'])).not.toContain(String(id))
})

test.each([
  'Caf\u00e9',
  'Cafe\u0301',
  'CAFE\u0301',
  '\u1112\u1161\u11ab\u1100\u1173\u11af',
  '한글',
])('a topic is one however its accents are written: %j', async (topic) => {
  await using world = await startTeam()
  const { alice } = world
  const spellings = [...new Set([topic, topic.normalize('NFC'), topic.normalize('NFD')])]
  expect(spellings.length).toBeGreaterThan(1)
  for (const one of spellings) await alice.say('x', { topic: one })
  const { topics } = ok(await alice.get('/users/me/1/topics'))
  expect(topics.map(({ name }: { name: string }) => name)).toEqual([spellings.at(-1)])
  for (const one of spellings) {
    const narrow = [
      ['channel', 'general'],
      ['topic', one],
    ]
    const fetched = { anchor: 'newest', num_before: 9, num_after: 0, narrow }
    expect(ok(await alice.get('/messages', fetched))['messages']).toHaveLength(spellings.length)
  }
  const { unread_msgs } = await world.owner.register()
  expect(
    unread_msgs.streams.filter((one: { stream_id: number }) => one.stream_id === 1).length,
  ).toBeLessThanOrEqual(1)
})
