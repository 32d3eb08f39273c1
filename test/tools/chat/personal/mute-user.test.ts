import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('mutes another user once, and tells the clients of the caller', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const queue = await alice.register()
  const mute = async (id: number) => alice.post(`/users/me/muted_users/${id}`)
  ok(await mute(bob.id))
  const muted_users = [{ id: bob.id, timestamp: 1_767_323_045 }]
  expect(await alice.events(queue)).toMatchObject([{ type: 'muted_users', muted_users }])
  expect((await alice.register())['muted_users']).toEqual(muted_users)
  const refused = { status: 400, code: 'BAD_REQUEST' }
  expect(await mute(bob.id)).toMatchObject({ ...refused, msg: 'User already muted' })
  expect(await mute(alice.id)).toMatchObject({ ...refused, msg: 'Cannot mute self' })
  expect(await mute(99)).toMatchObject({ ...refused, msg: 'No such user' })
})

test('what a muted user sent and sends is read at once, by who muted them alone', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const carol = await world.add('Carol')
  const before = [await bob.say('one'), await bob.whisper('two', alice)]
  const others = await carol.say('three')
  const queue = await alice.register()
  ok(await alice.post(`/users/me/muted_users/${bob.id}`))
  const [event, read] = await alice.events(queue)
  expect(event).toMatchObject({ type: 'muted_users' })
  expect(read).toMatchObject({
    type: 'update_message_flags',
    flag: 'read',
    messages: before,
  })
  const after = await bob.say('@**Alice** four')
  const direct = await bob.whisper('five', alice, carol)
  const sent = (await alice.events(queue)).filter(({ type }) => type === 'message')
  expect(sent.map(({ message, flags }) => [message.id, flags])).toEqual([
    [after, ['read', 'mentioned']],
    [direct, ['read']],
  ])
  const unread = async (who: typeof alice) =>
    ok(
      await who.get('/messages', {
        narrow: [['is', 'unread']],
        anchor: 'newest',
        num_before: 9,
        num_after: 0,
      }),
    )['messages'].map(({ id }: { id: number }) => id)
  expect(await unread(alice)).toEqual([others])
  expect(await unread(carol)).toEqual([before[0], others, after, direct])
  // Unmuted again, they stay read, and the next is not.
  ok(await alice.delete(`/users/me/muted_users/${bob.id}`))
  expect(await unread(alice)).toEqual([others])
  expect(await unread(alice)).not.toContain(await bob.say('six'))
  expect(await unread(alice)).toHaveLength(2)
})

test('a muted notification bot still says that a topic is resolved', async () => {
  await using world = await startChatWorld()
  const alice = await world.add('Alice')
  const id = await world.owner.say('done?')
  const users = ok(await alice.get('/users'))['members'] as { user_id: number; is_bot: boolean }[]
  const bot = users.find(({ is_bot }) => is_bot)
  ok(await alice.post(`/users/me/muted_users/${bot?.user_id}`))
  const queue = await alice.register()
  ok(await world.owner.patch(`/messages/${id}`, { topic: '✔ t', propagate_mode: 'change_all' }))
  const notice = (await alice.events(queue)).find(({ type }) => type === 'message')
  expect(notice).toMatchObject({ flags: ['read'], message: { sender_id: bot?.user_id } })
})
