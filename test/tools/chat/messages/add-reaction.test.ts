import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('puts an emoji under a message, once, for everybody to see', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.say('done')
  const queue = await world.owner.register()
  const react = (fields: object) => alice.post(`/messages/${id}/reactions`, { ...fields })
  ok(await react({ emoji_name: '+1' }))
  expect(await react({ emoji_name: 'thumbsup' })).toMatchObject({
    status: 400,
    code: 'REACTION_ALREADY_EXISTS',
  })
  const reaction = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' }
  expect(await world.owner.events(queue)).toEqual([
    {
      type: 'reaction',
      op: 'add',
      id: expect.any(Number),
      message_id: id,
      user_id: alice.id,
      user: {
        user_id: alice.id,
        email: alice.email,
        full_name: 'Alice',
        is_mirror_dummy: false,
      },
      ...reaction,
    },
  ])
  ok(await world.owner.post(`/messages/${id}/reactions`, { emoji_name: 'thumbsup' }))
  const { message } = ok(await alice.get(`/messages/${id}`))
  expect(message.reactions).toEqual([
    { ...reaction, user_id: alice.id },
    { ...reaction, user_id: world.owner.id },
  ])
})

test('refuses what is no emoji, and messages that one may not read', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.whisper('x', world.owner)
  const bob = await world.add('Bob')
  const react = (fields: object) => alice.post(`/messages/${id}/reactions`, { ...fields })
  expect(await react({ emoji_name: 'nonesuch' })).toMatchObject({ status: 400 })
  expect(await react({ emoji_name: 'tada', emoji_code: 'zzz' })).toMatchObject({ status: 400 })
  expect(await react({})).toMatchObject({ status: 400 })
  expect(await bob.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })).toMatchObject({
    status: 400,
    msg: 'Invalid message(s)',
  })
})
