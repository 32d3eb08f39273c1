import { expect, test } from 'vitest'
import { ok, startChatWorld } from '../../../support/chat-world.ts'

test('tells when one user was last there', async () => {
  await using world = await startChatWorld()
  const [alice, bob] = [await world.add('Alice'), await world.add('Bob')]
  const bot = await world.add('Robot', { bot_type: 1 })
  const show = async (who: number | string) => bob.get(`/users/${who}/presence`)
  const refused = { status: 400, result: 'error', code: 'BAD_REQUEST' }
  expect(await show(alice.id)).toMatchObject({
    ...refused,
    msg: `No presence data for ${alice.id}`,
  })
  ok(await alice.post('/users/me/presence', { status: 'active' }))
  const website = { client: 'website', status: 'active', timestamp: 1_767_323_045, pushable: false }
  for (const who of [alice.id, alice.email, `user${alice.id}@chat.test`]) {
    expect(ok(await show(who))['presence']).toMatchObject({ website })
  }
  ok(await alice.patch('/settings', { email_address_visibility: 4 }))
  expect(await show(alice.email)).toMatchObject({ ...refused, msg: 'No such user' })
  expect(await show(99)).toMatchObject({ ...refused, msg: 'No such user' })
  expect(await show(bot.id)).toMatchObject({
    ...refused,
    msg: 'Presence is not supported for bot users.',
  })
})
