import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }

test('changes a bot for its owner and for administrators, and says nothing of it to others', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const made = { full_name: 'Builds', short_name: 'builds', bot_type: 2 }
  const { user_id } = ok(await alice.post('/bots', made))
  const queue = await bob.register({ event_types: ['realm_user'] })
  ok(await alice.patch(`/bots/${user_id}`, { full_name: 'Builder' }))
  ok(await world.owner.patch(`/bots/${user_id}`, { full_name: 'Build' }))
  expect((await bob.events(queue)).map(({ person }) => person.full_name)).toEqual([
    'Builder',
    'Build',
  ])
  const no = { ...refused, msg: 'No such bot' }
  const fields = { full_name: 'x', config_data: { webhook_secret: 'x'.repeat(16) } }
  expect(await bob.patch(`/bots/${user_id}`, fields)).toMatchObject(no)
  expect(await bob.patch('/bots/99', fields)).toMatchObject(no)
  expect(await world.owner.patch(`/bots/${alice.id}`, fields)).toMatchObject(no)
  const generic = await world.add('Robot', { bot_type: 1, bot_owner_id: alice.id })
  expect(await alice.patch(`/bots/${generic.id}`, fields)).toMatchObject({
    ...refused,
    msg: 'Only incoming webhooks are configured',
  })
  // All or nothing.
  expect(ok(await bob.get(`/users/${generic.id}`))['user'].full_name).toBe('Robot')
})
