import { expect, test } from 'vitest'
import { agentMessageOf } from '../../../../src/chat/agent/messages.ts'
import { pollState, todoState } from '../../../../src/chat/widgets/widget-state.ts'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { type Answer, ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const use = async (who: typeof alice, message_id: number, data: unknown) =>
  who.post('/submessage', { message_id, msg_type: 'widget', content: JSON.stringify(data) })

const submessagesOf = async (id: number) => {
  const answer = ok(await bob.get(`/messages/${id}`))
  return (answer['message'] as Answer)['submessages'] as Parameters<typeof pollState>[0]
}

test('a poll is sent with its options, voted in by others, and ends in the same state for every client', async () => {
  const queue = await bob.register()
  const id = await alice.say('/poll Lunch?\n- Soup\n* Salad\n\nBread')
  const [sent] = await bob.events(queue)
  const [first] =
    ((sent?.['message'] ?? {}) as { submessages?: { content: string }[] }).submessages ?? []
  expect(sent).toMatchObject({
    type: 'message',
    message: { submessages: [{ msg_type: 'widget', sender_id: alice.id }] },
  })
  expect(JSON.parse(first?.content ?? '')).toEqual({
    widget_type: 'poll',
    extra_data: { question: 'Lunch?', options: ['Soup', 'Salad', 'Bread'] },
  })
  ok(await use(bob, id, { type: 'vote', key: 'canned,1', vote: 1 }))
  ok(await use(bob, id, { type: 'new_option', option: 'Pie', idx: 1 }))
  ok(await use(alice, id, { type: 'vote', key: `${bob.id},1`, vote: 1 }))
  ok(await use(bob, id, { type: 'vote', key: 'canned,1', vote: -1 }))
  ok(await use(alice, id, { type: 'question', question: 'Dinner?' }))
  const events = await bob.events(queue, Number(sent?.['id']))
  expect(events.map(({ type, sender_id }) => [type, sender_id])).toEqual(
    [bob, bob, alice, bob, alice].map((who) => ['submessage', who.id]),
  )
  expect(pollState(await submessagesOf(id))).toEqual({
    question: 'Dinner?',
    options: [
      { option: 'Soup', voters: [] },
      { option: 'Salad', voters: [] },
      { option: 'Bread', voters: [] },
      { option: 'Pie', voters: [alice.id] },
    ],
  })
})

test('models read how a poll stands; what another server sends of one breaks nothing', async () => {
  const id = await alice.say('/poll Lunch?\nSoup')
  ok(await use(bob, id, { type: 'vote', key: 'canned,0', vote: 1 }))
  const { message } = ok(await bob.get(`/messages/${id}`, { apply_markdown: false }))
  expect(agentMessageOf(message).content).toBe('/poll Lunch?\nSoup\n[poll, votes so far: Soup: 1]')
  const odd = [{ id: 1, message_id: id, sender_id: 1, msg_type: 'widget', content: 'no JSON' }]
  expect(agentMessageOf({ ...message, submessages: odd }).content).toBe('/poll Lunch?\nSoup')
  expect(agentMessageOf({ ...message, submessages: 7 }).content).toBe('/poll Lunch?\nSoup')
})

test('a to-do list is filled, struck and renamed', async () => {
  const id = await alice.say('/todo Move\nBoxes: ten of them\nVan')
  ok(await use(bob, id, { type: 'new_task', key: 2, task: 'Keys', desc: '', completed: false }))
  ok(await use(bob, id, { type: 'strike', key: '0,canned' }))
  ok(await use(bob, id, { type: 'strike', key: `2,${bob.id}` }))
  ok(await use(bob, id, { type: 'strike', key: `2,${bob.id}` }))
  ok(await use(alice, id, { type: 'new_task_list_title', title: 'Moving' }))
  expect(todoState(await submessagesOf(id))).toEqual({
    title: 'Moving',
    tasks: [
      { task: 'Boxes', desc: 'ten of them', isDone: true },
      { task: 'Van', desc: '', isDone: false },
      { task: 'Keys', desc: '', isDone: false },
    ],
  })
})

const vote = { type: 'vote', key: 'canned,0', vote: 1 }

test.each([
  ['no JSON', '/poll a', 'x', 'Invalid json for submessage'],
  ['no type', '/poll a', '{}', 'type key is missing from widget_data'],
  ['another type', '/poll a', '{"type":"zip"}', 'Unknown type for poll data: zip'],
  [
    'a type of every object',
    '/poll a',
    '{"type":"constructor"}',
    'Unknown type for poll data: constructor',
  ],
  ['a vote of two', '/poll a', JSON.stringify({ ...vote, vote: 2 }), 'Invalid data for vote'],
  ['more than is asked', '/poll a', JSON.stringify({ ...vote, more: 1 }), 'Invalid data for vote'],
  [
    "another's question",
    '/poll a',
    '{"type":"question","question":"b"}',
    "You can't edit a question unless you are the author.",
  ],
  [
    "another's title",
    '/todo a',
    '{"type":"new_task_list_title","title":"b"}',
    "You can't edit the task list title unless you are the author.",
  ],
  ['a vote in a list', '/todo a', JSON.stringify(vote), 'Unknown type for todo data: vote'],
  ['a message that is none', 'just words', '{}', 'You cannot attach a submessage to this message.'],
])('refuses %s', async (_, text, content, msg) => {
  const message_id = await alice.say(text)
  expect(await bob.post('/submessage', { message_id, msg_type: 'widget', content })).toMatchObject({
    status: 400,
    code: 'BAD_REQUEST',
    msg: expect.stringMatching(msg) as string,
  })
})

test('widgets cannot be edited, and leave nothing when they are deleted', async () => {
  const id = await alice.say('/poll a\nb')
  ok(await use(bob, id, vote))
  const edit = await alice.patch(`/messages/${id}`, { content: 'changed' })
  expect(edit).toMatchObject({ status: 400, msg: 'Widgets cannot be edited.' })
  ok(await alice.delete(`/messages/${id}`))
  const left = await world.chat.store.db.selectFrom('chat_submessage').select('id').execute()
  expect(left).toEqual([])
})

test('buttons come as a client describes them, and as nothing else', async () => {
  const send = async (widget: unknown) =>
    alice.post('/messages', {
      type: 'channel',
      to: 'general',
      topic: 't',
      content: 'Ship?',
      widget_content: JSON.stringify(widget),
    })
  const zform = {
    widget_type: 'zform',
    extra_data: {
      type: 'choices',
      heading: 'Ship?',
      choices: [{ short_name: 'A', long_name: 'Yes', reply: 'yes' }],
    },
  }
  const { id } = ok(await send(zform))
  const [first] = await submessagesOf(Number(id))
  expect(JSON.parse(first?.content ?? '')).toEqual(zform)
  for (const bad of [
    'x',
    {},
    { widget_type: 'poll', extra_data: { type: 'x' } },
    { ...zform, extra_data: { type: 'choices' } },
  ]) {
    expect(await send(bad)).toMatchObject({ status: 400, msg: expect.stringMatching(/^Widgets: /) })
  }
})

test('who may not read a message cannot use its poll', async () => {
  const id = await alice.whisper('/poll a\nb', alice)
  expect(await use(bob, id, vote)).toMatchObject({ status: 400, msg: 'Invalid message(s)' })
})
