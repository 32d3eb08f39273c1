import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('shows what a message would look like, without sending or mentioning', async () => {
  await using world = await startChatWorld()
  const queue = await world.owner.register()
  const answer = await world.owner.post('/messages/render', { content: '**a** @**all**' })
  expect(answer).toEqual({
    status: 200,
    result: 'success',
    msg: '',
    rendered:
      '<p><strong>a</strong> <span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span></p>',
  })
  expect(await world.owner.events(queue)).toEqual([])
  expect(ok(await world.owner.post('/messages/render', { content: ' ' }))['rendered']).toBe('')
})

test('is for people with an account, and needs a text', async () => {
  await using world = await startChatWorld()
  expect(await world.anybody.post('/messages/render', { content: 'a' })).toMatchObject({
    status: 401,
  })
  expect(await world.owner.post('/messages/render')).toMatchObject({ status: 400 })
})
