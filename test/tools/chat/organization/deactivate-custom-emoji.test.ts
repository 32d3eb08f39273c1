import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('custom emoji are rendered, listed and taken out of use by their author', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const path = '/user_avatars/2/emoji/images/1.png'
  const row = { name: 'blob_owl', author_id: alice.id, path, still_path: null, is_deactivated: 0 }
  await world.chat.store.write(async (tx) => tx.insertInto('chat_emoji').values(row).execute())
  const emoji = {
    id: '1',
    name: 'blob_owl',
    source_url: path,
    still_url: null,
    author_id: alice.id,
  }
  expect(ok(await bob.get('/realm/emoji'))['emoji']).toEqual({
    1: { ...emoji, deactivated: false },
  })
  const html = async () =>
    ok(await bob.post('/messages/render', { content: ':blob_owl:' }))['rendered'] as string
  expect(await html()).toContain(`src="${path}"`)
  const queue = await bob.register()
  expect(queue['realm_emoji']).toMatchObject({ 1: emoji })
  expect(await bob.delete('/realm/emoji/blob_owl')).toMatchObject({
    status: 400,
    msg: 'Must be an organization administrator or emoji author',
  })
  ok(await alice.delete('/realm/emoji/blob_owl'))
  expect(await bob.events(queue)).toMatchObject([
    { type: 'realm_emoji', op: 'update', realm_emoji: { 1: { ...emoji, deactivated: true } } },
  ])
  expect(await html()).toBe('<p>:blob_owl:</p>')
  expect(await alice.delete('/realm/emoji/blob_owl')).toMatchObject({
    status: 404,
    code: 'NOT_FOUND',
  })
})
