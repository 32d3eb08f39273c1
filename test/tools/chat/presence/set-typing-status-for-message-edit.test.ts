import { expect, test } from 'vitest'
import { alice, bob, startChatForEach, world } from '../../../support/chat-people.ts'
import { type Answer, ok } from '../../../support/chat-world.ts'

startChatForEach('Alice', 'Bob')

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

const sendTyping = async (id: number, op = 'start', who = alice) =>
  who.post(`/messages/${id}/typing`, { op })

test('tells the readers of a message, but not its sender', async () => {
  const carol = await world.add('Carol')
  const [own, others, third] = [
    await alice.register(),
    await bob.register(),
    await carol.register({ event_types: ['typing_edit_message'] }),
  ]
  const [said, whispered] = [await alice.say('x'), await alice.whisper('y', bob)]
  ok(await sendTyping(said))
  ok(await sendTyping(said, 'stop'))
  ok(await sendTyping(whispered))
  const kinds = (events: Answer[]) => events.filter(({ type }) => type === 'typing_edit_message')
  const inChannel = {
    sender_id: alice.id,
    message_id: said,
    recipient: { type: 'channel', channel_id: 1, topic: 't' },
  }
  const heard = kinds(await bob.events(others))
  expect(heard).toMatchObject([
    { op: 'start', ...inChannel },
    { op: 'stop', ...inChannel },
    {
      op: 'start',
      sender_id: alice.id,
      message_id: whispered,
      recipient: { type: 'direct', user_ids: [alice.id, bob.id] },
    },
  ])
  expect(kinds(await carol.events(third))).toHaveLength(2)
  expect(kinds(await alice.events(own))).toEqual([])
})

test('is for messages that the caller may edit, and callers who let others know', async () => {
  const [said, whispered] = [await alice.say('x'), await alice.whisper('y', bob)]
  expect(await sendTyping(said, 'start', bob)).toMatchObject(refused)
  expect(await sendTyping(whispered, 'start', world.owner)).toMatchObject({
    ...refused,
    msg: 'Invalid message(s)',
  })
  expect(await sendTyping(said, 'begin')).toMatchObject({ status: 400 })
  ok(await alice.patch('/settings', { send_stream_typing_notifications: false }))
  expect(await sendTyping(said)).toMatchObject({
    ...refused,
    msg: 'User has disabled typing notifications for channel messages',
  })
  ok(await sendTyping(whispered))
  ok(await alice.patch('/settings', { send_private_typing_notifications: false }))
  expect(await sendTyping(whispered)).toMatchObject({
    ...refused,
    msg: 'User has disabled typing notifications for direct messages',
  })
})

test('bothers nobody who does not want to know', async () => {
  ok(await bob.patch('/settings', { receives_typing_notifications: false }))
  const queue = await bob.register({ event_types: ['typing_edit_message'] })
  ok(await sendTyping(await alice.say('x')))
  expect(await bob.events(queue)).toEqual([])
})
