import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('takes an own emoji away and tells everybody', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await alice.say('done')
  ok(await alice.post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  const queue = await world.owner.register()
  const missing = { status: 400, code: 'REACTION_DOES_NOT_EXIST' }
  const take = (who = alice) => who.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  expect(await take(world.owner)).toMatchObject(missing)
  ok(await take())
  expect(await take()).toMatchObject(missing)
  expect(await world.owner.events(queue)).toMatchObject([
    { type: 'reaction', op: 'remove', message_id: id, user_id: alice.id, emoji_code: '1f389' },
  ])
  expect(ok(await alice.get(`/messages/${id}`))['message'].reactions).toEqual([])
})

test('finds it by any of its names, and by those of the public API', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const path = `/messages/${await alice.say('done')}/reactions`
  ok(await alice.post(path, { emoji_name: '+1' }))
  ok(await alice.delete(path, { emoji_name: 'thumbs_up' }))
  const extra = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' }
  ok(await alice.post(path, extra))
  ok(await alice.delete(path, extra))
  expect(await alice.delete(path, {})).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
})
